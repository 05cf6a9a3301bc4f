package gojavm

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
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
		if v.spent { // a nested call was interrupted
			panic(&goja.InterruptedError{})
		}
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
	return nil, fmt.Errorf("a value of type %T cannot cross into Go", a)
}

// bytes is the window of an ArrayBuffer, typed array or DataView. It runs no JavaScript.
func (v *vm) bytes(o *goja.Object) ([]byte, error) {
	self := reflect.ValueOf(o).Elem().FieldByName("self").Elem()
	kind := self.Type().Elem().Name()
	switch kind {
	case "arrayBufferObject":
		buf, ok := o.Export().(goja.ArrayBuffer)
		if !ok || buf.Detached() {
			return nil, errDetached
		}
		return present(buf.Bytes()), nil
	case "typedArrayObject", "dataViewObject":
		if self.Elem().FieldByName("viewedArrayBuf").Elem().FieldByName("detached").Bool() {
			return nil, errDetached
		}
		var b []byte
		if err := v.rt.ExportTo(o, &b); err != nil {
			return nil, fmt.Errorf("a view cannot cross into Go: %w", err)
		}
		return present(b[:len(b):len(b)]), nil
	}
	return nil, fmt.Errorf("an object that is no buffer cannot cross into Go")
}

var errDetached = errors.New("a detached ArrayBuffer cannot cross into Go")

// present tells no bytes from no value.
func present(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
