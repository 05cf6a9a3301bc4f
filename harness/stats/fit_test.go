package stats

import (
	"errors"
	"math"
	"testing"
)

func TestFit(t *testing.T) {
	tests := []struct {
		name string
		x, y []float64
		want Line
	}{
		{"exact", []float64{10, 50, 100, 500}, []float64{23, 103, 203, 1003}, Line{Slope: 2, Intercept: 3, R2: 1}},
		{"flat", []float64{1, 2, 3}, []float64{4, 4, 4}, Line{Intercept: 4, R2: 1}},
		// By hand: means 2 and 2; sxx 2, sxy 1, syy 2; slope 1/2, R2 1/4.
		{"scattered", []float64{1, 2, 3}, []float64{1, 3, 2}, Line{Slope: 0.5, Intercept: 1, R2: 0.25}},
		{"unrelated", []float64{1, 2, 3}, []float64{1, 2, 1}, Line{Intercept: 4.0 / 3, R2: 0}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Fit(test.x, test.y, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, pair := range [][2]float64{{got.Slope, test.want.Slope}, {got.Intercept, test.want.Intercept}, {got.R2, test.want.R2}} {
				if math.Abs(pair[0]-pair[1]) > 1e-12 {
					t.Errorf("got %+v, want %+v", got, test.want)
				}
			}
		})
	}
}

func TestFitRefuses(t *testing.T) {
	for _, test := range []struct{ x, y []float64 }{
		{nil, nil},
		{[]float64{1}, []float64{1}},
		{[]float64{1, 2}, []float64{1}},
		{[]float64{3, 3}, []float64{1, 2}},
		{[]float64{math.Inf(1), 2}, []float64{1, 2}},
	} {
		if l, err := Fit(test.x, test.y, nil); !errors.Is(err, ErrFit) {
			t.Errorf("Fit(%v, %v) = %+v, %v", test.x, test.y, l, err)
		}
	}
}

// TestFitIntervals is by hand: x 1 to 5, y 2, 4, 5, 4, 5.
// Slope 0.6, residual variance 2.4/3, so the slope's error is sqrt(0.8/10) = 0.2828.
func TestFitIntervals(t *testing.T) {
	l, err := Fit([]float64{1, 2, 3, 4, 5}, []float64{2, 4, 5, 4, 5}, nil)
	if err != nil {
		t.Fatal(err)
	}
	const t975 = 3.182446305 // Student's t with 3 degrees of freedom
	slope, intercept := t975*math.Sqrt(0.08), t975*math.Sqrt(0.8*(0.2+0.9))
	for _, pair := range [][2]float64{
		{l.SlopeLo, 0.6 - slope},
		{l.SlopeHi, 0.6 + slope},
		{l.InterceptLo, 2.2 - intercept},
		{l.InterceptHi, 2.2 + intercept},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-6 {
			t.Errorf("got %+v, want %v", l, pair[1])
		}
	}
	if l, _ := Fit([]float64{1, 2}, []float64{1, 2}, nil); !math.IsInf(l.SlopeHi, 1) || !math.IsInf(l.InterceptLo, -1) {
		t.Errorf("two points: %+v", l)
	}
}

func TestBend(t *testing.T) {
	var x, straight, bent []float64
	for _, size := range []float64{1, 10, 50, 100, 200, 500} {
		for _, noise := range []float64{-1, 0, 1, 0.5, -0.5} {
			x = append(x, size)
			straight = append(straight, 100+2*size+noise)
			bent = append(bent, 100+2*size+3*max(0, size-100)+noise)
		}
	}
	if at, ok := Bend(x, straight, nil); ok {
		t.Errorf("a straight line bends at %v", at)
	}
	if at, ok := Bend(x, bent, nil); !ok || at != 100 {
		t.Errorf("the line bends at %v, %v; want 100", at, ok)
	}
	for name, y := range map[string]func(float64) float64{
		"exact": func(v float64) float64 { return 3 + 2*v }, "flat": func(float64) float64 { return 7 },
	} {
		var all []float64
		for _, v := range x {
			all = append(all, y(v))
		}
		if at, ok := Bend(x, all, nil); ok {
			t.Errorf("%s: bends at %v", name, at)
		}
	}
	if _, ok := Bend([]float64{1, 2, 3, 4}, []float64{1, 1, 1, 9}, nil); ok {
		t.Error("four points bend")
	}
}

// TestFitWeights: a weight of 2 is the point twice, and weights are shares.
func TestFitWeights(t *testing.T) {
	twice, err := Fit([]float64{1, 2, 2, 3}, []float64{1, 3, 3, 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, weights := range [][]float64{{1, 2, 1}, {1e-20, 2e-20, 1e-20}} {
		got, err := Fit([]float64{1, 2, 3}, []float64{1, 3, 2}, weights)
		if err != nil || math.Abs(got.Slope-twice.Slope) > 1e-12 || math.Abs(got.Intercept-twice.Intercept) > 1e-12 || math.Abs(got.R2-twice.R2) > 1e-12 {
			t.Errorf("weights %v: %+v, %v; want %+v", weights, got, err, twice)
		}
	}
	for _, weights := range [][]float64{{1, 2}, {1, 0, 1}, {1, -1, 1}, {1, math.NaN(), 1}} {
		if l, err := Fit([]float64{1, 2, 3}, []float64{1, 3, 2}, weights); !errors.Is(err, ErrFit) {
			t.Errorf("weights %v: %+v, %v", weights, l, err)
		}
	}
}

// TestBendWeights: where the scatter grows with the size, a bend among the small sizes shows only
// if each size counts by its own.
func TestBendWeights(t *testing.T) {
	var x, y, weights []float64
	for _, size := range []float64{1, 10, 50, 100, 500} {
		typical := 10 + size + 2*max(0, size-50)
		for _, noise := range []float64{-0.1, 0.1, 0.03, -0.03} {
			x, y, weights = append(x, size), append(y, typical*(1+noise)), append(weights, 1/typical/typical)
		}
	}
	if at, ok := Bend(x, y, weights); !ok || at != 50 {
		t.Errorf("bends at %v, %v; want 50", at, ok)
	}
	if at, ok := Bend(x, y, nil); ok {
		t.Errorf("without weights it bends at %v", at)
	}
}
