package bytecode

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// A form is a way to write a field.
type form uint8

const (
	formBool form = iota
	formInt
	formUint
	formFloat
	formString
	formNames       // map[unistring.String]uint32
	formConstant    // an interface value: place under constants
	formInstruction // an interface value: place under code
	formProgram     // *goja.Program: its number, or 0 for nil
	formSlice
	formPointer // to a value of a type that is owned
	formNil     // a pointer to what can't be written, which must be nil
)

// A step writes one field.
type step struct {
	form   form
	name   string // of the field, for errors
	offset uintptr
	size   uintptr      // of an integer, or of an element
	face   int          // of formConstant: index of the interface type
	typ    reflect.Type // of formSlice, formPointer: the type of the field
	steps  []step       // of formSlice, formPointer: those of an element
}

// A planner makes the steps of types. It numbers the interface types that hold constants.
type planner struct{ faces []reflect.Type }

// owned are goja's types that only one value ever points to, so that a copy of the
// value may have a copy of them.
var owned = map[string]bool{"regexpPattern": true, "regexp2Wrapper": true}

// skip is the tag of a field that is not written, and has its zero value when read.
const skip = `bytecode:"-"`

// plan lists the steps of a value of type t at offset base.
func (p *planner) plan(t reflect.Type, name string, base uintptr) ([]step, error) {
	s := step{name: name, offset: base, size: t.Size(), typ: t}
	switch t.Kind() {
	case reflect.Bool:
		s.form = formBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		s.form = formInt
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		s.form = formUint
	case reflect.Float64:
		s.form = formFloat
	case reflect.String:
		s.form = formString
	case reflect.Interface:
		s.form, s.face = p.planInterface(t)
	case reflect.Pointer:
		return p.planPointer(s)
	case reflect.Slice:
		return p.planElement(s, formSlice)
	case reflect.Struct:
		return p.planStruct(t, name, base)
	case reflect.Map:
		if t != reflect.TypeFor[map[unistring.String]uint32]() {
			return nil, unplanned(name, t)
		}
		s.form = formNames
	default:
		return nil, unplanned(name, t)
	}
	return []step{s}, nil
}

func unplanned(name string, t reflect.Type) error {
	return fmt.Errorf("bytecode: %s is of type %s, which has no written form", name, t)
}

func (p *planner) planStruct(t reflect.Type, name string, base uintptr) ([]step, error) {
	var list []step
	for i := range t.NumField() {
		f := t.Field(i)
		if string(f.Tag) == skip {
			continue
		}
		steps, err := p.plan(f.Type, name+"."+f.Name, base+f.Offset)
		if err != nil {
			return nil, err
		}
		list = append(list, steps...)
	}
	return list, nil
}

func (p *planner) planInterface(t reflect.Type) (form, int) {
	if isInstruction(t) {
		return formInstruction, 0
	}
	for i, face := range p.faces {
		if face == t {
			return formConstant, i
		}
	}
	p.faces = append(p.faces, t)
	return formConstant, len(p.faces) - 1
}

// isInstruction tells the interface of instructions, goja's or one with its method table.
func isInstruction(t reflect.Type) bool {
	return t.Kind() == reflect.Interface && t.NumMethod() == 1 && t.Method(0).Name == "exec"
}

func (p *planner) planPointer(s step) ([]step, error) {
	elem := s.typ.Elem()
	switch {
	case s.typ == reflect.TypeFor[*goja.Program]():
		s.form = formProgram
	case elem.PkgPath() == gojaPath && owned[elem.Name()]:
		return p.planElement(s, formPointer)
	default:
		s.form = formNil
	}
	return []step{s}, nil
}

var gojaPath = reflect.TypeFor[goja.Runtime]().PkgPath()

func (p *planner) planElement(s step, f form) (_ []step, err error) {
	s.form, s.size = f, s.typ.Elem().Size()
	s.steps, err = p.plan(s.typ.Elem(), s.name, 0)
	return []step{s}, err
}

// describe writes the layout of steps, for a fingerprint.
func describe(b *strings.Builder, steps []step) {
	for _, s := range steps {
		b.WriteString(" " + s.name + ":" + s.typ.String())
		for _, n := range []uint64{uint64(s.form), uint64(s.offset), uint64(s.size)} {
			b.WriteString("," + strconv.FormatUint(n, 10))
		}
		if s.steps != nil {
			b.WriteString("{")
			describe(b, s.steps)
			b.WriteString("}")
		}
	}
}

// words are an interface value: its method table or type, and a pointer to its data.
type words struct{ table, data unsafe.Pointer }
