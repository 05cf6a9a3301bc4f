package main

import (
	"example.com/thaw/isolate"
	"example.com/thaw/runtime/engines"
)

// The values of --regex.
const (
	regexEager = "eager"
	regexLazy  = "lazy"
)

// scriptLevers turn how an engine compiles a bundle.
type scriptLevers struct {
	stripDebug bool
	regex      string // "" leaves it to the engine
}

func setStripDebug(s *leverSet, v string) (err error) {
	s.script.stripDebug, err = onOrOff(v)
	return err
}

// A refusalError is the usage error of a flag that asks a runtime for what it does not
// have. Of several runtimes, the others still can.
type refusalError struct{ error }

// Unwrap returns the usage error.
func (e *refusalError) Unwrap() error { return e.error }

func refusef(format string, args ...any) error { return &refusalError{usagef(format, args...)} }

// refusal is why an engine has no such scripts, or nil.
func (l scriptLevers) refusal(info isolate.Info) error {
	switch {
	case l.stripDebug && !info.StripDebug:
		return refusef("--strip-debug on: %s has no other form of a script; --runtime quickjs has", info.Name)
	case l.regex == regexLazy && !info.LazyRegExps:
		return refusef("--regex lazy: %s always compiles regular expression literals with the script; --runtime goja can defer it", info.Name)
	}
	return nil
}

// apply has src compiled as the levers say.
func (l scriptLevers) apply(src isolate.Source) isolate.Source {
	src.StripDebug, src.EagerRegExps = l.stripDebug, l.regex == regexEager
	return src
}

// engineInfo asks an engine about itself.
func engineInfo(kind engines.Kind, app string) (isolate.Info, error) {
	engine, err := kind.Open(engineOptions(app, ""))
	if err != nil {
		return isolate.Info{}, err
	}
	return engine.Info(), engine.Close()
}

// capable is what an engine says of itself, if it can compile a bundle as the levers say.
func (l scriptLevers) capable(kind engines.Kind, app string) (isolate.Info, error) {
	info, err := engineInfo(kind, app)
	if err == nil {
		err = l.refusal(info)
	}
	return info, err
}
