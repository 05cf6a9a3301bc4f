package harness

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"unsafe"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// errAbandoned is why a child stops when its parent has gone.
var errAbandoned = errors.New("harness: the parent process has gone")

// ServeSample is the child's part of ProcessRunner: it starts the app that it is
// told of on stdin, answers one request on a loopback port, and writes what it
// measured to stdout. Call it first thing in main: until then, the clock of
// phase spawn runs. An error has been written to stdout, too.
func ServeSample(ctx context.Context, engines Engines, stdin io.Reader, stdout io.Writer) error {
	c := child{stdout: stdout, out: json.NewEncoder(stdout)}
	err := c.serve(ctx, engines, stdin)
	if err == nil {
		return nil
	}
	r := reply{Error: err.Error()}
	errors.As(err, &r.Exception)
	return errors.Join(err, c.out.Encode(r))
}

// A child is one cold start in a process of its own.
type child struct {
	stdout  io.Writer
	out     *json.Encoder // to stdout
	rec     *phase.Recorder
	report  report
	logged  errorLog
	engine  isolate.Engine
	library *web.Library
}

func (c *child) serve(ctx context.Context, engines Engines, stdin io.Reader) (err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if c.report.Main, err = sharedNow(); err != nil {
		return err
	}
	now := phase.Read()
	c.report.MainCPU = phase.Cost{Thread: now.Thread, Process: now.Process, HasCPU: now.HasCPU}
	c.rec = phase.Since(now)

	reading := c.rec.Begin("order")
	var o order
	err = json.NewDecoder(stdin).Decode(&o)
	reading.End()
	if err != nil {
		return fmt.Errorf("harness: reading the order of the parent process: %w", err)
	}
	ctx, abandon := context.WithCancelCause(ctx)
	defer abandon(nil)
	go func() {
		for b := [1]byte{}; ; {
			if _, err := stdin.Read(b[:]); err != nil {
				abandon(errAbandoned)
				return
			}
		}
	}()
	cfg, err := c.config(engines, o)
	if c.engine != nil {
		defer c.engine.Close()
	}
	if err != nil {
		return err
	}
	if o.Take {
		return c.take(ctx, cfg, o)
	}
	inst, err := c.start(ctx, cfg, o)
	if err != nil {
		return err
	}
	defer inst.Close()
	return c.measure(ctx, inst, o)
}

// config adds the engine and its cache to phase boot, and reading the bundle to sub-phase read.
func (c *child) config(engines Engines, o order) (worker.Config, error) {
	if err := c.open(engines, o); err != nil {
		return worker.Config{}, err
	}
	read := c.rec.Begin("read")
	text, err := os.ReadFile(o.SourceFile)
	read.End() // from here on, nobody writes to text
	if err != nil {
		return worker.Config{}, fmt.Errorf("harness: %w", err)
	}
	return worker.Config{
		Web: c.library,
		Source: isolate.Source{
			Name: o.SourceName, Text: unsafe.String(unsafe.SliceData(text), len(text)), Module: o.Module,
			StripDebug: o.StripDebug, EagerRegExps: o.EagerRegExps,
		},
		Env: o.Env,

		FrozenClock: o.FrozenClock, EagerGlobals: o.EagerGlobals,
		Outbound: outbound(o.Network),
		Log:      c.logged.log,
		Phases:   c.rec,
	}, nil
}

// start starts the instance. Opening its snapshot is in phase boot.
func (c *child) start(ctx context.Context, cfg worker.Config, o order) (*worker.Instance, error) {
	if o.Snapshot != "" {
		store, err := c.snapshotStore(o)
		if err != nil {
			return nil, err
		}
		s, err := loadSnapshot(store, cfg, o.Snapshot, o.Request.maker(ctx))
		if err != nil {
			return nil, err
		}
		if s != nil {
			defer s.Close() // the instance lives on
		}
		cfg.Snapshot = s
	}
	return worker.Start(ctx, cfg)
}

// snapshotStore is where the snapshot is kept.
func (c *child) snapshotStore(o order) (*codecache.Store, error) {
	if store := c.library.Scripts().Store(); store != nil {
		return store, nil
	}
	defer c.rec.Begin(phase.Boot).End()
	store, err := codecache.Open(o.SnapshotDir)
	if err != nil {
		return nil, fmt.Errorf("harness: %w", err)
	}
	return store, nil
}

// take takes the snapshot that the samples start from.
func (c *child) take(ctx context.Context, cfg worker.Config, o order) error {
	store, err := c.snapshotStore(o)
	if err != nil {
		return err
	}
	if err := keepSnapshot(ctx, store, cfg, o.Snapshot, o.Request.maker(ctx)); err != nil {
		return fmt.Errorf("harness: snapshot %s: %w", o.Snapshot, err)
	}
	return c.out.Encode(reply{Taken: true})
}

func (c *child) open(engines Engines, o order) (err error) {
	defer c.rec.Begin(phase.Boot).End()
	if c.engine, err = engines(o.Runtime); err != nil {
		return fmt.Errorf("harness: %w", err)
	}
	c.library, err = newLibrary(c.engine, o.Cache, o.CacheDir)
	return err
}

// measure answers the first request over the socket, does the later passes and reports.
func (c *child) measure(ctx context.Context, inst *worker.Instance, o order) (err error) {
	if err := c.answer(ctx, inst); err != nil {
		return err
	}
	c.report.Profile = c.rec.Profile()
	c.report.HeapBytes, _ = inst.HeapBytes()
	m := measurement{inst, c.rec}
	c.report.Warm, c.report.Rebuild, err = m.again(ctx, Arm{Request: o.Request, Rebuild: o.Rebuild})
	if err != nil {
		return err
	}
	c.report.ErrorLog, c.report.CacheWarnings = c.logged.String(), c.library.Scripts().Warnings()
	return c.out.Encode(reply{Report: &c.report})
}

// answer takes one connection and answers one request on it. It does so without
// http.Server, whose goroutines would leave the thread that is being measured.
func (c *child) answer(ctx context.Context, inst *worker.Instance) error {
	// Neither is asked for what loopback has no use for: IPv6, and several paths.
	var config net.ListenConfig
	config.SetMultipathTCP(false)
	listen := c.rec.Begin("listen")
	l, err := config.Listen(ctx, "tcp4", "127.0.0.1:0")
	listen.End()
	if err != nil {
		return fmt.Errorf("harness: %w", err)
	}
	defer l.Close()
	defer context.AfterFunc(ctx, func() { l.Close() })()
	// By hand: what package json prepares for a type takes longer than to listen.
	if _, err := fmt.Fprintf(c.stdout, "{\"Address\":%q}\n", l.Addr()); err != nil {
		return fmt.Errorf("harness: %w", err)
	}
	conn, err := l.Accept()
	if err != nil {
		return causeOr(ctx, fmt.Errorf("harness: %w", err))
	}
	defer conn.Close()
	req, err := http.ReadRequest(bufio.NewReader(conn))
	if err != nil {
		return fmt.Errorf("harness: reading the request: %w", err)
	}
	return c.respond(ctx, inst, req.WithContext(ctx), conn)
}

// respond is the phase request: from the call of the handler until the body has
// been read and handed to the socket.
func (c *child) respond(ctx context.Context, inst *worker.Instance, req *http.Request, conn io.Writer) error {
	span := c.rec.Begin(phase.Request)
	defer span.End()
	res, err := inst.Fetch(ctx, req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	res.ProtoMajor, res.ProtoMinor, res.Close, res.Request = 1, 1, true, req
	w := bufio.NewWriter(conn)
	if err := res.Write(w); err != nil {
		return fmt.Errorf("harness: writing the response: %w", err)
	}
	return w.Flush()
}

// causeOr is the cause of ctx if that has ended, and else err.
func causeOr(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
