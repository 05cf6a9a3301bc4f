// Package harness runs cold-start experiments.
//
// An Experiment measures Arms in rounds: each round takes one sample of every
// arm, in a new random order, so that drift of the machine falls on all arms
// alike. A Runner does the cold starts: IsolateRunner in a new isolate of this
// process, as Workers does, ProcessRunner in a fresh process over a real socket.
// The Result holds every sample, a summary for each arm, and the reasons to
// doubt them as Warnings. Package report shows it. What follows from many arms is worked out on demand:
// RankLevers says what each lever is worth, FitScale how a cold start grows with an app, CompareResults how
// results differ. Merge adds up results of one experiment.
//
// Arms are compared by CPU time where it is to be had, which other programs move less than wall time
// (Measure).
//
// Go's garbage collector is part of what is measured, but each sample pays for its own garbage: what the ones
// before it left is collected between samples, and not in one of them.
package harness
