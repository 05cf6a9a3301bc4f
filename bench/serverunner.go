package main

import (
	"context"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"example.com/thaw/harness"
	"example.com/thaw/isolate/phase"
)

// A serveRunner starts a fresh process of a peer for each sample. The clock runs
// from just before the process is started until the last byte of the body.
type serveRunner struct {
	dir      string
	packages string
	folders  map[string]folder // by the bundle's hash
	prepared map[string]bool   // by Arm.ID
}

func newServeRunner(dir, packages string) *serveRunner {
	return &serveRunner{dir, packages, map[string]folder{}, map[string]bool{}}
}

// Mode is harness.ModeProcess.
func (r *serveRunner) Mode() string { return harness.ModeProcess }

// Close leaves the files to the owner of the folder.
func (r *serveRunner) Close() error { return nil }

// ColdStart starts the peer that arm.Runtime names.
func (r *serveRunner) ColdStart(ctx context.Context, arm harness.Arm) (harness.Sample, error) {
	p, f, err := r.prepare(ctx, arm)
	if err != nil {
		return harness.Sample{}, err
	}
	return firstResponse(ctx, f.serve(p), arm.Request)
}

// prepare readies a peer for an app, once. One uncounted start of it fills its caches.
func (r *serveRunner) prepare(ctx context.Context, arm harness.Arm) (peer, folder, error) {
	p := peerOf(arm.Runtime)
	f, ok := r.folders[arm.Bundle.SHA256]
	if !ok {
		var err error
		if f, err = newFolder(filepath.Join(r.dir, arm.Bundle.SHA256), r.packages, []byte(arm.Source.Text)); err != nil {
			return p, f, err
		}
		r.folders[arm.Bundle.SHA256] = f
	}
	if r.prepared[arm.ID] {
		return p, f, nil
	}
	if err := f.prepare(ctx, p); err != nil {
		return p, f, err
	}
	if _, err := firstResponse(ctx, f.serve(p), arm.Request); err != nil {
		return p, f, err
	}
	r.prepared[arm.ID] = true
	return p, f, nil
}

func peerOf(name string) peer {
	return peers[slices.IndexFunc(peers, func(p peer) bool { return p.name == name })]
}

// firstResponse starts a server and asks it twice.
func firstResponse(ctx context.Context, cmd *exec.Cmd, r harness.Request) (harness.Sample, error) {
	began := time.Now()
	s, err := start(ctx, cmd)
	if err != nil {
		return harness.Sample{}, err
	}
	answer, err := s.ask(ctx, r)
	total := time.Since(began)
	if err != nil {
		return harness.Sample{}, err
	}
	defer s.close()
	cpu, ok := s.cpu()
	sample := harness.Sample{Cold: pass(phase.Cost{Wall: total, Process: cpu, HasCPU: ok}, answer)}
	sample.Warm, err = s.timed(ctx, r)
	return sample, err
}

// pass is a cost in which no phases are told apart.
func pass(c phase.Cost, a harness.Answer) harness.Pass {
	return harness.Pass{
		Profile: phase.Profile{Total: c, Phases: []phase.Entry{{Name: phase.Request, Cost: c}}},
		Answer:  a,
	}
}

// timed is one request to a server that runs.
func (s *server) timed(ctx context.Context, r harness.Request) (harness.Pass, error) {
	before, _ := s.cpu()
	began := time.Now()
	answer, err := s.ask(ctx, r)
	wall := time.Since(began)
	if err != nil {
		return harness.Pass{}, err
	}
	after, ok := s.cpu()
	return pass(phase.Cost{Wall: wall, Process: after - before, HasCPU: ok}, answer), nil
}
