package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"example.com/thaw/bundler"
	"example.com/thaw/bundler/bundlecache"
	"example.com/thaw/bundler/prebuilt"
	"example.com/thaw/fixtures"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/runtime/engines"
	"example.com/thaw/runtime/worker"
)

// A target is what an APP argument names: something to bundle, or a folder of "thaw build".
type target struct {
	app   string
	built *prebuilt.Folder // nil for something to bundle
}

func openTarget(app string) (target, error) {
	built, err := prebuilt.Open(app)
	return target{app, built}, err
}

// cacheDir is the folder of all caches: a built app's own, where no flag names another.
func (t target) cacheDir(cmd *cobra.Command) string {
	dir := cacheDir(cmd)
	if dir == "" && t.built != nil {
		return t.app
	}
	return dir
}

// engines are those that can be had here: of a built app, those that it was built for.
// The preferred one is first.
func (t target) engines() ([]string, error) {
	all := engines.Available(engineOptions(t.app, ""))
	if t.built == nil {
		return all, nil
	}
	var names []string
	for _, name := range all {
		if t.built.Has(name) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		return names, nil
	}
	kind, err := engines.Lookup(t.built.Engines()[0])
	if err != nil {
		return nil, fmt.Errorf("%s was built for it: %w", t.app, err)
	}
	return nil, fmt.Errorf("%s was built for %s: %w", t.app, kind.Name, kind.Check(engineOptions(t.app, "")))
}

// engine is the named one, or the preferred one.
func (t target) engine(name string) (engines.Kind, error) {
	if name == "" {
		names, err := t.engines()
		if err != nil {
			return engines.Kind{}, err
		}
		name = names[0]
	}
	return lookupEngine(name, t.app)
}

// levers are those of the flags. A built app's have been turned when it was built, and can't be
// any more.
func (t target) levers(cmd *cobra.Command, f leverFlags) (leverFlags, error) {
	if t.built == nil {
		return f, nil
	}
	for _, name := range leverNames() {
		if cmd.Flags().Changed(name) {
			return f, usagef("--%s: %s is built, and can't be turned any more; \"thaw build\" takes the flag", name, t.app)
		}
	}
	f.set(t.built.Levers)
	return f, nil
}

// frozen reports whether the app was built for a clock that stands still.
func (t target) frozen() bool { return t.built != nil && t.built.FrozenClock }

// stages are the values of --snapshot, or where it is not used that which a built app has.
func (t target) stages(cmd *cobra.Command, kind engines.Kind, values []string) ([]worker.Stage, error) {
	if t.built != nil && !cmd.Flags().Changed("snapshot") {
		values = []string{cmp.Or(t.built.Snapshot(kind.Name), noSnapshot)}
	}
	return parseStages(values)
}

// request is that of the flags, or else the one that the app is asked by itself.
func (t target) request(f *requestFlags) (fixtures.Request, error) {
	ref, isFixture := strings.CutPrefix(t.app, bundler.FixturePrefix)
	switch {
	case f.given():
	case isFixture:
		fixture, err := fixtures.Describe(ref)
		if err != nil {
			return fixtures.Request{}, err
		}
		return fixture.Check.Request, nil
	case t.built != nil && t.built.Request != nil:
		r := t.built.Request
		return fixtures.Request{Method: r.Method, Path: r.Path, Header: r.Header, Body: string(r.Body)}, nil
	}
	return f.parse()
}

// load makes the bundle for an engine, or finds it: in the folder of a built app, or, at
// one of the levels, in the cache.
func (t target) load(cmd *cobra.Command, kind engines.Kind, o bundler.Options, levels ...codecache.Level) (bundlecache.Result, error) {
	if t.built != nil {
		t.warn(cmd.ErrOrStderr())
		b, err := t.built.Load(kind.Name)
		return bundlecache.Result{Bundle: b, Reused: true}, err
	}
	return kind.LoadCached(cmd.Context(), openBundles(t.cacheDir(cmd), levels...), t.app, o)
}

// warn says that a built app was built by another thaw.
func (t target) warn(w io.Writer) {
	if t.built != nil && t.built.Thaw != version() {
		fmt.Fprintf(w, "warning: %s was built by thaw %s, and this is %s: what it compiled may not be used; build it again\n", t.app, t.built.Thaw, version())
	}
}
