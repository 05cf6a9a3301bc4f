package gojavm

import "github.com/dop251/goja"

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
