package web

import (
	"context"
	"errors"
	"time"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/loop"
)

func (l *Layer) timersOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op2("op_timer_set", l.setTimer),
		isolate.Op1("op_timer_clear", l.clearTimer),
	}
}

func (l *Layer) setTimer(id, millis float64) (isolate.None, error) {
	l.cfg.Loop.SetTimer(id, time.Duration(millis*float64(time.Millisecond)), l.Task("fireTimer", id))
	return isolate.None{}, nil
}

func (l *Layer) clearTimer(id float64) (isolate.None, error) {
	l.cfg.Loop.ClearTimer(id)
	return isolate.None{}, nil
}

// Task is a task of the loop that calls __host[fn](args) and then notifies of
// the promise rejections that nobody has handled by its end. A throw is logged; any other
// error is the isolate's end, and so the task's.
func (l *Layer) Task(fn string, args ...isolate.Value) loop.Task {
	return func(ctx context.Context) error {
		_, err := l.iso.Call(ctx, fn, args...)
		return l.Finish(ctx, err)
	}
}

// Finish ends a task whose Run or Call returned err: see Task.
func (l *Layer) Finish(ctx context.Context, err error) error {
	if ex := new(isolate.Exception); errors.As(err, &ex) {
		l.log(Entry{Level: LevelError, Text: "Uncaught " + ex.Detail(), Uncaught: true})
	} else if err != nil {
		return err
	}
	return l.NotifyRejections(ctx)
}

func (l *Layer) log(e Entry) {
	if l.cfg.Log != nil {
		l.cfg.Log(e)
	}
}
