package gojavm

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
)

// A native is the Go half of a built-in function.
type native = func(goja.FunctionCall) goja.Value

// nativeOf points to the Go half of the built-in function o, so that it can be put
// into another one while the function keeps its identity, name and properties. It is nil if o
// is no built-in function.
func nativeOf(o *goja.Object) *native {
	p := implementation(o, "nativeFuncObject")
	if p == nil {
		return nil
	}
	return (*native)(unsafe.Add(p, layout.nativeCall))
}

// A constructor is the Go half of [[Construct]] of a built-in function.
type constructor = func(args []goja.Value, newTarget *goja.Object) *goja.Object

func constructorOf(o *goja.Object) *constructor {
	p := implementation(o, "nativeFuncObject")
	if p == nil {
		return nil
	}
	return (*constructor)(unsafe.Add(p, layout.nativeConstruct))
}

// implementation is what goja has behind o, if that is of the given kind.
func implementation(o *goja.Object, kind string) unsafe.Pointer {
	self := reflect.ValueOf(o).Elem().FieldByIndex(layout.objectSelf).Elem()
	if self.Kind() != reflect.Pointer || self.Type().Elem().Name() != kind {
		return nil
	}
	return self.UnsafePointer()
}

// hook has wrap make the new Go half of the method name of o from the old one.
func (v *vm) hook(o *goja.Object, name string, wrap func(native) native) error {
	f, _ := o.Get(name).(*goja.Object)
	if f == nil {
		return fmt.Errorf("gojavm: no built-in function %s", name)
	}
	return hookFunction(f, name, wrap)
}

func hookFunction(f *goja.Object, name string, wrap func(native) native) error {
	p := nativeOf(f)
	if p == nil || *p == nil {
		return fmt.Errorf("gojavm: %s is no built-in function", name)
	}
	*p = wrap(*p)
	return nil
}

// prototypeOf is the prototype property of the global constructor name.
func (v *vm) prototypeOf(name string) *goja.Object {
	return v.rt.Get(name).(*goja.Object).Get("prototype").(*goja.Object)
}
