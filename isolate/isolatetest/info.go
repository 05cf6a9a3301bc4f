package isolatetest

import (
	"testing"

	"example.com/thaw/isolate"
)

var infoClauses = []clause{
	{
		"name", "Info names the engine and its version",
		func(t *testing.T, e isolate.Engine) {
			if i := e.Info(); i.Name == "" || i.Version == "" {
				t.Errorf("got %+v", i)
			}
		},
	},
	{
		"snapshots", "Info.Snapshots is set for a Snapshotter, and only for one",
		func(t *testing.T, e isolate.Engine) {
			if _, ok := e.(isolate.Snapshotter); ok != (e.Info().Snapshots != "") {
				t.Errorf("Snapshotter: %t, Info.Snapshots = %q", ok, e.Info().Snapshots)
			}
		},
	},
	{
		"gaps", "every gap is still one: its probe is not true",
		func(t *testing.T, e isolate.Engine) {
			for _, g := range e.Info().Gaps {
				if g.Feature == "" || g.Effect == "" {
					t.Errorf("gap %+v has no feature or no effect", g)
				}
				if g.Probe != "" && probe(t, e, g.Probe) {
					t.Errorf("%s is no longer missing: %s", g.Feature, g.Probe)
				}
			}
		},
	},
}

// probe tells whether an expression is true in a new isolate. One that throws,
// or can't be parsed, is not.
func probe(t *testing.T, e isolate.Engine, js string) bool {
	t.Helper()
	s, err := e.Compile(t.Context(), isolate.Source{Name: "probe.js", Text: `__host.result = () => (` + js + `) === true`})
	if err != nil {
		exception(t, err)
		return false
	}
	iso := newIsolate(t, e, isolate.Options{})
	if err := iso.Run(t.Context(), s); err != nil {
		return false
	}
	got, err := iso.Call(t.Context(), "result")
	return err == nil && got == true
}
