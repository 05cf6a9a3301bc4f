// Package stats summarises samples of cold starts. It knows nothing of files,
// tables or phases: values go in, numbers and warnings come out.
//
// Nothing here assumes a distribution. Cold starts have a floor and a long right
// tail, so the centre is the median and its interval comes from order statistics
// alone. What a reader should doubt travels with the result as Warnings; nothing
// is printed, and no value is ever dropped.
package stats
