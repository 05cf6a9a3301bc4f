package bytecode

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/file"
)

// A kind is a type of instructions, or of constants.
type kind struct {
	typ   reflect.Type // as an interface holds it
	elem  reflect.Type // what the interface's data word points to
	steps []step
	// shared values can't be told apart by a program, so that equal ones are written once.
	shared bool
	// instances are all values of a kind that goja tells apart by their addresses. They
	// are variables of goja, written as an index into this list.
	instances []unsafe.Pointer

	index       uint32           // under Codec.kinds
	instruction bool             // not a constant
	table       unsafe.Pointer   // of an instruction: its method table
	faces       []unsafe.Pointer // of a constant: the first word of each interface type, or nil
}

// A Codec writes and reads the programs of one version of goja. It is safe for
// concurrent use.
type Codec struct {
	kinds    []*kind // sorted by name
	byType   map[reflect.Type]*kind
	byTable  map[unsafe.Pointer]*kind
	faces    []reflect.Type // interface types that hold constants
	program  programLayout
	layout   string
	identity string
}

// programLayout has the offsets of the fields of goja.Program.
type programLayout struct {
	code, funcName, src, srcMap uintptr
	instructions                reflect.Type // of the field code
}

// A position is goja's srcMapItem: an index into the code, and one into the source.
type position struct{ pc, offset int }

// New makes a codec for programs of the kinds of instructions and constants that
// occur in sample. An error says which part of goja is not as it is expected to be.
//
// What one codec writes only one of the same version can read.
func New(version string, sample *goja.Program) (c *Codec, err error) {
	defer func() {
		if x := recover(); x != nil {
			c, err = nil, fmt.Errorf("bytecode: goja's layout is not the expected one: %v", x)
		}
	}()
	c = &Codec{byType: map[reflect.Type]*kind{}, byTable: map[unsafe.Pointer]*kind{}}
	if c.program, err = readProgramLayout(); err != nil {
		return nil, err
	}
	s := collector{c: c, programs: map[*goja.Program]bool{}}
	if err := s.program(sample); err != nil {
		return nil, err
	}
	c.faces = s.planner.faces
	for _, k := range c.byType {
		c.kinds = append(c.kinds, k)
	}
	slices.SortFunc(c.kinds, func(a, b *kind) int { return cmp.Compare(a.typ.String(), b.typ.String()) })
	for i, k := range c.kinds {
		k.index = uint32(i)
		k.readFaces(c.faces)
	}
	c.describe(version)
	return c, nil
}

// Layout is a fingerprint of those types of goja that the codec has to do with.
func (c *Codec) Layout() string { return c.layout }

// describe sets the fingerprint of goja's types, and the identity, which is over all types.
func (c *Codec) describe(version string) {
	var goja, own strings.Builder
	for _, k := range c.kinds {
		b := &own
		if k.elem.PkgPath() == gojaPath {
			b = &goja
		}
		fmt.Fprintf(b, "%s %t %d", k.typ, k.instruction, len(k.instances))
		describe(b, k.steps)
		b.WriteString("\n")
	}
	l := &c.program
	fmt.Fprintf(&goja, "goja.Program code@%d funcName@%d src@%d srcMap@%d", l.code, l.funcName, l.src, l.srcMap)
	c.layout = fingerprint(goja.String())
	c.identity = "thaw-goja " + version + " " + c.layout + " " + fingerprint(own.String()) + "\n"
}

func fingerprint(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// Kinds are the names of the types of instructions and constants that the codec knows.
func (c *Codec) Kinds() []string {
	names := make([]string, len(c.kinds))
	for i, k := range c.kinds {
		names[i] = k.typ.String()
	}
	return names
}

func readProgramLayout() (l programLayout, err error) {
	t := reflect.TypeFor[goja.Program]()
	fields := map[string]*uintptr{"code": &l.code, "funcName": &l.funcName, "src": &l.src, "srcMap": &l.srcMap}
	for i := range t.NumField() {
		f := t.Field(i)
		offset, ok := fields[f.Name]
		if !ok {
			return l, unplanned("goja.Program."+f.Name, f.Type)
		}
		*offset = f.Offset
		delete(fields, f.Name)
		switch {
		case f.Name == "code" && f.Type.Kind() == reflect.Slice && isInstruction(f.Type.Elem()):
			l.instructions = f.Type
		case f.Name == "funcName" && f.Type.Kind() == reflect.String:
		case f.Name == "src" && f.Type == reflect.TypeFor[*file.File]():
		case f.Name == "srcMap" && f.Type.Kind() == reflect.Slice && isPosition(f.Type.Elem()):
		default:
			return l, unplanned("goja.Program."+f.Name, f.Type)
		}
	}
	if len(fields) > 0 {
		return l, fmt.Errorf("bytecode: goja.Program has %d fields", t.NumField())
	}
	return l, nil
}

func isPosition(t reflect.Type) bool {
	own := reflect.TypeFor[position]()
	return t.Kind() == reflect.Struct && t.NumField() == own.NumField() && t.Size() == own.Size() &&
		t.Field(0).Name == "pc" && t.Field(0).Type == own.Field(0).Type &&
		t.Field(1).Name == "srcPos" && t.Field(1).Type == own.Field(1).Type
}

// unshared are the kinds of which each value is a thing of its own: the array of a tagged
// template is made once for each place in the source (ECMA-262, GetTemplateObject).
var unshared = map[string]bool{"getTaggedTmplObject": true}

// singletons are the kinds that have instances: goja asks which of its variables an
// instruction is, where two of them are equal.
var singletons = map[string]bool{"yieldMarker": true}

func newKind(p *planner, t reflect.Type) (*kind, error) {
	k := &kind{typ: t, elem: t}
	if t.Kind() == reflect.Pointer {
		k.elem = t.Elem()
	} else if pointerShaped(t) {
		return nil, unplanned("an interface", t)
	}
	k.shared = !unshared[k.elem.Name()]
	steps, err := p.plan(k.elem, t.String(), 0)
	k.steps = steps
	return k, err
}

// pointerShaped is true for types that an interface holds in its data word itself.
func pointerShaped(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return true
	case reflect.Struct:
		return t.NumField() == 1 && pointerShaped(t.Field(0).Type)
	case reflect.Array:
		return t.Len() == 1 && pointerShaped(t.Elem())
	}
	return false
}

// readFaces reads the first words of interface values that hold a constant of kind k.
func (k *kind) readFaces(types []reflect.Type) {
	if k.instruction {
		return
	}
	k.faces = make([]unsafe.Pointer, len(types))
	for i, t := range types {
		if k.typ.Implements(t) {
			v := reflect.New(t)
			v.Elem().Set(reflect.Zero(k.typ))
			k.faces[i] = (*words)(v.UnsafePointer()).table
		}
	}
}

// A collector walks a program and adds the kinds that it meets to a codec.
type collector struct {
	c        *Codec
	planner  planner
	programs map[*goja.Program]bool
}

func (s *collector) program(p *goja.Program) error {
	if p == nil || s.programs[p] {
		return nil
	}
	s.programs[p] = true
	code := *(*[]words)(unsafe.Add(unsafe.Pointer(p), s.c.program.code))
	for i := range code {
		if err := s.instruction(&code[i]); err != nil {
			return err
		}
	}
	return nil
}

func (s *collector) instruction(w *words) error {
	k, ok := s.c.byTable[w.table]
	if !ok {
		var err error
		if k, err = s.kind(s.c.typeOf(w)); err != nil {
			return err
		}
		k.instruction, k.table = true, w.table
		s.c.byTable[w.table] = k
	}
	if singletons[k.elem.Name()] && !slices.Contains(k.instances, w.data) {
		k.instances = append(k.instances, w.data)
	}
	return s.fields(k.steps, w.data)
}

// typeOf is the type of the instruction that an interface value holds.
func (c *Codec) typeOf(w *words) reflect.Type {
	return reflect.NewAt(c.program.instructions.Elem(), unsafe.Pointer(w)).Elem().Elem().Type()
}

func (s *collector) constant(face reflect.Type, p unsafe.Pointer) error {
	v := reflect.NewAt(face, p).Elem()
	if v.IsNil() {
		return nil
	}
	k, err := s.kind(v.Elem().Type())
	if err != nil {
		return err
	}
	if k.instruction {
		return fmt.Errorf("bytecode: %s is an instruction and a constant", k.typ)
	}
	return s.fields(k.steps, (*words)(p).data)
}

func (s *collector) kind(t reflect.Type) (*kind, error) {
	k, ok := s.c.byType[t]
	if ok {
		return k, nil
	}
	k, err := newKind(&s.planner, t)
	s.c.byType[t] = k
	return k, err
}

func (s *collector) fields(steps []step, p unsafe.Pointer) error {
	for i := range steps {
		if err := s.field(&steps[i], unsafe.Add(p, steps[i].offset)); err != nil {
			return err
		}
	}
	return nil
}

func (s *collector) field(f *step, p unsafe.Pointer) error {
	switch f.form {
	case formConstant:
		return s.constant(f.typ, p)
	case formInstruction:
		return s.instruction((*words)(p))
	case formProgram:
		return s.program(*(**goja.Program)(p))
	case formPointer:
		if q := *(*unsafe.Pointer)(p); q != nil {
			return s.fields(f.steps, q)
		}
	case formSlice:
		v := reflect.NewAt(f.typ, p).Elem()
		for i := range v.Len() {
			if err := s.fields(f.steps, unsafe.Add(v.UnsafePointer(), uintptr(i)*f.size)); err != nil {
				return err
			}
		}
	}
	return nil
}
