package gojavm

import (
	"github.com/dop251/goja"

	"example.com/thaw/isolate/internal/ecmaregexp"
)

// regexpExec is RegExp.prototype.exec (ECMA-262, 22.2.6.2).
func (v *vm) regexpExec(native) native {
	return func(call goja.FunctionCall) goja.Value {
		r, ok := asRegexp(call.This)
		if !ok {
			panic(v.rt.NewTypeError("Method RegExp.prototype.exec called on incompatible receiver"))
		}
		s := toString(call.Argument(0))
		re, c := v.exec(r, s)
		if c == nil {
			return goja.Null()
		}
		return v.matchArray(re, s, c)
	}
}

// regexpTest is RegExp.prototype.test (ECMA-262, 22.2.6.16).
func (v *vm) regexpTest(exec goja.Value) func(native) native {
	return func(native) native {
		return func(call goja.FunctionCall) goja.Value {
			o, ok := call.This.(*goja.Object)
			if !ok {
				panic(v.rt.NewTypeError("Method RegExp.prototype.test called on incompatible receiver"))
			}
			s := toString(call.Argument(0))
			own := o.Get("exec")
			r, is := asRegexp(o)
			f, callable := goja.AssertFunction(own)
			switch {
			case is && (!callable || exec.SameAs(own)):
				_, c := v.exec(r, s)
				return v.rt.ToValue(c != nil)
			case !callable:
				panic(v.rt.NewTypeError("Method RegExp.prototype.test called on incompatible receiver"))
			}
			result, err := f(o, s)
			if err != nil {
				panic(err)
			}
			if _, object := result.(*goja.Object); !object && !goja.IsNull(result) {
				panic(v.rt.NewTypeError("exec returned neither an object nor null"))
			}
			return v.rt.ToValue(!goja.IsNull(result))
		}
	}
}

// exec is RegExpBuiltinExec (ECMA-262, 22.2.7.2) without the array that it makes. The captures
// are valid until the next match.
func (v *vm) exec(r regexpObject, s goja.String) (re *ecmaregexp.Regexp, captures []int) {
	start := r.lastIndex() // may change r
	re = v.regexpOf(r)
	moves := re.Flags.Global || re.Flags.Sticky
	if !moves {
		start = 0
	}
	if start <= int64(s.Length()) {
		captures = v.match(re, textOf(s), int(start), re.Flags.Sticky)
	}
	if moves {
		end := 0
		if captures != nil {
			end = captures[1]
		}
		r.setLastIndex(v.rt, end)
	}
	return re, captures
}

// matchArray is the array that exec makes of the captures c of re in s.
func (v *vm) matchArray(re *ecmaregexp.Regexp, s goja.String, c []int) *goja.Object {
	texts := make([]any, len(c)/2)
	for g := range texts {
		texts[g] = captured(s, c, g)
	}
	array := v.rt.NewArray(texts...)
	v.set(array, "index", v.rt.ToValue(c[0]))
	v.set(array, "input", s)
	v.set(array, "groups", v.groups(re, func(g int) goja.Value { return texts[g].(goja.Value) }))
	if re.Flags.HasIndices {
		v.set(array, "indices", v.indices(re, c))
	}
	return array
}

// captured is what group g has captured of s.
func captured(s goja.String, c []int, g int) goja.Value {
	if c[2*g] < 0 || c[2*g+1] < 0 {
		return goja.Undefined()
	}
	return s.Substring(c[2*g], c[2*g+1])
}

// indices is MakeMatchIndicesIndexPairArray (ECMA-262, 22.2.7.8).
func (v *vm) indices(re *ecmaregexp.Regexp, c []int) *goja.Object {
	pairs := make([]any, len(c)/2)
	for g := range pairs {
		if c[2*g] < 0 || c[2*g+1] < 0 {
			pairs[g] = goja.Undefined()
		} else {
			pairs[g] = v.rt.NewArray(c[2*g], c[2*g+1])
		}
	}
	array := v.rt.NewArray(pairs...)
	v.set(array, "groups", v.groups(re, func(g int) goja.Value { return pairs[g].(goja.Value) }))
	return array
}

// groups is the object of named groups, or undefined where there are none. Of groups of the same name
// the one that has matched counts.
func (v *vm) groups(re *ecmaregexp.Regexp, value func(g int) goja.Value) goja.Value {
	var o *goja.Object
	for g, name := range re.Groups {
		if name == "" {
			continue
		}
		if o == nil {
			o = v.rt.CreateObject(nil)
		}
		if x := value(g); !goja.IsUndefined(x) || o.Get(name) == nil {
			v.set(o, name, x)
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
