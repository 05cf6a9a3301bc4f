package main

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/thaw/bundler"
	"example.com/thaw/fixtures"
	"example.com/thaw/harness"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/runtime/engines"
)

// arms bundles every app for every runtime and combination of levers.
func (f *benchFlags) arms(cmd *cobra.Command, apps []string) ([]harness.Arm, error) {
	if _, err := parseStages(f.snapshot); err != nil {
		return nil, err
	}
	var arms []harness.Arm
	var refused error // why an engine was left out
	for _, app := range apps {
		t, err := openTarget(app)
		if err != nil {
			return nil, err
		}
		one, err := f.armsOf(cmd, t)
		var refusal *refusalError
		switch {
		case errors.As(err, &refusal) && len(f.runtimes) == 0:
			refused = refusal
		case err != nil:
			return nil, err
		}
		arms = append(arms, one...)
	}
	if len(arms) == 0 {
		return nil, refused
	}
	return arms, nil
}

// armsOf makes the arms of an app. A *refusalError says what one of the runtimes can't do; the
// arms of those that can are there, unless the runtimes were named.
func (f *benchFlags) armsOf(cmd *cobra.Command, t target) (arms []harness.Arm, refused error) {
	levels, err := f.levels(cmd, t)
	if err != nil {
		return nil, err
	}
	levers, err := t.levers(cmd, f.levers)
	if err != nil {
		return nil, err
	}
	sets, err := levers.sets()
	if err != nil {
		return nil, err
	}
	base, err := f.base(cmd, t)
	if err != nil {
		return nil, err
	}
	kinds, err := f.kinds(t, levels)
	if err != nil {
		return nil, err
	}
	for _, set := range sets {
		if set, err = f.withRuntime(set); err != nil {
			return nil, err
		}
		for _, kind := range kinds {
			one, err := f.armsOn(cmd, t, base, kind, set, levels)
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
	return arms, refused
}

// base is what all arms of an app have.
func (f *benchFlags) base(cmd *cobra.Command, t target) (harness.Arm, error) {
	request, err := t.request(&f.request)
	if err != nil {
		return harness.Arm{}, err
	}
	arm := harness.Arm{
		App: t.app, Request: requestOf(request), Rebuild: f.rebuild, CacheDir: t.cacheDir(cmd), Network: f.network,
		Flags: constantFlags(cmd),
	}
	if f.frozen || t.frozen() {
		arm.FrozenClock = true
		arm.Levers = []harness.Lever{{Name: "frozen-clock", Value: "on"}}
	}
	if ref, ok := strings.CutPrefix(t.app, bundler.FixturePrefix); ok && !f.request.given() {
		fixture, err := fixtures.Describe(ref)
		if err != nil {
			return harness.Arm{}, err
		}
		arm.Check = fixture.Check.Verify
	}
	return arm, nil
}

// armsOn makes the arms of an app on one runtime, for each snapshot and cache level.
// A *refusalError says what the runtime can't do; the arms that it can are there.
func (f *benchFlags) armsOn(cmd *cobra.Command, t target, base harness.Arm, kind engines.Kind, set leverSet, levels []codecache.Level) ([]harness.Arm, error) {
	stages, err := t.stages(cmd, kind, f.snapshot)
	if err != nil {
		return nil, err
	}
	info, err := set.script.capable(kind, t.app)
	if err != nil {
		return nil, err
	}
	r, err := t.load(cmd, kind, set.options, levels...)
	if err != nil {
		return nil, err
	}
	arm, err := makeArm(base, kind, set, r.Bundle)
	if err != nil {
		return nil, err
	}
	each, refused := staged(stages, arm, info)
	var arms []harness.Arm
	for _, one := range each {
		for _, level := range levels {
			arms = append(arms, f.process.spread(cached(one, level, len(levels) > 1))...)
		}
	}
	return arms, refused
}

// kinds are the engines to measure an app on.
func (f *benchFlags) kinds(t target, levels []codecache.Level) ([]engines.Kind, error) {
	names := f.runtimes
	if len(names) == 0 {
		var err error
		if names, err = t.engines(); err != nil {
			return nil, err
		}
		slices.Sort(names)
	}
	var kinds []engines.Kind
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, usagef("--runtime: %q is there twice", name)
		}
		kind, err := t.engine(name)
		if err != nil {
			return nil, err
		}
		if err := checkKind(kind, t.app, levels); err != nil {
			return nil, err
		}
		kinds = append(kinds, kind)
	}
	return kinds, nil
}

func makeArm(arm harness.Arm, kind engines.Kind, set leverSet, bundle *bundler.Bundle) (harness.Arm, error) {
	var err error
	if arm.Env, err = vars(bundle, set.vars); err != nil {
		return arm, err
	}
	arm.Runtime = kind.Name
	id := []string{arm.App, kind.Name}
	for _, l := range set.levers {
		arm.Levers = append(slices.Clip(arm.Levers), harness.Lever{Name: l.name, Value: l.value})
		arm.Flags = append(slices.Clip(arm.Flags), l.flags()...)
		id = append(id, l.name+"="+l.value)
	}
	arm.ID = strings.Join(id, " ")
	arm.EagerGlobals = set.eager
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

// levels are those of --cache, or where it is not used that at which a built app has
// everything.
func (f *benchFlags) levels(cmd *cobra.Command, t target) ([]codecache.Level, error) {
	if t.built != nil && !cmd.Flags().Changed("cache") {
		return []codecache.Level{codecache.Disk}, nil
	}
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

// cached is arm at a level, which is named where there are several, or it is not the usual one.
func cached(arm harness.Arm, level codecache.Level, several bool) harness.Arm {
	arm.Cache = level
	if several || level != codecache.None {
		arm.Levers = append(slices.Clip(arm.Levers), harness.Lever{Name: "cache", Value: string(level)})
		arm.Flags = append(slices.Clip(arm.Flags), "--cache", string(level))
		arm.ID += " cache=" + string(level)
	}
	return arm
}

// constantFlags are the flags of an experiment that are the same in all of its arms, as thaw run takes them.
func constantFlags(cmd *cobra.Command) []string {
	var words []string
	for _, name := range []string{
		"cache-dir", "no-bundle", "define", "alias", "external", "drop", "conditions", "patch", "var", "request", "header", "body", "frozen-clock",
	} {
		flag := cmd.Flags().Lookup(name)
		if flag == nil || !flag.Changed {
			continue
		}
		switch list, ok := flag.Value.(pflag.SliceValue); {
		case ok:
			for _, v := range list.GetSlice() {
				words = append(words, "--"+name, v)
			}
		case flag.Value.Type() == "bool":
			words = append(words, "--"+name+"="+flag.Value.String())
		default:
			words = append(words, "--"+name, flag.Value.String())
		}
	}
	return words
}

func bundleFacts(b *bundler.Bundle) harness.Bundle {
	facts := harness.Bundle{SHA256: b.SHA256, Bytes: int64(len(b.Code)), Gzip: int64(b.GzipSize()), Modules: len(b.Modules)}
	for _, m := range b.Modules {
		facts.Inputs = append(facts.Inputs, harness.Input{Path: m.Path, Package: m.Package(), Bytes: int64(m.Bytes)})
	}
	return facts
}

func requestOf(r fixtures.Request) harness.Request {
	header := http.Header{}
	for name, value := range r.Header {
		header.Set(name, value)
	}
	return harness.Request{Method: r.Method, Path: r.Path, Header: header, Body: []byte(r.Body)}
}
