package stats

import (
	"errors"
	"math"
)

// ErrFit reports points through which no line is determined.
var ErrFit = errors.New("stats: a line needs two points of different x")

// A Line is y = Intercept + Slope x.
type Line struct {
	Slope, Intercept float64
	R2               float64 // the share of the variance of y that the line explains, 0 to 1
}

// Fit returns the least-squares line through the points (x[i], y[i]); both have
// the same length. R2 is 1 where all y are equal: the line meets every point.
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
	return l, nil
}

func mean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
