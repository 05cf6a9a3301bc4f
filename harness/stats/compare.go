package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// ErrValues reports values that can't be compared.
var ErrValues = errors.New("stats: values that can't be compared")

// A Comparison says how the values of an arm differ from those of a base. Times
// are in the unit of the values.
type Comparison struct {
	Paired                bool // values of the same index belong together
	BaseN, ArmN           int
	BaseMedian, ArmMedian float64

	// Diff is how much larger the arm's values are: the median of all averages of two
	// differences of pairs, or of all differences between the two sides (Hodges and
	// Lehmann, Annals of Mathematical Statistics 34, 1963). Lo and Hi bound it at the level
	// Confidence or a little above; they are infinite where there are too few values.
	Diff, Lo, Hi float64

	// Change is by what share the arm's values are larger: 0.01 for 1 %. It and its bounds are made as Diff,
	// Lo and Hi are, of the logarithms of the values, for noise grows with what it moves: from the other side
	// it is the inverse factor, and no time is ever less than nothing. Where a value is not above 0, they are
	// Diff, Lo and Hi as shares of the base's median, NaN where that is 0.
	Change, ChangeLo, ChangeHi float64
	byFactor                   bool // they are made of logarithms

	// P is the two-sided probability of such a difference between equals, by the
	// signed ranks of Wilcoxon for pairs, and by Mann and Whitney's test for others.
	P float64

	// SignP is that of the sign test, and Agree the number of pairs that differ in the
	// direction of Diff. Both are for pairs only; else SignP is 1 and Agree 0.
	SignP float64
	Agree int

	Adjusted float64 // P held against all comparisons of an experiment (Holm); set by Judge
	Verdict  Verdict // set by Judge
	Warnings []Warning
}

// ComparePairs compares values that were taken in pairs: arm[i] in the same round
// as base[i]. The error wraps ErrValues.
func ComparePairs(base, arm []float64) (Comparison, error) {
	if len(base) != len(arm) {
		return Comparison{}, fmt.Errorf("%w: %d values of the base and %d of the arm are no pairs", ErrValues, len(base), len(arm))
	}
	c, err := newComparison(base, arm)
	if err != nil {
		return Comparison{}, err
	}
	c.Paired = true
	d := differences(base, arm)
	same := resolution(base, arm)
	c.Diff, c.Lo, c.Hi = hodgesLehmann(d)
	c.relate(base, arm, func(base, arm []float64) (estimate, lo, hi float64) {
		return hodgesLehmann(differences(base, arm))
	})
	c.P = signedRankP(d, same)
	c.SignP = signP(d, same)
	for _, v := range d {
		if sign(v, same) == sign(c.Diff, same) {
			c.Agree++
		}
	}
	c.doubt(base, arm)
	return c, nil
}

// CompareUnpaired compares values that have nothing to do with each other, such as
// those of two files. The error wraps ErrValues.
func CompareUnpaired(base, arm []float64) (Comparison, error) {
	c, err := newComparison(base, arm)
	if err != nil {
		return Comparison{}, err
	}
	c.SignP = 1
	b, a := slices.Sorted(slices.Values(base)), slices.Sorted(slices.Values(arm))
	c.Diff, c.Lo, c.Hi = shift(b, a)
	c.relate(b, a, shift)
	c.P = mannWhitneyP(b, a)
	c.doubt(base, arm)
	return c, nil
}

func newComparison(base, arm []float64) (Comparison, error) {
	const largest = 1e300 // so that no sum of differences is infinite
	for _, side := range []struct {
		name   string
		values []float64
	}{{"base", base}, {"arm", arm}} {
		if len(side.values) == 0 {
			return Comparison{}, fmt.Errorf("%w: the %s has none", ErrValues, side.name)
		}
		for i, v := range side.values {
			if !(math.Abs(v) <= largest) {
				return Comparison{}, fmt.Errorf("%w: number %d of the %s is %v", ErrValues, i+1, side.name, v)
			}
		}
	}
	return Comparison{
		BaseN: len(base), ArmN: len(arm),
		BaseMedian: Median(base), ArmMedian: Median(arm),
		Adjusted: 1, Verdict: NoVerdict,
	}, nil
}

// differences of pairs, sorted.
func differences(base, arm []float64) []float64 {
	d := make([]float64, len(base))
	for i := range base {
		d[i] = arm[i] - base[i]
	}
	slices.Sort(d)
	return d
}

// relate fills Change and its bounds, by the estimator that gave Diff.
func (c *Comparison) relate(base, arm []float64, estimate func(base, arm []float64) (estimate, lo, hi float64)) {
	b, okB := logarithms(base)
	a, okA := logarithms(arm)
	if !okB || !okA {
		c.Change, c.ChangeLo, c.ChangeHi = c.Relative(c.Diff), c.Relative(c.Lo), c.Relative(c.Hi)
		return
	}
	c.byFactor = true
	by, lo, hi := estimate(b, a)
	c.Change, c.ChangeLo, c.ChangeHi = math.Expm1(by), math.Expm1(lo), math.Expm1(hi)
}

// logarithms keeps the order. It reports false where a value has none.
func logarithms(values []float64) ([]float64, bool) {
	logs := make([]float64, len(values))
	for i, v := range values {
		if v <= 0 {
			return nil, false
		}
		logs[i] = math.Log(v)
	}
	return logs, true
}

// Ratio is the arm's time in times of the base's. It is NaN where the base is 0 and the arm is not.
func (c Comparison) Ratio() float64 { return 1 + c.Change }

// Relative is a difference as a share of the base's median: 0.01 for 1 %. It is
// NaN where the base is 0 and the difference is not.
func (c Comparison) Relative(diff float64) float64 {
	switch {
	case diff == 0:
		return 0
	case c.BaseMedian == 0:
		return math.NaN()
	}
	return diff / c.BaseMedian
}

// Reach is the difference that the interval of Diff reaches to, on either side, as a
// share of the smaller median, with which Judge holds a floor: the same when the sides swap places.
// It is 0 without an interval, and where that median is 0.
func (c Comparison) Reach() float64 {
	if c.smaller() == 0 || !c.HasInterval() {
		return 0
	}
	return max(math.Abs(c.Lo), math.Abs(c.Hi)) / c.smaller()
}

// HasInterval reports whether Lo and Hi are finite.
func (c Comparison) HasInterval() bool {
	return c.BaseN > 0 && !math.IsInf(c.Lo, 0) && !math.IsInf(c.Hi, 0)
}

// smaller is the median of which a floor is a share: the same one from either side.
func (c Comparison) smaller() float64 {
	return min(math.Abs(c.BaseMedian), math.Abs(c.ArmMedian))
}

// doubt adds the reasons for which one number can't say how the two sides differ.
func (c *Comparison) doubt(base, arm []float64) {
	b, twoB := FindModes(base)
	a, twoA := FindModes(arm)
	if twoB || twoA {
		c.Warnings = append(c.Warnings, Warning{Bimodal, "no single factor describes the difference: the base has " +
			share(b, twoB) + ", the arm " + share(a, twoA)})
	}
	if c.HasInterval() && c.Lo < 0 && c.Hi > 0 && c.Hi-c.Lo > c.smaller() {
		c.Warnings = append(c.Warnings, Warning{NoEstimate, "there is no usable estimate: the interval of the difference is wider than the time itself"})
	}
}

func share(m Modes, two bool) string {
	if !two {
		return "one mode"
	}
	return fmt.Sprintf("%.0f %% in the lower of two modes", 100*m.Share)
}

// Median returns the middle of values, or the mean of the two middle ones. They
// must be finite and at least one.
func Median(values []float64) float64 {
	return quantile(slices.Sorted(slices.Values(values)), 0.5)
}

// resolution is the difference below which two values are the same: what the
// rounding of another unit can make of them.
func resolution(sides ...[]float64) float64 {
	var largest float64
	for _, values := range sides {
		for _, v := range values {
			largest = max(largest, math.Abs(v))
		}
	}
	return largest * 1e-12
}

// sign is that of a difference, 0 for one of no more than same.
func sign(v, same float64) int {
	switch {
	case v > same:
		return 1
	case v < -same:
		return -1
	}
	return 0
}
