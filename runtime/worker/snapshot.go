package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"example.com/thaw/isolate"
)

// A Stage is how far an instance has come when its snapshot is taken.
type Stage string

// The stages, from the earliest.
const (
	StageBase      Stage = "base"      // the engine and all Web APIs, no app
	StageEvaluated Stage = "evaluated" // the app's top level has ended, with what it defines and builds
	StageWarm      Stage = "warm"      // one request has been answered, too
)

// Stages lists the stages, from the earliest.
func Stages() []Stage { return []Stage{StageBase, StageEvaluated, StageWarm} }

// ErrNoSnapshots reports an engine whose isolates can't be copied.
var ErrNoSnapshots = errors.New("the engine has no snapshots")

// A Snapshot is an instance from which others start. It is safe for concurrent use.
//
// The clock, random numbers, env and the ops of each instance that starts from
// it are its own. Up to StageEvaluated, an app has seen no request. What it took
// from Date.now and Math.random is the same in all instances.
//
// A snapshot stands for the engine, the source, the env, the location and the kind
// of clock that it was taken with; Start refuses it for others.
type Snapshot struct {
	note
	iso   isolate.Snapshot
	taken Config // what it was taken with; of these, check compares some

	request func() (*http.Request, error) // see TakeSnapshot
}

// TakeSnapshot starts an instance as cfg says and copies it at a stage. request
// makes the request that StageWarm answers before; its response must be the app's own.
// What the app leaves unfinished, such as a timer or a promise given to
// waitUntil, is an error.
//
// At each stage, an instance that starts from the snapshot answers the request
// once more, for the engine to learn what it touches; what goes wrong with that is left to
// later instances. A nil request, which StageWarm can't do without, teaches nothing.
func TakeSnapshot(ctx context.Context, cfg Config, stage Stage, request func() (*http.Request, error)) (*Snapshot, error) {
	engine, ok := cfg.Web.Engine().(isolate.Snapshotter)
	if !ok {
		return nil, fmt.Errorf("worker: %s: %w", cfg.Web.Engine().Info().Name, ErrNoSnapshots)
	}
	cfg.Phases, cfg.Snapshot = nil, nil
	i, err := warmUp(ctx, cfg, stage, request)
	if err != nil {
		return nil, err
	}
	defer i.Close()
	if err := i.unfinished(ctx); err != nil {
		return nil, fmt.Errorf("worker: no snapshot can be taken: %w", err)
	}
	// Called here, its function is at hand in what is restored.
	if err := i.layer.Restored(ctx, i.iso); err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	n := note{stage, i.lastID}
	iso, err := engine.Snapshot(i.iso, n.encode())
	if err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	s := &Snapshot{n, iso, cfg, request}
	if request != nil {
		s.learn(ctx, engine, request)
	}
	return s, nil
}

// learn has an instance answer a request, and the engine look at what it changed.
// That only makes later starts faster: an error is nobody's concern.
func (s *Snapshot) learn(ctx context.Context, engine isolate.Snapshotter, request func() (*http.Request, error)) {
	cfg := s.taken
	cfg.Snapshot, cfg.Log, cfg.Touched, cfg.Called = s, nil, nil, nil
	i, err := Start(ctx, cfg)
	if err != nil {
		return
	}
	defer i.Close()
	if i.answer(ctx, request) == nil {
		_ = engine.Learn(s.iso, i.iso)
	}
}

// warmUp brings an instance to a stage. It is closed if that fails.
func warmUp(ctx context.Context, cfg Config, stage Stage, request func() (*http.Request, error)) (*Instance, error) {
	i, err := openInstance(ctx, cfg)
	if err != nil {
		return nil, err
	}
	i.keepFetches = true
	err = i.layer.Preload(i.ctx)
	if err == nil && stage != StageBase {
		err = i.warmUp(ctx, stage, request)
	}
	if err != nil {
		i.Close()
		return nil, err
	}
	return i, nil
}

// warmUp brings an instance without an app to a stage that has one. What the app
// has left then is known by where it came from.
func (i *Instance) warmUp(ctx context.Context, stage Stage, request func() (*http.Request, error)) error {
	if err := i.layer.Record(ctx, true); err != nil {
		return err
	}
	if err := i.start(ctx); err != nil {
		return err
	}
	if stage == StageWarm {
		if err := i.answer(ctx, request); err != nil {
			return err
		}
	}
	return i.layer.Record(ctx, false)
}

// answer has a request answered and read to the end, with what waitUntil was given.
func (i *Instance) answer(ctx context.Context, request func() (*http.Request, error)) error {
	req, err := request()
	if err != nil {
		return err
	}
	res, err := i.Fetch(ctx, req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if err := Failure(res); err != nil {
		return fmt.Errorf("worker: the request before the snapshot: %w", err)
	}
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		return err
	}
	return i.Wait(ctx)
}

// evaluated tells whether the app is in the snapshot. A nil Snapshot has none.
func (s *Snapshot) evaluated() bool { return s != nil && s.At != StageBase }

// Stage is when the snapshot was taken.
func (s *Snapshot) Stage() Stage { return s.At }

// Bytes is the size of the snapshot, as it is kept.
func (s *Snapshot) Bytes() int64 { return s.iso.Bytes() }

// Close frees the snapshot. Instances that started from it live on.
func (s *Snapshot) Close() error { return s.iso.Close() }

// check reports how cfg differs from what the snapshot was taken with.
func (s *Snapshot) check(cfg Config) error {
	if s == nil {
		return nil
	}
	other := func(what string) error {
		return fmt.Errorf("worker: the snapshot was taken with another %s: take it again", what)
	}
	was := s.taken
	switch {
	case cfg.Web.Engine() != was.Web.Engine():
		return other("engine")
	case cfg.Location != was.Location:
		return other("location")
	case cfg.FrozenClock != was.FrozenClock:
		return other("kind of clock")
	case !s.evaluated():
		return nil
	case cfg.Source.Text != was.Source.Text || cfg.Source.Name != was.Source.Name || cfg.Source.Module != was.Source.Module ||
		cfg.Source.StripDebug != was.Source.StripDebug || cfg.Source.EagerRegExps != was.Source.EagerRegExps:
		return other("bundle")
	case cfg.Env != was.Env:
		return other("env")
	}
	return nil
}

// restore makes the isolate from the snapshot.
func (s *Scope) restore(o isolate.Options) error {
	engine := s.cfg.Web.Engine().(isolate.Snapshotter) // that took it
	load := s.cfg.Phases.Begin("engine")
	engine.PrepareRestore()
	load.End()
	restore := s.cfg.Phases.Begin("restore")
	iso, err := engine.Restore(s.ctx, s.cfg.Snapshot.iso, o)
	restore.End()
	if err != nil {
		return err
	}
	s.iso = iso
	defer s.cfg.Phases.Begin("resume").End()
	return s.layer.Restored(s.ctx, iso)
}
