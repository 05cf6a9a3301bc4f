package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.com/thaw/bundler"
	"example.com/thaw/fixtures"
	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
	"example.com/thaw/isolate"
	"example.com/thaw/isolate/codecache"
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
	append   bool
	cpu      bool
	frozen   bool
	counts   bool
	globals  bool
	network  bool
	timeout  time.Duration
	baseline string
	floor    percentage
	by       string // --measure
	aa       bool
	levers   leverFlags
	process  processLevers
	resume   string
	vars     []string
	lazy     bool
	request  requestFlags
}

func newBench() *cobra.Command {
	var f benchFlags
	cmd := &cobra.Command{
		Use:   "bench APP...",
		Short: "Time cold starts phase by phase; a comma list makes arms",
		Long: `Measures every combination of APP, runtime and levers once a round, in a new
random order each round, and prints the median of each phase. Each arm is
compared with the first one of its app, the first of another app with the first of
all (sizes of one fixture are not compared: see "thaw scale"), and every arm with
--baseline if that is given: faster, slower or a tie.`,
		Example: `  thaw bench fixture:effect@1,10,50 --runtime goja,quickjs --minify off,on
  thaw bench ./my-app --request "GET /items" --json out.json
  thaw bench fixture:hello fixture:hono@20 --mode process -n 10
  thaw bench fixture:hono@20 --runtime quickjs --cache none,memory,disk
  thaw bench ./my-app --minify off,on --baseline minify=on --floor 2%
  thaw bench --resume out.json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.resume != "" {
				return nil
			}
			return needArgs(1, 0, "at least one APP")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.resume != "" && len(args) == 0 {
				return f.resumeAlone(cmd)
			}
			return f.run(cmd, args)
		},
	}
	f.addCommon(cmd, 30)
	fs := cmd.Flags()
	f.process.add(cmd)
	fs.IntVar(&f.rebuild, "rebuild", 0, "how often to define, build and request again in the same isolate")
	fs.StringVar(&f.baseline, "baseline", "", "compare every arm with this one: words of its name, such as \"goja minify=on\"")
	f.addVerdict(cmd)
	fs.BoolVar(&f.aa, "aa", true, "with several arms, measure the first or --baseline twice: what that shows is a floor too")
	fs.BoolVar(&f.cpu, "cpu", false, "show CPU time under wall time")
	f.addCounts(cmd)
	fs.BoolVar(&f.globals, "trace-globals", false, "show what touched each global of the Web APIs first, where, and what that cost, in one more cold start")
	return cmd
}

// addVerdict adds the flags that say what a difference is, and which one counts.
func (f *benchFlags) addVerdict(cmd *cobra.Command) {
	f.floor = harness.DefaultFloor
	cmd.Flags().Var(&f.floor, "floor", "the smallest difference of interest: one below it is a tie")
	f.addMeasure(cmd)
}

func (f *benchFlags) addMeasure(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.by, "measure", "", "compare by thread or cpu, CPU time of the measuring thread or of the process, or by wall time (default: thread, and cpu with --mode process)")
	_ = cmd.RegisterFlagCompletionFunc("measure", cobra.FixedCompletions([]string{string(harness.MeasureThread), string(harness.MeasureCPU), string(harness.MeasureWall)}, cobra.ShellCompDirectiveNoFileComp))
}

func (f *benchFlags) checkMeasure() error {
	if f.by != "" && !harness.Measure(f.by).Known() {
		return usagef("--measure %q: want thread, cpu or wall", f.by)
	}
	return nil
}

// addCommon adds the flags of every experiment whose result can be kept.
func (f *benchFlags) addCommon(cmd *cobra.Command, rounds int) {
	f.addMeasuring(cmd, rounds)
	fs := cmd.Flags()
	fs.StringVar(&f.json, "json", "", "write the result to FILE (schema thaw.bench/1)")
	fs.BoolVar(&f.append, "append", false, "add the rounds to those in --json FILE, if it is of the same experiment")
	fs.StringVar(&f.resume, "resume", "", "go on with the experiment in FILE of --json that was interrupted; bench without APP takes the arguments that began it")
}

// addMeasuring adds the flags that say what is measured, and how.
func (f *benchFlags) addMeasuring(cmd *cobra.Command, rounds int) {
	fs := cmd.Flags()
	fs.StringSliceVar(&f.runtimes, "runtime", nil, "goja, quickjs, or both (default: those that are installed)")
	fs.StringSliceVar(&f.cache, "cache", []string{string(codecache.None)}, "none, memory or disk: where compiled scripts and snapshots come from")
	fs.StringSliceVar(&f.snapshot, "snapshot", []string{noSnapshot}, "none, base, evaluated or warm: what each isolate starts from (quickjs)")
	fs.StringVar(&f.mode, "mode", harness.ModeIsolate, "isolate: a new isolate for each sample; process: a fresh process, over HTTP")
	fs.IntVarP(&f.rounds, "rounds", "n", rounds, "measured rounds")
	fs.IntVar(&f.warmup, "warmup", 2, "rounds to discard first")
	fs.Uint64Var(&f.seed, "seed", 0, "seed of the random order (default: a new one, which is printed)")
	fs.DurationVar(&f.timeout, "timeout", time.Minute, "longest that one sample may take")
	addVars(cmd, &f.vars)
	addLazyGlobals(cmd, &f.lazy)
	addFrozenClock(cmd, &f.frozen)
	addNetwork(cmd, &f.network, false)
	f.request.add(cmd)
	f.levers.add(cmd)
	_ = cmd.RegisterFlagCompletionFunc("runtime", completeRuntimes)
	_ = cmd.RegisterFlagCompletionFunc("cache", completeLevels)
	_ = cmd.RegisterFlagCompletionFunc("snapshot", completeStages)
	_ = cmd.RegisterFlagCompletionFunc("mode", cobra.FixedCompletions([]string{harness.ModeIsolate, harness.ModeProcess}, cobra.ShellCompDirectiveNoFileComp))
}

func (f *benchFlags) run(cmd *cobra.Command, apps []string) error {
	if err := f.check(); err != nil {
		return err
	}
	file, err := f.prepare(cmd)
	if err != nil {
		return err
	}
	defer file.Discard()
	arms, err := f.arms(cmd, expand(apps))
	if err != nil {
		return err
	}
	baseline, err := findArm("--baseline", arms, f.baseline)
	if err != nil {
		return err
	}
	return f.conduct(cmd, apps[0], harness.Experiment{
		Arms: arms, Baseline: baseline, Floor: float64(f.floor), AA: f.aa && (len(arms) > 1 || cmd.Flags().Changed("aa")),
	}, file, report.Table)
}

// A printer writes a result as text.
type printer func(io.Writer, *harness.Result, report.Style) error

// conduct measures an experiment, traces and counts what the flags ask for, and shows and keeps what came of it, of a
// partial one too.
func (f *benchFlags) conduct(cmd *cobra.Command, app string, e harness.Experiment, file *report.File, show printer) error {
	result, err := f.measure(cmd, app, e)
	if result == nil {
		return err
	}
	if err == nil && f.globals {
		err = f.traceGlobals(cmd.Context(), app, result)
	}
	if err == nil && f.counts {
		err = f.count(cmd.Context(), app, result)
	}
	style := styleOf(cmd.OutOrStdout())
	style.CPU = f.cpu
	return cmp.Or(show(cmd.OutOrStdout(), result, style), f.save(result, file), err)
}

// prepare opens the file of --json, or else that of --resume; without either, the file is nil.
func (f *benchFlags) prepare(cmd *cobra.Command) (*report.File, error) {
	switch {
	case cmd.Flags().Changed("json"):
	case f.resume != "":
		f.json = f.resume
	default:
		return nil, nil
	}
	return report.Prepare(f.json)
}

// measure runs an experiment, as the flags say how. The result is nil if there is not one sample, and
// a partial one comes with an error.
func (f *benchFlags) measure(cmd *cobra.Command, app string, e harness.Experiment) (*harness.Result, error) {
	earlier, err := f.earlier()
	if err != nil {
		return nil, err
	}
	if !cmd.Flags().Changed("seed") {
		f.seed = uint64(rand.Uint32()) // short enough to type again
	}
	partial, err := f.partial(cmd)
	if err != nil {
		return nil, err
	}
	line := newProgressLine(cmd.ErrOrStderr())
	e.Thaw, e.Command, e.Measure = version(), commandLine(cmd.Context()), harness.Measure(f.by)
	e.Rounds, e.Warmup, e.Seed, e.Progress = f.rounds, f.warmup, f.seed, line.update
	if err := earlier.accept(e, f.mode); err != nil {
		return nil, err
	}
	t, err := openTarget(app)
	if err != nil {
		return nil, err
	}
	runner, err := f.runner(app, t.cacheDir(cmd))
	if err != nil {
		return nil, err
	}
	defer runner.Close()
	e.Checkpoint, e.CheckpointEvery = f.checkpoint(earlier), checkpointEvery
	var result *harness.Result
	if partial == nil {
		result, err = e.Run(cmd.Context(), runner)
	} else {
		result, err = e.Resume(cmd.Context(), runner, partial)
		err = f.notResumed(err)
	}
	line.finish()
	if result == nil || len(result.Samples) == 0 {
		return nil, uncaught(err)
	}
	result, failed := earlier.add(result)
	return result, errors.Join(failed, uncaught(err))
}

func (f *benchFlags) check() error {
	switch {
	case f.append && f.resume != "":
		return usagef("--append and --resume: one adds rounds to those that were planned, the other measures what is left of these")
	case f.append && f.json == "":
		return usagef("--append: --json FILE must name the file to append to")
	case f.rounds < 1:
		return usagef("-n %d: at least 1 round is needed", f.rounds)
	case f.warmup < 0:
		return usagef("--warmup %d: there can't be fewer than 0", f.warmup)
	case f.rebuild < 0:
		return usagef("--rebuild %d: there can't be fewer than 0", f.rebuild)
	case f.globals && !slices.Equal(f.snapshot, []string{noSnapshot}):
		return usagef("--trace-globals works with --snapshot none only: in a snapshot all globals have been loaded")
	case f.mode != harness.ModeIsolate && f.mode != harness.ModeProcess:
		return usagef("--mode %q: want isolate or process", f.mode)
	}
	return cmp.Or(checkTimeout(f.timeout), f.checkMeasure(), f.process.check(f.mode))
}

// expand makes an app of each size in refs such as fixture:effect@1,10.
func expand(args []string) []string {
	var apps []string
	for _, arg := range args {
		ref, ok := strings.CutPrefix(arg, bundler.FixturePrefix)
		if !ok {
			apps = append(apps, arg)
			continue
		}
		for _, one := range fixtures.Expand(ref) {
			apps = append(apps, bundler.FixturePrefix+one)
		}
	}
	return apps
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
	ctx, cancel := withTimeout(ctx, r.limit)
	defer cancel()
	return r.sampleRunner.ColdStart(ctx, arm)
}

// traceGlobals adds the first touch of each global to a result. All is done in this process,
// whatever the mode of the experiment.
func (f *benchFlags) traceGlobals(ctx context.Context, app string, result *harness.Result) error {
	ctx, cancel := withTimeout(ctx, f.timeout)
	defer cancel()
	r := harness.NewIsolateRunner(openNamed(app, result.Arms[0].CacheDir))
	defer r.Close()
	result.Globals = nil // those of --append, which are the same
	for _, arm := range result.DistinctArms() {
		touches, err := r.TraceGlobals(ctx, arm)
		if err != nil {
			return fmt.Errorf("--trace-globals: %s: %w", arm.ID, err)
		}
		result.Globals = append(result.Globals, touches...)
	}
	return nil
}

// openNamed opens an engine for the harness.
func openNamed(app, cacheDir string) harness.Engines {
	return func(name string) (isolate.Engine, error) { return openEngine(name, app, cacheDir) }
}

// save writes the file, a partial result's too.
func (f *benchFlags) save(result *harness.Result, file *report.File) error {
	if file == nil {
		return nil
	}
	if err := report.JSON(file, result); err != nil {
		return err
	}
	return file.Commit()
}
