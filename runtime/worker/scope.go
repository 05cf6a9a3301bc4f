package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
)

// Config says what a scope or an instance is made of.
type Config struct {
	Web    *web.Library   // the Web APIs, and the engine; required
	Source isolate.Source // the app's bundle
	Script isolate.Script // Source, compiled before; nil gets it from Web.Scripts in phase parse

	// Snapshot is what Start begins with: an instance at the stage at which it was
	// taken. The rest of Config must be as it was then, where it shows in the
	// snapshot (see Snapshot). nil begins with nothing.
	Snapshot *Snapshot

	// Outbound is where fetch goes, and what else uses the network: web.Network, or a
	// stand-in for it. It is called on goroutines of its own, must not follow
	// redirects, and must end with the request's context. nil refuses all of it, with an
	// error that names the host.
	Outbound http.RoundTripper

	// Origin is what is behind the app: it answers a request whose handler throws
	// after passThroughOnException. nil leaves that to be an error.
	Origin http.RoundTripper

	Caches *web.CacheStore // what caches holds, which instances may share; nil makes one of 64 MB

	Env      string          // the bindings that handlers get as env: a JSON object; "" is {}
	Location string          // base URL of the global scope; "" is none
	Log      func(web.Entry) // console and uncaught exceptions, stacks source-mapped; nil drops them
	Touched  func(web.Touch) // first touch of each Web API; nil records none
	Called   func(op string) // each call of an op, before it is done; nil records none
	Phases   *phase.Recorder // boot, parse, evaluate and the app's User Timing; nil records nothing
	Memory   int64           // bytes the isolate's heap may hold; 0 means no limit
	Clock    loop.Clock      // of timers and Date; nil means the system's
	Random   io.Reader       // nil means crypto/rand

	// FrozenClock has time stand still as it does in deployed Workers: it is the
	// Unix epoch at the app's top level, and in a handler it advances only when
	// something arrives from outside. See loop.NewFrozen. performance.now is the same as Date.now then.
	FrozenClock bool

	// EagerGlobals loads every file of the Web APIs at boot, and not at the first touch of a global that
	// needs it: to see what that saves. From a snapshot all are loaded in any case.
	EagerGlobals bool
}

// A Scope is an isolate with the Web APIs on its global object.
type Scope struct {
	cfg    Config
	ctx    context.Context // ends with the scope; its cause says why
	cancel context.CancelCauseFunc
	loop   *loop.Loop
	layer  *web.Layer
	iso    isolate.Isolate
	stacks isolate.StackMap

	topLevel bool // the app's top level is running
}

// Open makes a scope, in phase boot. The scope's life ends with ctx: JavaScript
// that runs then is interrupted.
func Open(ctx context.Context, cfg Config) (*Scope, error) {
	return open(ctx, cfg, nil, "")
}

// open makes a scope with more ops, and loads a file of the Web layer that uses them.
func open(ctx context.Context, cfg Config, ops []isolate.Op, file string) (*Scope, error) {
	span := cfg.Phases.Begin(phase.Boot)
	defer span.End()
	if err := cfg.Snapshot.check(cfg); err != nil {
		return nil, err
	}
	s := &Scope{cfg: cfg}
	s.ctx, s.cancel = context.WithCancelCause(ctx)
	o := s.assemble()
	o.Ops = told(slices.Concat(o.Ops, ops), cfg.Called)
	var err error
	if cfg.Snapshot != nil {
		err = s.restore(o)
	} else {
		err = s.boot(o, file)
	}
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("worker: %w", err)
	}
	return s, nil
}

// told has f told of each call of an op, if f is not nil.
func told(ops []isolate.Op, f func(op string)) []isolate.Op {
	if f == nil {
		return ops
	}
	for i, op := range ops {
		ops[i].Call = func(args []isolate.Value) (isolate.Value, error) {
			f(op.Name)
			return op.Call(args)
		}
	}
	return ops
}

// assemble makes the loop and the layer, and says what the isolate stands on.
func (s *Scope) assemble() isolate.Options {
	cfg := s.cfg
	w := web.Config{
		Log: s.log, Env: cfg.Env, Phases: cfg.Phases, Location: cfg.Location, Random: cfg.Random, Touched: cfg.Touched,
		Outbound: cfg.Outbound, Origin: cfg.Origin, Caches: cfg.Caches,
	}
	o := isolate.Options{Memory: cfg.Memory, Random: cfg.Random}
	if cfg.FrozenClock {
		s.loop = loop.NewFrozen(cfg.Clock)
		w.Frozen, o.Now = s.frozenNow, s.frozenNow
	} else {
		s.loop = loop.New(cfg.Clock)
		if cfg.Clock != nil {
			o.Now = cfg.Clock.Now
		}
	}
	w.Loop = s.loop
	s.layer = web.New(cfg.Web, w)
	o.Ops = s.layer.Ops()
	return o
}

// frozenNow is the time with FrozenClock.
func (s *Scope) frozenNow() time.Time {
	if s.topLevel {
		return time.Unix(0, 0)
	}
	return s.loop.Now()
}

// boot makes the isolate, with the Web APIs.
func (s *Scope) boot(o isolate.Options, file string) error {
	iso, err := s.cfg.Web.Engine().New(s.ctx, o)
	if err != nil {
		return err
	}
	s.iso = iso
	if err := s.layer.Boot(s.ctx, iso); err != nil {
		return err
	}
	if s.cfg.EagerGlobals {
		if err := s.layer.Preload(s.ctx); err != nil {
			return err
		}
	}
	if file == "" {
		return nil
	}
	return s.layer.Use(s.ctx, file)
}

// log maps the stacks in an entry before it passes it on.
func (s *Scope) log(e web.Entry) {
	if s.cfg.Log == nil {
		return
	}
	if strings.Contains(e.Text, s.cfg.Source.Name+":") {
		e.Text = s.stacks.Map(e.Text)
	}
	s.cfg.Log(e)
}

// Run compiles and runs a script to the end of its microtasks. A throw is an
// *isolate.Exception.
func (s *Scope) Run(ctx context.Context, src isolate.Source) error {
	script, err := s.cfg.Web.Engine().Compile(ctx, src)
	if err != nil {
		return err
	}
	ctx, stop := s.bound(ctx)
	defer stop()
	return s.turn(ctx, func(ctx context.Context) error { return s.iso.Run(ctx, script) })
}

// turn runs f, which calls the isolate, as a task. An exception is returned; any
// other error is the isolate's end, and so the loop's.
func (s *Scope) turn(ctx context.Context, f loop.Task) error {
	var thrown error
	err := s.loop.Turn(ctx, func(ctx context.Context) error {
		if err := f(ctx); isException(err) {
			thrown = err
		} else if err != nil {
			return err
		}
		return s.layer.NotifyRejections(ctx)
	})
	return cmp.Or(err, thrown)
}

func isException(err error) bool {
	ex := new(isolate.Exception)
	return errors.As(err, &ex)
}

// Idle runs the event loop until nothing is left to do.
func (s *Scope) Idle(ctx context.Context) error {
	ctx, stop := s.bound(ctx)
	defer stop()
	return s.loop.Run(ctx, nil)
}

// bound returns the context under which JavaScript runs for a caller: that of
// the scope, with the caller's deadline. A caller that gives up does not
// interrupt what others share with it; one whose time is over does.
func (s *Scope) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); !ok {
		return s.ctx, func() {}
	}
	bound, cancel := context.WithCancelCause(s.ctx)
	stop := context.AfterFunc(ctx, func() {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			cancel(context.Cause(ctx))
		}
	})
	return bound, func() {
		stop()
		cancel(nil)
	}
}

// HeapBytes is the size of the isolate's heap; ok is false if its engine can't tell.
func (s *Scope) HeapBytes() (n int64, ok bool) {
	h, ok := s.iso.(isolate.HeapSizer)
	if !ok {
		return 0, false
	}
	return h.HeapBytes(), true
}

// TouchedPages is how much of its memory the isolate has touched, in pages of 4 KiB (see
// isolate.PageToucher). The error is errors.ErrUnsupported if its engine can't tell.
func (s *Scope) TouchedPages() (int64, error) {
	if p, ok := s.iso.(isolate.PageToucher); ok {
		return p.TouchedPages()
	}
	return 0, errors.ErrUnsupported
}

// Left is what the event loop has left to do.
func (s *Scope) Left() loop.Counts { return s.loop.Counts() }

// Close ends the scope and frees its isolate. Calls in progress fail with
// loop.ErrClosed. It may be called more than once.
func (s *Scope) Close() error {
	s.cancel(loop.ErrClosed)
	s.loop.Close()
	s.layer.Close()
	if s.iso == nil { // it could not be made
		return nil
	}
	return s.iso.Close()
}
