package engines_test

import (
	"net/http"
	"runtime/debug"
	"testing"

	"example.com/thaw/bundler"
	"example.com/thaw/fixtures"
	"example.com/thaw/harness"
	"example.com/thaw/isolate"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/runtime/engines"
)

// TestFixturesFromDisk asks every fixture, on every engine, whose scripts are written to
// disk by a first sample and read back by a second, in each form that the engine has.
// All answer as what was compiled does, with a collection at almost every allocation.
func TestFixturesFromDisk(t *testing.T) {
	options := engines.Options{AppDir: "../../fixtures/npm"}
	runner := harness.NewIsolateRunner(func(name string) (isolate.Engine, error) {
		k, err := engines.Lookup(name)
		if err != nil {
			return nil, err
		}
		return k.Open(options)
	})
	defer runner.Close()
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	for _, name := range engines.Names() {
		k, _ := engines.Lookup(name)
		for _, f := range fixtures.List() {
			t.Run(name+"/"+f.Name, func(t *testing.T) {
				if err := k.Check(options); err != nil {
					t.Skip(err)
				}
				base := fixtureArm(t, k, f.Name)
				dir := t.TempDir()
				e := harness.Experiment{Warmup: 1, Rounds: 1, Arms: []harness.Arm{
					armOf(base, "compiled", "", base.Source),
					armOf(base, "read back", dir, base.Source),
					armOf(base, "stripped", dir, isolate.Source{StripDebug: true}),
					armOf(base, "eager", dir, isolate.Source{EagerRegExps: true}),
				}}
				result, err := e.Run(t.Context(), runner)
				if err != nil {
					t.Fatal(err)
				}
				for _, w := range result.Warnings {
					if w.Code == harness.WarnParity || w.Code == harness.WarnCache {
						t.Errorf("%s: %s", w.Arm, w.Text)
					}
				}
			})
		}
	}
}

// fixtureArm makes the arm of a fixture, whose answers are checked.
func fixtureArm(t *testing.T, k engines.Kind, ref string) harness.Arm {
	t.Helper()
	app, err := fixtures.Open(ref)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := app.ResolveDir(); err != nil {
		t.Skip(err)
	}
	b, err := k.Load(t.Context(), "fixture:"+ref, bundler.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := app.Check.Request
	header := http.Header{}
	for name, value := range r.Header {
		header.Set(name, value)
	}
	return harness.Arm{
		App: ref, Runtime: k.Name, Source: engines.Source(b), Check: app.Check.Verify,
		Request: harness.Request{Method: r.Method, Path: r.Path, Header: header, Body: []byte(r.Body)},
	}
}

// armOf is base with the levers of a source. Its scripts are in dir, if that is not "".
func armOf(base harness.Arm, id, dir string, levers isolate.Source) harness.Arm {
	base.ID = id
	base.Source.StripDebug, base.Source.EagerRegExps = levers.StripDebug, levers.EagerRegExps
	if dir != "" {
		base.Cache, base.CacheDir = codecache.Disk, dir
	}
	return base
}
