package harness

import (
	"context"
	"errors"
	"runtime"
	"time"

	"example.com/thaw/isolate/phase"
)

// An IsolateRunner does each cold start in a new isolate of this process. Its
// engines live as long as the runner. One goroutine uses it at a time.
type IsolateRunner struct {
	libraries libraries
	snapshots snapshots
	collector *collector
}

// NewIsolateRunner returns a runner that makes each engine when an arm first
// needs it.
func NewIsolateRunner(e Engines) *IsolateRunner {
	return &IsolateRunner{newLibraries(e), snapshots{}, newCollector()}
}

// Close closes the snapshots and the engines.
func (r *IsolateRunner) Close() error { return errors.Join(r.snapshots.close(), r.libraries.close()) }

// Mode is ModeIsolate.
func (r *IsolateRunner) Mode() string { return ModeIsolate }

// ColdStart starts arm in a new isolate, on a goroutine that is locked to its
// thread meanwhile, so that the thread's CPU time is the isolate's.
func (r *IsolateRunner) ColdStart(ctx context.Context, arm Arm) (Sample, error) {
	if arm.CPUQuota > 0 {
		return Sample{}, ErrQuotaMode
	}
	lib, err := r.libraries.get(ctx, arm)
	if err != nil {
		return Sample{}, err
	}
	if err := r.snapshots.prepare(ctx, lib, arm); err != nil {
		return Sample{}, err
	}
	defer r.collector.prepare(arm)()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var logged errorLog
	began := time.Now()
	rec := phase.New(nil)
	cfg := arm.config(lib)
	cfg.Log, cfg.Phases = logged.log, rec
	inst, err := r.snapshots.start(ctx, cfg, arm)
	if err != nil {
		return Sample{}, err
	}
	defer inst.Close()
	first, err := arm.Request.to(ctx, Host)
	if err != nil {
		return Sample{}, err
	}
	m := measurement{inst, rec}
	s := Sample{}
	if s.Cold.Answer, err = m.exchange(ctx, first); err != nil {
		return Sample{}, err
	}
	s.Cold.Profile = rec.Profile()
	s.HeapBytes, _ = inst.HeapBytes()
	s.Warm, s.Rebuild, err = m.again(ctx, arm)
	s.Took = time.Since(began)
	s.ErrorLog, s.CacheWarnings = logged.String(), lib.Scripts().Warnings()
	return s, err
}
