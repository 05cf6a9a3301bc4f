package quickjs

import (
	"context"
	"sync/atomic"
)

// A run is one Run or Call that is going on. Those within it, from ops, come after it.
type run struct {
	ctx   context.Context
	ended atomic.Bool // ctx has ended
	outer *run
}

// runs are the runs that are going on, the innermost first.
type runs struct {
	top     *run
	depth   int
	stopped error // the cause of the ctx that interrupted JavaScript
}

// enter begins a run under ctx. The function that it returns ends it.
func (r *runs) enter(ctx context.Context) (leave func()) {
	outer := r.top
	watched := ctx.Done() == nil || outer != nil && outer.ctx.Done() == ctx.Done()
	stop := func() bool { return true }
	if !watched {
		inner := &run{ctx: ctx, outer: outer}
		stop = context.AfterFunc(ctx, func() { inner.ended.Store(true) })
		r.top = inner
	}
	r.depth++
	return func() {
		stop()
		r.top = outer
		r.depth--
	}
}

// interrupted tells whether a run has to stop. It is asked often: one atomic load a run.
func (r *runs) interrupted() bool {
	for run := r.top; run != nil; run = run.outer {
		if run.ended.Load() {
			r.stopped = context.Cause(run.ctx)
			return true
		}
	}
	return false
}
