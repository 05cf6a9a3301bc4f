package web

import (
	"context"
	"errors"

	"example.com/thaw/isolate"
)

func (l *Layer) eventOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op0("op_event_time", l.eventTime),
		isolate.Op0("op_rejections_pending", l.rejectionsPending),
		isolate.Op1("op_report", l.report),
	}
}

// eventTime is the time stamp of an event: milliseconds since the time origin.
// It is 0 where time is frozen, as in Workers.
func (l *Layer) eventTime() (float64, error) {
	if l.cfg.Frozen != nil {
		return 0, nil
	}
	return l.now()
}

// rejectionsPending notes that the list of about-to-be-notified rejected
// promises has its first entry.
func (l *Layer) rejectionsPending() (isolate.None, error) {
	l.rejections = true
	return isolate.None{}, nil
}

// report logs an exception that no listener of an error event prevented.
func (l *Layer) report(text string) (isolate.None, error) {
	l.log(Entry{Level: LevelError, Text: text, Uncaught: true})
	return isolate.None{}, nil
}

// NotifyRejections is HTML's "notify about rejected promises": it fires the
// events for the promises that were rejected since the last call and have no
// handler, and for those that got one late. It is called at the end of each task.
func (l *Layer) NotifyRejections(ctx context.Context) error {
	if !l.rejections {
		return nil
	}
	l.rejections = false
	_, err := l.iso.Call(ctx, "notifyRejections")
	if ex := new(isolate.Exception); errors.As(err, &ex) {
		l.log(Entry{Level: LevelError, Text: "Uncaught " + ex.Detail(), Uncaught: true})
		return nil
	}
	return err
}
