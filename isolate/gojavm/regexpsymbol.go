package gojavm

import (
	"math"

	"github.com/dop251/goja"

	"example.com/thaw/isolate/internal/ecmaregexp"
)

// The methods of RegExp.prototype whose names are symbols. What is here is for a RegExp that
// isStandard, so that nothing of the app can notice in which steps it goes; goja's functions, which
// take the steps of the standard one by one, are for all others.

// standardRegexp is what x matches if x is a standard RegExp.
func (v *vm) standardRegexp(x goja.Value) (r regexpObject, ok bool) {
	r, ok = asRegexp(x)
	return r, ok && r.isStandard()
}

// allMatches calls found for each match of a global re in s, from the start.
func (v *vm) allMatches(re *ecmaregexp.Regexp, s goja.String, found func(captures []int)) {
	text := textOf(s)
	for at := 0; at <= s.Length(); {
		c := v.match(re, text, at, re.Flags.Sticky)
		if c == nil {
			return
		}
		found(c)
		if at = c[1]; c[0] == c[1] {
			at = advance(re, s, at)
		}
	}
}

// advance is AdvanceStringIndex (ECMA-262, 22.2.7.3).
func advance(re *ecmaregexp.Regexp, s goja.String, at int) int {
	if (re.Flags.Unicode || re.Flags.UnicodeSets) && at+1 < s.Length() &&
		s.CharAt(at)&^0x3FF == 0xD800 && s.CharAt(at+1)&^0x3FF == 0xDC00 {
		return at + 2
	}
	return at + 1
}

// regexpMatch is RegExp.prototype[Symbol.match] (ECMA-262, 22.2.6.8).
func (v *vm) regexpMatch(next native) native {
	return func(call goja.FunctionCall) goja.Value {
		r, ok := v.standardRegexp(call.This)
		if !ok {
			return next(call)
		}
		s := toString(call.Argument(0))
		re := v.regexpOf(r)
		if !re.Flags.Global {
			re, c := v.exec(r, s)
			if c == nil {
				return goja.Null()
			}
			return v.matchArray(re, s, c)
		}
		var texts []any
		v.allMatches(re, s, func(c []int) { texts = append(texts, s.Substring(c[0], c[1])) })
		r.setLastIndex(v.rt, 0)
		if texts == nil {
			return goja.Null()
		}
		return v.rt.NewArray(texts...)
	}
}

// regexpSearch is RegExp.prototype[Symbol.search] (ECMA-262, 22.2.6.12).
func (v *vm) regexpSearch(next native) native {
	return func(call goja.FunctionCall) goja.Value {
		r, ok := v.standardRegexp(call.This)
		if !ok {
			return next(call)
		}
		s := toString(call.Argument(0))
		re := v.regexpOf(r)
		c := v.match(re, textOf(s), 0, re.Flags.Sticky)
		if c == nil {
			return v.rt.ToValue(-1)
		}
		return v.rt.ToValue(c[0])
	}
}

// regexpSplit is RegExp.prototype[Symbol.split] (ECMA-262, 22.2.6.14).
func (v *vm) regexpSplit(constructor *goja.Object) func(native) native {
	return func(next native) native {
		return func(call goja.FunctionCall) goja.Value {
			r, ok := v.standardRegexp(call.This)
			if !ok || !v.isOwnSpecies(call.This.(*goja.Object), constructor) {
				return next(call)
			}
			s := toString(call.Argument(0))
			re := v.regexpOf(r)
			limit := uint32(math.MaxUint32)
			if x := call.Argument(1); !goja.IsUndefined(x) {
				limit = toUint32(x)
			}
			return v.rt.NewArray(v.split(re, s, int(limit))...)
		}
	}
}

// isOwnSpecies tells that SpeciesConstructor (ECMA-262, 7.3.22) of o is the constructor itself.
func (v *vm) isOwnSpecies(o, constructor *goja.Object) bool {
	return constructor.SameAs(o.Get("constructor")) && constructor.SameAs(constructor.GetSymbol(goja.SymSpecies))
}

func toUint32(x goja.Value) uint32 {
	number := x.ToNumber()
	n, ok := number.Export().(int64)
	if !ok {
		f := math.Trunc(number.ToFloat())
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return 0
		}
		n = int64(math.Mod(f, 1<<32))
	}
	return uint32(n)
}

func (v *vm) split(re *ecmaregexp.Regexp, s goja.String, limit int) []any {
	var parts []any
	size, text := s.Length(), textOf(s)
	switch {
	case limit == 0:
		return nil
	case size == 0 && v.match(re, text, 0, true) != nil:
		return nil
	}
	begin := 0
	for at := 0; at < size; {
		c := v.match(re, text, at, false)
		if c == nil || c[0] >= size {
			break
		}
		if c[1] == begin {
			at = advance(re, s, c[0])
			continue
		}
		parts = append(parts, s.Substring(begin, c[0]))
		for g := 1; g < len(c)/2; g++ {
			parts = append(parts, captured(s, c, g))
		}
		if len(parts) >= limit {
			return parts[:limit]
		}
		begin, at = c[1], c[1]
	}
	return append(parts, s.Substring(begin, size))
}
