package stats

import (
	"fmt"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// Confidence is the level of every interval: at least 95 %.
const Confidence = 0.95

// FewSamples is the code of the warning that there are too few values for an
// interval at Confidence.
const FewSamples = "few-samples"

// A Warning is a reason to doubt a result.
type Warning struct {
	Code string // stable, for programs
	Text string // one clause, for people
}

// A Summary describes a set of values, in their own unit.
type Summary struct {
	N      int
	Median float64
	Min    float64
	Max    float64
	P90    float64 // 90th percentile, interpolated (Hyndman and Fan, type 7)

	// Lo and Hi bound the median at the level Confidence or a little above, from
	// order statistics (David and Nagaraja, Order Statistics, 7.1). They are
	// infinite, and there is a FewSamples warning, where N is too small for that.
	Lo, Hi   float64
	Warnings []Warning
}

// HasInterval reports whether Lo and Hi are finite.
func (s Summary) HasInterval() bool {
	return s.N > 0 && !math.IsInf(s.Lo, 0) && !math.IsInf(s.Hi, 0)
}

// Summarize describes values, in any order and left as they are. They must be
// finite. Without values, the Summary is zero but for its warning.
func Summarize(values []float64) Summary {
	if len(values) == 0 {
		return Summary{Warnings: []Warning{{FewSamples, "no samples"}}}
	}
	sorted := slices.Sorted(slices.Values(values))
	m := benchmath.AssumeNothing.Summary(benchmath.NewSample(sorted, &benchmath.DefaultThresholds), Confidence)
	s := Summary{
		N:      len(sorted),
		Median: m.Center,
		Min:    sorted[0],
		Max:    sorted[len(sorted)-1],
		P90:    quantile(sorted, 0.9),
		Lo:     m.Lo,
		Hi:     m.Hi,
	}
	if !s.HasInterval() {
		s.Warnings = append(s.Warnings, Warning{FewSamples, few(s.N)})
	}
	return s
}

// few says that n values give no interval, and how many would.
func few(n int) string {
	need := n + 1
	for 1-2*math.Pow(0.5, float64(need)) < Confidence { // all values: lowest to highest
		need++
	}
	noun := "samples are"
	if n == 1 {
		noun = "sample is"
	}
	return fmt.Sprintf("%d %s too few for a %.0f %% interval of the median, which needs %d", n, noun, 100*Confidence, need)
}

// quantile interpolates between the two nearest order statistics.
func quantile(sorted []float64, p float64) float64 {
	at, part := math.Modf(float64(len(sorted)-1) * p)
	i := int(at)
	if i+1 == len(sorted) {
		return sorted[i]
	}
	return sorted[i] + part*(sorted[i+1]-sorted[i])
}
