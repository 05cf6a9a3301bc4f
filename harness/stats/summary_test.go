package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/perf/benchmath"
)

var inf = math.Inf(1)

func TestSummarize(t *testing.T) {
	tests := []struct {
		name   string
		values []float64
		want   Summary
	}{
		{"one", []float64{7}, Summary{N: 1, Median: 7, Min: 7, Max: 7, P90: 7, Lo: -inf, Hi: inf}},
		{"two", []float64{4, 2}, Summary{N: 2, Median: 3, Min: 2, Max: 4, P90: 3.8, Lo: -inf, Hi: inf}},
		// All of six: 1 - 2/64 = 0.969.
		{"six", []float64{6, 5, 4, 3, 2, 1}, Summary{N: 6, Median: 3.5, Min: 1, Max: 6, P90: 5.5, Lo: 1, Hi: 6}},
		// 2nd to 9th of ten: 1 - 2(1+10)/1024 = 0.979; 3rd to 8th gives 0.891.
		{"ten", []float64{10, 1, 9, 2, 8, 3, 7, 4, 6, 5}, Summary{N: 10, Median: 5.5, Min: 1, Max: 10, P90: 9.1, Lo: 2, Hi: 9}},
		{"equal", []float64{5, 5, 5, 5, 5, 5}, Summary{N: 6, Median: 5, Min: 5, Max: 5, P90: 5, Lo: 5, Hi: 5}},
		{"zero", make([]float64, 8), Summary{N: 8}},
		// A stall moves neither median nor interval, and stays in Max.
		{
			"stall",
			[]float64{300, 301, 302, 303, 304, 305, 306, 307, 308, 912},
			Summary{N: 10, Median: 304.5, Min: 300, Max: 912, P90: 368.4, Lo: 301, Hi: 308},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			before := slices.Clone(test.values)
			got := Summarize(test.values)
			if !slices.Equal(before, test.values) {
				t.Errorf("values were changed to %v", test.values)
			}
			if finite := test.want.HasInterval(); got.HasInterval() != finite || (len(got.Warnings) == 0) != finite {
				t.Errorf("interval %v, warnings %v", got.HasInterval(), got.Warnings)
			}
			got.Warnings = nil
			got.P90 = math.Round(got.P90*1e9) / 1e9
			if !equal(got, test.want) {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
		})
	}
}

func equal(a, b Summary) bool {
	return a.N == b.N && a.Median == b.Median && a.Min == b.Min && a.Max == b.Max && a.P90 == b.P90 && a.Lo == b.Lo && a.Hi == b.Hi
}

func TestSummarizeWarns(t *testing.T) {
	for n, want := range map[int]string{
		0: "no samples",
		1: "1 sample is too few for a 95 % interval of the median, which needs 6",
		5: "5 samples are too few",
	} {
		got := Summarize(make([]float64, n))
		if len(got.Warnings) != 1 || got.Warnings[0].Code != FewSamples || !strings.HasPrefix(got.Warnings[0].Text, want) {
			t.Errorf("%d values: %v, want %q", n, got.Warnings, want)
		}
	}
}

// TestIntervalCovers works the coverage of the chosen order statistics out by
// the binomial distribution, and looks that the next narrower pair has less.
func TestIntervalCovers(t *testing.T) {
	for n := 6; n <= 60; n++ {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(i + 1)
		}
		s := Summarize(values)
		lo, hi := int(s.Lo), int(s.Hi)
		if c := coverage(n, lo, hi); c < Confidence {
			t.Errorf("n=%d: order statistics %d to %d cover %.4f", n, lo, hi, c)
		}
		if c := coverage(n, lo+1, hi-1); c >= Confidence {
			t.Errorf("n=%d: %d to %d would cover %.4f already", n, lo+1, hi-1, c)
		}
	}
}

// coverage is P(lo <= B < hi) for B of Binomial(n, 1/2): the chance that the
// median lies between the order statistics lo and hi.
func coverage(n, lo, hi int) float64 {
	var p float64
	term := math.Pow(0.5, float64(n))
	for k := range n + 1 {
		if lo <= k && k < hi {
			p += term
		}
		term *= float64(n-k) / float64(k+1)
	}
	return p
}

func TestSummarizeAgainstBenchmath(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= 100; n++ {
		values := make([]float64, n)
		for i := range values {
			values[i] = rng.ExpFloat64()
		}
		want := benchmath.AssumeNothing.Summary(benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds), Confidence)
		got := Summarize(values)
		if got.Median != want.Center || got.Lo != want.Lo || got.Hi != want.Hi {
			t.Errorf("n=%d: %v [%v, %v], want %v [%v, %v]", n, got.Median, got.Lo, got.Hi, want.Center, want.Lo, want.Hi)
		}
		if few := len(want.Warnings) > 0; few != (len(got.Warnings) > 0) {
			t.Errorf("n=%d: warnings %v, want %v", n, got.Warnings, want.Warnings)
		}
	}
}

func FuzzSummarize(f *testing.F) {
	f.Add([]byte{1, 2, 3})
	f.Fuzz(func(t *testing.T, data []byte) {
		values := make([]float64, len(data))
		for i, b := range data {
			values[i] = float64(b)
		}
		s := Summarize(values)
		if s.N > 0 && !(s.Min <= s.Median && s.Median <= s.Max && s.Median <= s.P90 && s.P90 <= s.Max && s.Lo <= s.Median && s.Median <= s.Hi) {
			t.Errorf("out of order: %+v", s)
		}
	})
}
