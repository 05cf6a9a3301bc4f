package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.com/thaw/bundler"
	"example.com/thaw/bundler/bundlecache"
	"example.com/thaw/fixtures"
	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
	"example.com/thaw/isolate"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/runtime/engines"
	"example.com/thaw/runtime/worker"
)

type benchFlags struct {
	runtimes []string
	cache    []string
	snapshot []string
	mode     string
	rounds   int
	warmup   int
	rebuild  int
	seed     uint64
	json     string
	cpu      bool
	frozen   bool
	timeout  time.Duration
	levers   leverFlags
	request  requestFlags
}

func newBench() *cobra.Command {
	var f benchFlags
	cmd := &cobra.Command{
		Use:   "bench APP...",
		Short: "Time cold starts phase by phase; a comma list makes arms",
		Long: `Measures every combination of APP, runtime and levers once a round, in a new
random order each round, and prints the median of each phase.`,
		Example: `  thaw bench fixture:effect@1,10,50 --runtime goja,quickjs --minify off,on
  thaw bench ./my-app --request "GET /items" --json out.json
  thaw bench fixture:hello fixture:hono@20 --mode process -n 10
  thaw bench fixture:hono@20 --runtime quickjs --cache none,memory,disk`,
		Args: needArgs(1, 0, "at least one APP"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	fs := cmd.Flags()
	fs.StringSliceVar(&f.runtimes, "runtime", nil, "goja, quickjs, or both (default: those that are installed)")
	fs.StringSliceVar(&f.cache, "cache", []string{string(codecache.None)}, "none, memory or disk: where compiled scripts and snapshots come from")
	fs.StringSliceVar(&f.snapshot, "snapshot", []string{noSnapshot}, "none, base, evaluated or warm: what each isolate starts from (quickjs)")
	fs.StringVar(&f.mode, "mode", harness.ModeIsolate, "isolate: a new isolate for each sample; process: a fresh process, over HTTP")
	fs.IntVarP(&f.rounds, "rounds", "n", 30, "measured rounds")
	fs.IntVar(&f.warmup, "warmup", 2, "rounds to discard first")
	fs.IntVar(&f.rebuild, "rebuild", 0, "how often to define, build and request again in the same isolate")
	fs.Uint64Var(&f.seed, "seed", 0, "seed of the random order (default: a new one, which is printed)")
	fs.StringVar(&f.json, "json", "", "write the result to FILE (schema thaw.bench/1)")
	fs.BoolVar(&f.cpu, "cpu", false, "show CPU time under wall time")
	fs.DurationVar(&f.timeout, "timeout", time.Minute, "longest that one sample may take")
	addFrozenClock(cmd, &f.frozen)
	f.request.add(cmd)
	f.levers.add(cmd)
	_ = cmd.RegisterFlagCompletionFunc("runtime", completeRuntimes)
	_ = cmd.RegisterFlagCompletionFunc("cache", completeLevels)
	_ = cmd.RegisterFlagCompletionFunc("snapshot", completeStages)
	_ = cmd.RegisterFlagCompletionFunc("mode", cobra.FixedCompletions([]string{harness.ModeIsolate, harness.ModeProcess}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (f *benchFlags) run(cmd *cobra.Command, apps []string) error {
	if err := f.check(); err != nil {
		return err
	}
	var file *report.File // nil without --json
	if cmd.Flags().Changed("json") {
		var err error
		if file, err = report.Prepare(f.json); err != nil {
			return err
		}
		defer file.Discard()
	}
	arms, err := f.arms(cmd, expand(apps))
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("seed") {
		f.seed = uint64(rand.Uint32()) // short enough to type again
	}
	runner, err := f.runner(apps[0], cacheDir(cmd))
	if err != nil {
		return err
	}
	defer runner.Close()
	bar := newBar(cmd.ErrOrStderr(), (f.warmup+f.rounds)*len(arms))
	e := harness.Experiment{Arms: arms, Rounds: f.rounds, Warmup: f.warmup, Seed: f.seed, Progress: bar.update}
	result, err := e.Run(cmd.Context(), runner)
	bar.finish()
	if result == nil || len(result.Samples) == 0 {
		return uncaught(err)
	}
	return cmp.Or(f.report(cmd, result, file), uncaught(err))
}

func (f *benchFlags) check() error {
	switch {
	case f.rounds < 1:
		return usagef("-n %d: at least 1 round is needed", f.rounds)
	case f.warmup < 0:
		return usagef("--warmup %d: there can't be fewer than 0", f.warmup)
	case f.rebuild < 0:
		return usagef("--rebuild %d: there can't be fewer than 0", f.rebuild)
	case f.timeout <= 0:
		return usagef("--timeout %v: want more than 0", f.timeout)
	case f.mode != harness.ModeIsolate && f.mode != harness.ModeProcess:
		return usagef("--mode %q: want isolate or process", f.mode)
	}
	return nil
}

// expand makes an app of each size in refs such as fixture:effect@1,10.
func expand(args []string) []string {
	var apps []string
	for _, arg := range args {
		ref, ok := strings.CutPrefix(arg, "fixture:")
		if !ok {
			apps = append(apps, arg)
			continue
		}
		for _, one := range fixtures.Expand(ref) {
			apps = append(apps, "fixture:"+one)
		}
	}
	return apps
}

// arms bundles every app for every runtime and combination of levers.
func (f *benchFlags) arms(cmd *cobra.Command, apps []string) ([]harness.Arm, error) {
	levels, err := f.levels()
	if err != nil {
		return nil, err
	}
	stages, err := parseStages(f.snapshot)
	if err != nil {
		return nil, err
	}
	sets, err := f.levers.sets()
	if err != nil {
		return nil, err
	}
	request, err := f.request.parse()
	if err != nil {
		return nil, err
	}
	var arms []harness.Arm
	var refused error // why an engine was left out
	for _, app := range apps {
		kinds, err := f.kinds(app, levels)
		if err != nil {
			return nil, err
		}
		base := harness.Arm{App: app, Request: requestOf(request), Rebuild: f.rebuild, CacheDir: cacheDir(cmd)}
		if f.frozen {
			base.FrozenClock = true
			base.Levers = []harness.Lever{{Name: "frozen-clock", Value: "on"}}
		}
		if ref, ok := strings.CutPrefix(app, "fixture:"); ok && !f.request.given() {
			fixture, err := fixtures.Open(ref)
			if err != nil {
				return nil, err
			}
			base.Request, base.Check = requestOf(fixture.Check.Request), fixture.Check.Verify
		}
		for _, set := range sets {
			for _, kind := range kinds {
				one, err := f.armsOf(cmd.Context(), base, kind, set, stages, levels)
				var refusal *refusalError
				switch {
				case errors.As(err, &refusal) && len(f.runtimes) == 0:
					refused = refusal
				case err != nil:
					return nil, err
				}
				arms = append(arms, one...)
			}
		}
	}
	if len(arms) == 0 {
		return nil, refused
	}
	return arms, nil
}

// armsOf makes the arms of an app on one runtime, for each snapshot and cache level.
// A *refusalError says what the runtime can't do; the arms that it can are there.
func (f *benchFlags) armsOf(ctx context.Context, base harness.Arm, kind engines.Kind, set leverSet, stages []worker.Stage, levels []codecache.Level) ([]harness.Arm, error) {
	info, err := engineInfo(kind, base.App)
	if err != nil {
		return nil, err
	}
	if err := set.script.refusal(info); err != nil {
		return nil, err
	}
	arm, err := makeArm(ctx, openBundles(base.CacheDir, levels...), base, kind, set)
	if err != nil {
		return nil, err
	}
	each, refused := staged(stages, arm, info)
	var arms []harness.Arm
	for _, one := range each {
		for _, level := range levels {
			arms = append(arms, f.cached(one, level))
		}
	}
	return arms, refused
}

// kinds are the engines to measure an app on.
func (f *benchFlags) kinds(app string, levels []codecache.Level) ([]engines.Kind, error) {
	names := f.runtimes
	if len(names) == 0 {
		names = engines.Available(engineOptions(app, ""))
		slices.Sort(names)
	}
	var kinds []engines.Kind
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, usagef("--runtime: %q is there twice", name)
		}
		kind, err := lookupEngine(name, app)
		if err != nil {
			return nil, err
		}
		if err := checkKind(kind, app, levels); err != nil {
			return nil, err
		}
		kinds = append(kinds, kind)
	}
	return kinds, nil
}

func makeArm(ctx context.Context, bundles *bundlecache.Cache, arm harness.Arm, kind engines.Kind, set leverSet) (harness.Arm, error) {
	r, err := kind.LoadCached(ctx, bundles, arm.App, set.options)
	if err != nil {
		return arm, err
	}
	bundle := r.Bundle
	if arm.Env, err = vars(bundle); err != nil {
		return arm, err
	}
	arm.Runtime = kind.Name
	id := []string{arm.App, kind.Name}
	for _, l := range set.levers {
		arm.Levers = append(arm.Levers, harness.Lever{Name: l.name, Value: l.value})
		id = append(id, l.name+"="+l.value)
	}
	arm.ID = strings.Join(id, " ")
	arm.Source = set.script.apply(engines.Source(bundle))
	arm.Bundle = bundleFacts(bundle)
	return arm, nil
}

// checkKind reports why an engine can't be measured at all of the levels, or nil.
func checkKind(kind engines.Kind, app string, levels []codecache.Level) error {
	engine, err := kind.Open(engineOptions(app, ""))
	if err != nil {
		return err
	}
	defer engine.Close()
	for _, level := range levels {
		if err := codecache.CanKeep(engine, level); err != nil {
			return fmt.Errorf("--cache: %s", message(err))
		}
	}
	return nil
}

func (f *benchFlags) levels() ([]codecache.Level, error) {
	var levels []codecache.Level
	for _, text := range f.cache {
		level, err := parseLevel(text)
		if err != nil {
			return nil, err
		}
		if slices.Contains(levels, level) {
			return nil, usagef("--cache: %q is there twice", text)
		}
		levels = append(levels, level)
	}
	return levels, nil
}

// cached is arm at a level, which is named where it is not the usual one.
func (f *benchFlags) cached(arm harness.Arm, level codecache.Level) harness.Arm {
	arm.Cache = level
	if len(f.cache) > 1 || level != codecache.None {
		arm.Levers = append(slices.Clip(arm.Levers), harness.Lever{Name: "cache", Value: string(level)})
		arm.ID += " cache=" + string(level)
	}
	return arm
}

func bundleFacts(b *bundler.Bundle) harness.Bundle {
	return harness.Bundle{SHA256: b.SHA256, Bytes: int64(len(b.Code)), Gzip: int64(b.GzipSize()), Modules: len(b.Modules)}
}

func requestOf(r fixtures.Request) harness.Request {
	header := http.Header{}
	for name, value := range r.Header {
		header.Set(name, value)
	}
	return harness.Request{Method: r.Method, Path: r.Path, Header: header, Body: []byte(r.Body)}
}

// A sampleRunner is a runner that has to be closed.
type sampleRunner interface {
	harness.Runner
	Close() error
}

func (f *benchFlags) runner(app, cacheDir string) (sampleRunner, error) {
	if f.mode == harness.ModeIsolate {
		return limitedRunner{harness.NewIsolateRunner(openNamed(app, cacheDir)), f.timeout}, nil
	}
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("--mode process: %w", err)
	}
	r, err := harness.NewProcessRunner(program, sampleArg, cacheDir)
	if err != nil {
		return nil, err
	}
	return limitedRunner{r, f.timeout}, nil
}

// A limitedRunner bounds the time of each sample.
type limitedRunner struct {
	sampleRunner
	limit time.Duration
}

// ColdStart implements harness.Runner.
func (r limitedRunner) ColdStart(ctx context.Context, arm harness.Arm) (harness.Sample, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, r.limit, fmt.Errorf("not done within --timeout %v", r.limit))
	defer cancel()
	return r.sampleRunner.ColdStart(ctx, arm)
}

// openNamed opens an engine for the harness.
func openNamed(app, cacheDir string) harness.Engines {
	return func(name string) (isolate.Engine, error) { return openEngine(name, app, cacheDir) }
}

// report prints the table and writes the file, a partial result's too.
func (f *benchFlags) report(cmd *cobra.Command, result *harness.Result, file *report.File) error {
	style := styleOf(cmd.OutOrStdout())
	style.CPU = f.cpu
	if err := report.Table(cmd.OutOrStdout(), result, style); err != nil {
		return err
	}
	if file == nil {
		return nil
	}
	if err := report.JSON(file, result, version()); err != nil {
		return err
	}
	return file.Commit()
}
