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
			got, err := Fit(test.x, test.y)
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
		if l, err := Fit(test.x, test.y); !errors.Is(err, ErrFit) {
			t.Errorf("Fit(%v, %v) = %+v, %v", test.x, test.y, l, err)
		}
	}
}
