package stats

import (
	"errors"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
)

// ErrFit reports points through which no line is determined.
var ErrFit = errors.New("stats: a line needs two points of different x")

// A Line is y = Intercept + Slope x.
type Line struct {
	Slope, Intercept float64
	R2               float64 // the share of the variance of y that the line explains, 0 to 1

	// The intervals at the level Confidence, if what is left of y is normal and of the
	// same spread everywhere (Student's t). With two points they are infinite.
	SlopeLo, SlopeHi, InterceptLo, InterceptHi float64
}

// Fit returns the least-squares line through the points (x[i], y[i]); both have
// the same length, and are finite. R2 is 1 where all y are equal: the line meets every point.
func Fit(x, y []float64) (Line, error) {
	if len(x) != len(y) || len(x) < 2 {
		return Line{}, ErrFit
	}
	mx, my := mean(x), mean(y)
	var sxx, sxy, syy float64
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		sxx += dx * dx
		sxy += dx * dy
		syy += dy * dy
	}
	if sxx == 0 || math.IsNaN(sxx) || math.IsInf(sxx, 0) {
		return Line{}, ErrFit
	}
	l := Line{Slope: sxy / sxx, R2: 1}
	l.Intercept = my - l.Slope*mx
	if syy > 0 {
		l.R2 = sxy * sxy / (sxx * syy)
	}
	n := float64(len(x))
	left := sumOfSquares(residuals(l, x, y))
	slope := reach(left/sxx, len(x)-2)
	intercept := reach(left*(1/n+mx*mx/sxx), len(x)-2)
	l.SlopeLo, l.SlopeHi = l.Slope-slope, l.Slope+slope
	l.InterceptLo, l.InterceptHi = l.Intercept-intercept, l.Intercept+intercept
	return l, nil
}

// reach is half an interval. square is the variance of the estimate times the degrees of freedom.
func reach(square float64, freedom int) float64 {
	if freedom < 1 {
		return math.Inf(1)
	}
	return studentT(1-(1-Confidence)/2, freedom) * math.Sqrt(square/float64(freedom))
}

// studentT is the quantile p of Student's t, for p above 1/2.
func studentT(p float64, freedom int) float64 {
	dist := stats.TDist{V: float64(freedom)}
	return smallest(0, 1e9, func(t float64) bool { return dist.CDF(t) >= p })
}

// Bend returns the x from which on the points no longer follow their line: the one at which
// a line that changes its slope there fits best. ok is false unless such a line fits better
// than chance lets it (at Alpha, over all x that were tried), and it takes away half of what
// the straight one leaves. It needs at least five different x.
func Bend(x, y []float64) (at float64, ok bool) {
	line, err := Fit(x, y)
	different := slices.Compact(slices.Sorted(slices.Values(x)))
	if err != nil || len(different) < 5 {
		return 0, false
	}
	left := residuals(line, x, y)
	before := sumOfSquares(left)
	inner := different[1 : len(different)-1]
	var most float64
	for _, knee := range inner {
		if gain := bendGain(x, left, knee); gain > most {
			at, most = knee, gain
		}
	}
	if before <= resolution(y)*resolution(y)*float64(len(y)) || most < before/2 {
		return 0, false
	}
	freedom := len(x) - 3
	t := math.Sqrt(most / (max(before-most, before*1e-15) / float64(freedom)))
	p := 2 * stats.TDist{V: float64(freedom)}.CDF(-t)
	return at, p*float64(len(inner)) <= Alpha
}

// bendGain is how much of the sum of squares of a line's residuals a second slope takes away
// that begins at knee (by the theorem of Frisch, Waugh and Lovell).
func bendGain(x, left []float64, knee float64) float64 {
	hinge := make([]float64, len(x))
	for i := range x {
		hinge[i] = max(0, x[i]-knee)
	}
	line, err := Fit(x, hinge)
	if err != nil {
		return 0
	}
	rest := residuals(line, x, hinge)
	var product float64
	for i := range rest {
		product += rest[i] * left[i]
	}
	if squares := sumOfSquares(rest); squares > 0 {
		return product * product / squares
	}
	return 0
}

func residuals(l Line, x, y []float64) []float64 {
	left := make([]float64, len(x))
	for i := range x {
		left[i] = y[i] - (l.Intercept + l.Slope*x[i])
	}
	return left
}

func sumOfSquares(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v * v
	}
	return sum
}

func mean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
