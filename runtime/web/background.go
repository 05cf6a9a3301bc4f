package web

import (
	"errors"

	"example.com/thaw/isolate"
)

// background does work on a goroutine of its own, while the loop goes on, and
// then calls __host.backgroundDone(id, value, class, message): of an error, value is
// nil and class is the name of what is to be thrown. work must not touch the
// isolate, nor a []byte that an op was given. When the loop is closed before it is
// done, what it gives is dropped.
func (l *Layer) background(id float64, work func() (isolate.Value, error)) {
	end := l.cfg.Loop.Begin()
	go func() {
		value, err := work()
		class, message := "", ""
		if ex := new(isolate.Exception); errors.As(err, &ex) {
			value, class, message = nil, ex.Class, ex.Message
		} else if err != nil {
			value, class, message = nil, "Error", err.Error()
		}
		end(l.Task("backgroundDone", id, value, class, message))
	}()
}
