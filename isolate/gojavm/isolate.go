package gojavm

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"github.com/dop251/goja"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/internal/ecmaregexp"
)

// A vm is one goja runtime and its __host object.
type vm struct {
	rt               *goja.Runtime
	host             *goja.Object
	fns              map[string]goja.Callable // of __host, by name
	maps             isolate.StackMap         // of the scripts that were run
	frame            goja.Callable            // calls the function that it is given
	depth            int                      // of nested Run and Call
	nesting          int                      // of built-in functions that boundRecursion bounds
	matcher          *ecmaregexp.Matcher
	parsed           map[string]*ecmaregexp.Regexp // by flags and source
	regexps          map[*ecmaregexp.Regexp]*engineWrapper
	proxies          int                     // made so far
	objectPrototype  *goja.Object            // %Object.prototype%
	patches          map[*patch]*goja.Object // what those have made that were needed
	errorConstructor *goja.Object            // %Error%
	meter            *meter                  // nil unless the engine counts
	entered          map[*entry]bool         // functions that have been called, if it counts
	ended            atomic.Bool             // the context of a call has ended while it ran
	spent            bool
}

// New makes an isolate. It is safe for concurrent use.
func (e engine) New(ctx context.Context, o isolate.Options) (_ isolate.Isolate, err error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	defer recoverAs(&err, "make an isolate")
	v := &vm{
		rt:      goja.New(),
		fns:     map[string]goja.Callable{},
		parsed:  map[string]*ecmaregexp.Regexp{},
		regexps: map[*ecmaregexp.Regexp]*engineWrapper{},
		patches: map[*patch]*goja.Object{},
		meter:   e.meter,
	}
	if v.meter != nil {
		v.entered = map[*entry]bool{}
	}
	v.rt.SetMaxCallStackSize(hardMaxCalls)
	if o.Now != nil {
		v.rt.SetTimeSource(o.Now)
	}
	random, err := randomSource(o.Random)
	if err != nil {
		return nil, err
	}
	v.rt.SetRandSource(random)
	if err := v.installHost(o.Ops); err != nil {
		return nil, err
	}
	v.rt.SetPromiseRejectionTracker(v.trackRejection)
	return v, v.install()
}

// install runs the programs that every isolate starts with.
func (v *vm) install() error {
	f, err := v.rt.RunProgram(frameProgram())
	if err != nil {
		return fmt.Errorf("gojavm: first program: %w", err)
	}
	v.frame, _ = goja.AssertFunction(f)
	v.objectPrototype = v.prototypeOf("Object")
	if !guardsWork() {
		return nil
	}
	for _, install := range []func() error{v.hookNesting, v.hookProxies, v.hookSizes, v.hookSource, v.hookFromEntries, v.hookRegexp, v.patchLanguage, v.patchBuffers, v.hookTypedArrayFrom, v.patchStackTraces, v.hookErrors, v.installLazyGlobals, v.installQueueMicrotask} {
		if err := install(); err != nil {
			return err
		}
	}
	return nil
}

var frameProgram = ownProgram("frame", "(f) => { f() }")

// ownProgram is JavaScript of this package, compiled at its first use.
func ownProgram(name, text string) func() *goja.Program {
	return sync.OnceValue(func() *goja.Program { return goja.MustCompile(ownPrefix+name, text, true) })
}

// randomSource is Math.random, seeded by 32 bytes of r.
func randomSource(r io.Reader) (goja.RandSource, error) {
	if r == nil {
		return rand.Float64, nil
	}
	var seed [32]byte
	if _, err := io.ReadFull(r, seed[:]); err != nil {
		return nil, fmt.Errorf("gojavm: seed of Math.random: %w", err)
	}
	a, b := binary.LittleEndian.Uint64(seed[:]), binary.LittleEndian.Uint64(seed[8:])
	return rand.New(rand.NewPCG(a, b)).Float64, nil
}

func (v *vm) installHost(ops []isolate.Op) error {
	table, err := newOpTable(v, ops)
	if err != nil {
		return err
	}
	v.host = v.rt.NewObject()
	if err := v.host.Set("ops", v.rt.NewDynamicObject(table)); err != nil {
		return fmt.Errorf("gojavm: __host.ops: %w", err)
	}
	return v.rt.GlobalObject().DefineDataProperty("__host", v.host, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// trackRejection is HTML's HostPromiseRejectionTracker, as __host.rejection. An
// error of the hook has nowhere to go; an interrupt goes on.
func (v *vm) trackRejection(p *goja.Promise, op goja.PromiseRejectionOperation) {
	f, ok := goja.AssertFunction(v.host.Get("rejection"))
	if !ok {
		return
	}
	handled := op == goja.PromiseRejectionHandle
	_, err := f(goja.Undefined(), v.rt.ToValue(p), p.Result(), v.rt.ToValue(handled))
	var in *goja.InterruptedError
	if errors.As(err, &in) {
		panic(in)
	}
}

// Run runs s in the global scope.
func (v *vm) Run(ctx context.Context, s isolate.Script) error {
	p, ok := s.(*script)
	if !ok {
		return fmt.Errorf("gojavm: script of another engine: %T", s)
	}
	v.maps.Add(p.src)
	return v.enter(ctx, func() error {
		_, err := v.rt.RunProgram(p.prg)
		return err
	})
}

// Call calls __host[fn].
func (v *vm) Call(ctx context.Context, fn string, args ...isolate.Value) (isolate.Value, error) {
	var out isolate.Value
	err := v.enter(ctx, func() error {
		f, err := v.function(fn)
		if err != nil {
			return err
		}
		vals := make([]goja.Value, len(args))
		for i, a := range args {
			if vals[i], err = v.wrap(a); err != nil {
				return fmt.Errorf("gojavm: argument %d of %s: %w", i, fn, err)
			}
		}
		r, err := f(goja.Undefined(), vals...)
		if err != nil {
			return err
		}
		if out, err = v.export(r, true); err != nil {
			return fmt.Errorf("gojavm: result of %s: %w", fn, err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// function looks __host[fn] up when it is first called.
func (v *vm) function(fn string) (goja.Callable, error) {
	if f, ok := v.fns[fn]; ok {
		return f, nil
	}
	f, ok := goja.AssertFunction(v.host.Get(fn))
	if !ok {
		return nil, isolate.Throw("TypeError", "__host.%s is not a function", fn)
	}
	v.fns[fn] = f
	return f, nil
}

// enter runs f under ctx, and the microtasks after the outermost f.
func (v *vm) enter(ctx context.Context, f func() error) (err error) {
	if v.spent {
		return isolate.ErrSpent
	}
	if ctx.Err() != nil {
		return fmt.Errorf("gojavm: interrupted: %w", context.Cause(ctx))
	}
	stop := v.interruptAfter(ctx)
	v.depth++
	defer func() {
		v.depth--
		if x := recover(); x != nil {
			v.spent = true
			err = fmt.Errorf("gojavm: goja failed: %v", x)
		}
		if !stop() {
			v.spent = true
			err = fmt.Errorf("gojavm: interrupted: %w", context.Cause(ctx))
		}
	}()
	if v.depth == 1 {
		return v.outermost(f)
	}
	return v.outcome(f())
}

// interruptAfter interrupts the isolate when ctx ends, unless stop is called before.
func (v *vm) interruptAfter(ctx context.Context) (stop func() bool) {
	rt := v.rt
	return context.AfterFunc(ctx, func() {
		v.ended.Store(true)
		rt.Interrupt(nil)
	})
}

// poll goes on with an interrupt in Go code that runs long.
func (v *vm) poll() {
	if v.ended.Load() {
		panic(&goja.InterruptedError{})
	}
}

// outermost runs f and then the microtasks, both inside of a call of a built-in
// function. There goja takes every further call for a nested one, which must not drain the
// queue: left to itself it would, in calls that ops make from microtasks.
func (v *vm) outermost(f func() error) error {
	var err error
	_, outer := v.frame(goja.Undefined(), v.rt.ToValue(func(goja.FunctionCall) goja.Value {
		err = v.outcome(f())
		v.drain()
		return nil
	}))
	if outer != nil {
		return v.outcome(outer)
	}
	return err
}

// outcome maps what goja returns to the errors of the contract.
func (v *vm) outcome(err error) error {
	var ex *goja.Exception
	var in *goja.InterruptedError
	var so *goja.StackOverflowError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &in):
		v.spent = true
		return isolate.ErrSpent // enter puts the cause in its place
	case errors.As(err, &so):
		return &isolate.Exception{
			Class: "RangeError", Message: "Maximum call stack size exceeded", Stack: v.maps.Map(frames(so.Stack(), maxFrames)),
		}
	case errors.As(err, &ex):
		return v.exception(ex)
	}
	return err
}

// Close drops the heap for Go's collector.
func (v *vm) Close() error {
	if v.depth > 0 {
		return errors.New("gojavm: an op can't close the isolate that runs it")
	}
	v.spent = true
	v.rt, v.host, v.fns = nil, nil, nil
	return nil
}
