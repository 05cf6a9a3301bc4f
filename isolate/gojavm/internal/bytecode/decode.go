package bytecode

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"
)

var (
	errForeign   = errors.New("bytecode: this was not written by this version of thaw and goja")
	errDamaged   = errors.New("bytecode: the bytes are damaged")
	errOtherText = errors.New("bytecode: the program was compiled from another text")
)

// Decode reads what Encode has written of a program that was compiled from text. name is
// what stack traces show. The result does not alias b. visit, unless it is nil, is called
// with each distinct instruction that is of no type of goja's.
func (c *Codec) Decode(name, text string, b []byte, visit func(instruction any)) (p *goja.Program, err error) {
	rest, ok := bytes.CutPrefix(b, []byte(c.identity))
	if !ok || len(rest) < 4 {
		return nil, errForeign
	}
	payload := rest[4:]
	if crc32.Checksum(payload, castagnoli) != binary.LittleEndian.Uint32(rest) {
		return nil, errDamaged
	}
	defer func() {
		if x := recover(); x != nil {
			p, err = nil, errDamaged
		}
	}()
	r := &reader{b: payload}
	if r.uint() != uint64(len(text)) || r.uint() != uint64(crc32.Checksum([]byte(text), castagnoli)) {
		return nil, errOtherText
	}
	d := &decoder{c: c, reader: r, file: file.NewFile(name, text, int(r.uint()))}
	p = d.decode(text)
	if visit != nil {
		d.visit(visit)
	}
	return p, nil
}

// A reader takes numbers off bytes. It panics with errDamaged where they end too early.
type reader struct {
	b  []byte
	at int
}

func (r *reader) uint() uint64 {
	if r.at < len(r.b) {
		if x := r.b[r.at]; x < 0x80 {
			r.at++
			return uint64(x)
		}
	}
	x, n := binary.Uvarint(r.b[r.at:])
	if n <= 0 {
		panic(errDamaged)
	}
	r.at += n
	return x
}

func (r *reader) int() int64 {
	x := r.uint()
	return int64(x>>1) ^ -int64(x&1)
}

// count reads the number of things that follow, each of which takes at least a byte.
// That bounds what is allocated for them.
func (r *reader) count() int {
	n := r.uint()
	if n > uint64(len(r.b)-r.at) {
		panic(errDamaged)
	}
	return int(n)
}

func (r *reader) take(n int) []byte {
	if n > len(r.b)-r.at {
		panic(errDamaged)
	}
	r.at += n
	return r.b[r.at-n : r.at]
}

type decoder struct {
	*reader
	c         *Codec
	file      *file.File
	strings   []string
	programs  []goja.Program
	constants []constant // by place
	code      []words    // by place
}

// A constant is a value of some kind, not yet in an interface.
type constant struct {
	kind *kind
	data unsafe.Pointer
}

func (d *decoder) decode(text string) *goja.Program {
	d.strings = readStrings(d.reader, text)
	d.programs = make([]goja.Program, d.count())
	constants := d.batches(false)
	d.constants = make([]constant, 0, constants.total)
	for range constants.total {
		k, p := d.value(constants)
		d.constants = append(d.constants, constant{k, p})
	}
	code := d.batches(true)
	d.code = make([]words, 0, code.total)
	for range code.total {
		k, p := d.value(code)
		d.code = append(d.code, words{k.table, p})
	}
	d.bodies()
	return &d.programs[0]
}

// visit calls f with the instructions of types that are not goja's.
func (d *decoder) visit(f func(any)) {
	for _, w := range d.code {
		if k := d.c.byTable[w.table]; k.typ.Kind() == reflect.Pointer && k.elem.PkgPath() != gojaPath {
			f(reflect.NewAt(k.elem, w.data).Interface())
		}
	}
}

// batches are the allocations for the values of a table, one for each kind.
type batches struct {
	list  []batch // by index of the kind
	total int
}

type batch struct {
	next unsafe.Pointer // where the next value comes
	left int
}

func (d *decoder) batches(instructions bool) *batches {
	b := &batches{list: make([]batch, len(d.c.kinds))}
	for range d.count() {
		k := d.c.kinds[d.uint()]
		n := d.count()
		if k.instruction != instructions || n == 0 || b.list[k.index].left > 0 || n > len(d.b)-d.at-b.total {
			panic(errDamaged) // each value of each kind takes a byte
		}
		b.list[k.index].left = n
		if k.instances == nil {
			b.list[k.index].next = reflect.MakeSlice(reflect.SliceOf(k.elem), n, n).UnsafePointer()
		}
		b.total += n
	}
	return b
}

// value reads the next value of a table.
func (d *decoder) value(b *batches) (*kind, unsafe.Pointer) {
	k := d.c.kinds[d.uint()]
	next := &b.list[k.index]
	if next.left == 0 {
		panic(errDamaged)
	}
	next.left--
	if k.instances != nil {
		return k, k.instances[d.uint()]
	}
	p := next.next
	if next.left > 0 {
		next.next = unsafe.Add(p, k.elem.Size())
	}
	d.fields(k.steps, p)
	return k, p
}

func (d *decoder) fields(steps []step, p unsafe.Pointer) {
	for i := range steps {
		d.field(&steps[i], unsafe.Add(p, steps[i].offset))
	}
}

func (d *decoder) field(s *step, p unsafe.Pointer) {
	switch s.form {
	case formBool:
		*(*bool)(p) = d.take(1)[0] == 1
	case formInt:
		putInt(p, s.size, uint64(d.int()))
	case formUint:
		putInt(p, s.size, d.uint())
	case formFloat:
		*(*float64)(p) = math.Float64frombits(binary.LittleEndian.Uint64(d.take(8)))
	case formString:
		*(*string)(p) = d.strings[d.uint()]
	case formNames:
		*(*map[unistring.String]uint32)(p) = d.names()
	case formConstant:
		d.constant(s, p)
	case formInstruction:
		*(*words)(p) = d.code[d.uint()]
	case formProgram:
		if n := d.uint(); n > 0 {
			*(**goja.Program)(p) = &d.programs[n-1]
		}
	default:
		d.reference(s, p)
	}
}

// putInt stores the low bytes of an integer of any sign.
func putInt(p unsafe.Pointer, size uintptr, x uint64) {
	switch size {
	case 1:
		*(*uint8)(p) = uint8(x)
	case 2:
		*(*uint16)(p) = uint16(x)
	case 4:
		*(*uint32)(p) = uint32(x)
	default:
		*(*uint64)(p) = x
	}
}

func (d *decoder) constant(s *step, p unsafe.Pointer) {
	n := d.uint()
	if n == 0 {
		return
	}
	x := d.constants[n-1]
	face := x.kind.faces[s.face]
	if face == nil {
		panic(errDamaged)
	}
	*(*words)(p) = words{face, x.data}
}

func (d *decoder) reference(s *step, p unsafe.Pointer) {
	n := d.count()
	switch {
	case n == 0:
	case s.form == formPointer:
		q := reflect.New(s.typ.Elem()).UnsafePointer()
		*(*unsafe.Pointer)(p) = q
		d.fields(s.steps, q)
	case s.form == formSlice:
		v := reflect.MakeSlice(s.typ, n-1, n-1)
		reflect.NewAt(s.typ, p).Elem().Set(v)
		for i := range n - 1 {
			d.fields(s.steps, unsafe.Add(v.UnsafePointer(), uintptr(i)*s.size))
		}
	default:
		panic(errDamaged)
	}
}

func (d *decoder) names() map[unistring.String]uint32 {
	n := d.count()
	if n == 0 {
		return nil
	}
	m := make(map[unistring.String]uint32, n-1)
	for range n - 1 {
		name := unistring.String(d.strings[d.uint()])
		m[name] = uint32(d.uint())
	}
	return m
}

// bodies reads the programs. They share the memory of their code and of their positions.
func (d *decoder) bodies() {
	instructions, total := d.count(), d.count()
	l := &d.c.program
	all := reflect.MakeSlice(l.instructions, instructions, instructions)
	code := unsafe.Slice((*words)(all.UnsafePointer()), instructions)
	positions := make([]position, total)
	for i := range d.programs {
		p := unsafe.Pointer(&d.programs[i])
		*(*string)(unsafe.Add(p, l.funcName)) = d.strings[d.uint()]
		*(**file.File)(unsafe.Add(p, l.src)) = d.file
		n := d.uint()
		*(*[]words)(unsafe.Add(p, l.code)) = code[:n:n]
		code = code[n:]
		m := d.uint()
		*(*[]position)(unsafe.Add(p, l.srcMap)) = positions[:m:m]
		d.positions(positions[:m])
		positions = positions[m:]
	}
	if len(code) > 0 || len(positions) > 0 {
		panic(errDamaged)
	}
	d.indexes(unsafe.Slice((*words)(all.UnsafePointer()), instructions))
}

func (d *decoder) positions(list []position) {
	var last position
	for i := range list {
		last.pc += int(d.int())
		last.offset += int(d.int())
		list[i] = last
	}
}

// indexes fills in the instructions.
func (d *decoder) indexes(code []words) {
	if len(d.code) <= math.MaxUint16 {
		b := d.take(2 * len(code))
		for i := range code {
			code[i] = d.code[binary.LittleEndian.Uint16(b[2*i:])]
		}
		return
	}
	b := d.take(4 * len(code))
	for i := range code {
		code[i] = d.code[binary.LittleEndian.Uint32(b[4*i:])]
	}
}
