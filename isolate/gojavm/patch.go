package gojavm

import (
	"embed"
	"fmt"
	"io/fs"
	"sync"

	"github.com/dop251/goja"
)

// Each file of folder js but the first is a function that adds what goja lacks of
// one part of the language. The first makes the tools that it is given. They run in the order of their names.
//
//go:embed js/*.js
var patchFiles embed.FS

var patchPrograms = sync.OnceValues(func() (list []*goja.Program, err error) {
	names, err := fs.Glob(patchFiles, "js/*.js")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := patchFiles.ReadFile(name)
		if err != nil {
			return nil, err
		}
		p, err := compile(ownPrefix+name, string(text))
		if err != nil {
			return nil, fmt.Errorf("gojavm: %s: %w", name, err)
		}
		list = append(list, p)
	}
	return list, nil
})

// patchLanguage runs the patches. It must come before anything of the app.
func (v *vm) patchLanguage() error {
	programs, err := patchPrograms()
	if err != nil {
		return err
	}
	tools, err := v.rt.RunProgram(programs[0])
	if err != nil {
		return fmt.Errorf("gojavm: patches: %w", err)
	}
	for _, p := range programs[1:] {
		f, err := v.rt.RunProgram(p)
		if err != nil {
			return fmt.Errorf("gojavm: patches: %w", err)
		}
		patch, ok := goja.AssertFunction(f)
		if !ok {
			return fmt.Errorf("gojavm: a patch is no function")
		}
		if _, err := patch(goja.Undefined(), tools); err != nil {
			return fmt.Errorf("gojavm: patches: %w", err)
		}
	}
	return v.patchBuffers()
}

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

// method adds a built-in function written in Go.
func (v *vm) method(o *goja.Object, name string, length int, f native) error {
	fn, err := v.builtinFunction(name, length, f)
	if err != nil {
		return err
	}
	return o.DefineDataProperty(name, fn, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

func (v *vm) builtinFunction(name string, length int, f native) (*goja.Object, error) {
	fn := v.rt.ToValue(f).(*goja.Object)
	if err := fn.DefineDataProperty("name", v.rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		return nil, err
	}
	return fn, fn.DefineDataProperty("length", v.rt.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
