package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestPassing(t *testing.T) {
	values := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
	last := -1.0
	for limit := 0.0; limit <= 12; limit++ {
		p := Passing(values, limit)
		if !(p >= 0 && p <= 1) || p < last {
			t.Errorf("%v: %v, before %v", limit, p, last)
		}
		last = p
		if mirrored := Passing(values, 11-limit); math.Abs(p+mirrored-1) > 1e-9 {
			t.Errorf("%v: %v and %v don't add up to 1", limit, p, mirrored)
		}
	}
	if !math.IsNaN(Passing(nil, 1)) {
		t.Error("without values there is a probability")
	}
	if p := Passing(values, 100); p < 0.99 || p == 1 {
		t.Errorf("all within: %v", p)
	}
	if p := Passing(values[:4], 2); math.Abs(p-0.5) > 1e-9 {
		t.Errorf("the limit in the middle: %v, want 0.5", p)
	}
}

// TestPassingIsRight holds that of budgets that pass with a probability, that share does pass.
func TestPassingIsRight(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sample := func() []float64 {
		values := make([]float64, 15)
		for i := range values {
			values[i] = math.Exp(rng.NormFloat64())
		}
		return values
	}
	const runs = 20_000
	expected, passed := 0.0, 0.0
	for range runs {
		limit := math.Exp(rng.NormFloat64() / 3)
		expected += Passing(sample(), limit)
		if Summarize(sample()).Median <= limit {
			passed++
		}
	}
	if diff := (expected - passed) / runs; math.Abs(diff) > 0.01 {
		t.Errorf("%v of the runs were to pass, and %v did", expected/runs, passed/runs)
	}
}
