package gojavm

import (
	"reflect"

	"github.com/dop251/goja"
)

// maxProxies is how many proxies may stand behind one another. goja follows them by
// recursion in Go.
const maxProxies = 1_000

// hookProxies keeps chains of proxies short and free of cycles: a cycle through a
// Proxy's target, handler and prototypes is legal to make, but every use of it is an
// endless recursion in Go. Only a change of a prototype can close one, so it is there
// that the RangeError is thrown.
func (v *vm) hookProxies() error {
	object, reflection := v.rt.Get("Object").(*goja.Object), v.rt.Get("Reflect").(*goja.Object)
	if err := v.hook(object, "setPrototypeOf", v.refuseCycles(1)); err != nil {
		return err
	}
	if err := v.hook(reflection, "setPrototypeOf", v.refuseCycles(1)); err != nil {
		return err
	}
	setter, err := v.rt.RunProgram(protoSetterProgram())
	if err != nil {
		return err
	}
	if err := hookFunction(setter.(*goja.Object), "__proto__", v.refuseCycles(0)); err != nil {
		return err
	}
	proxy := v.rt.Get("Proxy").(*goja.Object)
	if err := v.hook(proxy, "revocable", v.countProxy); err != nil {
		return err
	}
	construct := constructorOf(proxy)
	next := *construct
	*construct = func(args []goja.Value, newTarget *goja.Object) *goja.Object {
		v.checkProxy(args)
		return next(args, newTarget)
	}
	return nil
}

var protoSetterProgram = ownProgram("proto", `Object.getOwnPropertyDescriptor(Object.prototype, "__proto__").set`)

func (v *vm) countProxy(next native) native {
	return func(call goja.FunctionCall) goja.Value {
		v.checkProxy(call.Arguments)
		return next(call)
	}
}

// checkProxy refuses a Proxy that would make too long a chain.
func (v *vm) checkProxy(args []goja.Value) {
	if v.proxies++; v.proxies < maxProxies {
		return
	}
	for _, x := range args {
		n := 0
		for o, _ := x.(*goja.Object); o != nil; n++ {
			if n > 2*maxProxies {
				panic(newRangeError(v.rt, tooDeep))
			}
			if p, ok := asProxy(o); ok {
				o = p.Target()
			} else {
				o = o.Prototype()
			}
		}
	}
}

var proxyType = reflect.TypeFor[goja.Proxy]()

func asProxy(o *goja.Object) (goja.Proxy, bool) {
	if o.ExportType() != proxyType {
		return goja.Proxy{}, false
	}
	p, ok := o.Export().(goja.Proxy)
	return p, ok
}

// refuseCycles wraps a function whose argument number at is the new prototype of its
// first argument, or of this if at is 0.
func (v *vm) refuseCycles(at int) func(native) native {
	return func(next native) native {
		return func(call goja.FunctionCall) goja.Value {
			object := call.This
			if at > 0 {
				object = call.Argument(0)
			}
			o, _ := object.(*goja.Object)
			proto, _ := call.Argument(at).(*goja.Object)
			if v.proxies > 0 && o != nil && proto != nil && leads(proto, unwrap(o), false, map[*goja.Object]bool{}) {
				panic(newRangeError(v.rt, "Cyclic prototype chain through a Proxy"))
			}
			return next(call)
		}
	}
}

// unwrap is the object whose prototype changes when that of o is set.
func unwrap(o *goja.Object) *goja.Object {
	for range maxProxies {
		p, ok := asProxy(o)
		if !ok || p.Target() == nil {
			break
		}
		o = p.Target()
	}
	return o
}

// leads reports whether the use of from leads to the object to by way of a Proxy. A
// cycle without one is left to goja, for which it is a TypeError.
func leads(from, to *goja.Object, byProxy bool, seen map[*goja.Object]bool) bool {
	for o := from; o != nil && !seen[o]; o = o.Prototype() {
		if o == to {
			return byProxy
		}
		seen[o] = true
		if p, ok := asProxy(o); ok {
			return leads(p.Target(), to, true, seen) || leads(p.Handler(), to, true, seen)
		}
	}
	return false
}
