package gojavm

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"

	"github.com/dop251/goja"
)

// This file is the one place that knows how goja lays out its private types. The
// offsets are read by reflection, so a new version of goja can move fields; when one
// is gone or has another type, layoutErr says so, the parts of this package that need
// it switch themselves off, and Info lists what is then missing.

// An instruction has the method table of goja's own interface of that name: one
// method, exec, that takes a pointer to the virtual machine. A value of ours can
// therefore stand in a program's code, and one of goja's can be called from here.
type instruction interface{ exec(vm unsafe.Pointer) }

// They are read by guardsWork, which all that uses goja asks first.
var (
	layout    offsets
	layoutErr error
)

type offsets struct {
	objectSelf                    []int        // index of Object.self
	array, object, property       reflect.Type // *arrayObject, *baseObject, *valueProperty
	arrayValues                   uintptr
	objectValues, objectPrototype uintptr
	nativeCall, nativeConstruct   uintptr // of nativeFuncObject
	fieldNameMapper               uintptr // of Runtime
	vmStack, vmTop                uintptr // of vm.stack and vm.sp
	regexp                        regexpOffsets
	template                      templateOffsets
	text                          textOffsets
	errorStack, errorStackAdded   uintptr         // of errorObject.stack and stackPropAdded
	propertyNames                 uintptr         // of the propNames of an error
	literalPattern, literalSource uintptr         // of the instruction newRegexp
	leaves                        map[string]bool // kinds of objects that JSON.stringify does not go into
	vm                            reflect.Type    // goja's virtual machine
	programCode                   uintptr         // of Program.code
	vmRuntime                     uintptr         // of vm.r
	vmCallStack                   uintptr         // of vm.callStack
	vmTryStack                    uintptr         // of vm.tryStack
	rangeError                    uintptr         // of Runtime.global.RangeError
	jobQueue                      uintptr         // of Runtime.jobQueue
}

func readLayout() (o offsets, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("gojavm: goja's layout is not the expected one: %v", x)
		}
	}()
	rt, program := reflect.TypeFor[goja.Runtime](), reflect.TypeFor[goja.Program]()
	vm := field(rt, "vm", reflect.Pointer).Type.Elem()
	global := field(rt, "global", reflect.Struct)
	code := field(program, "code", reflect.Slice)
	if e := code.Type.Elem(); e.Kind() != reflect.Interface || e.NumMethod() != 1 || e.Method(0).Type.NumIn() != 1 {
		panic("instruction")
	}
	o = offsets{
		vm:              vm,
		programCode:     code.Offset,
		vmRuntime:       field(vm, "r", reflect.Pointer).Offset,
		vmCallStack:     field(vm, "callStack", reflect.Slice).Offset,
		vmTryStack:      field(vm, "tryStack", reflect.Slice).Offset,
		fieldNameMapper: field(rt, "fieldNameMapper", reflect.Interface).Offset,
		vmStack:         field(vm, "stack", reflect.Slice).Offset,
		vmTop:           field(vm, "sp", reflect.Int).Offset,
		jobQueue:        field(rt, "jobQueue", reflect.Slice).Offset,
		rangeError:      global.Offset + field(global.Type, "RangeError", reflect.Pointer).Offset,
	}
	o.readObjects()
	return o, nil
}

// readObjects reads how goja's objects are made up from a few samples.
func (o *offsets) readObjects() {
	self := field(reflect.TypeFor[goja.Object](), "self", reflect.Interface)
	o.objectSelf = self.Index
	behind := func(x *goja.Object) reflect.Type {
		return reflect.ValueOf(x).Elem().FieldByIndex(self.Index).Elem().Type()
	}
	rt := goja.New()
	o.array, o.object = behind(rt.NewArray()), behind(rt.NewObject())
	o.arrayValues = field(o.array.Elem(), "values", reflect.Slice).Offset
	o.property = reflect.PointerTo(field(o.array.Elem(), "lengthProp", reflect.Struct).Type)
	o.objectValues = field(o.object.Elem(), "values", reflect.Map).Offset
	o.objectPrototype = field(o.object.Elem(), "prototype", reflect.Pointer).Offset
	function := behind(rt.Get("parseInt").(*goja.Object)).Elem()
	if function.Name() != "nativeFuncObject" {
		panic(function.Name())
	}
	o.nativeCall = field(function, "f", reflect.Func).Offset
	o.nativeConstruct = field(function, "construct", reflect.Func).Offset
	o.template = readTemplate(behind(rt.GlobalObject()), o.property)
	o.regexp = readRegexp(behind(sample(rt, "/a/")))
	o.text = readText(rt)
	program := goja.MustCompile("", "/a/", false)
	for i := range reflect.ValueOf(program).Elem().FieldByName("code").Len() {
		x := reflect.ValueOf(program).Elem().FieldByName("code").Index(i).Elem()
		if t := x.Type(); t.Kind() == reflect.Pointer && t.Elem().Name() == "newRegexp" {
			o.literalPattern = field(t.Elem(), "pattern", reflect.Pointer).Offset
			o.literalSource = field(t.Elem(), "src", reflect.Interface).Offset
		}
	}
	if o.literalPattern == o.literalSource {
		panic("newRegexp")
	}
	failure := behind(sample(rt, "new Error()")).Elem()
	o.errorStack = field(failure, "stack", reflect.Slice).Offset
	o.errorStackAdded = field(failure, "stackPropAdded", reflect.Bool).Offset
	base := field(failure, "baseObject", reflect.Struct)
	o.propertyNames = base.Offset + field(base.Type, "propNames", reflect.Slice).Offset
	o.leaves = map[string]bool{}
	for _, kind := range []string{"dateObject", "primitiveValueObject", "stringObject", "funcObject", "arrowFuncObject", "methodFuncObject", "nativeFuncObject"} {
		o.leaves[kind] = true
	}
}

func sample(rt *goja.Runtime, text string) *goja.Object {
	x, err := rt.RunString(text)
	if err != nil {
		panic(err)
	}
	return x.(*goja.Object)
}

func field(t reflect.Type, name string, kind reflect.Kind) reflect.StructField {
	f, ok := t.FieldByName(name)
	if !ok || f.Type.Kind() != kind {
		panic(t.Name() + "." + name)
	}
	return f
}

// codeOf is the program's code. It aliases the program.
func codeOf(p *goja.Program) []instruction {
	return *(*[]instruction)(unsafe.Add(unsafe.Pointer(p), layout.programCode))
}

// callDepth is the number of open calls, of JavaScript and of built-in functions.
func callDepth(vm unsafe.Pointer) int {
	return len(*(*[]struct{})(unsafe.Add(vm, layout.vmCallStack)))
}

// tryDepth is the number of open try statements, and of calls that goja makes under
// one of its own: those of callbacks, and the delegation of yield*.
func tryDepth(vm unsafe.Pointer) int {
	return len(*(*[]struct{})(unsafe.Add(vm, layout.vmTryStack)))
}

func stackTop(vm unsafe.Pointer) int { return *(*int)(unsafe.Add(vm, layout.vmTop)) }

// growStack doubles the stack of values when it is almost full. Left to itself goja
// adds a fixed number of slots each time, and copies without end in deep recursion.
func growStack(vm unsafe.Pointer) {
	const spare, small = 1 << 10, 1 << 13
	stack := (*[]goja.Value)(unsafe.Add(vm, layout.vmStack))
	if n := cap(*stack); n >= small && n-stackTop(vm) < spare {
		reserve(stack, 2*n)
	}
}

func reserve(stack *[]goja.Value, size int) {
	grown := make([]goja.Value, len(*stack), size)
	copy(grown, *stack)
	*stack = grown
}

// A spreadInstruction stands before goja's instruction for ...x among arguments. It
// makes room for the elements of an array, which goja would push one by one.
type spreadInstruction struct{ next instruction }

func (s *spreadInstruction) exec(vm unsafe.Pointer) {
	stack, top := (*[]goja.Value)(unsafe.Add(vm, layout.vmStack)), stackTop(vm)
	if o, ok := (*stack)[top-1].(*goja.Object); ok {
		if p := implementation(o, "arrayObject"); p != nil {
			n := len(*(*[]goja.Value)(unsafe.Add(p, layout.arrayValues)))
			if cap(*stack)-top < n {
				reserve(stack, top+n+n/2)
			}
		}
	}
	s.next.exec(vm)
}

func runtimeOf(vm unsafe.Pointer) *goja.Runtime {
	return *(**goja.Runtime)(unsafe.Add(vm, layout.vmRuntime))
}

// rangeErrorOf is the intrinsic %RangeError%, whatever the global of that name is.
// It is nil until the first use of RangeError.
func rangeErrorOf(rt *goja.Runtime) *goja.Object {
	return *(**goja.Object)(unsafe.Add(unsafe.Pointer(rt), layout.rangeError))
}

// jobQueueOf is the queue of microtasks.
func jobQueueOf(rt *goja.Runtime) *[]func() {
	return (*[]func())(unsafe.Add(unsafe.Pointer(rt), layout.jobQueue))
}

// An instructionKind says what a program walk needs to know of a type of instruction.
type instructionKind struct {
	programs []uintptr // offsets of the *Program fields of what it points to
	regexp   bool      // it makes a RegExp from a literal
	eval     bool      // it calls eval directly; it is the number of arguments
	spread   bool      // it pushes the elements of an iterable as arguments
	suspends bool      // it ends a run that may be resumed after it: yield and await
}

// kindOf reads the kind of goja's instruction i of p.
func kindOf(p *goja.Program, i int) instructionKind {
	t := reflect.ValueOf(p).Elem().FieldByName("code").Index(i).Elem().Type()
	if t.Name() == "_pushSpread" {
		return instructionKind{spread: true}
	}
	if t.Kind() == reflect.Uint32 && strings.HasPrefix(t.Name(), "callEval") {
		return instructionKind{eval: true}
	}
	if t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		return instructionKind{}
	}
	return instructionKind{
		programs: programFields(t.Elem(), 0, nil),
		regexp:   t.Elem().Name() == "newRegexp",
		suspends: t.Elem().Name() == "yieldMarker",
	}
}

func programFields(t reflect.Type, base uintptr, list []uintptr) []uintptr {
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case f.Type == reflect.TypeFor[*goja.Program]():
			list = append(list, base+f.Offset)
		case f.Type.Kind() == reflect.Struct:
			list = programFields(f.Type, base+f.Offset, list)
		}
	}
	return list
}

// words are the method table and the data pointer of an interface value.
type words struct{ table, data unsafe.Pointer }

func wordsOf(in *instruction) words { return *(*words)(unsafe.Pointer(in)) }
