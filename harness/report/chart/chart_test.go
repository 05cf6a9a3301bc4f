package chart

import (
	"math"
	"slices"
	"testing"
)

func TestLinear(t *testing.T) {
	tests := []struct {
		lo, hi float64
		most   int
		want   []float64
	}{
		{0, 838, 7, []float64{0, 200, 400, 600, 800}},
		{0, 1, 6, []float64{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}},
		{-3, 4, 9, []float64{-3, -2, -1, 0, 1, 2, 3, 4}},
		{98, 102, 5, []float64{98, 99, 100, 101, 102}},
		{98, 102, 4, []float64{98, 100, 102}},
		{5, 5, 7, nil},
		{5, 4, 7, nil},
		{0, 10, 0, nil},
	}
	for _, test := range tests {
		a := NewLinear(test.lo, test.hi, test.most)
		if !slices.Equal(a.Ticks, test.want) {
			t.Errorf("NewLinear(%v, %v, %d) has ticks %v, want %v", test.lo, test.hi, test.most, a.Ticks, test.want)
		}
	}
	for _, tick := range NewLinear(-3, 4, 9).Ticks {
		if tick == 0 && math.Signbit(tick) {
			t.Error("a tick is -0")
		}
	}
}

func TestTicks(t *testing.T) {
	for _, hi := range []float64{1e-9, 0.3, 1, 7, 99.9, 12345, 1e300} {
		for most := 2; most < 12; most++ {
			if n := len(NewLinear(0, hi, most).Ticks); n < 1 || n > most {
				t.Errorf("an axis to %v has %d ticks, want 1 to %d", hi, n, most)
			}
			if n := len(NewLog(hi/1000, hi, 1, 2, most).Ticks); n > most {
				t.Errorf("a logarithmic axis to %v has %d ticks, want at most %d", hi, n, most)
			}
		}
	}
}

func TestLog(t *testing.T) {
	a := NewLog(0.3, 9, 1, 2, 7)
	if want := []float64{0.5, 1, 2, 4, 8}; !slices.Equal(a.Ticks, want) {
		t.Errorf("ticks %v, want %v", a.Ticks, want)
	}
	a = NewLog(1e6, 4e6, 1e6, 2, 7)
	if want := []float64{1e6, 2e6, 4e6}; !slices.Equal(a.Ticks, want) {
		t.Errorf("ticks %v, want %v", a.Ticks, want)
	}
	for v, want := range map[float64]string{1e6: "0", 2e6: "50", 4e6: "100", 1: "0", 0: "0", -1: "0", 1e9: "100"} {
		if got := a.At(v).String(); got != want {
			t.Errorf("At(%v) = %s, want %s", v, got, want)
		}
	}
}

func TestAt(t *testing.T) {
	a := NewLinear(10, 20, 5)
	for v, want := range map[float64]string{
		10: "0", 20: "100", 12.5: "25", 13.3333333: "33.33", 9: "0", 21: "100",
		math.Inf(-1): "0", math.Inf(1): "100",
	} {
		if got := a.At(v).String(); got != want {
			t.Errorf("At(%v) = %s, want %s", v, got, want)
		}
	}
	if got := a.At(math.NaN()); got != 0 {
		t.Errorf("At(NaN) = %v", got)
	}
	if got := (Axis{}).At(3); got != 0 {
		t.Errorf("the zero Axis has %v at %v", 3, got)
	}
}

func TestSwarm(t *testing.T) {
	at := []float64{50, 10, 51, 52, 90, 50}
	if got, want := Swarm(at, 5, 2), []int{0, 0, -1, 2, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("rows %v, want %v", got, want)
	}
	if got, want := Swarm([]float64{1, 1, 1, 1}, 5, 1), []int{0, 1, -1, 0}; !slices.Equal(got, want) {
		t.Errorf("without room: rows %v, want %v", got, want)
	}
	if got := Swarm(nil, 5, 1); len(got) != 0 {
		t.Errorf("without dots: rows %v", got)
	}
}

func TestTreemap(t *testing.T) {
	in := Rect{X: 10, Y: 20, W: 600, H: 400}
	tests := [][]float64{
		{6, 6, 4, 3, 2, 2, 1}, // the example of Bruls, Huizing and van Wijk
		{1},
		{1e9, 1, 1},
		{5, 0, 0},
	}
	for _, areas := range tests {
		all := Treemap(areas, in)
		if len(all) != len(areas) {
			t.Fatalf("%v: %d rectangles", areas, len(all))
		}
		var sum float64
		for _, a := range areas {
			sum += a
		}
		for i, r := range all {
			if got, want := r.W*r.H, areas[i]/sum*in.W*in.H; math.Abs(got-want) > 1e-6*want+1e-9 {
				t.Errorf("%v: rectangle %d has area %v, want %v", areas, i, got, want)
			}
			const rounding = 1e-4
			if r.X < in.X-rounding || r.Y < in.Y-rounding || r.X+r.W > in.X+in.W+rounding || r.Y+r.H > in.Y+in.H+rounding {
				t.Errorf("%v: rectangle %d is outside: %+v", areas, i, r)
			}
			for j, other := range all[:i] {
				if overlap(r, other) > 1e-6 {
					t.Errorf("%v: rectangles %d and %d overlap", areas, j, i)
				}
			}
		}
	}
	first := Treemap(tests[0], Rect{W: 6, H: 4})[0]
	if first != (Rect{0, 0, 3, 2}) {
		t.Errorf("the first rectangle is %+v, want 3 by 2", first)
	}
	for _, areas := range [][]float64{nil, {0, 0}} {
		for _, r := range Treemap(areas, in) {
			if r != (Rect{}) {
				t.Errorf("%v: %+v", areas, r)
			}
		}
	}
}

func overlap(a, b Rect) float64 {
	w := min(a.X+a.W, b.X+b.W) - max(a.X, b.X)
	h := min(a.Y+a.H, b.Y+b.H) - max(a.Y, b.Y)
	return max(0, w) * max(0, h)
}
