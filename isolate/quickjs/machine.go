package quickjs

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/tetratelabs/wazero/api"
)

// An export is a function that the module exports.
type export int

const (
	qjsInit export = iota
	qjsCompile
	qjsNewHostFunction
	qjsSetInterruptHandler
	qjsSetRejectionHandler
	qjsSetModuleLoader
	qjsSetMaxStackSize
	qjsSetMemoryLimit
	qjsContext
	qjsRuntime
	qjsVersion
	qjsRunGC
	qjsSetGCThreshold
	qjsAllocatedSize
	cInitialize
	cMalloc
	cFree
	jsCall
	jsDefinePropertyValue
	jsEvalFunction
	jsExecutePendingJob
	jsFreeAtom
	jsFreeCString
	jsFreeValue
	jsGetArrayBuffer
	jsGetClassID
	jsGetException
	jsGetModuleNamespace
	jsGetProperty
	jsGetTypedArrayBuffer
	jsHasException
	jsIsError
	jsIsFunction
	jsIsUncatchableError
	jsNewArrayBufferCopy
	jsNewAtomLen
	jsNewStringLen
	jsPromiseMarkAsHandled
	jsReadObject
	jsResolveModule
	jsThrow
	jsToCStringLen2
	exportCount
)

var exportNames = [exportCount]string{
	qjsInit:                "qjs_init2",
	qjsCompile:             "qjs_compile",
	qjsNewHostFunction:     "qjs_new_host_function",
	qjsSetInterruptHandler: "qjs_set_interrupt_handler",
	qjsSetRejectionHandler: "qjs_set_promise_rejection_handler",
	qjsSetModuleLoader:     "qjs_set_module_loader",
	qjsSetMaxStackSize:     "qjs_set_max_stack_size",
	qjsSetMemoryLimit:      "qjs_set_memory_limit",
	qjsContext:             "qjs_get_context_ptr",
	qjsRuntime:             "qjs_get_runtime_ptr",
	qjsVersion:             "qjs_get_quickjs_version",
	qjsAllocatedSize:       "qjs_get_allocated_size",
	qjsRunGC:               "qjs_run_gc",
	qjsSetGCThreshold:      "qjs_set_gc_threshold",
	cInitialize:            "_initialize",
	cMalloc:                "wasm_malloc",
	cFree:                  "wasm_free",
	jsCall:                 "JS_Call",
	jsDefinePropertyValue:  "JS_DefinePropertyValue",
	jsEvalFunction:         "JS_EvalFunction",
	jsExecutePendingJob:    "JS_ExecutePendingJob",
	jsFreeAtom:             "JS_FreeAtom",
	jsFreeCString:          "JS_FreeCString",
	jsFreeValue:            "JS_FreeValue",
	jsGetArrayBuffer:       "JS_GetArrayBuffer",
	jsGetClassID:           "JS_GetClassID",
	jsGetException:         "JS_GetException",
	jsGetModuleNamespace:   "JS_GetModuleNamespace",
	jsGetProperty:          "JS_GetProperty",
	jsGetTypedArrayBuffer:  "JS_GetTypedArrayBuffer",
	jsHasException:         "JS_HasException",
	jsIsError:              "JS_IsError",
	jsIsFunction:           "JS_IsFunction",
	jsIsUncatchableError:   "JS_IsUncatchableError",
	jsNewArrayBufferCopy:   "JS_NewArrayBufferCopy",
	jsNewAtomLen:           "JS_NewAtomLen",
	jsNewStringLen:         "JS_NewStringLen",
	jsPromiseMarkAsHandled: "JS_PromiseMarkAsHandled",
	jsReadObject:           "JS_ReadObject",
	jsResolveModule:        "JS_ResolveModule",
	jsThrow:                "JS_Throw",
	jsToCStringLen2:        "JS_ToCStringLen2",
}

// A machine is one instance of the module: its linear memory and its exports.
//
// A trap, or a panic of a host function, leaves QuickJS in the middle of what it
// did. From then on the machine is broken: every call returns at once with zero,
// and broken says why.
type machine struct {
	ctx    context.Context // carries the isolate to the host functions
	module api.Module
	memory api.Memory
	mapped *mappedMemory // what is under memory, if that shows a snapshot
	shows  *snapshot     // of a shell: what its memory is as in; nil if it has no pages
	broken error

	indirect *indirectCalls // held for the table, if the module is a skeleton

	// A function object of wazero has one stack, so a call that can come back
	// to Go and call again needs an object for each depth. Those that can't
	// share the one of depth 0.
	exports [][exportCount]api.Function
	depth   int
	stack   [8]uint64 // arguments and results of the call that is going on

	context, runtime uint64 // JSContext, JSRuntime
	scratch          uint32 // a buffer of scratchSize bytes for arguments of leaf calls
}

const (
	scratchSize  = 4096
	stackPointer = "__stack_pointer" // an exported global
)

// leaf calls an export that runs no JavaScript, and returns its result. The upper
// half of a 32-bit result is undefined: see leaf32.
func (m *machine) leaf(e export, args ...uint64) uint64 { return m.invoke(0, e, args) }

// leaf32 calls an export with a result of 32 bits that runs no JavaScript.
func (m *machine) leaf32(e export, args ...uint64) uint32 { return uint32(m.invoke(0, e, args)) }

// is calls an export that answers a question, without JavaScript.
func (m *machine) is(e export, args ...uint64) bool { return uint8(m.invoke(0, e, args)) != 0 }

// enter calls an export that may run JavaScript, and so come back to Go.
func (m *machine) enter(e export, args ...uint64) uint64 {
	m.depth++
	defer func() { m.depth-- }()
	return m.invoke(m.depth, e, args)
}

func (m *machine) invoke(depth int, e export, args []uint64) uint64 {
	if m.broken != nil {
		return 0
	}
	for depth >= len(m.exports) {
		m.exports = append(m.exports, [exportCount]api.Function{})
	}
	f := m.exports[depth][e]
	if f == nil {
		f = m.module.ExportedFunction(exportNames[e])
		m.exports[depth][e] = f
	}
	copy(m.stack[:], args)
	if err := f.CallWithStack(m.ctx, m.stack[:]); err != nil {
		if trap := errors.Unwrap(err); trap != nil {
			err = trap // without the stack of WebAssembly
		}
		if m.broken == nil {
			m.broken = fmt.Errorf("quickjs: %w", err)
		}
		return 0
	}
	return m.stack[0]
}

// close frees the instance and its memory. A machine without a module has none.
func (m *machine) close() error {
	if m.module == nil {
		return nil
	}
	if err := m.module.Close(context.Background()); err != nil {
		return fmt.Errorf("quickjs: %w", err)
	}
	return nil
}

// stackPointer is where the stack of C stands, which is its top between two calls.
func (m *machine) stackPointer() uint64 { return m.module.ExportedGlobal(stackPointer).Get() }

func (m *machine) setStackPointer(p uint64) {
	if g, ok := m.module.ExportedGlobal(stackPointer).(api.MutableGlobal); ok {
		g.Set(p)
	}
}

// abort breaks the machine from within a host function: it unwinds all of the
// WebAssembly that is on the stack, which no JavaScript can catch.
func (m *machine) abort(err error) {
	if m.broken == nil {
		m.broken = err
	}
	panic(m.broken)
}

// malloc allocates n bytes outside of the JavaScript heap; 0 when there are none left.
func (m *machine) malloc(n int) uint32 { return m.leaf32(cMalloc, uint64(n)) }

func (m *machine) free(p uint32) {
	if p != 0 {
		m.leaf(cFree, uint64(p))
	}
}

// bytes is a window of the linear memory, good until the memory grows.
func (m *machine) bytes(p, n uint32) []byte {
	b, ok := m.memory.Read(p, n)
	if !ok {
		return nil
	}
	return b[:n:n]
}

func (m *machine) uint32At(p uint32) uint32 {
	n, _ := m.memory.ReadUint32Le(p)
	return n
}

func (m *machine) valueAt(p uint32) jsValue {
	x, _ := m.memory.ReadUint64Le(p)
	return jsValue(x)
}

// cString copies the NUL-terminated string at p.
func (m *machine) cString(p uint32) string {
	var b []byte
	for {
		c, ok := m.memory.ReadByte(p)
		if !ok || c == 0 {
			return string(b)
		}
		b = append(b, c)
		p++
	}
}

// place copies s and a NUL into the linear memory for a leaf call: into scratch
// where it fits. The caller gives the pointer back to unplace. It is 0 when there is no memory.
func place[T string | []byte](m *machine, s T) uint32 {
	p := m.scratch
	if len(s) >= scratchSize {
		if p = m.malloc(len(s) + 1); p == 0 {
			return 0
		}
	}
	b := m.bytes(p, uint32(len(s)+1))
	if b == nil {
		return 0
	}
	copy(b, s)
	b[len(s)] = 0
	return p
}

func (m *machine) unplace(p uint32) {
	if p != m.scratch {
		m.free(p)
	}
}

// placeValues copies values into newly allocated memory.
func (m *machine) placeValues(values []jsValue) uint32 {
	if len(values) == 0 {
		return 0
	}
	p := m.malloc(8 * len(values))
	b := m.bytes(p, uint32(8*len(values)))
	if p == 0 || b == nil {
		return 0
	}
	for i, x := range values {
		binary.LittleEndian.PutUint64(b[8*i:], uint64(x))
	}
	return p
}

func (m *machine) freeValue(x jsValue) {
	if x.counted() {
		m.leaf(jsFreeValue, m.context, uint64(x))
	}
}

// atom interns a property name. The caller frees it by freeAtom.
func (m *machine) atom(name string) uint64 {
	p := place(m, name)
	defer m.unplace(p)
	return uint64(m.leaf32(jsNewAtomLen, m.context, uint64(p), uint64(len(name))))
}

func (m *machine) freeAtom(a uint64) { m.leaf(jsFreeAtom, m.context, a) }

// property reads a property, which may run a getter. The caller frees the value.
func (m *machine) property(object jsValue, name string) jsValue {
	a := m.atom(name)
	defer m.freeAtom(a)
	return jsValue(m.enter(jsGetProperty, m.context, uint64(object), a))
}

// call calls a function with arguments that remain the caller's.
func (m *machine) call(f jsValue, args ...jsValue) jsValue {
	p := m.placeValues(args)
	defer m.free(p)
	return jsValue(m.enter(jsCall, m.context, uint64(f), uint64(jsUndefined), uint64(len(args)), uint64(p)))
}
