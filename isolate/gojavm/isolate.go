package gojavm

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/dop251/goja"

	"example.com/thaw/isolate"
)

// A vm is one goja runtime and its __host object.
type vm struct {
	rt    *goja.Runtime
	host  *goja.Object
	fns   map[string]goja.Callable // of __host, by name
	depth int                      // of nested Run and Call
	spent bool
}

// New makes an isolate. It is safe for concurrent use.
func (engine) New(ctx context.Context, o isolate.Options) (_ isolate.Isolate, err error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	defer recoverAs(&err, "make an isolate")
	v := &vm{rt: goja.New(), fns: map[string]goja.Callable{}}
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
	return v, nil
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
	table := v.rt.NewObject()
	for _, op := range ops {
		if err := table.Set(op.Name, v.bind(op)); err != nil {
			return fmt.Errorf("gojavm: op %s: %w", op.Name, err)
		}
	}
	v.host = v.rt.NewObject()
	if err := v.host.Set("ops", table); err != nil {
		return fmt.Errorf("gojavm: __host.ops: %w", err)
	}
	return v.rt.GlobalObject().DefineDataProperty("__host", v.host, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// trackRejection is HTML's HostPromiseRejectionTracker, as __host.rejection.
func (v *vm) trackRejection(p *goja.Promise, op goja.PromiseRejectionOperation) {
	f, ok := goja.AssertFunction(v.host.Get("rejection"))
	if !ok {
		return
	}
	handled := op == goja.PromiseRejectionHandle
	if _, err := f(goja.Undefined(), v.rt.ToValue(p), p.Result(), v.rt.ToValue(handled)); err != nil {
		panic(err)
	}
}

// Run runs s in the global scope.
func (v *vm) Run(ctx context.Context, s isolate.Script) error {
	p, ok := s.(*script)
	if !ok {
		return fmt.Errorf("gojavm: script of another engine: %T", s)
	}
	_, err := v.enter(ctx, func() (goja.Value, error) { return v.rt.RunProgram(p.prg) })
	return err
}

// Call calls __host[fn].
func (v *vm) Call(ctx context.Context, fn string, args ...isolate.Value) (isolate.Value, error) {
	var out isolate.Value
	_, err := v.enter(ctx, func() (goja.Value, error) {
		f, err := v.function(fn)
		if err != nil {
			return nil, err
		}
		vals := make([]goja.Value, len(args))
		for i, a := range args {
			if vals[i], err = v.wrap(a); err != nil {
				return nil, fmt.Errorf("gojavm: argument %d of %s: %w", i, fn, err)
			}
		}
		r, err := f(goja.Undefined(), vals...)
		if err != nil {
			return nil, err
		}
		if out, err = v.export(r, true); err != nil {
			return nil, fmt.Errorf("gojavm: result of %s: %w", fn, err)
		}
		return r, nil
	})
	return out, err
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

// enter runs f under ctx. goja drains its job queue when the outermost f returns.
func (v *vm) enter(ctx context.Context, f func() (goja.Value, error)) (_ goja.Value, err error) {
	if v.spent {
		return nil, isolate.ErrSpent
	}
	if ctx.Err() != nil {
		v.spent = true
		return nil, fmt.Errorf("gojavm: interrupted: %w", context.Cause(ctx))
	}
	stop := context.AfterFunc(ctx, func() { v.rt.Interrupt(ctx) })
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
	r, err := f()
	return r, v.outcome(err)
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
		if ctx, ok := in.Value().(context.Context); ok {
			return fmt.Errorf("gojavm: interrupted: %w", context.Cause(ctx))
		}
		return fmt.Errorf("gojavm: interrupted: %w", err)
	case errors.As(err, &so):
		return &isolate.Exception{
			Class: "RangeError", Message: "Maximum call stack size exceeded", Stack: frames(so.Stack()),
		}
	case errors.As(err, &ex):
		return v.exception(ex)
	}
	return err
}

// Close drops the heap for Go's collector.
func (v *vm) Close() error {
	v.spent = true
	v.rt, v.host, v.fns = nil, nil, nil
	return nil
}
