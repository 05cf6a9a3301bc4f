package gojavm

import "github.com/dop251/goja"

// patchIterator adds the global Iterator and the iterator helpers (ECMA-262, 27.1.4).
func (v *vm) patchIterator() error {
	proto, err := v.iteratorPrototype()
	if err != nil {
		return err
	}
	if err := v.patchMethods(proto, iteratorPatch, "helpers", []patchedMethod{
		{"map", 1},
		{"filter", 1},
		{"take", 1},
		{"drop", 1},
		{"flatMap", 1},
		{"reduce", 1},
		{"toArray", 0},
		{"forEach", 1},
		{"some", 1},
		{"every", 1},
		{"find", 1},
	}); err != nil {
		return err
	}
	constructor := func() goja.Value { return v.patched(iteratorPatch).Get("Iterator") }
	get, set, err := v.weirdAccessor(proto, "constructor", constructor, func(o *goja.Object, x goja.Value) error {
		return o.DefineDataProperty("constructor", x, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	})
	if err != nil {
		return err
	}
	if err := proto.DefineAccessorProperty("constructor", get, set, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		return err
	}
	tag := v.rt.ToValue("Iterator")
	get, set, err = v.weirdAccessor(proto, "[Symbol.toStringTag]", func() goja.Value { return tag }, func(o *goja.Object, x goja.Value) error {
		return o.DefineDataPropertySymbol(goja.SymToStringTag, x, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	})
	if err != nil {
		return err
	}
	if err := proto.DefineAccessorPropertySymbol(goja.SymToStringTag, get, set, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		return err
	}
	return v.patchGlobal(iteratorPatch, "Iterator")
}

// iteratorPrototype is %Iterator.prototype%, which has no name of its own in goja.
func (v *vm) iteratorPrototype() (*goja.Object, error) {
	array := v.rt.NewArray()
	values, _ := goja.AssertFunction(array.GetSymbol(goja.SymIterator))
	it, err := values(array)
	if err != nil {
		return nil, err
	}
	return it.(*goja.Object).Prototype().Prototype(), nil
}

// weirdAccessor is the pair of functions of an accessor that behaves like a data property except on
// proto itself, as the standard calls it (SetterThatIgnoresPrototypeProperties, 7.3.33).
func (v *vm) weirdAccessor(proto *goja.Object, name string, value func() goja.Value, define func(*goja.Object, goja.Value) error) (get, set *goja.Object, err error) {
	get, err = v.builtinFunction("get "+name, 0, func(goja.FunctionCall) goja.Value { return value() })
	if err != nil {
		return nil, nil, err
	}
	set, err = v.builtinFunction("set "+name, 1, func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		if !ok || o == proto {
			panic(v.rt.NewTypeError("Cannot assign to %s of this object", name))
		}
		if err := define(o, call.Argument(0)); err != nil {
			panic(err)
		}
		return goja.Undefined()
	})
	return get, set, err
}
