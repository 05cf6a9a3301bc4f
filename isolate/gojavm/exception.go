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
	e := &isolate.Exception{Stack: frames(ex.Stack())}
	o, ok := ex.Value().(*goja.Object)
	if ok && o.ClassName() == "Error" {
		e.Class = v.text(func() goja.Value { return o.Get("name") })
		e.Message = v.text(func() goja.Value { return o.Get("message") })
		return e
	}
	e.Message = v.text(ex.Value)
	return e
}

// text is the string of a value, or "" when JavaScript throws on the way.
func (v *vm) text(get func() goja.Value) (s string) {
	_ = v.rt.Try(func() {
		if x := get(); x != nil {
			s = x.String()
		}
	})
	return s
}

// frames writes a call stack as V8 does, without the frames of built-ins.
func frames(stack []goja.StackFrame) string {
	var lines []string
	for _, f := range stack {
		p := f.Position()
		if p.Line == 0 {
			continue
		}
		at := fmt.Sprintf("%s:%d:%d", f.SrcName(), p.Line, p.Column)
		if name := f.FuncName(); name != "" && !strings.HasPrefix(name, "<") {
			at = name + " (" + at + ")"
		}
		lines = append(lines, "    at "+at)
	}
	return strings.Join(lines, "\n")
}
