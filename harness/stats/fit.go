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
//
// weights says how much each point counts; nil is alike. Where a point scatters in proportion to
// its y, the inverse square of y is right: then what counts is the relative error, and the
// largest y do not decide alone.
func Fit(x, y, weights []float64) (Line, error) {
	p, err := newPoints(x, y, weights)
	if err != nil {
		return Line{}, err
	}
	mx, my := p.mean(p.x), p.mean(p.y)
	var sxx, sxy, syy float64
	for i, w := range p.weights {
		dx, dy := x[i]-mx, y[i]-my
		sxx += w * dx * dx
		sxy += w * dx * dy
		syy += w * dy * dy
	}
	if sxx == 0 || math.IsNaN(sxx) || math.IsInf(sxx, 0) {
		return Line{}, ErrFit
	}
	l := Line{Slope: sxy / sxx, R2: 1}
	l.Intercept = my - l.Slope*mx
	if syy > 0 {
		l.R2 = sxy * sxy / (sxx * syy)
	}
	left := p.sumOfSquares(residuals(l, x, y))
	slope := reach(left/sxx, len(x)-2)
	intercept := reach(left*(1/p.total+mx*mx/sxx), len(x)-2)
	l.SlopeLo, l.SlopeHi = l.Slope-slope, l.Slope+slope
	l.InterceptLo, l.InterceptHi = l.Intercept-intercept, l.Intercept+intercept
	return l, nil
}

// points are what a line is fitted to.
type points struct {
	x, y, weights []float64
	total         float64 // of the weights
}

func newPoints(x, y, weights []float64) (points, error) {
	if weights == nil {
		weights = slices.Repeat([]float64{1}, len(x))
	}
	if len(x) != len(y) || len(x) != len(weights) || len(x) < 2 {
		return points{}, ErrFit
	}
	p := points{x: x, y: y, weights: weights}
	for _, w := range weights {
		if !(w > 0) {
			return points{}, ErrFit
		}
		p.total += w
	}
	return p, nil
}

func (p points) mean(values []float64) float64 {
	var sum float64
	for i, v := range values {
		sum += p.weights[i] * v
	}
	return sum / p.total
}

func (p points) sumOfSquares(values []float64) float64 {
	var sum float64
	for i, v := range values {
		sum += p.weights[i] * v * v
	}
	return sum
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
// the straight one leaves. It needs at least five different x. weights are as in Fit.
func Bend(x, y, weights []float64) (at float64, ok bool) {
	line, err := Fit(x, y, weights)
	different := slices.Compact(slices.Sorted(slices.Values(x)))
	if err != nil || len(different) < 5 {
		return 0, false
	}
	p, _ := newPoints(x, y, weights) // as Fit has found
	left := residuals(line, x, y)
	before := p.sumOfSquares(left)
	inner := different[1 : len(different)-1]
	var most float64
	for _, knee := range inner {
		if gain := p.bendGain(left, knee); gain > most {
			at, most = knee, gain
		}
	}
	if before <= resolution(y)*resolution(y)*p.total || most < before/2 {
		return 0, false
	}
	freedom := len(x) - 3
	t := math.Sqrt(most / (max(before-most, before*1e-15) / float64(freedom)))
	chance := 2 * stats.TDist{V: float64(freedom)}.CDF(-t)
	return at, chance*float64(len(inner)) <= Alpha
}

// bendGain is how much of the sum of squares of a line's residuals a second slope takes away
// that begins at knee (by the theorem of Frisch, Waugh and Lovell).
func (p points) bendGain(left []float64, knee float64) float64 {
	hinge := make([]float64, len(p.x))
	for i := range p.x {
		hinge[i] = max(0, p.x[i]-knee)
	}
	line, err := Fit(p.x, hinge, p.weights)
	if err != nil {
		return 0
	}
	rest := residuals(line, p.x, hinge)
	var product float64
	for i := range rest {
		product += p.weights[i] * rest[i] * left[i]
	}
	if squares := p.sumOfSquares(rest); squares > 0 {
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

func mean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
