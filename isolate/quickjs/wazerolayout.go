package quickjs

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"github.com/tetratelabs/wazero/api"
)

// This file is the one place that knows wazero's private types, by reflection. When
// one has changed, it returns an error, and restores do without a skeleton.

// A compiledCode is what wazero has made of a module: it aliases wazero's own.
type compiledCode struct {
	executable *[]byte           // machine code, position-independent, mapped for execution
	offsets    *[]int            // of the functions that the module defines, in executable
	sorted     *[]unsafe.Pointer // all of wazero's compiled modules, by the address of their machine code
	address    func(compiled unsafe.Pointer) uintptr
}

// codeOf finds the machine code of a module. wazero's engine must not be in use meanwhile.
func codeOf(m *module) (c compiledCode, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("quickjs: wazero's layout is not the expected one: %v", x)
		}
	}()
	outer := reflect.ValueOf(m.compiled).Elem()
	engine := outer.FieldByName("compiledEngine").Elem().Elem()
	counted := engine.FieldByName("compiledModules").MapIndex(outer.FieldByName("module").Elem().FieldByName("ID"))
	compiled := counted.Elem().FieldByName("compiledModule").Elem()
	if compiled.FieldByName("catchClauseTable").Len() != 0 || compiled.FieldByName("listeners").Len() != 0 {
		return c, errors.New("quickjs: wazero has compiled more than a skeleton can stand for")
	}
	executables, ok := compiled.Type().FieldByName("executables")
	if !ok || executables.Type.Kind() != reflect.Pointer {
		panic("executables")
	}
	executable, ok := executables.Type.Elem().FieldByName("executable")
	if !ok {
		panic("executable")
	}
	c.address = func(p unsafe.Pointer) uintptr {
		code := (*[]byte)(unsafe.Add(*(*unsafe.Pointer)(unsafe.Add(p, executables.Offset)), executable.Offset))
		return uintptr(unsafe.Pointer(unsafe.SliceData(*code)))
	}
	c.executable = slot[[]byte](compiled.FieldByName("executables").Elem().FieldByName("executable"))
	c.offsets = slot[[]int](compiled.FieldByName("functionOffsets"))
	sorted := engine.FieldByName("sortedCompiledModules")
	if sorted.Type() != reflect.SliceOf(reflect.PointerTo(compiled.Type())) {
		panic("sortedCompiledModules")
	}
	c.sorted = (*[]unsafe.Pointer)(unsafe.Pointer(sorted.UnsafeAddr()))
	return c, nil
}

// indirectCalls are what the machine code of a skeleton needs for calls through the
// table: wazero puts into it what it has made of functions that the skeleton does
// not have. It checks a callee's type by a number that each type of the module has.
type indirectCalls struct {
	types     []uint32 // these numbers; types that are the same have the same
	start     uint32   // where in the table the functions begin
	functions []functionInstance
}

// A functionInstance is wazero's, of the same name.
type functionInstance struct {
	executable uintptr // its machine code
	context    uintptr // of the instance
	typ        uint32
	_          uint32
}

func newIndirectCalls(c mappedCode) *indirectCalls {
	all := make([]functionInstance, len(c.table))
	base := uintptr(unsafe.Pointer(unsafe.SliceData(c.executable)))
	for i, f := range c.table {
		all[i] = functionInstance{executable: base + uintptr(f.offset), typ: c.types[f.typ]}
	}
	return &indirectCalls{c.types, c.tableStart, all}
}

// connect fills the table of an instance of a skeleton. What it returns has to live as long
// as the instance, which does not hold it.
func (c *indirectCalls) connect(instance api.Module) (held *indirectCalls, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("quickjs: wazero's layout is not the expected one: %v", x)
		}
	}()
	module := reflect.ValueOf(instance).Elem()
	engine := module.FieldByName("Engine").Elem().Elem()
	begin := engine.FieldByName("opaquePtr").UnsafePointer()
	at := engine.FieldByName("parent").Elem().FieldByName("offsets").FieldByName("TypeIDs1stElement").Int()
	ids := (*uintptr)(unsafe.Add(begin, at)) // in bytes, so that the collector does not know of it
	if *ids != module.FieldByName("TypeIDs").Pointer() {
		panic("TypeIDs1stElement")
	}
	table := *slot[[]uintptr](module.FieldByName("Tables").Index(0).Elem().FieldByName("References"))
	held = &indirectCalls{types: c.types, start: c.start, functions: slices.Clone(c.functions)}
	table = table[c.start:][:len(c.functions)]
	for i := range table {
		f := &held.functions[i]
		f.context = uintptr(begin)
		table[i] = uintptr(unsafe.Pointer(f))
	}
	*ids = uintptr(unsafe.Pointer(unsafe.SliceData(c.types)))
	return held, nil
}

// slot is the variable behind a field of type T.
func slot[T any](field reflect.Value) *T {
	if field.Type() != reflect.TypeFor[T]() {
		panic(field.Type())
	}
	return (*T)(unsafe.Pointer(field.UnsafeAddr()))
}

// replace gives the module other machine code, which wazero will unmap, and returns
// what it had.
func (c compiledCode) replace(executable []byte, offsets []int) (old []byte) {
	old = *c.executable
	*c.executable, *c.offsets = executable, offsets
	slices.SortFunc(*c.sorted, func(a, b unsafe.Pointer) int { return cmp.Compare(c.address(a), c.address(b)) })
	return old
}
