// Package chart works out where the marks of a chart go: axes and their ticks, dots
// that do not cover each other, and the rectangles of a treemap. It draws nothing, and
// knows nothing of what the values mean.
package chart
