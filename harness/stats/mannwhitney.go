package stats

import (
	"math"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/perf/benchmath"
)

// mannWhitneyP is the two-sided p of Mann and Whitney's test of sorted values,
// exact where it is cheap. It is 1 where all values are equal.
func mannWhitneyP(base, arm []float64) float64 {
	sample := func(values []float64) *benchmath.Sample {
		return benchmath.NewSample(append([]float64(nil), values...), &benchmath.DefaultThresholds)
	}
	// From either side it must be the same p to the last bit: the test sums from one end.
	p := benchmath.AssumeNothing.Compare(sample(base), sample(arm)).P
	q := benchmath.AssumeNothing.Compare(sample(arm), sample(base)).P
	return min(1, max(p, q))
}

// shift returns the median of all differences between sorted values of two sides,
// and its interval, which Mann and Whitney's test gives (Hollander, Wolfe and
// Chicken, Nonparametric Statistical Methods, 4.2 and 4.3).
func shift(base, arm []float64) (estimate, lo, hi float64) {
	m := len(base) * len(arm)
	least, most := arm[0]-base[len(base)-1], arm[len(arm)-1]-base[0]
	at := func(k int) float64 {
		return smallest(least, most, func(v float64) bool { return differencesUpTo(base, arm, v) >= k })
	}
	estimate = at(m/2 + 1)
	if m%2 == 0 {
		estimate = (at(m/2) + estimate) / 2
	}
	cut := mannWhitneyCut(len(base), len(arm))
	if cut < 0 {
		return estimate, math.Inf(-1), math.Inf(1)
	}
	return estimate, at(cut + 1), at(m - cut)
}

// differencesUpTo counts the differences that are at most v.
func differencesUpTo(base, arm []float64, v float64) int {
	count, j := 0, 0
	for _, b := range base { // the larger b, the more of arm are in
		for j < len(arm) && arm[j]-b <= v {
			j++
		}
		count += j
	}
	return count
}

// mannWhitneyCut is how many differences to leave out at each end: the largest U
// that is as good as never reached, or -1.
func mannWhitneyCut(n1, n2 int) int {
	const tail = (1 - Confidence) / 2
	if max(n1, n2) > stats.MannWhitneyExactLimit {
		product := float64(n1) * float64(n2)
		sd := math.Sqrt(product * float64(n1+n2+1) / 12)
		return max(-1, int(math.Floor(product/2+stats.StdNormal.InvCDF(tail)*sd-0.5)))
	}
	dist := stats.UDist{N1: n1, N2: n2}
	low, high := -1, n1*n2/2 // CDF(low) is at most tail, that of high+1 above it
	for low < high {
		mid := low + (high-low+1)/2
		if dist.CDF(float64(mid)) <= tail {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return low
}
