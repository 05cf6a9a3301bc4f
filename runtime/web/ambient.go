package web

import (
	"context"

	"example.com/thaw/isolate"
)

// An Ambient is one reading of what is not the app's own: a clock or a source of
// random numbers.
type Ambient struct {
	API   string // what was called, as an app writes it: "Date.now", "new Date()"
	Stack string // where from, innermost frame first, not source-mapped
}

// Random reports whether it was a random number, and not a clock.
func (a Ambient) Random() bool {
	switch a.API {
	case "Math.random", "crypto.getRandomValues", "crypto.randomUUID":
		return true
	}
	return false
}

func (l *Layer) ambientOps() []isolate.Op {
	return []isolate.Op{isolate.Op2("op_ambient", l.tellAmbient)}
}

func (l *Layer) tellAmbient(api, stack string) (isolate.None, error) {
	if l.ambient != nil {
		l.ambient(Ambient{api, stack})
	}
	return isolate.None{}, nil
}

// TraceAmbient has f told of every reading from now on, on the isolate's
// goroutine. An app can tell that it is watched, so this is for isolates that
// nothing else is done with.
func (l *Layer) TraceAmbient(ctx context.Context, f func(Ambient)) error {
	l.ambient = f
	if err := l.Use(ctx, "88_ambient"); err != nil {
		return err
	}
	_, err := l.iso.Call(ctx, "traceAmbient")
	return err
}
