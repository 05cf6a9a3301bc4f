package gojavm

import (
	"github.com/dop251/goja"

	"example.com/thaw/isolate/gojavm/internal/ecmaregexp"
)

// regexpExec completes the result of exec where goja's is not enough: it takes a group
// captured left of the one before it for one that has not matched, does not know two
// groups of one name, and has no indices.
func (v *vm) regexpExec(next native) native {
	return func(call goja.FunctionCall) goja.Value {
		result := next(call)
		r, ok := asRegexp(call.This)
		if !ok {
			return result
		}
		e := v.special[r.pattern().engine()]
		if e == nil {
			return result
		}
		if array, ok := result.(*goja.Object); ok {
			e.complete(array)
		}
		return result
	}
}

// complete writes the last match into the array that exec returns.
func (e *matchEngine) complete(array *goja.Object) {
	rt := e.v.rt
	input := toString(array.Get("input"))
	at := e.units(input)
	text := func(g int) goja.Value {
		if at[2*g] < 0 || at[2*g+1] < 0 {
			return goja.Undefined()
		}
		return input.Substring(at[2*g], at[2*g+1])
	}
	for g := 1; g < len(e.re.Groups); g++ {
		e.v.set(array, rt.ToValue(g).String(), text(g))
	}
	e.v.set(array, "groups", e.groups(text))
	if !e.re.Flags.HasIndices {
		return
	}
	pair := func(g int) goja.Value {
		if at[2*g] < 0 || at[2*g+1] < 0 {
			return goja.Undefined()
		}
		return rt.NewArray(at[2*g], at[2*g+1])
	}
	pairs := make([]any, len(e.re.Groups))
	for g := range pairs {
		pairs[g] = pair(g)
	}
	indices := rt.NewArray(pairs...)
	e.v.set(indices, "groups", e.groups(pair))
	e.v.set(array, "indices", indices)
}

// groups is the object of named groups, of which the one that has matched counts.
func (e *matchEngine) groups(value func(g int) goja.Value) goja.Value {
	var o *goja.Object
	for g, name := range e.re.Groups {
		if name == "" {
			continue
		}
		if o == nil {
			o = e.v.rt.CreateObject(nil)
		}
		if x := value(g); !goja.IsUndefined(x) || o.Get(name) == nil {
			e.v.set(o, name, x)
		}
	}
	if o == nil {
		return goja.Undefined()
	}
	return o
}

func (v *vm) set(o *goja.Object, name string, x goja.Value) {
	if err := o.DefineDataProperty(name, x, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
		panic(err)
	}
}

// units are the captures as positions in UTF-16.
func (e *matchEngine) units(input goja.String) []int {
	out := append([]int(nil), e.last...)
	if !unicodeMode(e.re) {
		return out
	}
	unit := 0
	starts := []int{0}
	for unit < input.Length() {
		c := input.CharAt(unit)
		unit++
		if c&0xFC00 == 0xD800 && unit < input.Length() && input.CharAt(unit)&0xFC00 == 0xDC00 {
			unit++
		}
		starts = append(starts, unit)
	}
	for i, at := range out {
		if at >= 0 {
			out[i] = starts[at]
		}
	}
	return out
}

func unicodeMode(re *ecmaregexp.Regexp) bool { return re.Flags.Unicode || re.Flags.UnicodeSets }
