package gojavm

import (
	"unicode/utf16"

	"github.com/dop251/goja"
)

// patchBuffers adds ArrayBuffer.prototype.transfer and what belongs to it (ECMA-262, 25.1.6).
func (v *vm) patchBuffers() error {
	proto := v.prototypeOf("ArrayBuffer")
	this := func(call goja.FunctionCall) goja.ArrayBuffer {
		if o, ok := call.This.(*goja.Object); ok {
			if b, ok := o.Export().(goja.ArrayBuffer); ok {
				return b
			}
		}
		panic(v.rt.NewTypeError("receiver is not an ArrayBuffer"))
	}
	transfer := func(call goja.FunctionCall) goja.Value {
		b := this(call)
		size := int64(len(b.Bytes()))
		if n := call.Argument(0); !goja.IsUndefined(n) {
			if size = n.ToInteger(); size < 0 || size > maxString {
				panic(newRangeError(v.rt, "Invalid array buffer length"))
			}
		}
		if b.Detached() {
			panic(v.rt.NewTypeError("Cannot perform ArrayBuffer.prototype.transfer on a detached ArrayBuffer"))
		}
		data := b.Bytes()
		if int64(len(data)) != size {
			grown := make([]byte, size)
			copy(grown, data)
			data = grown
		}
		b.Detach()
		return v.rt.ToValue(v.rt.NewArrayBuffer(data))
	}
	for _, name := range []string{"transfer", "transferToFixedLength"} {
		if err := v.method(proto, name, 0, transfer); err != nil {
			return err
		}
	}
	getters := map[string]native{
		"detached":      func(call goja.FunctionCall) goja.Value { return v.rt.ToValue(this(call).Detached()) },
		"resizable":     func(call goja.FunctionCall) goja.Value { this(call); return v.rt.ToValue(false) },
		"maxByteLength": func(call goja.FunctionCall) goja.Value { return v.rt.ToValue(len(this(call).Bytes())) },
	}
	for name, get := range getters {
		f, err := v.builtinFunction("get "+name, 0, get)
		if err != nil {
			return err
		}
		if err := proto.DefineAccessorProperty(name, f, nil, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	return nil
}

// hookTypedArrayFrom has %TypedArray%.from take strings apart, and make nothing of
// other primitive values, both of which goja refuses.
func (v *vm) hookTypedArrayFrom() error {
	return v.hook(v.rt.Get("Uint8Array").(*goja.Object).Prototype(), "from", func(next native) native {
		return func(call goja.FunctionCall) goja.Value {
			source := call.Argument(0)
			if s, ok := source.(goja.String); ok {
				source = v.codePoints(s)
			} else if !goja.IsUndefined(source) && !goja.IsNull(source) {
				source = source.ToObject(v.rt)
			}
			call.Arguments = append([]goja.Value{source}, call.Arguments[min(1, len(call.Arguments)):]...)
			return next(call)
		}
	})
}

// codePoints is an array of the code points of s, each a string.
func (v *vm) codePoints(s goja.String) goja.Value {
	var list []any
	for i := 0; i < s.Length(); {
		n := 1
		if i+1 < s.Length() && utf16.IsSurrogate(rune(s.CharAt(i))) && utf16.DecodeRune(rune(s.CharAt(i)), rune(s.CharAt(i+1))) != '\uFFFD' {
			n = 2
		}
		list = append(list, s.Substring(i, i+n))
		i += n
	}
	return v.rt.NewArray(list...)
}
