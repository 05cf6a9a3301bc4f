package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"example.com/thaw/bundler"
	"example.com/thaw/harness/report"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/engines"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

type runFlags struct {
	runtime  string
	cache    string
	snapshot string
	frozen   bool
	network  bool
	levers   leverFlags
	request  requestFlags
	vars     []string
	lazy     bool
	timing   bool
	include  bool
	timeout  time.Duration
}

func newRun() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run APP",
		Short: "One cold start: the response on stdout, what the app logs on stderr",
		Example: `  thaw run ./worker.ts
  thaw run ./my-app --request "POST /items" --header content-type:application/json --body @item.json
  thaw run fixture:effect@50 --runtime goja --timing`,
		Args: needArgs(1, 1, "one APP"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	addRuntime(cmd, &f.runtime)
	f.request.add(cmd)
	f.levers.add(cmd)
	cmd.Flags().StringVar(&f.cache, "cache", "", "none, memory or disk: where compiled scripts and snapshots are kept (default: disk where the engine can)")
	_ = cmd.RegisterFlagCompletionFunc("cache", completeLevels)
	cmd.Flags().StringVar(&f.snapshot, "snapshot", noSnapshot, "none, base, evaluated or warm: start from a snapshot, which is taken first where --cache does not have it (quickjs)")
	_ = cmd.RegisterFlagCompletionFunc("snapshot", completeStages)
	addVars(cmd, &f.vars)
	addLazyGlobals(cmd, &f.lazy)
	addFrozenClock(cmd, &f.frozen)
	addNetwork(cmd, &f.network, true)
	cmd.Flags().BoolVar(&f.timing, "timing", false, "print where the time went, on stderr")
	cmd.Flags().BoolVarP(&f.include, "include", "i", false, "print the status line and the headers before the body")
	cmd.Flags().DurationVar(&f.timeout, "timeout", 30*time.Second, "longest that the cold start may take")
	return cmd
}

func (f *runFlags) run(cmd *cobra.Command, app string) error {
	lateCollector()
	t, err := openTarget(app)
	if err != nil {
		return err
	}
	if f.levers, err = t.levers(cmd, f.levers); err != nil {
		return err
	}
	set, err := f.levers.one()
	if err != nil {
		return err
	}
	if set.vars, err = pairs("var", f.vars); err != nil {
		return err
	}
	if err := checkTimeout(f.timeout); err != nil {
		return err
	}
	if f.cache != "" {
		if _, err := parseLevel(f.cache); err != nil {
			return err
		}
	}
	req, err := f.request.requestFor(t)
	if err != nil {
		return err
	}
	kind, err := t.engine(f.runtime)
	if err != nil {
		return err
	}
	stages, err := t.stages(cmd, kind, []string{f.snapshot})
	if err != nil {
		return err
	}
	stage := stages[0]
	info, err := engineInfo(kind, app)
	if err != nil {
		return err
	}
	if err := cmp.Or(refuseStage(stage, info), set.script.refusal(info)); err != nil {
		return err
	}
	bundle, err := f.load(cmd, t, kind, set.options)
	if err != nil {
		return err
	}
	ctx, cancel := withTimeout(cmd.Context(), f.timeout)
	defer cancel()
	return f.coldStart(ctx, cmd, t, kind, bundle, set, stage, req)
}

// load makes the bundle, or finds it in the cache.
func (f *runFlags) load(cmd *cobra.Command, t target, kind engines.Kind, o bundler.Options) (*bundler.Bundle, error) {
	start := time.Now()
	r, err := t.load(cmd, kind, o, codecache.Level(f.cache))
	if err != nil {
		return nil, err
	}
	cacheWarnings(cmd.ErrOrStderr(), r.Warnings)
	showWarnings(cmd.ErrOrStderr(), r.Bundle)
	if f.timing {
		how := "made"
		if r.Reused {
			how = "reused"
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "bundle %s in %v, before the cold start\n", how, time.Since(start).Round(10*time.Microsecond))
	}
	return r.Bundle, nil
}

func (f *runFlags) coldStart(ctx context.Context, cmd *cobra.Command, t target, kind engines.Kind, bundle *bundler.Bundle, set leverSet, stage worker.Stage, req *http.Request) error {
	engine, err := kind.Open(engineOptions(t.app, t.cacheDir(cmd)))
	if err != nil {
		return err
	}
	defer engine.Close()
	scripts, err := openScripts(cmd, engine, codecache.Level(f.cache), t.cacheDir(cmd))
	if err != nil {
		return err
	}
	defer func() { cacheWarnings(cmd.ErrOrStderr(), scripts.Warnings()) }()
	env, err := vars(bundle, set.vars)
	if err != nil {
		return err
	}
	cfg := worker.Config{
		Web: web.NewCachedLibrary(scripts), Source: set.script.apply(engines.Source(bundle)), Env: env, FrozenClock: f.frozen || t.frozen(), EagerGlobals: !f.lazy,
		Outbound: outbound(f.network),
		Log:      func(e web.Entry) { console(cmd, e) },
	}
	runtime.LockOSThread() // for CPU times of this thread
	defer runtime.UnlockOSThread()
	if f.timing {
		cfg.Phases = phase.New(nil)
	}
	if stage != "" {
		if cfg.Snapshot, err = f.snapshotFor(ctx, cfg, stage, t); err != nil {
			return uncaught(err)
		}
		defer cfg.Snapshot.Close()
	}
	instance, err := worker.Start(ctx, cfg)
	if err != nil {
		return uncaught(err)
	}
	defer instance.Close()
	failure, err := f.respond(ctx, cmd, instance, cfg.Phases, req)
	if err != nil {
		return err
	}
	if f.timing {
		if err := report.Waterfall(cmd.ErrOrStderr(), cfg.Phases.Profile(), styleOf(cmd.ErrOrStderr())); err != nil {
			return err
		}
	}
	if err := instance.Wait(ctx); err != nil {
		return err
	}
	if failure != nil {
		return errSilent // it has been logged
	}
	return nil
}

// snapshotFor is what the cold start begins with: from the cache, which is part of it,
// or else taken before. Its request is the same as that of the cold start.
func (f *runFlags) snapshotFor(ctx context.Context, cfg worker.Config, stage worker.Stage, t target) (*worker.Snapshot, error) {
	request := func() (*http.Request, error) { return f.request.requestFor(t) }
	store := cfg.Web.Scripts().Store()
	if store == nil {
		defer cfg.Phases.Restart()
		return worker.TakeSnapshot(ctx, cfg, stage, request)
	}
	boot := cfg.Phases.Begin(phase.Boot)
	s, hit, err := worker.KeptSnapshot(ctx, store, cfg, stage, request)
	boot.SetHit(hit)
	boot.End()
	if !hit {
		cfg.Phases.Restart()
	}
	return s, err
}

// respond sends the request and prints the response. failure is why the handler
// gave none of its own.
func (f *runFlags) respond(ctx context.Context, cmd *cobra.Command, instance *worker.Instance, recorder *phase.Recorder, req *http.Request) (failure, err error) {
	span := recorder.Begin(phase.Request)
	defer span.End()
	res, err := instance.Fetch(ctx, req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if failure = worker.Failure(res); failure != nil {
		return failure, nil
	}
	out := cmd.OutOrStdout()
	if f.include {
		fmt.Fprintf(out, "%s %s\r\n", res.Proto, res.Status)
		if err := res.Header.Write(out); err != nil {
			return nil, err
		}
		fmt.Fprint(out, "\r\n")
	}
	_, err = io.Copy(out, res.Body)
	return nil, err
}

// vars is the env of an app: the variables of its config, and others, which win.
func vars(b *bundler.Bundle, others map[string]string) (string, error) {
	all := map[string]any{}
	if b.Config != nil {
		maps.Copy(all, b.Config.Vars)
	}
	for name, value := range others {
		all[name] = value
	}
	if len(all) == 0 {
		return "", nil
	}
	env, err := json.Marshal(all)
	if err != nil {
		return "", errors.Join(errors.New("vars of the wrangler config"), err)
	}
	return string(env), nil
}
