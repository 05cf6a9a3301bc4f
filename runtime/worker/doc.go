// Package worker runs a Worker-style app: it starts an instance phase by phase
// and dispatches events to it.
//
// A Scope is an isolate with the Web APIs and an event loop. An Instance is a
// Scope in which an app has been evaluated, and which answers fetch. A Snapshot is
// a copy of an instance, from which others start in a fraction of a millisecond.
//
// At its top level an app is refused what Workers refuse there, with the same
// error: timers, random values but those of Math.random, and streams that
// are native in Workers, as most bodies are. So that holds on every engine, with a snapshot or without.
//
// What an app fetches goes to Config.Outbound, on goroutines of its own, one for each
// request and one for each part of a body that is asked for. They end with the
// last request and its waitUntil, or with the instance, whether they are awaited or not.
//
// The JavaScript of an instance has no goroutine of its own. It runs on the goroutine
// of whoever waits for it: a call of Fetch, a read of a response's body, or
// Wait. Any number of goroutines may call these at once; their requests then
// interleave at each await, as they do in a Workers isolate.
package worker
