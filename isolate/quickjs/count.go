package quickjs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"example.com/thaw/isolate"
)

// The functions of the module that a counting engine listens to, by index. The module has no
// names for them; a test holds that they are these.
const (
	cCallInternal   = 93  // JS_CallInternal: every call of a function
	cCreateFunction = 685 // js_create_function: makes bytecode of a parsed function
	cReadObjectRec  = 477 // JS_ReadObjectRec: reads a part of serialized bytecode
	cMallocRT       = 21  // js_malloc_rt
	cCallocRT       = 17  // js_calloc_rt
	cReallocRT      = 26  // js_realloc_rt
)

// What is known of the module's structures.
const (
	tagFunctionBytecode = -2
	callGenerator       = 4  // JS_CALL_FLAG_GENERATOR: the call goes on with a generator
	objectClass         = 10 // offset in JSObject of class_id
	objectBytecode      = 24 // offset in JSObject of u.func.function_bytecode
)

// functionClasses are those of JSObjects that have bytecode.
var functionClasses = map[uint16]bool{13: true, 17: true, 55: true, 59: true}

// A meter counts for all isolates of a counting engine.
type meter struct {
	counts isolate.Counts
	layer  func(script string) bool
}

// A tally is what an isolate of a counting engine knows of its functions. Without
// a meter it is of no use.
type tally struct {
	*meter
	script    string              // that is being compiled or read; "" while JavaScript runs
	module    bool                // it is a module
	depth     int                 // of the functions or parts around
	functions map[uint32]function // by the address of their bytecode
}

// A function is one that can be called.
type function struct{ layer, entered, topLevel bool }

// A countingEngine is an Engine whose module tells of the calls of some functions.
type countingEngine struct{ *Engine }

var (
	_ isolate.Counter        = (*Engine)(nil)
	_ isolate.CountingEngine = countingEngine{}
	_ isolate.PageToucher    = (*vm)(nil)
)

// Counting implements isolate.Counter. Its machine code is another, and takes as long to
// compile for the first time on a machine.
func (e *Engine) Counting(layer func(script string) bool) (isolate.CountingEngine, error) {
	if layer == nil {
		layer = func(string) bool { return false }
	}
	counting := newEngine(e.wasm, e.cacheDir)
	counting.meter = &meter{layer: func(script string) bool { return isBootstrap(script) || layer(script) }}
	counting.skeletonOnce.Do(func() {}) // it has none: machine code with listeners is another
	counting.keepOnce.Do(func() {})
	return countingEngine{counting}, nil
}

// Counts implements isolate.CountingEngine.
func (e countingEngine) Counts() isolate.Counts {
	c := e.meter.counts
	c.HasHeap = true
	return c
}

// OpenSnapshot implements isolate.Snapshotter. A file does not say which functions a snapshot holds.
func (countingEngine) OpenSnapshot(f *os.File, _, _ int64, _ ...isolate.Source) (isolate.Snapshot, error) {
	return nil, errors.Join(fmt.Errorf("quickjs: an engine that counts opens no snapshot from a file: %w", errors.ErrUnsupported), f.Close())
}

// listening is the context for compiling the module of an engine: with the listeners of one that counts.
func (c *meter) listening(ctx context.Context) context.Context {
	if c == nil {
		return ctx
	}
	listeners := map[uint32]experimental.FunctionListener{
		cCallInternal:   listener{before: (*tally).call},
		cCreateFunction: listener{before: (*tally).enter, after: (*tally).created},
		cReadObjectRec:  listener{before: (*tally).enter, after: (*tally).read},
		cMallocRT:       listener{before: (*tally).malloc},
		cCallocRT:       listener{before: (*tally).calloc},
		cReallocRT:      listener{before: (*tally).realloc},
	}
	return experimental.WithFunctionListenerFactory(ctx, experimental.FunctionListenerFactoryFunc(
		func(f api.FunctionDefinition) experimental.FunctionListener { return listeners[f.Index()] }))
}

// A listener is told of the calls of one function of the module.
type listener struct {
	before func(t *tally, m api.Memory, params []uint64)
	after  func(t *tally, result jsValue) // may be nil
}

// Before implements experimental.FunctionListener.
func (l listener) Before(ctx context.Context, m api.Module, _ api.FunctionDefinition, params []uint64, _ experimental.StackIterator) {
	l.before(&ctx.(*hostContext).vm.tally, m.Memory(), params)
}

// After implements experimental.FunctionListener.
func (l listener) After(ctx context.Context, _ api.Module, _ api.FunctionDefinition, results []uint64) {
	if l.after != nil {
		l.after(&ctx.(*hostContext).vm.tally, jsValue(results[0]))
	}
}

// Abort implements experimental.FunctionListener: the isolate is spent.
func (listener) Abort(context.Context, api.Module, api.FunctionDefinition, error) {}

// compile counts a script that is compiled, until what it returns is called.
func (t *tally) compile(src isolate.Source) (done func()) {
	if t.meter != nil && !t.layer(src.Name) {
		t.counts.BytesParsed += int64(len(src.Text))
	}
	return t.within(src)
}

// load counts a script that is read, until what it returns is called.
func (t *tally) load(s *script) (done func()) {
	if t.meter != nil && !t.layer(s.source.Name) {
		t.counts.BytecodeBytes += int64(len(s.code))
	}
	return t.within(s.source)
}

// within has the functions that are made belong to a script.
func (t *tally) within(src isolate.Source) (done func()) {
	script, module, depth := t.script, t.module, t.depth
	t.script, t.module, t.depth = src.Name, src.Module, 0
	return func() { t.script, t.module, t.depth = script, module, depth }
}

func (t *tally) enter(api.Memory, []uint64) { t.depth++ }

// created has js_create_function return. It compiles inner functions first.
func (t *tally) created(result jsValue) {
	t.depth--
	t.add(result, t.depth == 0)
	if result.tag() == tagFunctionBytecode && t.depth > 0 && !t.layer(t.script) {
		t.counts.FunctionsParsed++
	}
}

// read has JS_ReadObjectRec return. The top level of a module is a part of it.
func (t *tally) read(result jsValue) {
	t.depth--
	topLevel := 0
	if t.module {
		topLevel = 1
	}
	t.add(result, t.depth == topLevel)
}

func (t *tally) add(x jsValue, topLevel bool) {
	if x.tag() == tagFunctionBytecode {
		t.functions[x.pointer()] = function{layer: t.layer(t.script), topLevel: topLevel}
	}
}

// call counts a call of JS_CallInternal(ctx, function, this, new.target, argc, argv, flags).
func (t *tally) call(m api.Memory, params []uint64) {
	callee, flags := jsValue(params[1]), uint32(params[6])
	if flags&callGenerator != 0 || callee.tag() != tagObject {
		return
	}
	class, _ := m.ReadUint16Le(callee.pointer() + objectClass)
	if !functionClasses[class] {
		return
	}
	at, _ := m.ReadUint32Le(callee.pointer() + objectBytecode)
	f := t.functions[at]
	switch {
	case f.topLevel:
		return
	case f.layer:
		t.counts.LayerCalls++
		return
	case !f.entered:
		t.counts.FunctionsEntered++
		f.entered = true
		t.functions[at] = f
	}
	t.counts.Calls++
}

// malloc counts a call of js_malloc_rt(rt, size).
func (t *tally) malloc(_ api.Memory, params []uint64) { t.allocated(uint32(params[1])) }

// calloc counts a call of js_calloc_rt(rt, count, size).
func (t *tally) calloc(_ api.Memory, params []uint64) {
	t.allocated(uint32(params[1]) * uint32(params[2]))
}

// realloc counts a call of js_realloc_rt(rt, pointer, size), which calls js_malloc_rt without a
// pointer, and js_free_rt without a size.
func (t *tally) realloc(_ api.Memory, params []uint64) {
	if pointer, size := uint32(params[1]), uint32(params[2]); pointer != 0 && size != 0 {
		t.allocated(size)
	}
}

func (t *tally) allocated(size uint32) {
	t.counts.Allocations++
	t.counts.AllocatedBytes += int64(size)
}

// begin gives an isolate its tally. known are functions that a snapshot holds.
func (c *meter) begin(known map[uint32]function) tally {
	if c == nil {
		return tally{}
	}
	functions := maps.Clone(known)
	if functions == nil {
		functions = map[uint32]function{}
	}
	for at, f := range functions {
		f.entered = false
		functions[at] = f
	}
	return tally{meter: c, functions: functions}
}

// TouchedPages implements isolate.PageToucher.
func (v *vm) TouchedPages() (int64, error) {
	if v.closed {
		return 0, nil
	}
	if err := v.occupy(); err != nil {
		return 0, err
	}
	defer v.vacate()
	if v.module == nil {
		return 0, nil
	}
	memory, n, zero := v.bytes(0, v.memory.Size()), int64(0), make([]byte, hotPage)
	if v.from != nil {
		v.from.mu.RLock()
		defer v.from.mu.RUnlock()
		pages, err := v.from.changed(memory[:v.from.Memory])
		if err != nil {
			return 0, fmt.Errorf("quickjs: pages of a snapshot: %w", err)
		}
		memory, n = memory[v.from.Memory:], int64(len(pages))
	}
	for ; len(memory) > 0; memory = memory[hotPage:] {
		if !bytes.Equal(memory[:hotPage], zero) {
			n++
		}
	}
	return n, nil
}
