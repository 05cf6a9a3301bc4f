package worker

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/loop"
)

var (
	// ErrNoHandler reports an app that has neither a default export with a fetch
	// method nor a listener for fetch events.
	ErrNoHandler = errors.New("no fetch handler: export default an object with a fetch method, or call addEventListener(\"fetch\", ...)")
	// ErrTopLevel reports an app whose top level awaits what can never come.
	ErrTopLevel = errors.New("the top level awaits something that can never happen")
	// ErrHung reports a handler whose promise can never settle.
	ErrHung = errors.New("the handler waits for something that can never happen, and would never respond")
)

// An Instance is an evaluated app. Its methods may be called from any goroutine.
type Instance struct {
	*Scope

	mu        sync.Mutex
	exchanges map[float64]*exchange
	lastID    float64

	keepFetches bool // see contextEnded

	started    signal // settled when the app's top level has ended
	rebuilt    signal
	background signal // settled while no waitUntil promise is pending
}

// Start makes an instance: phases boot, parse, evaluate, and define and build
// where the app marks them. From a snapshot that holds an evaluated app, it is
// boot alone. The instance's life ends with ctx. What the app's top level throws,
// and what it does there that Workers refuse, is an *isolate.Exception with a
// source-mapped stack.
func Start(ctx context.Context, cfg Config) (*Instance, error) {
	i, err := openInstance(ctx, cfg)
	if err != nil {
		return nil, err
	}
	if err := i.start(ctx); err != nil {
		i.Close()
		return nil, err
	}
	return i, nil
}

// openInstance makes an instance without an app, or that of a snapshot.
func openInstance(ctx context.Context, cfg Config) (*Instance, error) {
	i := &Instance{exchanges: map[float64]*exchange{}}
	scope, err := open(ctx, cfg, i.ops(), "90_worker")
	if err != nil {
		return nil, err
	}
	i.Scope = scope
	return i, nil
}

func (i *Instance) start(ctx context.Context) error {
	if s := i.cfg.Snapshot; s.evaluated() {
		i.lastID = s.LastID
		i.stacks.Add(i.cfg.source())
		return nil
	}
	script, err := i.parse()
	if err != nil {
		return err
	}
	i.stacks.Add(script.Source())
	return i.evaluate(ctx, script)
}

func (i *Instance) parse() (isolate.Script, error) {
	span := i.cfg.Phases.Begin(phase.Parse)
	defer span.End()
	script := i.cfg.Script
	if script == nil {
		var hit bool
		var err error
		scripts := i.cfg.Web.Scripts()
		if script, hit, err = scripts.Compile(i.ctx, i.cfg.Source); err != nil {
			return nil, fmt.Errorf("worker: %w", err)
		}
		if scripts.Level() != codecache.None {
			span.SetHit(hit)
		}
	}
	if l, ok := i.iso.(isolate.Loader); ok {
		if err := l.Load(i.ctx, script); err != nil {
			return nil, fmt.Errorf("worker: %w", err)
		}
	}
	return script, nil
}

func (i *Instance) evaluate(ctx context.Context, script isolate.Script) error {
	span := i.cfg.Phases.Begin(phase.Evaluate)
	defer span.End()
	ctx, stop := i.bound(ctx)
	defer stop()
	i.topLevel = true
	defer func() { i.topLevel = false }()
	done := i.started.reset()
	err := i.turn(ctx, func(ctx context.Context) error {
		if err := i.iso.Run(ctx, script); err != nil {
			return err
		}
		_, err := i.iso.Call(ctx, "afterEvaluate")
		return err
	})
	if err == nil {
		err = i.loop.Run(ctx, done)
	}
	if errors.Is(err, loop.ErrStalled) {
		err = ErrTopLevel
	}
	if err == nil {
		err = i.started.err
	}
	if err != nil {
		return fmt.Errorf("worker: %s: %w", i.cfg.Source.Name, err)
	}
	return nil
}

// ErrNoRebuild reports an app that does not export rebuild.
var ErrNoRebuild = errors.New("worker: the app exports no function rebuild")

// Rebuild calls the function rebuild that the app exports, which defines and
// builds its handler anew, and waits for its promise.
func (i *Instance) Rebuild(ctx context.Context) error {
	ctx, stop := i.bound(ctx)
	defer stop()
	done := i.rebuilt.reset()
	err := i.turn(ctx, func(ctx context.Context) error {
		found, err := i.iso.Call(ctx, "rebuild")
		if err == nil && found == false {
			i.rebuilt.settle(ErrNoRebuild)
		}
		return err
	})
	if err == nil {
		err = i.loop.Run(ctx, done)
	}
	if err != nil {
		return fmt.Errorf("worker: rebuild: %w", err)
	}
	return i.rebuilt.err
}

// Wait runs the instance until every promise given to waitUntil has settled, or
// none of those that are left ever can.
func (i *Instance) Wait(ctx context.Context) error {
	ctx, stop := i.bound(ctx)
	defer stop()
	err := i.loop.Run(ctx, i.background.wait())
	if errors.Is(err, loop.ErrStalled) {
		return nil
	}
	return err
}
