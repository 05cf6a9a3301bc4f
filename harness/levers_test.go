package harness

import (
	"slices"
	"testing"
	"time"

	"example.com/thaw/harness/stats"
	"example.com/thaw/isolate/phase"
)

// turned is an arm of the app that arms makes, with levers as pairs of name and value.
func turned(id string, pairs ...string) Arm {
	a := arms(id)[0]
	a.Runtime = "goja"
	for i := 0; i < len(pairs); i += 2 {
		a.Levers = append(a.Levers, Lever{pairs[i], pairs[i+1]})
	}
	return a
}

// leverResult has arms that are so much slower than 40 ms, in milliseconds, of which
// the request takes some.
func leverResult(t *testing.T, more map[string][2]int, arms ...Arm) *Result {
	t.Helper()
	r := &fakeRunner{change: func(arm Arm, n int, s *Sample) error {
		m := more[arm.ID]
		for i := range s.Cold.Profile.Phases {
			e := &s.Cold.Profile.Phases[i]
			by := time.Duration(m[0]) * time.Millisecond
			if e.Name == phase.Request {
				by = time.Duration(m[1]) * time.Millisecond
			}
			by += time.Duration((n*7+3*len(arm.ID))%11) * time.Microsecond
			e.Cost.Wall += by
			e.Cost.Thread += by
			s.Cold.Profile.Total.Wall += by
			s.Cold.Profile.Total.Thread += by
		}
		return nil
	}}
	res, err := Experiment{Arms: arms, Rounds: 20, Floor: DefaultFloor, Seed: 1}.Run(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func rankLevers(t *testing.T, r *Result) []LeverRanking {
	t.Helper()
	rankings, err := r.RankLevers()
	if err != nil {
		t.Fatal(err)
	}
	return rankings
}

// near reports whether an estimate is so many milliseconds, in its interval.
func near(c stats.Comparison, ms float64) bool {
	off := c.Diff/1e6 - ms
	return c.HasInterval() && off < 0.05 && off > -0.05 && c.Lo <= c.Diff && c.Diff <= c.Hi
}

func TestRankLevers(t *testing.T) {
	a, b, both := turned("a", "minify", "on"), turned("b", "cache", "disk"), turned("both", "minify", "on", "cache", "disk")
	a.Bundle, b.Bundle = Bundle{Bytes: 600, Gzip: 200}, Bundle{Bytes: 1000, Gzip: 300}
	base := turned("base")
	base.Bundle = Bundle{Bytes: 1000, Gzip: 300}
	other := turned("other runtime", "minify", "on")
	other.Runtime = "quickjs"
	rev := turned("other revision", "rev", "HEAD")
	res := leverResult(t, map[string][2]int{"a": {-4, 0}, "b": {-10, 2}, "both": {-11, 2}, "moved": {-3, 3}, "worse": {1, 1}},
		base, other, rev, turned("worse", "charset", "utf8"), turned("moved", "regex", "lazy"), a, b, both, turned("same as base"))
	res.Refused = []Refusal{
		{App: "app", Runtime: "goja", Lever: Lever{"snapshot", "warm"}, Reason: "no snapshots"},
		{App: "app", Runtime: "quickjs", Lever: Lever{"regex", "lazy"}, Reason: "no such thing"},
	}
	rankings := rankLevers(t, res)
	if len(rankings) != 1 || rankings[0].Base != "base" || rankings[0].Runtime != "goja" || len(rankings[0].Refused) != 1 {
		t.Fatalf("%+v", rankings)
	}
	var order []string
	effects := map[string]LeverEffect{}
	for _, e := range rankings[0].Effects {
		order = append(order, e.Arm)
		effects[e.Arm] = e
	}
	if want := []string{"both", "b", "a", "moved", "worse"}; !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
	for arm, want := range map[string][3]float64{"a": {-4, -4, 0}, "b": {-8, -10, 2}, "both": {-9, -11, 2}, "moved": {0, -3, 3}, "worse": {2, 1, 1}} {
		if e := effects[arm]; !near(e.Total.Comparison, want[0]) || !near(e.Startup, want[1]) || !near(e.Request, want[2]) {
			t.Errorf("%s: total %v, start-up %v, request %v; want %v", arm, e.Total.Diff, e.Startup.Diff, e.Request.Diff, want)
		}
	}
	if e := effects["a"]; e.Bytes != -400 || e.Gzip != -100 || e.Interaction != nil || e.Total.Verdict != stats.Faster {
		t.Errorf("%+v", e)
	}
	if i := effects["both"].Interaction; i == nil || !near(i.Sum, -12) || !near(i.Off, 3) || i.Off.Lo < 2.5e6 {
		t.Errorf("interaction %+v", i)
	}
	if effects["moved"].Total.Verdict != stats.Tie || effects["worse"].Total.Verdict != stats.Slower {
		t.Errorf("%+v, %+v", effects["moved"].Total, effects["worse"].Total)
	}
	if rankings[0].Best != "both" {
		t.Errorf("best is %s", rankings[0].Best)
	}
}

// TestBestLevers: of what is as fast, that with the fewest levers; and nothing that a fresh process does not have.
func TestBestLevers(t *testing.T) {
	for name, test := range map[string]struct {
		more map[string][2]int
		want string
	}{
		"both are faster": {map[string][2]int{"a": {-4, 0}, "b": {-2, 0}, "both": {-6, 0}}, "both"},
		"one is enough":   {map[string][2]int{"a": {-4, 0}, "b": {0, 0}, "both": {-4, 0}}, "a"},
		"nothing":         {map[string][2]int{"a": {0, 0}, "b": {1, 0}, "both": {1, 0}}, ""},
		"memory":          {map[string][2]int{"a": {-1, 0}, "b": {0, 0}, "both": {-1, 0}, "memory": {-20, 0}}, "a"},
	} {
		res := leverResult(t, test.more, turned("base"), turned("a", "minify", "on"), turned("b", "charset", "utf8"),
			turned("both", "minify", "on", "charset", "utf8"), turned("memory", "cache", "memory"))
		if got := rankLevers(t, res)[0].Best; got != test.want {
			t.Errorf("%s: best is %q, want %q", name, got, test.want)
		}
	}
}

// TestRankLeversWithheld: what answers otherwise is ranked last, is in no sum and is never the best.
func TestRankLeversWithheld(t *testing.T) {
	r := &fakeRunner{change: func(arm Arm, n int, s *Sample) error {
		if arm.ID == "a" {
			s.Cold.Profile.Total.Wall, s.Cold.Profile.Total.Thread = 1, 1
			s.Cold.Answer.Body = []byte("other")
		}
		return nil
	}}
	all := []Arm{turned("base"), turned("a", "minify", "on"), turned("b", "charset", "utf8"), turned("both", "minify", "on", "charset", "utf8")}
	res, err := Experiment{Arms: all, Rounds: 20}.Run(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	k := rankLevers(t, res)[0]
	if k.Effects[2].Arm != "a" || k.Effects[2].Total.Withheld == "" || k.Best != "" {
		t.Errorf("%+v", k)
	}
	for _, e := range k.Effects {
		if e.Interaction != nil {
			t.Errorf("%s: %+v", e.Arm, e.Interaction)
		}
	}
}

// TestRankLeversTaken: a lever that only the base turns has no value in the arm.
func TestRankLeversTaken(t *testing.T) {
	res := leverResult(t, nil, turned("base", "minify", "on"), turned("plain"))
	if got := rankLevers(t, res)[0].Effects[0].Levers; !slices.Equal(got, []Lever{{"minify", ""}}) {
		t.Errorf("%v", got)
	}
}

// TestRankLeversPartial: an arm without samples is not ranked, and no round in common is no sum.
func TestRankLeversPartial(t *testing.T) {
	res := leverResult(t, nil, turned("base"), turned("a", "minify", "on"), turned("b", "charset", "utf8"), turned("both", "minify", "on", "charset", "utf8"))
	res.Samples = slices.DeleteFunc(res.Samples, func(s Sample) bool {
		return s.Arm == "b" || s.Arm == "a" && s.Round > 10 || s.Arm == "both" && s.Round <= 10
	})
	if err := res.Summarize(); err != nil {
		t.Fatal(err)
	}
	k := rankLevers(t, res)[0]
	if len(k.Effects) != 2 || k.Effects[0].Interaction != nil || k.Effects[1].Interaction != nil {
		t.Errorf("%+v", k)
	}
}
