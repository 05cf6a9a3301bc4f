package gojavm

import (
	"strings"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
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
		if err := setStack(o, v.stackText(o, withoutOwnFrames(v.rt.CaptureCallStack(0, nil)))); err != nil {
			panic(err)
		}
		return goja.Undefined()
	})
}

// stackText is what V8 makes of the stack of an error. It is not source-mapped:
// apps read stacks for their own ends (Effect does so at module scope), and to
// parse a map of a megabyte for that took longer than the rest of the start. Logs
// and exceptions are mapped.
func (v *vm) stackText(o *goja.Object, stack []goja.StackFrame) goja.Value {
	text := v.text(func() goja.Value { return o.Get("name") })
	if text == "" || text == "undefined" {
		text = "Error"
	}
	if msg := v.text(func() goja.Value { return o.Get("message") }); msg != "" && msg != "undefined" {
		text += ": " + msg
	}
	if at := frames(stack, v.stackLimit()); at != "" {
		text += "\n" + at
	}
	return v.rt.ToValue(text)
}

// stackLimit is Error.stackTraceLimit.
func (v *vm) stackLimit() int {
	n := v.errorConstructor.Get("stackTraceLimit")
	if n == nil {
		return 0
	}
	return int(min(max(n.ToInteger(), 0), maxFrames))
}

func setStack(o *goja.Object, text goja.Value) error {
	return o.DefineDataProperty("stack", text, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// hookErrors gives each error the stack property that V8 has. Most stacks are never read: until
// then the property is an accessor, which the functions that could tell are kept from seeing.
func (v *vm) hookErrors() error {
	v.errorConstructor = v.rt.Get("Error").(*goja.Object)
	get, set := v.rt.ToValue(v.getStack), v.rt.ToValue(v.overwriteStack)
	for _, name := range []string{"Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError", "EvalError", "URIError", "AggregateError"} {
		if err := hookError(v.rt.Get(name).(*goja.Object), name, get, set); err != nil {
			return err
		}
	}
	object, reflection := v.rt.Get("Object").(*goja.Object), v.rt.Get("Reflect").(*goja.Object)
	for _, h := range []struct {
		object *goja.Object
		name   string
	}{{object, "getOwnPropertyDescriptor"}, {object, "getOwnPropertyDescriptors"}, {reflection, "getOwnPropertyDescriptor"}} {
		if err := v.hook(h.object, h.name, settleStack); err != nil {
			return err
		}
	}
	return nil
}

func hookError(f *goja.Object, name string, get, set goja.Value) error {
	c := constructorOf(f)
	next := *c
	construct := func(args []goja.Value, newTarget *goja.Object) *goja.Object {
		o := next(args, newTarget)
		deferStack(o, get, set)
		return o
	}
	*c = construct
	return hookFunction(f, name, func(native) native {
		return func(call goja.FunctionCall) goja.Value { return construct(call.Arguments, nil) }
	})
}

// deferStack puts the accessor in the place of the property that goja would make.
func deferStack(o *goja.Object, get, set goja.Value) {
	p := implementation(o, "errorObject")
	if p == nil {
		return
	}
	stack := (*[]goja.StackFrame)(unsafe.Add(p, layout.errorStack))
	*stack = withoutOwnFrames(*stack)
	*(*bool)(unsafe.Add(p, layout.errorStackAdded)) = true
	if err := o.DefineAccessorProperty("stack", get, set, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		panic(err)
	}
	names := *(*[]unistring.String)(unsafe.Add(p, layout.propertyNames))
	copy(names[1:], names)
	names[0] = "stack"
}

// getStack writes the stack of the error that has been asked for it, or inherits it.
func (v *vm) getStack(call goja.FunctionCall) goja.Value {
	o, _ := call.This.(*goja.Object)
	for ; o != nil; o = o.Prototype() {
		if p := implementation(o, "errorObject"); p != nil {
			text := v.stackText(o, *(*[]goja.StackFrame)(unsafe.Add(p, layout.errorStack)))
			_ = setStack(o, text) // a frozen error keeps the accessor
			return text
		}
	}
	return goja.Undefined()
}

func (v *vm) overwriteStack(call goja.FunctionCall) goja.Value {
	if o, ok := call.This.(*goja.Object); ok {
		if err := setStack(o, call.Argument(0)); err != nil {
			panic(err)
		}
	}
	return goja.Undefined()
}

func settleStack(next native) native {
	return func(call goja.FunctionCall) goja.Value {
		if o, ok := call.Argument(0).(*goja.Object); ok && implementation(o, "errorObject") != nil {
			o.Get("stack")
		}
		return next(call)
	}
}

// withoutOwnFrames cuts off the frames below the app's, where this package calls it.
func withoutOwnFrames(stack []goja.StackFrame) []goja.StackFrame {
	n := len(stack)
	if n > 0 && strings.HasPrefix(stack[n-1].SrcName(), ownPrefix+"frame") {
		n -= min(n, 2) // the program of that name, and the built-in function that it calls
	}
	return stack[:n:n]
}
