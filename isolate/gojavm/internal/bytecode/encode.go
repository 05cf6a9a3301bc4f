package bytecode

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"maps"
	"math"
	"reflect"
	"slices"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Encode writes p, which was compiled from text. The error says what of p has no
// written form.
func (c *Codec) Encode(p *goja.Program, text string) (_ []byte, err error) {
	defer func() {
		if x := recover(); x != nil {
			failure, ok := x.(encodeError)
			if !ok {
				panic(x)
			}
			err = failure.error
		}
	}()
	source := c.fileOf(p)
	if source == nil || source.Source() != text {
		return nil, errOtherText
	}
	e := &encoder{
		c: c, file: source,
		strings:   stringTable{text: source.Source(), places: map[string]uint64{}}, // parts are parts of goja's copy
		constants: newTable(len(c.kinds)),
		code:      newTable(len(c.kinds)),
		numbers:   map[*goja.Program]uint64{},
	}
	return e.encode(p), nil
}

// An encodeError is what an encoder panics with.
type encodeError struct{ error }

func fail(format string, args ...any) {
	panic(encodeError{fmt.Errorf("bytecode: "+format, args...)})
}

type writer struct{ b []byte }

func (w *writer) uint(x uint64) { w.b = binary.AppendUvarint(w.b, x) }
func (w *writer) int(x int64)   { w.b = binary.AppendVarint(w.b, x) }

type encoder struct {
	c               *Codec
	file            *file.File
	strings         stringTable
	constants, code table
	numbers         map[*goja.Program]uint64 // from 1
	programs        []*goja.Program          // by number
}

// A table has the distinct constants or instructions, in the order of their places.
type table struct {
	writer
	counts []uint64            // by kind
	places []map[string]uint64 // by kind and written form
	count  uint64
}

func newTable(kinds int) table {
	return table{counts: make([]uint64, kinds), places: make([]map[string]uint64, kinds)}
}

func (c *Codec) fileOf(p *goja.Program) *file.File {
	return *(**file.File)(unsafe.Add(unsafe.Pointer(p), c.program.src))
}

func (e *encoder) encode(p *goja.Program) []byte {
	e.number(p)
	var bodies writer
	var indexes []uint64
	var positions int
	for i := 0; i < len(e.programs); i++ { // grows meanwhile
		p := e.programs[i]
		positions += e.body(&bodies, p)
		indexes = e.instructions(indexes, p)
	}
	w := &writer{}
	w.uint(uint64(len(e.strings.text)))
	w.uint(uint64(crc32.Checksum([]byte(e.strings.text), castagnoli)))
	w.uint(uint64(e.file.Base()))
	e.strings.write(w)
	w.uint(uint64(len(e.programs)))
	e.constants.write(w)
	e.code.write(w)
	w.uint(uint64(len(indexes)))
	w.uint(uint64(positions))
	w.b = append(w.b, bodies.b...)
	writeIndexes(w, indexes, e.code.count)
	b := binary.LittleEndian.AppendUint32([]byte(e.c.identity), crc32.Checksum(w.b, castagnoli))
	return append(b, w.b...)
}

func writeIndexes(w *writer, indexes []uint64, count uint64) {
	for _, x := range indexes {
		if count <= math.MaxUint16 {
			w.b = binary.LittleEndian.AppendUint16(w.b, uint16(x))
		} else {
			w.b = binary.LittleEndian.AppendUint32(w.b, uint32(x))
		}
	}
}

func (t *table) write(w *writer) {
	kinds := 0
	for _, n := range t.counts {
		if n > 0 {
			kinds++
		}
	}
	w.uint(uint64(kinds))
	for i, n := range t.counts {
		if n > 0 {
			w.uint(uint64(i))
			w.uint(n)
		}
	}
	w.b = append(w.b, t.b...)
}

// number is the number of p, whose body is to be written.
func (e *encoder) number(p *goja.Program) uint64 {
	if p == nil {
		return 0
	}
	n, ok := e.numbers[p]
	if !ok {
		if e.c.fileOf(p) != e.file {
			fail("a function was compiled from another text")
		}
		n = uint64(len(e.programs)) + 1
		e.numbers[p] = n
		e.programs = append(e.programs, p)
	}
	return n
}

// body writes all of p but its instructions, and returns how many positions it has.
func (e *encoder) body(w *writer, p *goja.Program) int {
	at := unsafe.Pointer(p)
	l := &e.c.program
	w.uint(e.strings.place(*(*string)(unsafe.Add(at, l.funcName))))
	w.uint(uint64(len(*(*[]words)(unsafe.Add(at, l.code)))))
	positions := *(*[]position)(unsafe.Add(at, l.srcMap))
	w.uint(uint64(len(positions)))
	var last position
	for _, x := range positions {
		w.int(int64(x.pc - last.pc))
		w.int(int64(x.offset - last.offset))
		last = x
	}
	return len(positions)
}

func (e *encoder) instructions(indexes []uint64, p *goja.Program) []uint64 {
	code := *(*[]words)(unsafe.Add(unsafe.Pointer(p), e.c.program.code))
	for i := range code {
		indexes = append(indexes, e.instruction(&code[i]))
	}
	return indexes
}

// instruction is the place of the instruction that an interface value holds.
func (e *encoder) instruction(w *words) uint64 {
	k, ok := e.c.byTable[w.table]
	if !ok {
		fail("instruction %v is unknown", e.c.typeOf(w))
	}
	return e.place(&e.code, k, w.data)
}

// constant is the place of the constant that an interface value holds, from 1, or 0 for nil.
func (e *encoder) constant(s *step, p unsafe.Pointer) uint64 {
	v := reflect.NewAt(s.typ, p).Elem()
	if v.IsNil() {
		return 0
	}
	k, ok := e.c.byType[v.Elem().Type()]
	if !ok || k.instruction {
		fail("%s: constants of type %v are unknown", s.name, v.Elem().Type())
	}
	return e.place(&e.constants, k, (*words)(p).data) + 1
}

func (e *encoder) place(t *table, k *kind, p unsafe.Pointer) uint64 {
	var w writer
	w.uint(uint64(k.index))
	if singletons[k.elem.Name()] {
		w.uint(instance(k, p))
	} else {
		e.fields(&w, k.steps, p)
	}
	key := string(w.b)
	if !k.shared {
		key = fmt.Sprintf("%p", p)
	}
	if t.places[k.index] == nil {
		t.places[k.index] = map[string]uint64{}
	}
	n, ok := t.places[k.index][key]
	if !ok {
		n = t.count
		t.places[k.index][key] = n
		t.counts[k.index]++
		t.count++
		t.b = append(t.b, w.b...)
	}
	return n
}

func instance(k *kind, p unsafe.Pointer) uint64 {
	i := slices.Index(k.instances, p)
	if i < 0 {
		fail("an instance of %v is unknown", k.typ)
	}
	return uint64(i)
}

func (e *encoder) fields(w *writer, steps []step, p unsafe.Pointer) {
	for i := range steps {
		e.field(w, &steps[i], unsafe.Add(p, steps[i].offset))
	}
}

func (e *encoder) field(w *writer, s *step, p unsafe.Pointer) {
	switch s.form {
	case formBool:
		w.b = append(w.b, *(*byte)(p))
	case formInt:
		w.int(reflect.NewAt(s.typ, p).Elem().Int())
	case formUint:
		w.uint(reflect.NewAt(s.typ, p).Elem().Uint())
	case formFloat:
		w.b = binary.LittleEndian.AppendUint64(w.b, math.Float64bits(*(*float64)(p)))
	case formString:
		w.uint(e.strings.place(*(*string)(p)))
	case formNames:
		e.names(w, *(*map[unistring.String]uint32)(p))
	case formConstant:
		w.uint(e.constant(s, p))
	case formInstruction:
		w.uint(e.instruction((*words)(p)))
	case formProgram:
		w.uint(e.number(*(**goja.Program)(p)))
	default:
		e.reference(w, s, p)
	}
}

// reference writes what is not in the value itself. 0 stands for nil.
func (e *encoder) reference(w *writer, s *step, p unsafe.Pointer) {
	q := *(*unsafe.Pointer)(p)
	switch {
	case q == nil:
		w.uint(0)
	case s.form == formNil:
		fail("%s: a %v has no written form", s.name, s.typ)
	case s.form == formPointer:
		w.uint(1)
		e.fields(w, s.steps, q)
	case s.form == formSlice:
		n := reflect.NewAt(s.typ, p).Elem().Len()
		w.uint(uint64(n) + 1)
		for i := range n {
			e.fields(w, s.steps, unsafe.Add(q, uintptr(i)*s.size))
		}
	}
}

// names writes a map in the order of its keys, so that equal programs have equal bytes.
func (e *encoder) names(w *writer, m map[unistring.String]uint32) {
	if m == nil {
		w.uint(0)
		return
	}
	w.uint(uint64(len(m)) + 1)
	for _, name := range slices.Sorted(maps.Keys(m)) {
		w.uint(e.strings.place(string(name)))
		w.uint(uint64(m[name]))
	}
}
