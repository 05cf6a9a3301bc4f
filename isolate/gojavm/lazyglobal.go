package gojavm

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// goja keeps its own globals in a template that all runtimes share, and makes each at
// its first use. The globals of a layer above go the same way: an isolate is given a template
// that has them too, and pays nothing for those that it does not use. To list the
// enumerable ones, with Object.keys or for-in, is a use of all: goja makes them then.

// A propertyFactory makes the value of a global, or its property if that is not
// enumerable. goja keeps what it returns.
type propertyFactory = func(*goja.Runtime) goja.Value

// templateOffsets are those of goja's templatedObject, objectTemplate and valueProperty.
type templateOffsets struct {
	template                      reflect.Type // objectTemplate
	ofObject, propNames           uintptr      // of the fields tmpl and propNames of an object
	names, properties             uintptr      // of the fields propNames and props of a template
	value, writable, configurable uintptr      // of a property
}

func readTemplate(global, property reflect.Type) templateOffsets {
	if global.Elem().Name() != "templatedObject" {
		panic(global.Elem().Name())
	}
	base := field(global.Elem(), "baseObject", reflect.Struct)
	tmpl := field(global.Elem(), "tmpl", reflect.Pointer)
	props := field(tmpl.Type.Elem(), "props", reflect.Map)
	if !props.Type.Elem().ConvertibleTo(reflect.TypeFor[propertyFactory]()) || props.Type.Key() != reflect.TypeFor[unistring.String]() {
		panic("objectTemplate.props")
	}
	return templateOffsets{
		template:     tmpl.Type.Elem(),
		ofObject:     tmpl.Offset,
		propNames:    base.Offset + field(base.Type, "propNames", reflect.Slice).Offset,
		names:        field(tmpl.Type.Elem(), "propNames", reflect.Slice).Offset,
		properties:   props.Offset,
		value:        field(property.Elem(), "value", reflect.Interface).Offset,
		writable:     field(property.Elem(), "writable", reflect.Bool).Offset,
		configurable: field(property.Elem(), "configurable", reflect.Bool).Offset,
	}
}

// installLazyGlobals adds __host.lazyGlobals.
func (v *vm) installLazyGlobals() error {
	return v.host.Set("lazyGlobals", func(call goja.FunctionCall) goja.Value {
		v.addLazyGlobals(call.Argument(0).String())
		return goja.Undefined()
	})
}

// addLazyGlobals adds the globals of a table, each at its first use. Those that the
// global object has already stay as they are.
func (v *vm) addLazyGlobals(table string) {
	global := implementation(v.rt.GlobalObject(), "templatedObject")
	if global == nil {
		panic(v.rt.NewTypeError("the global object is not goja's"))
	}
	field := (*unsafe.Pointer)(unsafe.Add(global, layout.template.ofObject))
	extended := extendTemplate(*field, table)
	*field = extended.template
	names := (*[]unistring.String)(unsafe.Add(global, layout.template.propNames))
	if *names != nil { // else goja takes them from the template
		*names = slices.Concat(*names, extended.added)
	}
}

// An extendedTemplate is a template with the globals of a table.
type extendedTemplate struct {
	template unsafe.Pointer
	added    []unistring.String
}

// extendTemplate makes an extended template once for all isolates.
func extendTemplate(old unsafe.Pointer, table string) extendedTemplate {
	type key struct {
		old   unsafe.Pointer
		table string
	}
	if t, ok := extendedTemplates.Load(key{old, table}); ok {
		return t.(extendedTemplate)
	}
	t, _ := extendedTemplates.LoadOrStore(key{old, table}, newTemplate(old, table))
	return t.(extendedTemplate)
}

var extendedTemplates sync.Map

func newTemplate(old unsafe.Pointer, table string) extendedTemplate {
	t := reflect.New(layout.template.template)
	t.Elem().Set(reflect.NewAt(layout.template.template, old).Elem())
	p := t.UnsafePointer()
	properties := (*map[unistring.String]propertyFactory)(unsafe.Add(p, layout.template.properties))
	names := (*[]unistring.String)(unsafe.Add(p, layout.template.names))
	*properties = maps.Clone(*properties)
	var added []unistring.String
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		for _, name := range fields[min(1, len(fields)):] {
			name, enumerable := strings.CutPrefix(name, "+")
			key := unistring.NewFromString(name)
			if (*properties)[key] == nil {
				(*properties)[key] = lazyGlobal(fields[0], name, enumerable)
				added = append(added, key)
			}
		}
	}
	*names = slices.Concat(*names, added)
	return extendedTemplate{p, added}
}

// lazyGlobal returns what makes a global.
func lazyGlobal(group, name string, enumerable bool) propertyFactory {
	return func(rt *goja.Runtime) goja.Value {
		make, err := isolateOf(rt).function("lazyGlobal")
		if err != nil {
			panic(rt.NewGoError(fmt.Errorf("gojavm: global %s: %w", name, err)))
		}
		value, err := make(goja.Undefined(), rt.ToValue(group), rt.ToValue(name))
		if err != nil {
			panic(err)
		}
		if enumerable { // a bare value is a property that can be enumerated, written and configured
			return value
		}
		return hiddenProperty(value)
	}
}

// hiddenProperty is a property that can be written and configured, but is not enumerable.
func hiddenProperty(value goja.Value) goja.Value {
	property := reflect.New(layout.property.Elem())
	p := property.UnsafePointer()
	*(*goja.Value)(unsafe.Add(p, layout.template.value)) = value
	*(*bool)(unsafe.Add(p, layout.template.writable)) = true
	*(*bool)(unsafe.Add(p, layout.template.configurable)) = true
	return property.Interface().(goja.Value)
}
