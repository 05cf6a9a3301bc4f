package stats

import (
	"fmt"
	"math"
	"slices"
)

// The codes of warnings about a set of values, beside FewSamples.
const (
	Bimodal    = "bimodal"     // the values have two modes, so that no one number is typical
	Outlying   = "outliers"    // some values are far from the rest, and move the result
	Drift      = "drift"       // later values are not like the earlier ones
	NoEstimate = "no-estimate" // the interval of a difference says nothing
)

// Inspect looks for reasons to doubt what a Summary says of values, which come in
// the order in which they were taken. They must be finite.
func Inspect(values []float64) []Warning {
	var all []Warning
	warn := func(code, format string, args ...any) {
		all = append(all, Warning{code, fmt.Sprintf(format, args...)})
	}
	m, two := FindModes(values)
	if two {
		warn(Bimodal, "the samples have two modes, %.0f %% of them around the lower and the rest around the higher, %s: neither mean nor median is typical",
			100*m.Share, times(m))
	}
	if far := Outliers(values); !two && len(far) > 0 && matter(values, len(far)) {
		verb := "are"
		if len(far) == 1 {
			verb = "is"
		}
		warn(Outlying, "%d of %d samples %s far from the rest; nothing is dropped, and the mean is %+.0f %% off the median",
			len(far), len(values), verb, 100*meanShift(values))
	}
	if by := drift(values); by != 0 {
		warn(Drift, "the second half of the samples is %+.0f %% against the first", 100*by)
	}
	return all
}

func times(m Modes) string {
	if m.Low <= 0 {
		return "which is far above"
	}
	return fmt.Sprintf("which is %.1f times as much", m.High/m.Low)
}

// Modes are two values around which samples crowd, and the share of the lower one.
type Modes struct{ Low, High, Share float64 }

// FindModes reports whether values have two modes. They have if the widest gap between
// neighbours, with a tenth of the values or more on either side, is more than twice the
// spread of each side from the 10th to the 90th percentile. Fewer than 20 values,
// or a gap that may be a step of the clock, are too little to say so.
func FindModes(values []float64) (Modes, bool) {
	const enough = 20
	n := len(values)
	if n < enough {
		return Modes{}, false
	}
	sorted := slices.Sorted(slices.Values(values))
	tenth := (n + 9) / 10
	at := tenth
	for i := tenth; i <= n-tenth; i++ {
		if sorted[i]-sorted[i-1] > sorted[at]-sorted[at-1] {
			at = i
		}
	}
	low, high := sorted[:at], sorted[at:]
	spread := max(quantile(low, 0.9)-quantile(low, 0.1), quantile(high, 0.9)-quantile(high, 0.1), step(sorted))
	if sorted[at]-sorted[at-1] <= 2*spread {
		return Modes{}, false
	}
	return Modes{quantile(low, 0.5), quantile(high, 0.5), float64(at) / float64(n)}, true
}

// step is the smallest difference between two different values: where it is not small,
// it is that of the clock.
func step(sorted []float64) float64 {
	var least float64
	same := resolution(sorted)
	for i := 1; i < len(sorted); i++ {
		if d := sorted[i] - sorted[i-1]; d > same && (least == 0 || d < least) {
			least = d
		}
	}
	return least
}

// Outliers returns the indices of values that are far from the rest, on either side:
// by more than ten of the deviations that the median distance from the median stands for
// (Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993), and by more than two
// steps of the clock or half the median.
func Outliers(values []float64) []int {
	if len(values) < 3 {
		return nil
	}
	sorted := slices.Sorted(slices.Values(values))
	median := quantile(sorted, 0.5)
	distance := make([]float64, len(values))
	for i, v := range values {
		distance[i] = math.Abs(v - median)
	}
	const normal = 0.6745 // the median distance of a normal distribution, in standard deviations
	limit := max(10*Median(distance)/normal, min(2*step(sorted), math.Abs(median)/2))
	var far []int
	for i, d := range distance {
		if d > limit+resolution(values) {
			far = append(far, i)
		}
	}
	return far
}

// matter reports whether so many outliers are more than a thin tail: more than one
// in a hundred, or enough to move the mean by a hundredth.
func matter(values []float64, outliers int) bool {
	return outliers*100 > len(values) || math.Abs(meanShift(values)) >= 0.01
}

// meanShift is how far the mean is from the median, as a share of it.
func meanShift(values []float64) float64 {
	median := Median(values)
	if median == 0 {
		return 0
	}
	return mean(values)/median - 1
}

// drift is by how much the second half of the values is above the first, as a share of it;
// 0 if that may be chance, or is less than 2 %.
func drift(values []float64) float64 {
	half := len(values) / 2
	if half == 0 {
		return 0
	}
	c, err := CompareUnpaired(values[:half], values[len(values)-half:])
	const sure, least = 0.001, 0.02
	if by := c.Change; err == nil && c.P <= sure && math.Abs(by) >= least {
		return by
	}
	return 0
}
