package quickjs

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"example.com/thaw/isolate"
)

const (
	// maxStack is how much of the module's stack of 1 MiB JavaScript may use. The
	// rest is for what does not check: the regular expression engine, sorting,
	// and making the RangeError.
	maxStack = 768 << 10
	// maxNesting is how deep calls may nest through ops.
	maxNesting = 200
	// intrinsics leave out what belongs to the Web: performance, DOMException, atob and btoa.
	intrinsics = math.MaxUint32 &^ (1<<10 | 1<<11 | 1<<12)
	// randomState is the offset in JSContext of the state of Math.random, a xorshift64* generator.
	randomState = 280
)

// A vm is an isolate.
type vm struct {
	machine // without a module while the isolate is parked
	parking
	tally     tally
	boot      bootstrap
	table     opTable
	now       func() time.Time
	random    io.Reader
	limited   int64 // the limit of the heap in bytes, or 0
	runs      runs
	ended     error // why the isolate is spent, or nil
	closed    bool
	functions map[string]jsValue
	loaded    map[*script]jsValue
	stacks    isolate.StackMap
	maps      map[string]*isolate.SourceMap // the source maps that stacks has, by script

	hidesSource bool       // what is compiled shows as native code
	evaluating  int        // modules that are being evaluated
	held        *rejection // see rejection
}

var (
	_ isolate.Isolate   = (*vm)(nil)
	_ isolate.Loader    = (*vm)(nil)
	_ isolate.HeapSizer = (*vm)(nil)
)

// New implements isolate.Engine. The first call compiles the engine, or takes it
// from the cache.
func (e *Engine) New(ctx context.Context, o isolate.Options) (isolate.Isolate, error) {
	if ctx.Err() != nil {
		return nil, fmt.Errorf("quickjs: no isolate made: %w", context.Cause(ctx))
	}
	if err := e.ready(); err != nil {
		return nil, err
	}
	v, err := e.newVM(o)
	if err != nil {
		return nil, err
	}
	return v, nil
}

// newVM makes an isolate.
func (e *Engine) newVM(o isolate.Options) (*vm, error) {
	boot, err := e.boot()
	if err != nil {
		return nil, fmt.Errorf("quickjs: the scripts of the engine: %w", err)
	}
	v, err := e.bareVM(o)
	if err != nil {
		return nil, err
	}
	if err := v.prepare(boot, o); err != nil {
		return nil, errors.Join(err, v.Close())
	}
	return v, nil
}

// bareVM makes an isolate without __host.
func (e *Engine) bareVM(o isolate.Options) (*vm, error) {
	v := emptyVM(o)
	v.tally = e.meter.begin(nil)
	if err := e.whole.instantiate(withMemory(v.ctx), v); err != nil {
		return nil, err
	}
	for _, s := range e.data {
		v.memory.Write(s.at, s.data)
	}
	if err := v.initialize(); err != nil {
		return nil, errors.Join(err, v.Close())
	}
	return v, nil
}

// emptyVM makes an isolate without a machine.
func emptyVM(o isolate.Options) *vm {
	v := &vm{now: o.Now, random: o.Random, functions: map[string]jsValue{}, loaded: map[*script]jsValue{}, maps: map[string]*isolate.SourceMap{}}
	if v.now == nil {
		v.now = time.Now
	}
	if v.random == nil {
		v.random = rand.Reader
	}
	v.ctx = &hostContext{context.Background(), v}
	return v
}

// initialize makes the JSRuntime and its JSContext.
func (v *vm) initialize() error {
	v.leaf(cInitialize)
	if failed := v.leaf32(qjsInit, intrinsics); failed != 0 || v.broken != nil {
		return v.fault(errors.New("quickjs: the engine did not start"))
	}
	v.context, v.runtime = uint64(v.leaf32(qjsContext)), uint64(v.leaf32(qjsRuntime))
	v.scratch = v.malloc(scratchSize)
	v.leaf(qjsSetMaxStackSize, maxStack)
	v.leaf(qjsSetInterruptHandler, 1)
	v.leaf(qjsSetModuleLoader, 1)
	return cmp.Or(v.broken, v.seed())
}

// seed begins a new sequence of Math.random, whose state must not be zero.
func (v *vm) seed() error {
	var seed [8]byte
	if err := v.readRandom(seed[:]); err != nil {
		return err
	}
	v.memory.WriteUint64Le(uint32(v.context)+randomState, cmp.Or(binary.LittleEndian.Uint64(seed[:]), 1))
	return nil
}

func (v *vm) readRandom(b []byte) error {
	if _, err := io.ReadFull(v.random, b); err != nil {
		return fmt.Errorf("quickjs: Options.Random: %w", err)
	}
	return nil
}

// A bootstrap is what js/bootstrap.js returns.
type bootstrap struct {
	host, ops, window, failure, describe, rejected, loaded jsValue
}

func (b *bootstrap) parts() map[string]*jsValue {
	return map[string]*jsValue{
		"host": &b.host, "ops": &b.ops, "window": &b.window, "failure": &b.failure,
		"describe": &b.describe, "rejected": &b.rejected, "loaded": &b.loaded,
	}
}

// prepare makes __host, and then sets the limits.
func (v *vm) prepare(boot bootScripts, o isolate.Options) error {
	parts, err := v.evaluate(boot.boundary)
	if err != nil {
		return err
	}
	defer v.freeValue(parts)
	for name, part := range v.boot.parts() {
		*part = v.property(parts, name)
	}
	if err := v.addRegexp(boot.regexp); err != nil {
		return err
	}
	if err := v.addOps(o.Ops); err != nil {
		return err
	}
	v.leaf(qjsSetRejectionHandler, 1)
	return v.limit(o.Memory)
}

// limit bounds the heap.
func (v *vm) limit(memory int64) error {
	if memory < 0 {
		return fmt.Errorf("quickjs: Options.Memory is %d; want bytes, or 0 for no limit", memory)
	}
	if memory > math.MaxUint32 {
		memory = 0
	}
	if memory != v.limited {
		v.leaf(qjsSetMemoryLimit, uint64(memory))
		v.limited = memory
	}
	return v.broken
}

// Run implements isolate.Isolate.
func (v *vm) Run(ctx context.Context, s isolate.Script) error {
	own, err := ownScript(s)
	if err != nil {
		return err
	}
	return v.within(ctx, func() error {
		result, err := v.evaluate(own)
		v.freeValue(result)
		return err
	})
}

// Call implements isolate.Isolate.
func (v *vm) Call(ctx context.Context, fn string, args ...isolate.Value) (result isolate.Value, err error) {
	err = v.within(ctx, func() error {
		result, err = v.callHost(fn, args)
		return err
	})
	if err != nil {
		return nil, err
	}
	return result, nil
}

// within calls f under ctx, and drains the microtask queue if this is the outermost run.
func (v *vm) within(ctx context.Context, f func() error) error {
	if err := v.occupy(); err != nil {
		return err
	}
	defer v.vacate()
	if v.ended != nil {
		return isolate.ErrSpent
	}
	if ctx.Err() != nil {
		return fmt.Errorf("quickjs: nothing was run: %w", context.Cause(ctx))
	}
	if v.runs.depth >= maxNesting {
		return isolate.Throw("RangeError", "Maximum call stack size exceeded")
	}
	defer v.runs.enter(ctx)()
	err := f()
	if v.runs.depth == 1 && v.ended == nil {
		v.drain()
	}
	if ended := v.checkEnded(jsUndefined); ended != nil {
		return ended
	}
	return err
}

// drain runs the microtask queue until it is empty. What a job throws has been
// told by its promise.
func (v *vm) drain() {
	for !v.runs.interrupted() && v.broken == nil {
		switch n := int32(v.enter(jsExecutePendingJob, v.runtime, uint64(v.scratch))); {
		case n == 0:
			return
		case n < 0:
			x := jsValue(v.leaf(jsGetException, v.context))
			ended := v.checkEnded(x)
			v.freeValue(x)
			if ended != nil {
				return
			}
		}
	}
}

func (v *vm) callHost(fn string, args []isolate.Value) (isolate.Value, error) {
	f, err := v.function(fn)
	if err != nil {
		return nil, err
	}
	values := make([]jsValue, 0, len(args))
	defer func() {
		for _, x := range values {
			v.freeValue(x)
		}
	}()
	for _, a := range args {
		x, err := v.fromValue(a)
		if err != nil {
			return nil, v.fault(err)
		}
		values = append(values, x)
	}
	x := v.call(f, values...)
	if x == jsException || v.broken != nil {
		return nil, v.thrown()
	}
	defer v.freeValue(x)
	result, err := v.toValue(x, "the result of __host."+fn)
	if err != nil {
		return nil, v.fault(err)
	}
	return owned(result), nil
}

// function is __host[fn], looked up once.
func (v *vm) function(fn string) (jsValue, error) {
	if f, ok := v.functions[fn]; ok {
		return f, nil
	}
	f := v.property(v.boot.host, fn)
	if f == jsException || v.broken != nil {
		return jsUndefined, v.thrown()
	}
	if !v.is(jsIsFunction, v.context, uint64(f)) {
		v.freeValue(f)
		return jsUndefined, isolate.Throw("TypeError", "__host.%s is not a function", fn)
	}
	v.functions[fn] = f
	return f, nil
}

// fault is err as Run and Call return it: the exception that QuickJS holds, the
// end of the isolate, or err itself.
func (v *vm) fault(err error) error {
	switch {
	case v.broken != nil:
		v.end(v.broken)
	case errors.Is(err, errThrown):
		return v.thrown()
	case errors.Is(err, isolate.ErrMemory):
		v.end(fmt.Errorf("quickjs: %w", isolate.ErrMemory))
	default:
		return err
	}
	return v.ended
}

// end makes the isolate good only for Close.
func (v *vm) end(why error) {
	if v.ended == nil {
		v.ended = why
	}
}

// HeapBytes implements isolate.HeapSizer: the size of the linear memory.
func (v *vm) HeapBytes() int64 {
	v.lock()
	defer v.unlock()
	if v.module == nil {
		return int64(v.heap)
	}
	return int64(v.memory.Size())
}

// Close implements isolate.Isolate. An op can't close the isolate that called it.
func (v *vm) Close() error {
	if v.runs.depth > 0 {
		return errors.New("quickjs: an op can't close the isolate that runs it")
	}
	v.lock()
	defer v.unlock()
	if v.closed {
		return nil
	}
	v.closed = true
	well := v.ended == nil
	v.end(isolate.ErrSpent)
	old := v.machine
	v.machine = machine{broken: isolate.ErrSpent}
	v.functions, v.loaded, v.table, v.maps, v.delta, v.heap = nil, nil, opTable{}, nil, nil, 0
	if v.from == nil {
		return old.close()
	}
	v.from.engine.residents.remove(v)
	if well && v.from.engine.shells.put(old, v.from) {
		return v.from.release()
	}
	return errors.Join(old.close(), v.from.release())
}
