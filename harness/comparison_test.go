package harness

import (
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/thaw/harness/stats"
)

// slower adds to the total of the samples of an arm.
func slower(by map[string]time.Duration) *fakeRunner {
	return &fakeRunner{change: func(arm Arm, n int, s *Sample) error {
		longer(s, by[arm.ID]+time.Duration(n%7)*time.Microsecond)
		return nil
	}}
}

// longer adds CPU time of the measuring thread to a cold start, which all clocks show.
func longer(s *Sample, by time.Duration) {
	total := &s.Cold.Profile.Total
	total.Wall, total.Thread, total.Process = total.Wall+by, total.Thread+by, total.Process+by
}

func TestComparisons(t *testing.T) {
	r := slower(map[string]time.Duration{"b": 8 * time.Millisecond, "c": -8 * time.Millisecond, "d": 40 * time.Microsecond})
	for _, test := range []struct {
		rounds   int
		baseline string
		want     string
	}{
		{20, "", "a b slower, a c faster, a d tie"},
		{20, "b", "b a faster, b c faster, b d faster"},
		{2, "", "a b none, a c none, a d none"},
	} {
		res, err := Experiment{Arms: arms("a", "b", "c", "d"), Rounds: test.rounds, Baseline: test.baseline, Floor: DefaultFloor}.Run(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if got := lines(res); got != test.want {
			t.Errorf("baseline %q: %s; want %s", test.baseline, got, test.want)
		}
		if res.AA != nil || res.Noise != 0 {
			t.Errorf("an A/A arm that was not asked for: %+v", res.AA)
		}
		for _, c := range res.Comparisons {
			if few := c.Reason() != ""; few != (test.rounds == 2) {
				t.Errorf("%s: reason %q", c.Arm, c.Reason())
			}
		}
	}
	c := pair(t, r, 20, "a", "b")
	if c.Agree != 20 || c.BaseN != 20 || c.Diff < 7.9e6 || c.Diff > 8.1e6 || c.Ratio() < 1.21 || c.Ratio() > 1.23 {
		t.Errorf("a and b: %+v", c)
	}
}

// pair compares two arms.
func pair(t *testing.T, r Runner, rounds int, base, arm string) Comparison {
	t.Helper()
	res, err := Experiment{Arms: arms(base, arm), Rounds: rounds}.Run(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return res.Comparisons[0]
}

func lines(r *Result) string {
	var all []string
	for _, c := range r.Comparisons {
		all = append(all, c.Base+" "+c.Arm+" "+string(c.Verdict))
	}
	return strings.Join(all, ", ")
}

// TestBases: without a baseline an arm is held to the first of its app, and the
// first of another app to the first of all.
func TestBases(t *testing.T) {
	all := arms("a", "b", "c", "d")
	all[2].App, all[3].App = "other", "other"
	res, err := Experiment{Arms: all, Rounds: 1}.Run(t.Context(), &fakeRunner{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := lines(res), "a b none, a c none, c d none"; got != want {
		t.Errorf("%s; want %s", got, want)
	}
}

// TestParity: an arm that answers with one other header or body byte gets no verdict.
func TestParity(t *testing.T) {
	for name, change := range map[string]func(a *Answer){
		"body":        func(a *Answer) { a.Body = []byte("hellp") },
		"header Etag": func(a *Answer) { a.Header = http.Header{"Content-Type": {"text/plain"}, "Etag": {"1"}} },
		"status":      func(a *Answer) { a.Status = 201 },
	} {
		r := &fakeRunner{change: func(arm Arm, n int, s *Sample) error {
			if arm.ID == "b" {
				longer(s, 40*time.Millisecond)
				if n > 30 { // not in the first rounds
					change(&s.Cold.Answer)
				}
			}
			return nil
		}}
		c := pair(t, r, 20, "a", "b")
		if c.Verdict != stats.NoVerdict || !strings.Contains(c.Withheld, "b answers with another "+name) || c.Reason() != c.Withheld {
			t.Errorf("%s: verdict %s, withheld %q", name, c.Verdict, c.Withheld)
		}
	}
}

func TestAA(t *testing.T) {
	r := slower(map[string]time.Duration{"a a/a": 2 * time.Millisecond, "b": time.Millisecond, "c": 8 * time.Millisecond})
	res, err := Experiment{Arms: arms("a", "b", "c"), Rounds: 20, Floor: DefaultFloor, AA: true}.Run(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.AA) != 1 || res.AA[0].Arm != "a a/a" || res.AA[0].Base != "a" || res.Noise < 0.055 || res.Noise > 0.056 {
		t.Fatalf("noise %v, %+v", res.Noise, res.AA)
	}
	if got, want := lines(res), "a b tie, a c slower"; got != want {
		t.Errorf("%s; want %s", got, want)
	}
	if len(res.Arms) != 4 || len(res.Samples) != 80 || notLoad(res)[0].Code != WarnNoise {
		t.Errorf("%d arms, %d samples, warnings %v", len(res.Arms), len(res.Samples), res.Warnings)
	}
	res, err = Experiment{Arms: arms("a", "b"), Rounds: 20, Baseline: "b", AA: true}.Run(t.Context(), &fakeRunner{})
	if err != nil || len(res.AA) != 1 || res.AA[0].Arm != "b a/a" || res.AA[0].Base != "b" || res.Noise != 0 || lines(res) != "b a tie" {
		t.Errorf("with a baseline: %v, %+v, %s", err, res.AA, lines(res))
	}
}

// TestOwnBases: arms that name their own base, each of which is measured twice.
func TestOwnBases(t *testing.T) {
	r := slower(map[string]time.Duration{"c": 8 * time.Millisecond, "d": 16 * time.Millisecond, "c a/a": 10 * time.Millisecond})
	all := arms("a", "b", "c", "d")
	all[1].Base, all[2].Base, all[3].Base = "a", "c", "c"
	res, err := Experiment{Arms: all, Rounds: 20, AA: true}.Run(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := lines(res), "a b tie, c d slower"; got != want {
		t.Errorf("%s; want %s", got, want)
	}
	if len(res.AA) != 2 || res.AA[0].Arm != "a a/a" || res.AA[1].Arm != "c a/a" || res.AA[1].Base != "c" || res.Noise < 0.03 {
		t.Errorf("noise %v, %+v", res.Noise, res.AA)
	}
}

func TestComparisonRefuses(t *testing.T) {
	for _, test := range []struct {
		e    Experiment
		want string
	}{
		{Experiment{Baseline: "x"}, `no arm is called "x"`},
		{Experiment{Floor: 1}, "floor 1;"},
		{Experiment{Floor: -0.1}, "floor -0.1;"},
		{Experiment{Floor: math.NaN()}, "floor NaN;"},
		{Experiment{Measure: "time"}, `measure "time"; want thread, cpu or wall`},
	} {
		test.e.Arms, test.e.Rounds = arms("a", "b"), 1
		if _, err := test.e.Run(t.Context(), &fakeRunner{}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v, want %s", test.e, err, test.want)
		}
	}
	all := arms("a", "b")
	all[1].Base = "x"
	if _, err := (Experiment{Arms: all, Rounds: 1}).Run(t.Context(), &fakeRunner{}); err == nil || !strings.Contains(err.Error(), `arm "b" is to be compared with "x"`) {
		t.Errorf("base x: %v", err)
	}
	if _, err := (Experiment{Arms: arms("a a/a"), Rounds: 1, AA: true}).Run(t.Context(), &fakeRunner{}); err == nil {
		t.Error("an arm may be called like the A/A arm")
	}
}

func TestOutlierCause(t *testing.T) {
	const ms = time.Millisecond
	for want, add := range map[string][3]time.Duration{
		"waiting":           {300 * ms, 0, 0},
		"garbage collector": {300 * ms, 0, 280 * ms},
		"measuring thread":  {300 * ms, 290 * ms, 290 * ms},
	} {
		r := &fakeRunner{change: func(_ Arm, n int, s *Sample) error {
			if n == 7 {
				c := &s.Cold.Profile.Total
				c.Wall, c.Thread, c.Process = c.Wall+add[0], c.Thread+add[1], c.Process+add[2]
			}
			return nil
		}}
		res, err := Experiment{Arms: arms("a"), Rounds: 10}.Run(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		w := notLoad(res)
		if len(w) != 1 || w[0].Code != stats.Outlying || !strings.Contains(w[0].Text, "round 7 with 340 ms") || !strings.Contains(w[0].Text, want) {
			t.Errorf("%s: %v", want, res.Warnings)
		}
	}
}

// notLoad leaves out what depends on the machine that tests run on.
func notLoad(r *Result) []Warning {
	return slices.DeleteFunc(slices.Clone(r.Warnings), func(w Warning) bool { return w.Code == WarnLoad })
}
