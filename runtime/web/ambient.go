package web

import (
	"context"
	"strings"

	"example.com/thaw/isolate"
)

// An Ambient is one reading of what is not the app's own: a clock, a source of
// random numbers, or env where a module imports it.
type Ambient struct {
	API   string // what was called, as an app writes it: "Date.now", "new Date()", "env.NAME"
	Stack string // where from, innermost frame first, not source-mapped
}

// An AmbientKind is what was read.
type AmbientKind string

// The kinds of what is not an app's own.
const (
	AmbientClock  AmbientKind = "clock"
	AmbientRandom AmbientKind = "random"
	AmbientEnv    AmbientKind = "env"
)

// Kind tells what was read.
func (a Ambient) Kind() AmbientKind {
	object, _, _ := strings.Cut(a.API, ".")
	switch object {
	case "Math", "crypto":
		return AmbientRandom
	case "env":
		return AmbientEnv
	}
	return AmbientClock
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
