package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"

	"example.com/thaw/harness"
	"example.com/thaw/isolate/phase"
)

// A loaderRunner makes a new isolate for each sample in a workerd that runs, by
// its worker loader. The total is that of the request that makes the isolate,
// less that of the same request again: what is left is no part of the way there.
type loaderRunner struct {
	dir      string
	packages string
	loaders  map[string]*loader // by the bundle's hash
}

// A loader is a workerd with the code of one app.
type loader struct {
	folder   folder
	server   *server
	isolates int // in the server
}

// maxIsolates is how many isolates a workerd makes before it is started anew, so
// that its memory stays that of a small server.
const maxIsolates = 10

func newLoaderRunner(dir, packages string) *loaderRunner {
	return &loaderRunner{dir, packages, map[string]*loader{}}
}

// Mode is harness.ModeIsolate.
func (r *loaderRunner) Mode() string { return harness.ModeIsolate }

// Close ends the servers.
func (r *loaderRunner) Close() error {
	for _, l := range r.loaders {
		l.close()
	}
	clear(r.loaders)
	return nil
}

// ColdStart makes an isolate.
func (r *loaderRunner) ColdStart(ctx context.Context, arm harness.Arm) (harness.Sample, error) {
	l, err := r.loader(arm)
	if err != nil {
		return harness.Sample{}, err
	}
	if err := l.ready(ctx, arm.Request); err != nil {
		return harness.Sample{}, err
	}
	before := anonymous(l.server.cmd.Process.Pid)
	first, err := l.server.timed(ctx, l.next(arm.Request))
	if err != nil {
		return harness.Sample{}, err
	}
	grown := anonymous(l.server.cmd.Process.Pid) - before
	warm, err := l.server.timed(ctx, l.same(arm.Request))
	if err != nil {
		return harness.Sample{}, err
	}
	return harness.Sample{
		Cold:      pass(less(first.Profile.Total, warm.Profile.Total), first.Answer),
		Warm:      warm,
		HeapBytes: max(grown, 0), // V8 has memory outside of its heap, too
	}, nil
}

func less(a, b phase.Cost) phase.Cost {
	return phase.Cost{Wall: a.Wall - b.Wall, Process: a.Process - b.Process, HasCPU: a.HasCPU && b.HasCPU}
}

func (r *loaderRunner) loader(arm harness.Arm) (*loader, error) {
	if l := r.loaders[arm.Bundle.SHA256]; l != nil {
		return l, nil
	}
	f, err := newFolder(filepath.Join(r.dir, arm.Bundle.SHA256), r.packages, []byte(arm.Source.Text))
	if err != nil {
		return nil, err
	}
	l := &loader{folder: f}
	r.loaders[arm.Bundle.SHA256] = l
	return l, nil
}

// ready starts the server, unless one runs that has made few isolates. Its first
// two, which are in no sample, warm what isolates share.
func (l *loader) ready(ctx context.Context, r harness.Request) error {
	if l.server != nil && l.isolates < maxIsolates {
		return nil
	}
	l.close()
	cmd := exec.Command(l.folder.program(workerdProgram), "serve", "--experimental", "loader.capnp", "--control-fd=1")
	cmd.Dir, cmd.Env = l.folder.dir, l.folder.env()
	var err error
	// The server outlives the sample that it is started for.
	if l.server, err = start(context.WithoutCancel(ctx), cmd); err != nil {
		return err
	}
	for l.isolates = 0; l.isolates < 2; {
		if _, err := l.server.ask(ctx, l.next(r)); err != nil {
			return err
		}
	}
	return nil
}

// next is a request to an isolate that there is not yet, same one to the last.
func (l *loader) next(r harness.Request) harness.Request {
	l.isolates++
	return l.same(r)
}

func (l *loader) same(r harness.Request) harness.Request {
	r.Path = fmt.Sprintf("/%d%s", l.isolates, r.Path)
	return r
}

func (l *loader) close() {
	if l.server != nil {
		l.server.close()
		l.server = nil
	}
}
