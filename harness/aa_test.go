package harness

import (
	"flag"
	"math"
	"testing"

	"example.com/thaw/harness/stats"
)

var experiments = flag.Int("aa", 0, "make so many experiments of identical arms in TestIdenticalArms")

// TestIdenticalArms counts how many of many experiments of 20 rounds find a difference between
// two arms that are the same app. It measures, so it is left out unless -aa says how
// often (make aa). Before the floor, the chance of each is stats.Alpha; with it, a fifth of that.
// Three standard deviations more are chance too.
func TestIdenticalArms(t *testing.T) {
	if *experiments == 0 {
		t.Skip("-aa says how many experiments to make")
	}
	r := NewIsolateRunner(engines)
	defer r.Close()
	for _, runtime := range []string{"goja", "quickjs"} {
		plain, floored := 0, 0
		for n := range *experiments {
			res, err := Experiment{Arms: twins(runtime), Rounds: 20, Warmup: 2, Seed: uint64(n), AA: true}.Run(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			c := []stats.Comparison{res.Comparisons[0].Comparison}
			if stats.Judge(c, 0); c[0].Verdict != stats.Tie {
				plain++
			}
			if stats.Judge(c, max(DefaultFloor, res.Noise)); c[0].Verdict != stats.Tie {
				floored++
			}
		}
		t.Logf("%s: false verdicts in %d experiments: %d before the floor, %d with it", runtime, *experiments, plain, floored)
		if plain > limit(*experiments, stats.Alpha) || floored > limit(*experiments, stats.Alpha/5) {
			t.Errorf("%s: more false verdicts than chance makes", runtime)
		}
	}
}

// limit is three standard deviations above the mean number of n events of chance p.
func limit(n int, p float64) int {
	mean := float64(n) * p
	return int(mean + 3*math.Sqrt(mean*(1-p)))
}

func twins(runtime string) []Arm {
	a := script(hello)
	a.Runtime, a.ID = runtime, "one"
	b := a
	b.ID = "other"
	return []Arm{a, b}
}
