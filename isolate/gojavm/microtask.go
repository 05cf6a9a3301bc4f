package gojavm

import (
	"errors"

	"github.com/dop251/goja"
)

// installQueueMicrotask adds __host.queueMicrotask. A reaction to a promise that is
// settled does the same with a promise of its own and two functions to settle that.
func (v *vm) installQueueMicrotask() error {
	queue := jobQueueOf(v.rt)
	return v.host.Set("queueMicrotask", func(call goja.FunctionCall) goja.Value {
		steps, ok := goja.AssertFunction(call.Argument(0))
		if !ok {
			panic(v.rt.NewTypeError("__host.queueMicrotask: argument 0 is not a function"))
		}
		*queue = append(*queue, func() { v.runMicrotask(steps) })
		return goja.Undefined()
	})
}

// runMicrotask lets nothing out but an interrupt.
func (v *vm) runMicrotask(steps goja.Callable) {
	_, err := steps(goja.Undefined())
	var in *goja.InterruptedError
	if err != nil && errors.As(err, &in) {
		panic(in)
	}
}

// drain runs microtasks until there are none.
func (v *vm) drain() {
	queue := jobQueueOf(v.rt)
	var jobs []func()
	for len(*queue) > 0 && !v.spent {
		jobs, *queue = *queue, jobs[:0]
		for i, job := range jobs {
			jobs[i] = nil
			job()
			v.poll()
		}
	}
}
