package main

import (
	"context"
	"debug/buildinfo"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.com/thaw/harness"
	"example.com/thaw/isolate"
	"example.com/thaw/runtime/engines"
)

type options struct {
	peers    bool
	packages string
	thaw     string
	rounds   int
	warmup   int
	seed     uint64
	only     string
	out      string
}

func (o *options) add(f *flag.FlagSet) {
	f.BoolVar(&o.peers, "peers", false, "measure the real runtimes too")
	f.StringVar(&o.packages, "packages", "bench/peers", "folder of the peers' npm packages")
	f.StringVar(&o.thaw, "thaw", "bin/thaw", "the thaw program that serves in fresh processes")
	f.IntVar(&o.rounds, "n", 20, "rounds; each measures every arm once")
	f.IntVar(&o.warmup, "warmup", 2, "rounds before these, of which nothing is kept")
	f.Uint64Var(&o.seed, "seed", 1, "of the order of the arms within a round")
	f.StringVar(&o.only, "only", "parse,isolate,isolate-again,process,webapi", "experiments to run")
	f.StringVar(&o.out, "out", "", "folder for REPORT.md and the samples; none are written without")
}

// A bench is a run of the program.
type bench struct {
	options
	dir      string // of all files, removed at the end
	version  string // of thaw
	versions map[string]string
	began    time.Time
	machine  harness.Machine
	apps     map[string]app
	progress io.Writer
}

func run(ctx context.Context, o options, stdout, stderr io.Writer) (err error) {
	chosen, webAPI, err := choose(o.only)
	if err != nil {
		return err
	}
	b := bench{options: o, apps: map[string]app{}, progress: stderr, began: time.Now(), machine: harness.ThisMachine()}
	if err := b.locate(); err != nil {
		return err
	}
	if b.dir, err = os.MkdirTemp("", "thaw-peers-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()
	if err := b.install(); err != nil {
		return err
	}
	var found []finding
	for _, e := range chosen {
		r, err := b.measure(ctx, e)
		if err != nil {
			return err
		}
		found = append(found, finding{e, r})
	}
	var w *webapi
	if webAPI {
		if w, err = b.measureWebAPI(ctx); err != nil {
			return err
		}
	}
	return b.write(stdout, found, w)
}

// choose returns the experiments of a comma list, and whether the Web APIs are on it.
func choose(list string) (chosen []experiment, webAPI bool, err error) {
	all := experiments()
	for name := range strings.SplitSeq(list, ",") {
		if name == webapiName {
			webAPI = true
			continue
		}
		i := slices.IndexFunc(all, func(e experiment) bool { return e.name == name })
		if i < 0 {
			return nil, false, fmt.Errorf("-only: there is no experiment %q", name)
		}
		chosen = append(chosen, all[i])
	}
	return chosen, webAPI, nil
}

// locate finds the programs before any work is done.
func (b *bench) locate() error {
	var err error
	if b.thaw, err = filepath.Abs(b.thaw); err != nil {
		return err
	}
	info, err := buildinfo.ReadFile(b.thaw)
	if err != nil {
		return fmt.Errorf("-thaw: %w: run make build", err)
	}
	b.version = info.Main.Version
	if b.out != "" {
		if _, err := os.ReadDir(b.out); err != nil {
			return fmt.Errorf("-out: %w", err)
		}
	}
	if !b.peers {
		return nil
	}
	if b.packages, err = filepath.Abs(b.packages); err != nil {
		return err
	}
	b.versions, err = versions(b.packages)
	return err
}

// install copies thaw's program, as the peers' were copied when they were
// installed. The linker writes to a mapping, and leaves the file in the system's cache
// in single pages, from which each start takes a millisecond longer until the machine is started again.
func (b *bench) install() error {
	content, err := os.ReadFile(b.thaw)
	if err != nil {
		return fmt.Errorf("-thaw: %w", err)
	}
	b.thaw = filepath.Join(b.dir, filepath.Base(b.thaw))
	return os.WriteFile(b.thaw, content, 0o700)
}

// measure runs one experiment.
func (b *bench) measure(ctx context.Context, e experiment) (*harness.Result, error) {
	arms, err := e.arms(ctx, b)
	if err != nil {
		return nil, err
	}
	d, err := b.dispatcher(e)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	progress := func(p harness.Progress) {
		if p.Done%len(arms) == 0 {
			fmt.Fprintf(b.progress, "%s: %d of %d rounds, %v\n", e.name, p.Done/len(arms), p.Total/len(arms), time.Since(began).Round(time.Second))
		}
	}
	result, err := harness.Experiment{
		Arms: arms, Rounds: b.rounds, Warmup: b.warmup, Seed: b.seed, Progress: progress, Thaw: b.version,
	}.Run(ctx, d)
	return result, errors.Join(err, d.Close())
}

// sampleLimit is the longest that a sample may take.
const sampleLimit = time.Minute

func (b *bench) dispatcher(e experiment) (*dispatcher, error) {
	d := &dispatcher{limit: sampleLimit, again: e.again, names: map[string]bool{}}
	for _, p := range peers {
		d.names[p.name] = true
	}
	cache := filepath.Join(b.dir, "cache")
	dir := filepath.Join(b.dir, e.name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	var err error
	if e.mode == harness.ModeProcess {
		d.peers = newServeRunner(dir, b.packages)
		d.thaw, err = harness.NewProcessRunner(b.thaw, "_sample", cache)
		return d, err
	}
	d.peers = newLoaderRunner(dir, b.packages)
	d.thaw = harness.NewIsolateRunner(func(name string) (isolate.Engine, error) {
		kind, err := engines.Lookup(name)
		if err != nil {
			return nil, err
		}
		return kind.Open(engines.Options{CacheDir: cache})
	})
	return d, nil
}

// app bundles an app when it is first asked for.
func (b *bench) app(ctx context.Context, name string) (app, error) {
	if a, ok := b.apps[name]; ok {
		return a, nil
	}
	a, err := openApp(ctx, name, b.dir)
	b.apps[name] = a
	return a, err
}
