package web

import "example.com/thaw/isolate"

// Restrict switches on or off that timers and random values are refused, as
// Workers refuse them outside of a handler. What is in a snapshot must not depend
// on them: a timer would be lost, and a random value be the same in every instance.
func (l *Layer) Restrict(on bool) { l.restricted = on }

// refuse is the error of what while the layer is restricted, or nil.
func (l *Layer) refuse(what string) error {
	if !l.restricted {
		return nil
	}
	return isolate.Throw("Error", "%s can't be used at the top level of an app that goes into a snapshot: "+
		"timers, random values and other I/O belong to a request, so use it in a handler", what)
}
