package gojavm

import (
	"embed"
	"fmt"
	"sync"

	"github.com/dop251/goja"

	"example.com/thaw/isolate"
)

// Each file of folder js makes an object of functions that goja lacks. An isolate starts with
// small built-in functions in their places; a file is compiled and run when one of its functions is
// first called, since most isolates need none.
//
//go:embed js/*.js
var patchFiles embed.FS

type patch struct{ program func() (*goja.Program, error) }

func patchFile(name string) *patch {
	return &patch{sync.OnceValues(func() (*goja.Program, error) {
		text, err := patchFiles.ReadFile("js/" + name)
		if err != nil {
			return nil, err
		}
		return compile(isolate.Source{Name: ownPrefix + name, Text: string(text)}, nil)
	})}
}

var languagePatch, iteratorPatch, weakPatch = patchFile("language.js"), patchFile("iterator.js"), patchFile("weakref.js")

// patched is what the file of p makes in this isolate.
func (v *vm) patched(p *patch) *goja.Object {
	if o, ok := v.patches[p]; ok {
		return o
	}
	program, err := p.program()
	if err != nil {
		panic(v.rt.NewGoError(fmt.Errorf("gojavm: patch: %w", err)))
	}
	o := v.runNested(program).(*goja.Object)
	v.patches[p] = o
	return o
}

// A patchedMethod is a method that a patch has under the name of its owner.
type patchedMethod struct {
	name   string
	length int
}

// patchMethods adds those methods to o that goja has not.
func (v *vm) patchMethods(o *goja.Object, p *patch, owner string, methods []patchedMethod) error {
	for _, m := range methods {
		if o.Get(m.name) != nil {
			continue
		}
		if err := v.method(o, m.name, m.length, v.patchedFunction(p, owner, m.name)); err != nil {
			return err
		}
	}
	return nil
}

func (v *vm) patchedFunction(p *patch, owner, name string) native {
	var f goja.Callable
	return func(call goja.FunctionCall) goja.Value {
		if f == nil {
			f, _ = goja.AssertFunction(v.patched(p).Get(owner).(*goja.Object).Get(name))
		}
		x, err := f(call.This, call.Arguments...)
		if err != nil {
			panic(err)
		}
		return x
	}
}

// patchGlobal adds a global that is made at its first use.
func (v *vm) patchGlobal(p *patch, name string) error {
	global := v.rt.GlobalObject()
	settle := func(x goja.Value) goja.Value {
		if err := global.DefineDataProperty(name, x, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			panic(err)
		}
		return x
	}
	get := v.rt.ToValue(func(goja.FunctionCall) goja.Value { return settle(v.patched(p).Get(name)) })
	set := v.rt.ToValue(func(call goja.FunctionCall) goja.Value { return settle(call.Argument(0)) })
	return global.DefineAccessorProperty(name, get, set, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// patchLanguage puts everything of the language into its place that this package adds in
// JavaScript. It must come before anything of the app.
func (v *vm) patchLanguage() error {
	object := func(name string) *goja.Object { return v.rt.Get(name).(*goja.Object) }
	for _, o := range []struct {
		object  *goja.Object
		owner   string
		methods []patchedMethod
	}{
		{object("Object"), "Object", []patchedMethod{{"groupBy", 2}}},
		{object("Map"), "Map", []patchedMethod{{"groupBy", 2}}},
		{object("Promise"), "Promise", []patchedMethod{{"withResolvers", 0}, {"try", 1}}},
		{object("RegExp"), "RegExp", []patchedMethod{{"escape", 1}}},
		{object("Array"), "Array", []patchedMethod{{"fromAsync", 1}}},
		{v.prototypeOf("String"), "String.prototype", []patchedMethod{{"isWellFormed", 0}, {"toWellFormed", 0}}},
	} {
		if err := v.patchMethods(o.object, languagePatch, o.owner, o.methods); err != nil {
			return err
		}
	}
	asyncIterator := goja.NewSymbol("Symbol.asyncIterator")
	if err := object("Symbol").DefineDataProperty("asyncIterator", asyncIterator, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE); err != nil {
		return err
	}
	for _, name := range []string{"WeakRef", "FinalizationRegistry"} {
		if err := v.patchGlobal(weakPatch, name); err != nil {
			return err
		}
	}
	return v.patchIterator()
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
