package gojavm

import (
	"reflect"
	"unsafe"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"

	"example.com/thaw/isolate/internal/ecmaregexp"
)

// regexpOffsets are where goja keeps the parts of a RegExp object.
type regexpOffsets struct {
	pattern, source, standard uintptr // of regexpObject
	// of regexpPattern
	text, global, ignoreCase, multiline, dotAll, sticky, unicode, fast, slow uintptr
}

// An engineWrapper stands for goja's regexp2Wrapper, and begins like it.
type engineWrapper struct {
	rx    *regexp2.Regexp
	cache unsafe.Pointer
	re    *ecmaregexp.Regexp
}

func readRegexp(object reflect.Type) (o regexpOffsets) {
	object = object.Elem()
	at := func(t reflect.Type, name string, kind reflect.Kind) uintptr { return field(t, name, kind).Offset }
	o.pattern, o.source = at(object, "pattern", reflect.Pointer), at(object, "source", reflect.Interface)
	o.standard = at(object, "standard", reflect.Bool)
	pattern := field(object, "pattern", reflect.Pointer).Type.Elem()
	o.text = at(pattern, "src", reflect.String)
	for name, p := range map[string]*uintptr{
		"global": &o.global, "ignoreCase": &o.ignoreCase, "multiline": &o.multiline,
		"dotAll": &o.dotAll, "sticky": &o.sticky, "unicode": &o.unicode,
	} {
		*p = at(pattern, name, reflect.Bool)
	}
	o.fast, o.slow = at(pattern, "regexpWrapper", reflect.Pointer), at(pattern, "regexp2Wrapper", reflect.Pointer)
	wrapper := field(pattern, "regexp2Wrapper", reflect.Pointer).Type.Elem()
	rx := field(wrapper, "rx", reflect.Pointer)
	if rx.Type != reflect.TypeFor[*regexp2.Regexp]() || rx.Offset != 0 || wrapper.NumField() != 2 ||
		field(wrapper, "cache", reflect.Pointer).Offset != unsafe.Offsetof(engineWrapper{}.cache) {
		panic("regexp2Wrapper")
	}
	return o
}

// A regexpPattern is goja's half of a RegExp: flags, and the engines that match.
type regexpPattern struct{ p unsafe.Pointer }

func (p regexpPattern) flag(off uintptr) *bool { return (*bool)(unsafe.Add(p.p, off)) }

// extra holds the flags that goja does not know, in a field that it uses only to
// make engines of its own.
func (p regexpPattern) extra() *string { return (*string)(unsafe.Add(p.p, layout.regexp.text)) }

// describe sets the flags, and takes goja's own engines away.
func (p regexpPattern) describe(f ecmaregexp.Flags) {
	l := &layout.regexp
	*p.flag(l.global), *p.flag(l.ignoreCase), *p.flag(l.multiline) = f.Global, f.IgnoreCase, f.Multiline
	*p.flag(l.dotAll), *p.flag(l.sticky), *p.flag(l.unicode) = f.DotAll, f.Sticky, f.Unicode || f.UnicodeSets
	extra := ""
	if f.HasIndices {
		extra += "d"
	}
	if f.UnicodeSets {
		extra += "v"
	}
	*p.extra() = extra
	*(*unsafe.Pointer)(unsafe.Add(p.p, l.fast)) = nil
	*(*unsafe.Pointer)(unsafe.Add(p.p, l.slow)) = nil
}

// setWrapper has goja match with w. The pattern must have been described.
func (p regexpPattern) setWrapper(w *engineWrapper) {
	*(*unsafe.Pointer)(unsafe.Add(p.p, layout.regexp.slow)) = unsafe.Pointer(w)
}

// wrapper is what setWrapper has set, or nil for a pattern with an engine of goja's.
func (p regexpPattern) wrapper() *engineWrapper {
	w := *(**engineWrapper)(unsafe.Add(p.p, layout.regexp.slow))
	if w == nil || w.rx == nil || w.rx.String() != engineName {
		return nil
	}
	return w
}

// A regexpObject is goja's implementation of a RegExp object.
type regexpObject struct{ p unsafe.Pointer }

func asRegexp(x goja.Value) (regexpObject, bool) {
	o, ok := x.(*goja.Object)
	if !ok {
		return regexpObject{}, false
	}
	p := implementation(o, "regexpObject")
	return regexpObject{p}, p != nil
}

func (r regexpObject) pattern() regexpPattern {
	return regexpPattern{*(*unsafe.Pointer)(unsafe.Add(r.p, layout.regexp.pattern))}
}

func (r regexpObject) source() *goja.String {
	return (*goja.String)(unsafe.Add(r.p, layout.regexp.source))
}

// isStandard tells that neither r nor its prototype was changed in a way that the methods of
// RegExp.prototype could notice. It is goja's own test.
func (r regexpObject) isStandard() bool {
	proto := *(**goja.Object)(unsafe.Add(r.p, layout.objectPrototype))
	return *(*bool)(unsafe.Add(r.p, layout.regexp.standard)) && proto != nil && implementation(proto, "guardedObject") != nil
}

// lastIndexProperty is where goja keeps the property lastIndex, which is always a data property.
func (r regexpObject) lastIndexProperty() unsafe.Pointer {
	x := (*(*map[unistring.String]goja.Value)(unsafe.Add(r.p, layout.objectValues)))["lastIndex"]
	return (*words)(unsafe.Pointer(&x)).data
}

// lastIndex is ToLength of the property. It may run JavaScript.
func (r regexpObject) lastIndex() int64 {
	x := *(*goja.Value)(unsafe.Add(r.lastIndexProperty(), layout.template.value))
	return min(max(x.ToInteger(), 0), 1<<53-1)
}

// setLastIndex sets the property, or throws a TypeError of rt.
func (r regexpObject) setLastIndex(rt *goja.Runtime, to int) {
	p := r.lastIndexProperty()
	if !*(*bool)(unsafe.Add(p, layout.template.writable)) {
		panic(rt.NewTypeError("Cannot assign to read only property 'lastIndex'"))
	}
	*(*goja.Value)(unsafe.Add(p, layout.template.value)) = rt.ToValue(to)
}

// topOfStack is the value that the last instruction has left.
func topOfStack(vm unsafe.Pointer) goja.Value {
	stack := *(*[]goja.Value)(unsafe.Add(vm, layout.vmStack))
	return stack[*(*int)(unsafe.Add(vm, layout.vmTop))-1]
}

// A tag leads from a goja runtime to its isolate. It takes the place of the field
// name mapper, which only Go structures in JavaScript need, of which there are none.
type tag struct {
	goja.FieldNameMapper
	v *vm
}

func isolateOf(rt *goja.Runtime) *vm {
	return (*(*goja.FieldNameMapper)(unsafe.Add(unsafe.Pointer(rt), layout.fieldNameMapper))).(tag).v
}
