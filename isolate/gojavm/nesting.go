package gojavm

import (
	"github.com/dop251/goja"
)

// maxNesting is how deep data may be nested for the built-in functions that follow
// it by recursion in Go, where no guard of a JavaScript function stands in the way.
const maxNesting = 5_000

const (
	tooDeep       = "Maximum call stack size exceeded"
	stringTooLong = "Invalid string length"
)

// maxString is the longest string that a single call may make, in code units. It is V8's.
const maxString = 1<<29 - 24

// hookNesting bounds the recursion of built-in functions over nested data.
func (v *vm) hookNesting() error {
	array, json := v.prototypeOf("Array"), v.rt.Get("JSON").(*goja.Object)
	for _, h := range []struct {
		object *goja.Object
		name   string
		wrap   func(native) native
	}{
		{array, "join", v.boundJoin},
		{array, "toLocaleString", v.boundRecursion},
		{array, "flat", v.boundFlat},
		{v.prototypeOf("Error"), "toString", v.boundRecursion},
		{json, "parse", v.boundParse},
		{json, "stringify", v.boundStringify},
	} {
		if err := v.hook(h.object, h.name, h.wrap); err != nil {
			return err
		}
	}
	return nil
}

// boundRecursion stops a built-in function that calls itself through others like it.
func (v *vm) boundRecursion(next native) native {
	return func(call goja.FunctionCall) goja.Value {
		if v.nesting >= maxNesting {
			panic(newRangeError(v.rt, tooDeep))
		}
		v.nesting++
		defer func() { v.nesting-- }()
		return next(call)
	}
}

func (v *vm) boundJoin(next native) native {
	next = v.boundRecursion(next)
	return func(call goja.FunctionCall) goja.Value {
		if o, ok := call.This.(*goja.Object); ok && o.ClassName() == "Array" {
			if o.Get("length").ToInteger() > maxString {
				panic(newRangeError(v.rt, stringTooLong))
			}
		}
		return next(call)
	}
}

func (v *vm) boundFlat(next native) native {
	return func(call goja.FunctionCall) goja.Value {
		if d := call.Argument(0); !goja.IsUndefined(d) && d.ToInteger() > maxNesting {
			if s := (scan{v: v, arrays: true}); s.follow(call.This, 0) == scanDeep {
				panic(newRangeError(v.rt, tooDeep))
			}
		}
		return next(call)
	}
}

// boundParse parses itself. What a reviver walks must not be too deep.
func (v *vm) boundParse(native) native {
	return func(call goja.FunctionCall) goja.Value {
		text := toString(call.Argument(0)).String()
		if _, reviver := goja.AssertFunction(call.Argument(1)); !reviver {
			return v.parseJSON(text)
		}
		if jsonDepth(text) > maxNesting {
			panic(newRangeError(v.rt, tooDeep))
		}
		return v.internalizeJSON(v.parseJSON(text), call.Argument(1))
	}
}

// jsonDepth is how deep the arrays and objects of a JSON text are nested.
func jsonDepth(text string) (deepest int) {
	depth, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '[' || c == '{':
			depth++
			deepest = max(deepest, depth)
		case c == ']' || c == '}':
			depth--
		}
	}
	return deepest
}

// boundStringify looks at the data first. What is plain and shallow, the most of it, goes
// straight on; what can grow while it is written, through toJSON, a replacer or a Proxy,
// is followed by a replacer of our own.
func (v *vm) boundStringify(next native) native {
	return func(call goja.FunctionCall) goja.Value {
		replacer, _ := call.Argument(1).(*goja.Object)
		callback, isFunction := goja.AssertFunction(call.Argument(1))
		s := scan{v: v}
		found := s.follow(call.Argument(0), 0)
		switch {
		case found == scanDeep && !s.cyclic():
			panic(newRangeError(v.rt, tooDeep))
		case replacer != nil && !isFunction, found != scanOpen && !isFunction:
			return next(call)
		}
		t := &replacerPath{v: v, callback: callback}
		return next(goja.FunctionCall{This: call.This, Arguments: []goja.Value{
			call.Argument(0), v.rt.ToValue(t.replace), call.Argument(2),
		}})
	}
}

// A replacerPath is a replacer that knows the objects between the root and the
// property that JSON.stringify is at.
type replacerPath struct {
	v        *vm
	callback goja.Callable // the caller's replacer, or nil
	path     []*goja.Object
}

func (p *replacerPath) replace(call goja.FunctionCall) goja.Value {
	holder, _ := call.This.(*goja.Object)
	for n := len(p.path); n > 0 && p.path[n-1] != holder; n-- {
		p.path = p.path[:n-1]
	}
	value := call.Argument(1)
	if p.callback != nil {
		r, err := p.callback(call.This, call.Arguments...)
		if err != nil {
			panic(err)
		}
		value = r
	}
	if o, ok := value.(*goja.Object); ok {
		if p.path = append(p.path, o); len(p.path) > maxNesting {
			panic(newRangeError(p.v.rt, tooDeep))
		}
	}
	p.v.poll()
	return value
}
