// Package phase names the parts of a cold start and records how long each took.
//
// A Recorder collects spans, which may nest: a span is a named stretch of time
// with the clocks at both ends. Profile turns them into exclusive phases that,
// with Other, add up to the total. Recording is optional everywhere: a nil
// *Recorder reads no clock and allocates nothing, so that the measured code is
// the code that runs.
package phase

// The phases of a cold start, in the order in which they happen. Each name is
// what flags, JSON and reports show. A span of any other name is a sub-phase,
// shown under the phase that it ran in.
const (
	Spawn    = "spawn"    // process mode: start of the child process to its first line of main
	Boot     = "boot"     // engine and isolate creation, until the Web APIs are ready
	Parse    = "parse"    // source to runnable script, or loading it from a cache
	Evaluate = "evaluate" // module top level, less what is marked as define and build
	Define   = "define"   // marked by the app with User Timing
	Build    = "build"    // marked by the app with User Timing
	Request  = "request"  // the first request: handler called to response body fully read
	Other    = "other"    // what no span covers
)

// Names lists the phases in order. Warm is not among them: it is no part of the
// cold start.
func Names() []string {
	return []string{Spawn, Boot, Parse, Evaluate, Define, Build, Request, Other}
}

// Warm is what a report calls the same work done again in the same isolate.
const Warm = "warm"

// Known reports whether name is one of the phases that Names lists.
func Known(name string) bool {
	switch name {
	case Spawn, Boot, Parse, Evaluate, Define, Build, Request, Other:
		return true
	}
	return false
}
