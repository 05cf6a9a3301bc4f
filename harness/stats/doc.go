// Package stats summarises and compares samples of cold starts. It knows nothing
// of files, tables or phases: values go in, numbers and warnings come out.
//
// Nothing here assumes a distribution, but for the intervals of a fitted line.
// Cold starts have a floor and a long right tail, so the centre is the median, and
// intervals come from order statistics and ranks alone: Wilcoxon's signed ranks for
// samples that were taken in pairs, those of Mann and Whitney for samples that were
// not. A verdict is the same when the two sides swap places, when the unit changes
// and when the samples come in another order. What a reader should doubt travels with
// the result as Warnings; nothing is printed, and no value is ever dropped.
//
// All functions may be called from any goroutine. They leave their arguments as they are.
package stats
