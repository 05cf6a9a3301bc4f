package gojavm

import (
	"strings"
	"unsafe"

	"github.com/dop251/goja"
)

// defaultStackLimit is V8's Error.stackTraceLimit.
const defaultStackLimit = 10

// patchStackTraces adds Error.captureStackTrace and Error.stackTraceLimit, which
// are V8's own and not of the standard, but which many packages use.
func (v *vm) patchStackTraces() error {
	ctor := v.rt.Get("Error").(*goja.Object)
	if err := ctor.DefineDataProperty("stackTraceLimit", v.rt.ToValue(defaultStackLimit), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
		return err
	}
	return v.method(ctor, "captureStackTrace", 2, func(call goja.FunctionCall) goja.Value {
		o, ok := call.Argument(0).(*goja.Object)
		if !ok {
			panic(v.rt.NewTypeError("Invalid argument"))
		}
		limit := defaultStackLimit
		if n := ctor.Get("stackTraceLimit"); n != nil {
			limit = int(min(max(n.ToInteger(), 0), 1000))
		}
		text := v.text(func() goja.Value { return o.Get("name") })
		if msg := o.Get("message"); msg != nil && !goja.IsUndefined(msg) && msg.String() != "" {
			text += ": " + msg.String()
		}
		if at := limitFrames(frames(v.rt.CaptureCallStack(0, nil)), limit); at != "" {
			text += "\n" + v.maps.Map(at)
		}
		if err := o.DefineDataProperty("stack", v.rt.ToValue(text), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			panic(err)
		}
		return goja.Undefined()
	})
}

// hookErrors takes the frames of this package out of what errors show as their stack.
func (v *vm) hookErrors() error {
	for _, name := range []string{"Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError", "EvalError", "URIError"} {
		c := constructorOf(v.rt.Get(name).(*goja.Object))
		next := *c
		*c = func(args []goja.Value, newTarget *goja.Object) *goja.Object {
			o := next(args, newTarget)
			if p := implementation(o, "errorObject"); p != nil {
				stack := (*[]goja.StackFrame)(unsafe.Add(p, layout.errorStack))
				*stack = withoutOwnFrames(*stack)
			}
			return o
		}
	}
	return nil
}

// withoutOwnFrames cuts off the frames below the app's, where this package calls it.
func withoutOwnFrames(stack []goja.StackFrame) []goja.StackFrame {
	n := len(stack)
	if n > 0 && strings.HasPrefix(stack[n-1].SrcName(), ownPrefix+"frame") {
		n -= min(n, 2) // the program of that name, and the built-in function that it calls
	}
	return stack[:n:n]
}

// limitFrames is the first n lines of a stack.
func limitFrames(stack string, n int) string {
	for i := range len(stack) {
		if stack[i] != '\n' {
			continue
		}
		if n--; n <= 0 {
			return stack[:i]
		}
	}
	return stack
}
