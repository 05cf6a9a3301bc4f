package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
)

// Alpha is the chance of one false verdict or more among all comparisons of an
// experiment in which nothing differs.
const Alpha = 1 - Confidence

// A Verdict is what a comparison comes to.
type Verdict string

// The verdicts. Values are times: fewer are faster.
const (
	Faster    Verdict = "faster"
	Slower    Verdict = "slower"
	Tie       Verdict = "tie"  // no difference was found, or one below the floor
	NoVerdict Verdict = "none" // withheld, for the reason that is in the warnings
)

// Judge gives every comparison of an experiment its Adjusted and its Verdict. floor
// is the smallest difference of interest, as a share of the smaller of two medians:
// what has a Diff or a Change below it is a tie, however sure it is.
func Judge(all []Comparison, floor float64) {
	p := make([]float64, len(all))
	for i, c := range all {
		p[i] = c.P
	}
	for i, adjusted := range Holm(p) {
		c := &all[i]
		c.Adjusted = adjusted
		c.Verdict = c.judge(floor)
		if c.Verdict == Tie && c.leastP()*float64(len(all)) > Alpha {
			c.Verdict = NoVerdict
			c.Warnings = append(c.Warnings, Warning{FewSamples, c.few(len(all))})
		}
	}
}

func (c Comparison) judge(floor float64) Verdict {
	const rounding = 1e-9 // so that another unit doesn't move a difference over the floor
	least := max(floor*c.smaller()*(1-rounding), resolution([]float64{c.BaseMedian, c.ArmMedian}))
	switch {
	case c.Adjusted > Alpha || math.Abs(c.Diff) < least || c.Diff == 0:
		return Tie
	case c.byFactor && c.towards()*math.Log1p(c.Change) < math.Log1p(floor)*(1-rounding)-rounding:
		return Tie // the share that is shown must say the same
	case c.Diff < 0:
		return Faster
	}
	return Slower
}

// towards is 1 where the arm's values are larger, and else -1.
func (c Comparison) towards() float64 { return math.Copysign(1, c.Diff) }

// leastP is the smallest P that so many values can give.
func (c Comparison) leastP() float64 {
	if c.Paired {
		return math.Pow(0.5, float64(c.BaseN-1))
	}
	return 2 / choose(c.BaseN+c.ArmN, c.BaseN)
}

// few says that there are too few values for a verdict, and how many would do.
func (c Comparison) few(comparisons int) string {
	more := c
	for more.leastP()*float64(comparisons) > Alpha {
		more.BaseN++
		more.ArmN++
	}
	among := ""
	if comparisons > 1 {
		among = fmt.Sprintf(" on one of %d comparisons", comparisons)
	}
	if c.Paired {
		return fmt.Sprintf("not enough samples for a verdict%s: %d of %d rounds", among, c.BaseN, more.BaseN)
	}
	return fmt.Sprintf("not enough samples for a verdict%s: %d and %d, %d and %d are needed", among, c.BaseN, c.ArmN, more.BaseN, more.ArmN)
}

// choose is the number of ways to choose k of n.
func choose(n, k int) float64 {
	ways := 1.0
	for i := 1; i <= k; i++ {
		ways *= float64(n-k+i) / float64(i)
	}
	return ways
}

// Holm adjusts the p of several comparisons, so that holding each against Alpha
// keeps the chance of any false one at Alpha (Holm, Scandinavian Journal of
// Statistics 6, 1979). The order is that of p.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	adjusted := make([]float64, len(p))
	var largest float64
	for rank, i := range order {
		largest = max(largest, min(1, p[i]*float64(len(p)-rank)))
		adjusted[i] = largest
	}
	return adjusted
}

// MoreRounds estimates how many rounds, beyond those of a comparison of pairs, would
// give a difference of effect a verdict four times out of five. All are shares of the smaller median: floor is
// that of Judge, and noise the Reach of an A/A comparison of as many rounds, which shrinks with more; without one,
// it is 0. The result is 0 if there are enough, or if no number can be told: without an
// interval, with nothing to take a share of, or where effect does not exceed floor.
func (c Comparison) MoreRounds(effect, floor, noise float64) int {
	if !c.Paired || !c.HasInterval() || c.smaller() == 0 || effect <= floor || effect <= 0 {
		return 0
	}
	// Everything shrinks with the root of the rounds. Half of the interval is z deviations of the estimate,
	// which four times out of five is less than luck of them below the effect.
	z, luck := -stats.StdNormal.InvCDF(Alpha/2), stats.StdNormal.InvCDF(0.8)
	deviation := (c.Hi - c.Lo) / 2 / z / c.smaller()
	need := max((z+luck)*deviation/effect, luck*deviation/(effect-floor), (noise+luck*deviation)/effect)
	total := math.Ceil(float64(c.BaseN) * need * need)
	return int(min(max(0, total-float64(c.BaseN)), math.MaxInt32))
}
