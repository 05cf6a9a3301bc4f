package gojavm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dop251/goja"

	"example.com/thaw/isolate"
)

// throw makes the value that JavaScript sees thrown for the error of an op.
func (v *vm) throw(err error) goja.Value {
	class, msg := "Error", err.Error()
	var e *isolate.Exception
	if errors.As(err, &e) {
		class, msg = e.Class, e.Message
	}
	if errorConstructors[class] {
		if o, err := v.rt.New(v.rt.Get(class), v.rt.ToValue(msg)); err == nil {
			return o
		}
	}
	if f, ok := goja.AssertFunction(v.host.Get("domException")); ok {
		if x, err := f(goja.Undefined(), v.rt.ToValue(msg), v.rt.ToValue(class)); err == nil {
			return x
		}
	}
	o, err := v.rt.New(v.rt.Get("Error"), v.rt.ToValue(msg))
	if err != nil {
		return v.rt.ToValue(msg)
	}
	_ = o.DefineDataProperty("name", v.rt.ToValue(class), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return o
}

var errorConstructors = map[string]bool{
	"Error": true, "TypeError": true, "RangeError": true, "SyntaxError": true,
	"ReferenceError": true, "EvalError": true, "URIError": true,
}

// exception describes a throw that no JavaScript caught. What was thrown may
// have getters that throw in turn; then its parts are left out.
func (v *vm) exception(ex *goja.Exception) error {
	e := &isolate.Exception{Stack: v.maps.Map(frames(ex.Stack(), maxFrames))}
	if o, ok := ex.Value().(*goja.Object); ok && v.isError(o) {
		e.Class = v.text(func() goja.Value { return o.Get("name") })
		if msg := v.text(func() goja.Value { return o.Get("message") }); msg != "undefined" {
			e.Message = msg
		}
		if e.Class == "" {
			e.Class = "Error"
		}
		return e
	}
	e.Message = v.text(ex.Value)
	return e
}

func (v *vm) isError(o *goja.Object) (is bool) {
	_ = v.rt.Try(func() { is = o.ClassName() == "Error" })
	return is
}

// text is the string of a value, or "" if JavaScript throws on the way.
func (v *vm) text(get func() goja.Value) (s string) {
	_ = v.rt.Try(func() {
		switch x := get().(type) {
		case nil:
		case *goja.Symbol:
			s = "Symbol(" + x.String() + ")"
		default:
			s = x.ToString().String()
		}
	})
	return s
}

// ownPrefix begins the file names of this package's own JavaScript.
const ownPrefix = "gojavm:"

// maxFrames is how much of a stack an exception shows.
const maxFrames = 100

// frames writes the top of a call stack as V8 does, without the frames of built-ins.
func frames(stack []goja.StackFrame, limit int) string {
	var lines []string
	for _, f := range stack {
		if len(lines) >= limit {
			break
		}
		p, file := f.Position(), f.SrcName()
		if p.Line == 0 || strings.HasPrefix(file, ownPrefix) {
			continue
		}
		if file == "" {
			file = "<anonymous>" // eval and the Function constructor
		}
		at := fmt.Sprintf("%s:%d:%d", file, p.Line, p.Column)
		if name := f.FuncName(); name != "" && !strings.HasPrefix(name, "<") {
			at = name + " (" + at + ")"
		}
		lines = append(lines, "    at "+at)
	}
	return strings.Join(lines, "\n")
}
