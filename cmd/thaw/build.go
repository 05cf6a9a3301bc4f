package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"example.com/thaw/bundler"
	"example.com/thaw/bundler/prebuilt"
	"example.com/thaw/fixtures"
	"example.com/thaw/isolate"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/runtime/engines"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

type buildFlags struct {
	runtimes []string
	snapshot string
	frozen   bool
	network  bool
	out      string
	levers   leverFlags
	request  requestFlags
	timeout  time.Duration
}

func newBuild() *cobra.Command {
	var f buildFlags
	cmd := &cobra.Command{
		Use:   "build APP -o DIR",
		Short: "Write what an app starts from to a folder: bundle, bytecode, snapshot",
		Long: `Writes to DIR, for each runtime, the bundle of APP, the compiled scripts of the app and of
the Web APIs, a snapshot where the engine has them, and the engine's machine code.
"thaw run DIR" and "thaw bench DIR" start from these, without esbuild and without APP.

DIR is a new folder, an empty one, or one that was built before, which is replaced when
the new one is whole. It is private to its user, as caches are: what is in it is run. It
holds the variables of the wrangler config.`,
		Example: `  thaw build ./my-app -o dist
  thaw build ./my-app -o dist --runtime quickjs --minify on --snapshot warm --request "GET /items"
  thaw run dist --timing`,
		Args: needArgs(1, 1, "one APP"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	fs := cmd.Flags()
	fs.StringVarP(&f.out, "outdir", "o", "", "the folder to write")
	_ = cmd.MarkFlagDirname("outdir")
	fs.StringSliceVar(&f.runtimes, "runtime", nil, "goja, quickjs, or both (default: those that are installed)")
	_ = cmd.RegisterFlagCompletionFunc("runtime", completeRuntimes)
	fs.StringVar(&f.snapshot, "snapshot", string(worker.StageEvaluated), "none, base, evaluated or warm: what isolates are to start from (quickjs)")
	_ = cmd.RegisterFlagCompletionFunc("snapshot", completeStages)
	addFrozenClock(cmd, &f.frozen)
	addNetwork(cmd, &f.network, false)
	fs.DurationVar(&f.timeout, "timeout", time.Minute, "longest that the app may take on one runtime")
	f.request.add(cmd)
	f.levers.add(cmd)
	return cmd
}

// A build is the app for one engine, before it is written.
type build struct {
	kind   engines.Kind
	bundle *bundler.Bundle
	stage  worker.Stage // "" for no snapshot
}

func (f *buildFlags) run(cmd *cobra.Command, app string) error {
	if f.out == "" {
		return usagef("-o DIR is missing: it names the folder to write")
	}
	if err := checkTimeout(f.timeout); err != nil {
		return err
	}
	set, err := f.levers.one()
	if err != nil {
		return err
	}
	t, err := openTarget(app)
	if err == nil && t.built != nil {
		err = fmt.Errorf("%s is built already: name what it was built from", app)
	}
	if err == nil {
		err = prebuilt.Check(f.out)
	}
	if err != nil {
		return err
	}
	builds, err := f.bundle(cmd, t, set)
	if err != nil {
		return err
	}
	return f.write(cmd, t, set, builds)
}

// bundle bundles the app for every runtime. One that was not asked for by name is left
// out where it can't do what the flags say.
func (f *buildFlags) bundle(cmd *cobra.Command, t target, set leverSet) ([]*build, error) {
	names := f.runtimes
	if len(names) == 0 {
		var err error
		if names, err = t.engines(); err != nil {
			return nil, err
		}
		slices.Sort(names)
	}
	var builds []*build
	var refused error
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, usagef("--runtime: %q is there twice", name)
		}
		b, err := f.one(cmd, t, set, name)
		var refusal *refusalError
		switch {
		case errors.As(err, &refusal) && len(f.runtimes) == 0:
			refused = err
		case err != nil:
			return nil, err
		default:
			builds = append(builds, b)
		}
	}
	if len(builds) == 0 {
		return nil, refused
	}
	return builds, f.checkStage(cmd, builds)
}

func (f *buildFlags) one(cmd *cobra.Command, t target, set leverSet, name string) (*build, error) {
	kind, err := t.engine(name)
	if err != nil {
		return nil, err
	}
	stage, err := parseStage(f.snapshot)
	if err != nil {
		return nil, err
	}
	info, err := set.script.capable(kind, t.app)
	if err != nil {
		return nil, err
	}
	if refuseStage(stage, info) != nil {
		stage = ""
	}
	r, err := t.load(cmd, kind, set.options, codecache.Disk)
	if err != nil {
		return nil, err
	}
	return &build{kind, r.Bundle, stage}, nil
}

// checkStage refuses a stage that was asked for and that no runtime has.
func (f *buildFlags) checkStage(cmd *cobra.Command, builds []*build) error {
	if !cmd.Flags().Changed("snapshot") || f.snapshot == noSnapshot {
		return nil
	}
	if slices.ContainsFunc(builds, func(b *build) bool { return b.stage != "" }) {
		return nil
	}
	return refuseStage(worker.Stage(f.snapshot), isolate.Info{Name: builds[0].kind.Name})
}

// write makes the folder under another name, so that it appears whole or not at all.
func (f *buildFlags) write(cmd *cobra.Command, t target, set leverSet, builds []*build) error {
	out, err := filepath.Abs(f.out)
	if err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(out); err == nil {
		out = real
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(filepath.Dir(out), "."+filepath.Base(out)+".*.tmp") // mode 0700, as a cache needs it
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	request, err := t.request(&f.request)
	if err != nil {
		return err
	}
	for _, b := range builds {
		showWarnings(cmd.ErrOrStderr(), b.bundle)
		if err := f.fill(cmd, dir, t, set, b, request); err != nil {
			return uncaught(err)
		}
	}
	if err := f.describe(dir, t, set, builds, request); err != nil {
		return err
	}
	if err := replace(dir, out); err != nil {
		return err
	}
	for _, b := range builds {
		b.print(cmd.OutOrStdout(), filepath.Clean(f.out))
	}
	return nil
}

// describe writes the bundles and the manifest.
func (f *buildFlags) describe(dir string, t target, set leverSet, builds []*build, request fixtures.Request) error {
	m := prebuilt.Manifest{Thaw: version(), FrozenClock: f.frozen, Levers: map[string]string{}}
	for _, l := range set.levers {
		m.Levers[l.name] = l.value
	}
	if usual, err := new(requestFlags).parse(); err != nil || request.Path != usual.Path || request.Method != usual.Method || len(request.Header) > 0 || request.Body != "" {
		m.Request = &prebuilt.Request{Method: request.Method, Path: request.Path, Header: request.Header, Body: []byte(request.Body)}
	}
	bundles, snapshots := map[string]*bundler.Bundle{}, map[string]string{}
	for _, b := range builds {
		bundles[b.kind.Name], snapshots[b.kind.Name] = b.bundle, string(b.stage)
	}
	return prebuilt.Write(dir, m, bundles, snapshots)
}

// fill fills the caches in dir for one engine: with the app, every file of the Web APIs, and the
// snapshot. An engine that is opened again starts from the snapshot: that shows that it is
// good, and leaves what such an engine keeps at its first start.
func (f *buildFlags) fill(cmd *cobra.Command, dir string, t target, set leverSet, b *build, request fixtures.Request) error {
	ctx, cancel := withTimeout(cmd.Context(), f.timeout)
	defer cancel()
	asked := func() (*http.Request, error) { return newRequest(request, "http://localhost") }
	err := f.withCaches(dir, t, set, b, func(store *codecache.Store, cfg worker.Config) error {
		if err := compile(ctx, cfg); err != nil || b.stage == "" {
			return err
		}
		return keepSnapshot(ctx, store, cfg, b.stage, asked)
	})
	if err != nil || b.stage == "" {
		return err
	}
	return f.withCaches(dir, t, set, b, func(store *codecache.Store, cfg worker.Config) error {
		return restore(ctx, store, cfg, b.stage, asked)
	})
}

// withCaches opens the engine on the caches in dir, and has do work with it. What goes wrong
// with a cache is an error here.
func (f *buildFlags) withCaches(dir string, t target, set leverSet, b *build, do func(*codecache.Store, worker.Config) error) error {
	engine, err := b.kind.Open(engineOptions(t.app, dir))
	if err != nil {
		return err
	}
	defer engine.Close()
	store, err := codecache.Open(dir)
	if err != nil {
		return err
	}
	scripts, err := codecache.NewScripts(engine, codecache.Disk, store)
	if err != nil {
		return err
	}
	env, err := vars(b.bundle, nil)
	if err != nil {
		return err
	}
	cfg := worker.Config{
		Web: web.NewCachedLibrary(scripts), Source: set.script.apply(engines.Source(b.bundle)), Env: env, FrozenClock: f.frozen,
		Outbound: outbound(f.network),
	}
	err = do(store, cfg)
	if warnings := scripts.Warnings(); err == nil && len(warnings) > 0 {
		err = errors.New(warnings[0])
	}
	return err
}

// compile compiles the app, and every file of the Web APIs, into the cache.
func compile(ctx context.Context, cfg worker.Config) error {
	if _, _, err := cfg.Web.Scripts().Compile(ctx, cfg.Source); err != nil {
		return err
	}
	for _, name := range web.Files() {
		if _, err := cfg.Web.Script(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

func keepSnapshot(ctx context.Context, store *codecache.Store, cfg worker.Config, stage worker.Stage, request func() (*http.Request, error)) error {
	s, _, err := worker.KeptSnapshot(ctx, store, cfg, stage, request)
	if err != nil {
		return err
	}
	return s.Close()
}

// restore starts an instance from the snapshot that was kept.
func restore(ctx context.Context, store *codecache.Store, cfg worker.Config, stage worker.Stage, request func() (*http.Request, error)) error {
	s, err := worker.LoadSnapshot(store, cfg, stage, request)
	if err != nil {
		return err
	}
	if s == nil {
		return errors.New("the snapshot that was kept is not found again")
	}
	defer s.Close()
	cfg.Snapshot = s
	instance, err := worker.Start(ctx, cfg)
	if err != nil {
		return err
	}
	return instance.Close()
}

// replace puts the folder at dir in the place of out, which prebuilt.Check has passed.
func replace(dir, out string) error {
	if err := prebuilt.Check(out); err != nil { // something may have come meanwhile
		return err
	}
	old := dir + ".old"
	err := os.Rename(out, old)
	if errors.Is(err, os.ErrNotExist) {
		return os.Rename(dir, out)
	}
	if err != nil {
		return err
	}
	if err := os.Rename(dir, out); err != nil {
		return errors.Join(err, os.Rename(old, out))
	}
	return os.RemoveAll(old)
}

// print says what was written.
func (b *build) print(w io.Writer, out string) {
	snapshot := "no snapshot"
	if b.stage != "" {
		snapshot = fmt.Sprintf("a snapshot at %s", b.stage)
	}
	fmt.Fprintf(w, "%s: %s for %s: %s of JavaScript, %s\n", out, b.bundle.Name, b.kind.Name, humanize.IBytes(uint64(len(b.bundle.Code))), snapshot)
}

func showWarnings(w io.Writer, b *bundler.Bundle) {
	for _, warning := range b.Warnings {
		fmt.Fprintln(w, "warning: "+warning.String())
	}
}
