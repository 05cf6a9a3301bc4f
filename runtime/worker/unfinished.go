package worker

import (
	"context"
	"errors"
	"fmt"

	"example.com/thaw/runtime/loop"
)

// unfinished names what of the instance lives outside of its isolate, and so
// would be lost, or what must not be in a copy; or it is nil.
func (i *Instance) unfinished(ctx context.Context) error {
	var all []error
	i.mu.Lock()
	for _, x := range i.exchanges {
		all = append(all, fmt.Errorf("the response to %s %s is not complete", method(x.req), x.req.URL.Path))
	}
	i.mu.Unlock()
	if err := i.layer.Forbidden(); err != nil {
		all = append(all, fmt.Errorf("a fetch was refused, which all instances would remember: %w", err))
	}
	live, err := i.layer.Live(ctx)
	if err != nil {
		return err
	}
	left := i.Left()
	left.Timers = 0 // are live
	for _, l := range live {
		if l.Pending {
			left.Pending = max(left.Pending-1, 0) // its end may be a task already
		}
		if l.Task {
			left.Tasks = max(left.Tasks-1, 0)
		}
		what := l.What
		if at := i.Origin(l.Stack); at != "" {
			what += " at " + at
		}
		all = append(all, fmt.Errorf("%s is pending", what))
	}
	if left != (loop.Counts{}) {
		all = append(all, fmt.Errorf("%v are left, such as reading a request's body", left))
	}
	return errors.Join(all...)
}
