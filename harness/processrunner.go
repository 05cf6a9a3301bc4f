package harness

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"example.com/thaw/isolate/phase"
)

// A ProcessRunner does each cold start in a fresh process, whose main calls
// ServeSample. The clock runs from just before the process is started until the
// last byte of the body has come over a loopback socket.
//
// A stack in an error of such a process is not source-mapped: the child is not
// given the source map, since reading it would be part of the cold start.
type ProcessRunner struct {
	command []string
	dir     string          // holds the bundles, and is a folder of caches for the snapshots of arms that have none
	taken   map[string]bool // whether a snapshot is kept, by Arm.ID
	quotas  quotas
}

// NewProcessRunner returns a runner that starts command, a program and its arguments.
func NewProcessRunner(command ...string) (*ProcessRunner, error) {
	dir, err := os.MkdirTemp("", "thaw-bench-")
	if err != nil {
		return nil, fmt.Errorf("harness: a folder for the bundles: %w", err)
	}
	return &ProcessRunner{command, dir, map[string]bool{}, quotas{}}, nil
}

// Close removes the runner's files and CPU quotas.
func (r *ProcessRunner) Close() error { return errors.Join(os.RemoveAll(r.dir), r.quotas.close()) }

// Mode is ModeProcess.
func (r *ProcessRunner) Mode() string { return ModeProcess }

// ColdStart starts a process for arm and asks it for an answer.
func (r *ProcessRunner) ColdStart(ctx context.Context, arm Arm) (Sample, error) {
	file, err := r.bundle(arm)
	if err != nil {
		return Sample{}, err
	}
	o := order{
		Runtime:      arm.Runtime,
		SourceName:   arm.Source.Name,
		SourceFile:   file,
		Module:       arm.Source.Module,
		StripDebug:   arm.Source.StripDebug,
		EagerRegExps: arm.Source.EagerRegExps,
		Env:          arm.Env,
		Network:      arm.Network,
		FrozenClock:  arm.FrozenClock,
		EagerGlobals: arm.EagerGlobals,
		Cache:        arm.Cache,
		CacheDir:     arm.CacheDir,
		Request:      arm.Request,
		Rebuild:      arm.Rebuild,

		Snapshot:    arm.Snapshot,
		SnapshotDir: r.dir,
	}
	if err := r.take(ctx, arm, o); err != nil {
		return Sample{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p, err := r.spawn(ctx, arm, o)
	if err != nil {
		return Sample{}, err
	}
	s, err := p.measure(ctx, arm.Request)
	if err != nil && !errors.Is(err, errEnded) {
		cancel() // the child may wait for a request that does not come
	}
	s.ProcessCPU, err = p.finish(err)
	if boot, ok := s.Cold.Profile.Phase(phase.Boot); ok && boot.Hit != nil && !*boot.Hit {
		delete(r.taken, arm.ID) // the next sample has it taken again
	}
	return s, err
}

// take has a child take an arm's snapshot, once.
func (r *ProcessRunner) take(ctx context.Context, arm Arm, o order) error {
	if arm.Snapshot == "" || r.taken[arm.ID] {
		return nil
	}
	o.Take = true
	p, err := r.spawn(ctx, Arm{}, o)
	if err != nil {
		return err
	}
	_, err = p.reply()
	_, err = p.finish(err)
	r.taken[arm.ID] = err == nil
	return err
}

// bundle writes the arm's code to a file, once.
func (r *ProcessRunner) bundle(arm Arm) (string, error) {
	path := filepath.Join(r.dir, fmt.Sprintf("%x.js", sha256.Sum256([]byte(arm.Source.Text))))
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if err := os.WriteFile(path, []byte(arm.Source.Text), 0o600); err != nil {
		return "", fmt.Errorf("harness: %w", err)
	}
	return path, nil
}
