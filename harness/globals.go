package harness

import (
	"context"
	"errors"
	"runtime"

	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// A GlobalTouch is the first touch of a global of the Web APIs in a cold start, or
// the first use of a part of them that no touch of a global caused.
type GlobalTouch struct {
	Arm    string     // Arm.ID
	Global string     // "" if it was the runtime itself
	Origin string     // FILE:LINE:COLUMN in the app's sources; "" if it was the runtime itself
	Phase  string     // in which it was
	Cost   phase.Cost // which is part of the phase's
	Files  []string   // of the Web API layer that were loaded for it
}

// ErrTraceSnapshot reports an arm whose globals can't be traced.
var ErrTraceSnapshot = errors.New("harness: globals are traced without a snapshot: in a snapshot they have all been loaded")

// TraceGlobals does a cold start of arm in which the first touch of each global is
// recorded, in order. It is not a sample: to record costs time. One cold start
// without records comes before it, so that all files have been compiled.
func (r *IsolateRunner) TraceGlobals(ctx context.Context, arm Arm) ([]GlobalTouch, error) {
	if arm.Snapshot != "" {
		return nil, ErrTraceSnapshot
	}
	arm.CPUQuota = 0 // it would only make it wait
	if _, err := r.ColdStart(ctx, arm); err != nil {
		return nil, err
	}
	lib, err := r.libraries.get(ctx, arm)
	if err != nil {
		return nil, err
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var touches []web.Touch
	rec := phase.New(nil)
	cfg := arm.config(lib)
	cfg.Phases, cfg.Touched = rec, func(t web.Touch) { touches = append(touches, t) }
	inst, err := worker.Start(ctx, cfg)
	if err != nil {
		return nil, err
	}
	defer inst.Close()
	req, err := arm.Request.to(ctx, Host)
	if err != nil {
		return nil, err
	}
	if _, err := (measurement{inst, rec}).exchange(ctx, req); err != nil {
		return nil, err
	}
	profile := rec.Profile()
	all := make([]GlobalTouch, len(touches))
	for i, t := range touches {
		where, cost := spanOf(profile, t.Span)
		all[i] = GlobalTouch{arm.ID, t.Global, inst.Origin(t.Stack), where, cost, t.Files}
	}
	return all, nil
}

// spanOf finds a span that is no phase itself: the phase that it was in, and its cost.
func spanOf(p phase.Profile, name string) (string, phase.Cost) {
	for _, e := range p.Phases {
		for _, sub := range e.Sub {
			if sub.Name == name {
				return e.Name, sub.Cost
			}
		}
	}
	return phase.Other, phase.Cost{}
}
