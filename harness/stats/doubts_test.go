package stats

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestInspectDrift(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	steady, rising := noisy(rng, 1, 40), noisy(rng, 1, 40)
	for i := range rising {
		rising[i] *= 1 + float64(i)/100
	}
	if w := Inspect(steady); has(w, Drift) {
		t.Errorf("steady: %v", w)
	}
	if w := Inspect(rising); !has(w, Drift) {
		t.Errorf("rising: %v", w)
	}
	slices.Reverse(rising)
	if w := Inspect(rising); !has(w, Drift) {
		t.Errorf("falling: %v", w)
	}
}

func TestOutliersWithoutSpread(t *testing.T) {
	if far := Outliers([]float64{5, 5, 5, 5, 5, 5, 5, 5, 5, 50}); !slices.Equal(far, []int{9}) {
		t.Errorf("one of 50 among fives: %v", far)
	}
	if far := Outliers([]float64{0, 0, 0, 0}); far != nil {
		t.Errorf("zeros: %v", far)
	}
}

func FuzzInspect(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 1, 1, 200})
	f.Fuzz(func(t *testing.T, data []byte) {
		values := make([]float64, min(len(data), 200))
		for i := range values {
			values[i] = float64(data[i])
		}
		before := slices.Clone(values)
		for _, w := range Inspect(values) {
			if w.Code == "" || w.Text == "" {
				t.Errorf("empty warning %+v", w)
			}
		}
		if far := Outliers(values); len(far) > len(values)/2 {
			t.Errorf("%d of %d values are far from the rest", len(far), len(values))
		}
		if !slices.Equal(before, values) {
			t.Error("values were changed")
		}
	})
}
