package gojavm

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/dop251/goja"

	"example.com/thaw/isolate"
)

// bind makes the JavaScript function for an op.
func (v *vm) bind(op isolate.Op) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		args := make([]isolate.Value, len(call.Arguments))
		for i, a := range call.Arguments {
			x, err := v.export(a, false)
			if err != nil {
				panic(v.rt.NewTypeError("%s: argument %d: %s", op.Name, i, err.Error()))
			}
			args[i] = x
		}
		r, err := op.Call(args)
		if err != nil {
			panic(v.throw(err))
		}
		w, err := v.wrap(r)
		if err != nil {
			panic(v.rt.NewTypeError("%s: result: %s", op.Name, err.Error()))
		}
		return w
	}
}

// wrap brings a value into the isolate.
func (v *vm) wrap(x isolate.Value) (goja.Value, error) {
	switch x := x.(type) {
	case nil:
		return goja.Undefined(), nil
	case bool, float64:
		return v.rt.ToValue(x), nil
	case string:
		return v.rt.ToValue(strings.ToValidUTF8(x, "\uFFFD")), nil
	case []byte:
		return v.rt.ToValue(v.rt.NewArrayBuffer(x)), nil
	}
	return nil, fmt.Errorf("%T cannot cross into JavaScript", x)
}

// export takes a value out of the isolate. Bytes alias its memory unless own.
func (v *vm) export(a goja.Value, own bool) (isolate.Value, error) {
	switch x := a.(type) {
	case nil:
		return nil, nil
	case goja.String:
		return x.String(), nil
	case *goja.Object:
		b, err := v.bytes(x)
		if err == nil && own {
			b = bytes.Clone(b)
		}
		return b, err
	}
	switch x := a.Export().(type) {
	case nil:
		return nil, nil
	case bool, float64:
		return x, nil
	case int64:
		return float64(x), nil
	}
	return nil, fmt.Errorf("a %s cannot cross into Go", a.ExportType())
}

// bytes is the window of an ArrayBuffer, typed array or DataView.
func (v *vm) bytes(o *goja.Object) ([]byte, error) {
	if buf, ok := o.Export().(goja.ArrayBuffer); ok {
		return attached(buf)
	}
	buf, ok := o.Get("buffer").Export().(goja.ArrayBuffer)
	if !ok {
		return nil, fmt.Errorf("an object of class %s cannot cross into Go", o.ClassName())
	}
	b, err := attached(buf)
	if err != nil {
		return nil, err
	}
	from := o.Get("byteOffset").ToInteger()
	to := from + o.Get("byteLength").ToInteger()
	if from < 0 || to < from || to > int64(len(b)) {
		return nil, fmt.Errorf("a view out of bounds cannot cross into Go")
	}
	return b[from:to:to], nil
}

func attached(buf goja.ArrayBuffer) ([]byte, error) {
	if buf.Detached() {
		return nil, fmt.Errorf("a detached ArrayBuffer cannot cross into Go")
	}
	if b := buf.Bytes(); b != nil {
		return b, nil
	}
	return []byte{}, nil
}
