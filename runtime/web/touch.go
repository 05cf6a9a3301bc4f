package web

import (
	"fmt"

	"example.com/thaw/isolate"
)

// A Touch is the first touch of a global by an app, or the first use of a file of
// the layer by the layer itself. A snapshot has loaded all files, so that a touch of what
// is in it costs next to nothing.
type Touch struct {
	Global string   // "" if the layer needed the file
	Files  []string // that were loaded for it, in order; those that had been loaded before are not among them
	Span   string   // name of the span of Config.Phases that lasted as long as it
	Stack  string   // where it came from, innermost frame first, not source-mapped
}

// touchBegin begins the touch of a global.
func (l *Layer) touchBegin(global, stack string) (isolate.None, error) {
	l.touches++
	l.touch = Touch{Global: global, Stack: stack, Span: fmt.Sprintf("touch %d", l.touches)}
	l.touchSpan = l.cfg.Phases.Begin(l.touch.Span)
	return isolate.None{}, nil
}

// touchEnd ends the touch that was begun.
func (l *Layer) touchEnd() (isolate.None, error) {
	l.touchSpan.End()
	l.cfg.Touched(l.touch)
	return isolate.None{}, nil
}
