package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// lateCollector lets Go's garbage collector begin when the heap has 64 MB, and not
// at 4 MB: a cold start on goja would be collected eight times. From the first
// collection on it works as ever. Who sets GOGC or GOMEMLIMIT has said otherwise.
func lateCollector() {
	const percent = 1600 // of the 4 MB at which the first collection begins at 100
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	usual := debug.SetGCPercent(percent)
	type sentinel struct{ _ *byte } // what the first collection finds unreachable
	runtime.SetFinalizer(new(sentinel), func(*sentinel) { debug.SetGCPercent(usual) })
}
