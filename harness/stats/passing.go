package stats

import "math"

// Passing is the probability that the median of as many values again is at most limit. It
// rests on how many of the values are, and on nothing else about their distribution: the number among new
// values is beta-binomial, by Jeffreys' prior (Gelman and others, Bayesian Data Analysis, 2.4). It
// takes the values as independent, and the machine as the same. Without values it is NaN.
func Passing(values []float64, limit float64) float64 {
	n, within := len(values), 0
	for _, v := range values {
		if v <= limit {
			within++
		}
	}
	if n == 0 {
		return math.NaN()
	}
	a, b := float64(within)+0.5, float64(n-within)+0.5
	p := 0.0
	for k := n / 2; k <= n; k++ {
		switch {
		case 2*k > n:
			p += betaBinomial(n, k, a, b)
		case 2*k == n: // the two in the middle lie on both sides of the limit
			p += betaBinomial(n, k, a, b) / 2
		}
	}
	return min(p, 1)
}

// betaBinomial is the probability of k out of n.
func betaBinomial(n, k int, a, b float64) float64 {
	return math.Exp(logChoose(n, k) + logBeta(float64(k)+a, float64(n-k)+b) - logBeta(a, b))
}

func logChoose(n, k int) float64 {
	return logGamma(float64(n+1)) - logGamma(float64(k+1)) - logGamma(float64(n-k+1))
}

func logBeta(a, b float64) float64 { return logGamma(a) + logGamma(b) - logGamma(a+b) }

func logGamma(x float64) float64 {
	y, _ := math.Lgamma(x)
	return y
}
