package harness

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/thaw/isolate/phase"
)

// measured has n samples of each arm, whose parse takes so long, and whose request jitters.
func measured(t *testing.T, n int, parse time.Duration, all ...Arm) *Result {
	t.Helper()
	f := &fakeRunner{change: func(_ Arm, n int, s *Sample) error {
		jitter := time.Duration(n*7919%101) * time.Microsecond
		p := &s.Cold.Profile
		p.Phases[0].Cost.Wall += parse
		p.Phases[1].Cost.Wall += jitter
		p.Total.Wall += parse + jitter
		p.Phases[0].Cost.Thread += parse
		p.Phases[1].Cost.Thread += jitter
		p.Total.Thread += parse + jitter
		return nil
	}}
	r, err := Experiment{Arms: all, Rounds: n, Floor: 0.01}.Run(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	r.Machine = Machine{CPU: "cpu", Cores: 2}
	return r
}

// changed lists the phases of the last side that have verdicts.
func changed(c *Changes) string {
	var all []string
	for _, change := range c.All {
		side := change.Sides[len(change.Sides)-1]
		if side.Comparison != nil {
			all = append(all, fmt.Sprintf("%s %s %s", side.Arm, change.Phase, side.Comparison.Verdict))
		}
	}
	return strings.Join(all, ", ")
}

func TestCompareResults(t *testing.T) {
	base := measured(t, 12, 0, arms("a", "b")...)
	for name, test := range map[string]struct {
		other *Result
		want  string
	}{
		"the same":    {measured(t, 12, 0, arms("a", "b")...), "a parse tie, a request tie, a total tie, b parse tie, b request tie, b total tie"},
		"slower":      {measured(t, 12, 3*time.Millisecond, arms("a")...), "a parse slower, a request tie, a total slower"},
		"faster":      {measured(t, 12, -3*time.Millisecond, arms("c", "b")...), "b parse faster, b request tie, b total faster"},
		"below floor": {measured(t, 12, 200*time.Microsecond, arms("b")...), "b parse tie, b request tie, b total tie"},
		"too few":     {measured(t, 1, 0, arms("b")...), "b parse none, b request none, b total none"},
		"strangers":   {measured(t, 12, 0, arms("c")...), ""},
	} {
		c, err := CompareResults("", 0.01, base, test.other)
		if err != nil {
			t.Fatal(err)
		}
		if got := changed(c); got != test.want {
			t.Errorf("%s: %s; want %s", name, got, test.want)
		}
	}
}

// TestCompareResultsMeasure: by what totals and phases are compared.
func TestCompareResultsMeasure(t *testing.T) {
	base := measured(t, 3, 0, arms("a")...)
	noThread := measured(t, 3, 0, arms("a")...)
	noThread.Samples[1].Cold.Profile.Phases[0].Cost.HasCPU = false
	noCPU := measured(t, 3, 0, arms("a")...)
	noCPU.Samples[1].Cold.Profile.Total.HasCPU = false
	byWall := measured(t, 3, 0, arms("a")...)
	byWall.Measure = MeasureWall
	for name, test := range map[string]struct {
		measure Measure
		other   *Result
		want    string
	}{
		"default":          {"", base, "parse thread, request thread, total thread"},
		"chosen":           {MeasureCPU, base, "parse cpu, request cpu, total cpu"},
		"a phase without":  {"", noThread, "parse wall, request thread, total thread"},
		"a total without":  {"", noCPU, "parse wall, request wall, total wall"},
		"another measure":  {"", byWall, "parse wall, request wall, total wall"},
		"chosen over that": {MeasureThread, byWall, "parse thread, request thread, total thread"},
	} {
		c, err := CompareResults(test.measure, 0, base, test.other)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, change := range c.All {
			all = append(all, fmt.Sprintf("%s %s", change.Phase, change.Sides[1].Comparison.Measure))
		}
		if got := strings.Join(all, ", "); got != test.want || string(c.Measure) != test.want[strings.LastIndex(test.want, " ")+1:] {
			t.Errorf("%s: %s (%s); want %s", name, got, c.Measure, test.want)
		}
	}
}

// TestCompareResultsSwapped: a change of opposite sign, and the same p.
func TestCompareResultsSwapped(t *testing.T) {
	a, b := measured(t, 9, 0, arms("a")...), measured(t, 14, time.Millisecond, arms("a")...)
	there, err := CompareResults("", 0, a, b)
	if err != nil {
		t.Fatal(err)
	}
	back, err := CompareResults("", 0, b, a)
	if err != nil {
		t.Fatal(err)
	}
	for i := range there.All {
		x, y := there.All[i].Sides[1].Comparison, back.All[i].Sides[1].Comparison
		if x.Diff != -y.Diff || x.Adjusted != y.Adjusted {
			t.Errorf("%s: %v and %v, p %v and %v", there.All[i].Phase, x.Diff, y.Diff, x.Adjusted, y.Adjusted)
		}
	}
}

func TestCompareResultsMatches(t *testing.T) {
	one := func(id, app string) Arm { return Arm{ID: id, App: app, Request: Request{Method: "GET", Path: "/"}} }
	old := measured(t, 3, 0, one("./app goja", "./app"), one("./app quickjs", "./app"))
	moved := measured(t, 3, 0, one("/build/app quickjs", "/build/app"), one("/build/app goja minify=on", "/build/app"))
	c, err := CompareResults("", 0, old, moved)
	if err != nil {
		t.Fatal(err)
	}
	if c.All[0].Arm != "./app quickjs" || c.All[0].Sides[1].Arm != "/build/app quickjs" || len(c.All) != 3 {
		t.Errorf("%+v", c.All)
	}
	if got, want := fmt.Sprint(c.Only), "[{0 ./app goja} {1 /build/app goja minify=on}]"; got != want {
		t.Errorf("%s; want %s", got, want)
	}
	two := measured(t, 3, 0, one("/build/app quickjs", "/build/app"), one("other quickjs", "other"))
	if c, err = CompareResults("", 0, old, two); err != nil || len(c.All) != 0 || len(c.Only) != 4 {
		t.Errorf("of two apps: %+v, %v", c, err)
	}
	again, err := Experiment{Arms: arms("a"), Rounds: 3, AA: true}.Run(t.Context(), &fakeRunner{})
	if err != nil {
		t.Fatal(err)
	}
	if c, err = CompareResults("", 0, again, again); err != nil || len(c.All) != 3 {
		t.Errorf("an A/A arm is compared: %+v, %v", c, err)
	}
}

func TestCompareResultsWithholds(t *testing.T) {
	for want, change := range map[string]func(*Result){
		`measured on another machine, or with another setup: machine.cpu is "other", not "cpu"`: func(r *Result) { r.Machine.CPU = "other" },
		"a is asked GET /b, not GET /":                                  func(r *Result) { r.Arms[0].Request.Path = "/b" },
		"a answers with another body":                                   func(r *Result) { r.Samples[3].Cold.Answer.SHA256 = "other" },
		"not enough samples for a verdict on one of 3 comparisons: 12 ": func(r *Result) { r.Samples = r.Samples[:1] },
	} {
		other := measured(t, 12, time.Second, arms("a")...)
		change(other)
		c, err := CompareResults("", 0, measured(t, 12, 0, arms("a")...), other)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range c.All {
			got := one.Sides[1].Comparison
			if got.Verdict != "none" || !strings.HasPrefix(got.Reason(), want) {
				t.Errorf("%s: %s, for %q; want %q", one.Phase, got.Verdict, got.Reason(), want)
			}
		}
	}
}

func TestCompareResultsRefuses(t *testing.T) {
	a := measured(t, 1, 0, arms("a")...)
	process := measured(t, 1, 0, arms("a")...)
	process.Mode = ModeProcess
	for want, compare := range map[string]func() (*Changes, error){
		"1 results; at least 2": func() (*Changes, error) { return CompareResults("", 0, a) },
		`measure "cycles"`:      func() (*Changes, error) { return CompareResults("cycles", 0, a, a) },
		"floor 2":               func() (*Changes, error) { return CompareResults("", 2, a, a) },
		"one result is of mode isolate, another of mode process": func() (*Changes, error) { return CompareResults("", 0, a, process) },
	} {
		if _, err := compare(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	// A phase that one side lacks has no comparison.
	b := measured(t, 1, 0, arms("a")...)
	b.Samples[0].Cold.Profile.Phases[0].Name = phase.Boot
	c, err := CompareResults("", 0, a, b)
	if err != nil || len(c.All) != 4 || c.All[0].Sides[1].Comparison != nil || c.All[0].Sides[0].Times.N != 0 {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestCompareResultsAgain: an arm that is the same in both shows what the machine did, and nothing smaller is called
// a change.
func TestCompareResultsAgain(t *testing.T) {
	side := func(thaw string, more time.Duration, bundle string) *Result {
		all := arms("same", "changed")
		all[1].Bundle.SHA256 = bundle
		r := measured(t, 12, more, all...)
		r.Thaw = thaw
		return r
	}
	for name, test := range map[string]struct {
		other *Result
		want  string
	}{
		"as much as the machine": {side("v1", 3*time.Millisecond, "new"), "same A/A, changed tie"},
		"more than the machine": {func() *Result {
			r := side("v1", 3*time.Millisecond, "new")
			for i := range r.Samples {
				if s := &r.Samples[i]; s.Arm == "changed" {
					s.Cold.Profile.Total.Thread += 20 * time.Millisecond
				}
			}
			return r
		}(), "same A/A, changed slower"},
		"another thaw":   {side("v2", 3*time.Millisecond, "new"), "same slower, changed slower"},
		"the same files": {side("v1", 0, "old"), "same A/A, changed A/A"},
	} {
		c, err := CompareResults("", 0.01, side("v1", 0, "old"), test.other)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, change := range c.All {
			verdict := string(change.Sides[1].Comparison.Verdict)
			if change.Sides[1].Again {
				verdict = "A/A"
			}
			if change.Phase == PhaseTotal {
				all = append(all, change.Arm+" "+verdict)
			}
		}
		if got := strings.Join(all, ", "); got != test.want {
			t.Errorf("%s: %s; want %s", name, got, test.want)
		}
	}
	for _, unknown := range []string{"", "unknown", "(devel)", "0123456789ab+dirty"} {
		if sameProgram(unknown, unknown) {
			t.Errorf("two programs of version %q are held to be the same", unknown)
		}
	}
}
