package gojavm

import (
	"strings"

	"github.com/dop251/goja"
)

// hookFromEntries replaces Object.fromEntries, in which an entry that lacks its first or second element
// is a panic of goja.
func (v *vm) hookFromEntries() error {
	return v.hook(v.rt.Get("Object").(*goja.Object), "fromEntries", func(native) native { return v.fromEntries })
}

var assignProgram = ownProgram("assign", `(object, key, value) => { object[key] = value }`)

// fromEntries is Object.fromEntries (ECMA-262, 20.1.2.7).
func (v *vm) fromEntries(call goja.FunctionCall) goja.Value {
	entries := call.Argument(0)
	if goja.IsUndefined(entries) || goja.IsNull(entries) {
		panic(v.rt.NewTypeError("Cannot convert undefined or null to object"))
	}
	result := v.rt.NewObject()
	v.rt.ForOf(entries, func(x goja.Value) bool {
		entry, ok := x.(*goja.Object)
		if !ok {
			panic(v.rt.NewTypeError("Iterator value %s is not an entry object", x.String()))
		}
		key, value := entry.Get("0"), entry.Get("1")
		if key == nil {
			key = goja.Undefined()
		}
		if value == nil {
			value = goja.Undefined()
		}
		v.createDataProperty(result, key.ToString(), value)
		return true
	})
	return result
}

// createDataProperty is CreateDataPropertyOrThrow (ECMA-262, 7.3.7) for a new object o and a property key.
func (v *vm) createDataProperty(o *goja.Object, key, value goja.Value) {
	var err error
	if symbol, ok := key.(*goja.Symbol); ok {
		err = o.DefineDataPropertySymbol(symbol, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	} else if name := key.String(); strings.ContainsRune(name, 0xFFFD) {
		// It may have a lone surrogate, which a Go string can't have. No prototype has a setter of such a name.
		assign, _ := goja.AssertFunction(v.runNested(assignProgram()))
		_, err = assign(goja.Undefined(), o, key, value)
	} else {
		err = o.DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	if err != nil {
		panic(err)
	}
}
