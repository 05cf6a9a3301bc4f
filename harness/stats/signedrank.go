package stats

import (
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
)

// exactPairs is the number of pairs up to which the distribution of signed ranks is
// worked out; above it, the normal one gives p to a twentieth.
const exactPairs = 100

// signedRankP is the two-sided p of Wilcoxon's signed-rank test of sorted
// differences, those that are zero left out and ties given their mean rank
// (Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, 3.1).
func signedRankP(d []float64, same float64) float64 {
	twice, plus := signedRanks(d, same)
	total := 0
	for _, r := range twice {
		total += r
	}
	if total == 0 {
		return 1
	}
	off := math.Abs(float64(2*plus - total))
	if len(twice) > exactPairs {
		return 2 * stats.StdNormal.CDF(-max(0, off-2)/(2*signedRankSD(twice)))
	}
	var p float64
	for s, chance := range signedRankDistribution(twice) {
		if math.Abs(float64(2*s-total)) >= off {
			p += chance
		}
	}
	return min(p, 1)
}

// signedRanks returns twice the ranks of the sizes of the differences that are not
// zero, which makes mean ranks whole, and the sum of those of positive differences.
func signedRanks(d []float64, same float64) (twice []int, plus int) {
	var rest []float64
	for _, v := range d {
		if sign(v, same) != 0 {
			rest = append(rest, v)
		}
	}
	slices.SortFunc(rest, func(a, b float64) int { return sign(math.Abs(a)-math.Abs(b), 0) })
	for i := 0; i < len(rest); {
		end := i + 1
		for end < len(rest) && math.Abs(rest[end])-math.Abs(rest[i]) <= same {
			end++
		}
		for _, v := range rest[i:end] {
			twice = append(twice, i+1+end)
			if v > 0 {
				plus += i + 1 + end
			}
		}
		i = end
	}
	return twice, plus
}

// signedRankDistribution is the chance of each sum, where every rank is in it with
// chance 1/2.
func signedRankDistribution(ranks []int) []float64 {
	total := 0
	for _, r := range ranks {
		total += r
	}
	chance := make([]float64, total+1)
	chance[0] = 1
	for _, r := range ranks {
		for s := total; s >= 0; s-- {
			chance[s] /= 2
			if s >= r {
				chance[s] += chance[s-r] / 2
			}
		}
	}
	return chance
}

// signedRankSD is the standard deviation of a sum of ranks, given twice each.
func signedRankSD(twice []int) float64 {
	var squares float64
	for _, r := range twice {
		squares += float64(r) * float64(r)
	}
	return math.Sqrt(squares) / 2
}

// hodgesLehmann returns the median of the averages of any two of the sorted
// differences, each with itself too (Walsh averages), and its interval, which the
// signed-rank test gives (Hollander, Wolfe and Chicken, 3.2 and 3.3).
func hodgesLehmann(d []float64) (estimate, lo, hi float64) {
	n := len(d)
	m := n * (n + 1) / 2
	at := func(k int) float64 {
		return smallest(d[0], d[n-1], func(v float64) bool { return walshUpTo(d, v) >= k })
	}
	estimate = at(m/2 + 1)
	if m%2 == 0 {
		estimate = (at(m/2) + estimate) / 2
	}
	cut := signedRankCut(n)
	if cut < 0 {
		return estimate, math.Inf(-1), math.Inf(1)
	}
	return estimate, at(cut + 1), at(m - cut)
}

// signedRankCut is how many Walsh averages of n differences to leave out at each
// end: the largest sum of ranks that is as good as never reached, or -1.
func signedRankCut(n int) int {
	ranks := make([]int, n)
	for i := range ranks {
		ranks[i] = i + 1
	}
	const tail = (1 - Confidence) / 2
	if n > exactPairs {
		mean := float64(n) * float64(n+1) / 4
		sd := signedRankSD(ranks)
		return int(mean + stats.StdNormal.InvCDF(tail)*sd - 0.5)
	}
	var p float64
	for s, chance := range signedRankDistribution(ranks) {
		if p += chance; p > tail {
			return s - 1
		}
	}
	return -1
}

// walshUpTo counts the Walsh averages of sorted differences that are at most v.
func walshUpTo(d []float64, v float64) int {
	count, j := 0, len(d)-1
	for i := range d {
		for j >= i && d[i]+d[j] > 2*v {
			j--
		}
		if j < i {
			break
		}
		count += j - i + 1
	}
	return count
}

// smallest is the least number from lo to hi for which enough is true, which it
// stays up to hi.
func smallest(lo, hi float64, enough func(float64) bool) float64 {
	if enough(lo) {
		return lo
	}
	for {
		mid := lo/2 + hi/2
		if mid <= lo || mid >= hi {
			return hi
		}
		if enough(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
}

// signP is the two-sided p of the sign test (Hollander, Wolfe and Chicken, 3.4):
// of differences that are not zero, each sign has chance 1/2.
func signP(d []float64, same float64) float64 {
	plus, minus := 0, 0
	for _, v := range d {
		switch sign(v, same) {
		case 1:
			plus++
		case -1:
			minus++
		}
	}
	dist := stats.BinomialDist{N: plus + minus, P: 0.5}
	return min(1, 2*dist.CDF(float64(min(plus, minus))))
}
