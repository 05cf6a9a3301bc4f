package quickjs

import (
	"fmt"
	"strings"

	"example.com/thaw/isolate"
)

// thrown takes the exception that QuickJS holds. One that JavaScript can't catch
// means that the isolate is spent: it was interrupted, or ran out of memory.
func (v *vm) thrown() error {
	x := jsValue(v.leaf(jsGetException, v.context))
	defer v.freeValue(x)
	if err := v.checkEnded(x); err != nil {
		return err
	}
	e := &isolate.Exception{Message: v.describe(x, false, "message")}
	if v.is(jsIsError, uint64(x)) {
		e = &isolate.Exception{
			Class:   v.describe(x, true, "name"),
			Message: v.describe(x, true, "message"),
			Stack:   v.stacks.Map(frames(v.describe(x, true, "stack"))),
		}
		if e.Class == "" {
			e.Class = "Error"
		}
	}
	if err := v.checkEnded(jsUndefined); err != nil {
		return err
	}
	return e
}

// checkEnded returns why the isolate is spent, if it is, now that x was thrown.
func (v *vm) checkEnded(x jsValue) error {
	switch {
	case v.broken != nil:
		v.end(v.broken)
	case v.runs.stopped != nil:
		v.end(v.interruption())
	case v.is(jsIsUncatchableError, uint64(x)):
		v.end(fmt.Errorf("quickjs: %w", isolate.ErrMemory))
	}
	return v.ended
}

// interruption is the error of a run that was interrupted.
func (v *vm) interruption() error { return fmt.Errorf("quickjs: interrupted: %w", v.runs.stopped) }

// describe is one part of what was thrown; "" if that can't be told.
func (v *vm) describe(x jsValue, isError bool, part string) string {
	p, err := v.fromString(part)
	if err != nil {
		return ""
	}
	defer v.freeValue(p)
	text := v.call(v.boot.describe, x, jsBool(isError), p)
	if text == jsException {
		v.freeValue(jsValue(v.leaf(jsGetException, v.context)))
		return ""
	}
	defer v.freeValue(text)
	s, err := v.toValue(text, part)
	if err != nil {
		return ""
	}
	t, _ := s.(string)
	return t
}

// frames are the lines of a stack that are frames.
func frames(stack string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(stack, "\n") {
		if f, ok := strings.CutPrefix(strings.TrimSpace(line), "at "); ok {
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			b.WriteString("    at " + f)
		}
	}
	return b.String()
}

// A rejection is a promise that was rejected without a handler, or that has one now.
type rejection struct {
	promise, reason jsValue
	handled         bool
}

// rejection tells __host.rejection. While a module is evaluated the latest one is
// held back. It may be of the promise in which the engine runs the module, which
// is handled next, or of the module's own promise, which is not known yet.
func (v *vm) rejection(r rejection) {
	if v.is(jsIsUncatchableError, uint64(r.reason)) {
		v.abort(v.checkEnded(r.reason)) // a promise must not swallow the end of the isolate
	}
	if v.evaluating == 0 {
		v.tellRejection(r)
		return
	}
	held := v.held
	v.held = nil
	switch {
	case held == nil:
		v.held = &r
	case held.promise == r.promise && r.handled:
		v.freeRejection(*held)
		v.freeRejection(r)
	default:
		v.tellRejection(*held)
		v.held = &r
	}
}

// releaseRejection tells what was held back, unless it is of the module's own promise.
func (v *vm) releaseRejection(own jsValue) {
	held := v.held
	v.held = nil
	switch {
	case held == nil:
	case held.promise == own:
		v.freeRejection(*held)
	default:
		v.tellRejection(*held)
	}
}

func (v *vm) freeRejection(r rejection) {
	v.freeValue(r.promise)
	v.freeValue(r.reason)
}

func (v *vm) tellRejection(r rejection) {
	result := v.call(v.boot.rejected, r.promise, r.reason, jsBool(r.handled))
	if result == jsException {
		v.freeValue(jsValue(v.leaf(jsGetException, v.context)))
	}
	v.freeRejection(r)
}
