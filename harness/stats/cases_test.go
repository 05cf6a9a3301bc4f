package stats

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"
)

// load reads a set of samples that a public report was about.
func load[T any](t *testing.T, name string) map[string]T {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	sets := map[string]T{}
	if err := json.Unmarshal(data, &sets); err != nil {
		t.Fatal(err)
	}
	return sets
}

// TestIdenticalSamples: equal values in a group must not be thrown away or make a
// division by zero (golang/go#19634).
func TestIdenticalSamples(t *testing.T) {
	type pair struct{ Old, New []float64 }
	sets := load[pair](t, "identical-samples")
	for _, test := range []struct {
		set     string
		verdict Verdict
		change  float64
		p       float64
	}{
		{"gain", Faster, -0.3231132, 2.0 / 252},
		{"same", Tie, 0, 1},
		{"step", Slower, 0.2, 2.0 / 924},
		{"zero", Tie, 0, 1},
		{"single", NoVerdict, -0.3, 1},
	} {
		set := sets[test.set]
		c := unpaired(t, set.Old, set.New)
		if c.Verdict != test.verdict || c.BaseN != len(set.Old) || c.ArmN != len(set.New) {
			t.Errorf("%s: verdict %s of %d and %d values, want %s", test.set, c.Verdict, c.BaseN, c.ArmN, test.verdict)
		}
		if got := c.Ratio() - 1; math.Abs(got-test.change) > 1e-6 || math.Abs(c.P-test.p) > 1e-12 {
			t.Errorf("%s: change %v, p %v; want %v, %v", test.set, got, c.P, test.change, test.p)
		}
		if few := has(c.Warnings, FewSamples); few != (test.verdict == NoVerdict) {
			t.Errorf("%s: warnings %v", test.set, c.Warnings)
		}
	}
}

// TestFalseOutliers: a warning has to mean that a result may be wrong (sharkdp/hyperfine#580).
func TestFalseOutliers(t *testing.T) {
	sets := load[[]float64](t, "false-outliers")
	for name, want := range map[string]struct {
		far  []int
		warn bool
	}{
		"clockStep": {nil, false},
		"thinTail":  {[]int{997, 998, 999}, false},
		"oneStall":  {[]int{9}, true},
		"constant":  {nil, false},
		"fastOne":   {[]int{6}, true},
	} {
		values := sets[name]
		if far := Outliers(values); name != "thinTail" && !slices.Equal(far, want.far) {
			t.Errorf("%s: outliers %v, want %v", name, far, want.far)
		}
		got := Inspect(values)
		if has(got, Outlying) != want.warn || len(got) > 1 {
			t.Errorf("%s: warnings %v, want one: %v", name, got, want.warn)
		}
		if s := Summarize(values); s.N != len(values) || s.Max != slices.Max(values) || s.Min != slices.Min(values) {
			t.Errorf("%s: %+v has lost values", name, s)
		}
	}
	if s := Summarize(sets["oneStall"]); s.Median != 303.05 || s.Max != 912.6 {
		t.Errorf("oneStall: median %v, maximum %v", s.Median, s.Max)
	}
}

// TestBimodal: two modes are said to be two, and no single factor compares them
// (sharkdp/hyperfine#21).
func TestBimodal(t *testing.T) {
	sets := load[[]float64](t, "bimodal")
	for name, want := range map[string]Modes{
		"a": {10, 30, 0.6}, "b": {10, 30, 0.4}, "even": {10, 30, 0.5},
		"skewed": {}, "one": {}, "rare": {}, "small": {},
	} {
		m, two := FindModes(sets[name])
		got := Modes{math.Round(m.Low), math.Round(m.High), m.Share}
		if two != (want != Modes{}) || got != want {
			t.Errorf("%s: modes %v, %v; want %v", name, got, two, want)
		}
		w := Inspect(sets[name])
		if has(w, Bimodal) != two || has(w, Outlying) != (name == "rare" || name == "small") {
			t.Errorf("%s: warnings %v", name, w)
		}
	}
	if c := unpaired(t, sets["a"], sets["b"]); c.P >= 0.01 || c.Verdict != Slower || !has(c.Warnings, Bimodal) {
		t.Errorf("a and b: %+v", c)
	}
	if c := unpaired(t, sets["even"], sets["even"]); c.Verdict != Tie || !has(c.Warnings, Bimodal) {
		t.Errorf("even and even: %+v", c)
	}
}

func unpaired(t *testing.T, base, arm []float64) Comparison {
	t.Helper()
	c, err := CompareUnpaired(base, arm)
	if err != nil {
		t.Fatal(err)
	}
	all := []Comparison{c}
	Judge(all, 0.01)
	return all[0]
}

func has(warnings []Warning, code string) bool {
	return slices.ContainsFunc(warnings, func(w Warning) bool { return w.Code == code })
}
