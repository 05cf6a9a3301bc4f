package gojavm

import (
	"unicode/utf16"

	"github.com/dop251/goja"

	"example.com/thaw/isolate/internal/ecmaregexp"
)

var regexpGetters = ownProgram("regexp", `(() => {
	const getter = (name) => Object.getOwnPropertyDescriptor(RegExp.prototype, name).get;
	return { flags: getter("flags"), source: getter("source"), unicode: getter("unicode") };
})()`)

// hookRegexp puts the engine of package ecmaregexp behind RegExp.
func (v *vm) hookRegexp() error {
	v.matcher = &ecmaregexp.Matcher{Poll: v.poll}
	v.rt.SetFieldNameMapper(tag{v: v})
	regexp := v.rt.Get("RegExp").(*goja.Object)
	proto := regexp.Get("prototype").(*goja.Object)
	construct := constructorOf(regexp)
	make := v.constructRegexp(*construct)
	*construct = make
	if err := hookFunction(regexp, "RegExp", func(native) native { return v.callRegexp(regexp, make) }); err != nil {
		return err
	}
	x, err := v.rt.RunProgram(regexpGetters())
	if err != nil {
		return err
	}
	getters, text := x.(*goja.Object), v.prototypeOf("String")
	for _, h := range []struct {
		object *goja.Object
		name   string
		wrap   func(native) native
	}{
		{getters, "flags", v.regexpFlags},
		{getters, "source", v.regexpSource},
		{getters, "unicode", v.regexpUnicode},
		{proto, "toString", v.regexpToString},
		{proto, "compile", v.regexpCompile},
		{proto, "exec", v.regexpExec},
		{proto, "test", v.regexpTest(proto.Get("exec"))},
		{text, "match", v.withRegexp(make, "")},
		{text, "matchAll", v.withRegexp(make, "g")},
		{text, "search", v.withRegexp(make, "")},
	} {
		if err := v.hook(h.object, h.name, h.wrap); err != nil {
			return err
		}
	}
	for _, h := range []struct {
		symbol *goja.Symbol
		wrap   func(native) native
	}{
		{goja.SymMatch, v.regexpMatch},
		{goja.SymSearch, v.regexpSearch},
		{goja.SymSplit, v.regexpSplit(regexp)},
		{goja.SymReplace, v.regexpReplace},
	} {
		if err := hookFunction(proto.GetSymbol(h.symbol).(*goja.Object), h.symbol.String(), h.wrap); err != nil {
			return err
		}
	}
	for name, has := range map[string]func(regexpPattern) bool{
		"hasIndices": regexpPattern.hasIndices, "unicodeSets": regexpPattern.unicodeSets,
	} {
		if err := v.defineFlag(proto, name, has); err != nil {
			return err
		}
	}
	return nil
}

// constructRegexp is new RegExp(pattern, flags) (ECMA-262, 22.2.4.1). goja makes the
// object, for an empty pattern.
func (v *vm) constructRegexp(next constructor) constructor {
	return func(args []goja.Value, newTarget *goja.Object) *goja.Object {
		source, flags := v.patternAndFlags(args)
		o := next([]goja.Value{v.rt.ToValue("")}, newTarget)
		v.become(o, source, flags)
		return o
	}
}

func (v *vm) callRegexp(self *goja.Object, make constructor) native {
	return func(call goja.FunctionCall) goja.Value {
		if o, ok := call.Argument(0).(*goja.Object); ok && goja.IsUndefined(call.Argument(1)) && isRegExp(o) {
			if c := o.Get("constructor"); c != nil && c.SameAs(self) {
				return o
			}
		}
		return make(call.Arguments, self)
	}
}

// isRegExp is IsRegExp of ECMA-262, 7.2.8.
func isRegExp(o *goja.Object) bool {
	if m := o.GetSymbol(goja.SymMatch); m != nil && !goja.IsUndefined(m) {
		return m.ToBoolean()
	}
	_, ok := asRegexp(o)
	return ok
}

func (v *vm) patternAndFlags(args []goja.Value) (source goja.String, flags string) {
	call := goja.FunctionCall{Arguments: args}
	pattern, given := call.Argument(0), call.Argument(1)
	if o, ok := pattern.(*goja.Object); ok {
		like := isRegExp(o)
		if r, ok := asRegexp(o); ok {
			pattern, flags = *r.source(), flagsOf(r)
		} else if like {
			pattern = o.Get("source")
			if goja.IsUndefined(given) {
				given = o.Get("flags")
			}
		}
	}
	source, _ = v.rt.ToValue("").(goja.String)
	if pattern != nil && !goja.IsUndefined(pattern) {
		source = toString(pattern)
	}
	if given != nil && !goja.IsUndefined(given) {
		flags = toString(given).String()
	}
	return source, flags
}

// toString is ToString of ECMA-262, 7.1.17. What goja's own method of that name makes of
// undefined and null is no string yet.
func toString(x goja.Value) goja.String {
	if s, ok := x.ToString().(goja.String); ok {
		return s
	}
	return goja.StringFromUTF16(utf16.Encode([]rune(x.String())))
}

// withRegexp has a method of String.prototype that takes a pattern as a string use a RegExp of ours.
func (v *vm) withRegexp(make constructor, flags string) func(native) native {
	return func(next native) native {
		return func(call goja.FunctionCall) goja.Value {
			x := call.Argument(0)
			if _, object := x.(*goja.Object); object || goja.IsUndefined(x) || goja.IsNull(x) || goja.IsUndefined(call.This) || goja.IsNull(call.This) {
				return next(call)
			}
			return next(goja.FunctionCall{This: call.This, Arguments: []goja.Value{
				make([]goja.Value{toString(x), v.rt.ToValue(flags)}, nil),
			}})
		}
	}
}

// regexpFlags is get RegExp.prototype.flags (ECMA-262, 22.2.6.4).
func (v *vm) regexpFlags(native) native {
	names := []struct {
		property string
		flag     byte
	}{
		{"hasIndices", 'd'},
		{"global", 'g'},
		{"ignoreCase", 'i'},
		{"multiline", 'm'},
		{"dotAll", 's'},
		{"unicode", 'u'},
		{"unicodeSets", 'v'},
		{"sticky", 'y'},
	}
	return func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		if !ok {
			panic(v.rt.NewTypeError("RegExp.prototype.flags getter called on non-object"))
		}
		var flags []byte
		for _, n := range names {
			if x := o.Get(n.property); x != nil && x.ToBoolean() {
				flags = append(flags, n.flag)
			}
		}
		return v.rt.ToValue(string(flags))
	}
}

func (v *vm) regexpUnicode(next native) native {
	return func(call goja.FunctionCall) goja.Value {
		if r, ok := asRegexp(call.This); ok && r.pattern().unicodeSets() {
			return v.rt.ToValue(false)
		}
		return next(call)
	}
}

// regexpSource is get RegExp.prototype.source (ECMA-262, 22.2.6.13).
func (v *vm) regexpSource(next native) native {
	return func(call goja.FunctionCall) goja.Value {
		r, ok := asRegexp(call.This)
		if !ok || (*r.source()).Length() == 0 {
			return next(call)
		}
		return escapeSource(*r.source())
	}
}

// escapeSource is EscapeRegExpPattern of ECMA-262, 22.2.6.13.1: the source as it could
// stand in a literal.
func escapeSource(source goja.String) goja.Value {
	out := make([]uint16, 0, source.Length())
	inClass, escaped := false, false
	for i := range source.Length() {
		c := source.CharAt(i)
		mark := ""
		switch {
		case c == '\n':
			mark = "n"
		case c == '\r':
			mark = "r"
		case c == 0x2028:
			mark = "u2028"
		case c == 0x2029:
			mark = "u2029"
		case c == '/' && !inClass && !escaped:
			mark = "/"
		case c == '[' && !escaped:
			inClass = true
		case c == ']' && !escaped:
			inClass = false
		}
		if mark == "" {
			out = append(out, c)
		} else {
			if !escaped {
				out = append(out, '\\')
			}
			out = append(out, utf16.Encode([]rune(mark))...)
		}
		escaped = c == '\\' && !escaped
	}
	return goja.StringFromUTF16(out)
}

// regexpToString is RegExp.prototype.toString (ECMA-262, 22.2.6.17).
func (v *vm) regexpToString(native) native {
	return func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		if !ok {
			panic(v.rt.NewTypeError("RegExp.prototype.toString called on incompatible receiver"))
		}
		var b goja.StringBuilder
		b.WriteRune('/')
		for _, name := range []string{"source", "flags"} {
			x := o.Get(name)
			if x == nil {
				x = goja.Undefined()
			}
			b.WriteString(toString(x))
			if name == "source" {
				b.WriteRune('/')
			}
		}
		return b.String()
	}
}

// regexpCompile is RegExp.prototype.compile (ECMA-262, B.2.4.1).
func (v *vm) regexpCompile(native) native {
	return func(call goja.FunctionCall) goja.Value {
		_, ok := asRegexp(call.This)
		if !ok {
			panic(v.rt.NewTypeError("RegExp.prototype.compile called on incompatible receiver"))
		}
		if _, other := asRegexp(call.Argument(0)); other && !goja.IsUndefined(call.Argument(1)) {
			panic(v.rt.NewTypeError("Cannot supply flags when constructing one RegExp from another"))
		}
		source, flags := v.patternAndFlags(call.Arguments)
		o := call.This.(*goja.Object)
		v.become(o, source, flags)
		if err := o.Set("lastIndex", 0); err != nil {
			panic(err)
		}
		return o
	}
}

func (v *vm) defineFlag(proto *goja.Object, name string, has func(regexpPattern) bool) error {
	getter := v.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if r, ok := asRegexp(call.This); ok {
			return v.rt.ToValue(has(r.pattern()))
		}
		if proto.SameAs(call.This) {
			return goja.Undefined()
		}
		panic(v.rt.NewTypeError("RegExp.prototype.%s getter called on incompatible receiver", name))
	}).(*goja.Object)
	if err := getter.DefineDataProperty("name", v.rt.ToValue("get "+name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
		return err
	}
	return proto.DefineAccessorProperty(name, getter, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
