package chart

import (
	"math"
	"strconv"
)

// A Percent is a share of a plot's width or height, from 0 to 100.
type Percent float64

// String has no more digits than a screen can show.
func (p Percent) String() string {
	return strconv.FormatFloat(math.Round(float64(p)*100)/100, 'f', -1, 64)
}

// An Axis maps values to where they stand on it. The zero value is a linear axis
// on which everything stands at 0.
type Axis struct {
	Ticks []float64 // round values within the axis, in ascending order

	min, max float64
	log      bool
}

// NewLinear returns an axis from lo to hi with at most most ticks, at multiples of 1, 2 or 5 times
// a power of ten. Both ends are finite. Where hi is not above lo, there is no room for a tick.
func NewLinear(lo, hi float64, most int) Axis {
	a := Axis{min: lo, max: hi}
	step := step(hi-lo, most)
	if step <= 0 || math.IsInf(step, 0) {
		return a
	}
	const slack = 1e-9 // so that rounding doesn't lose the tick at an end
	for i := math.Ceil(lo/step - slack); i <= hi/step+slack; i++ {
		a.Ticks = append(a.Ticks, i*step+0) // not -0
	}
	return a
}

// step is the smallest round number of which at most most multiples are within a reach.
func step(reach float64, most int) float64 {
	if reach <= 0 || most < 1 {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(reach/float64(most))))
	for _, n := range []float64{1, 2, 5} {
		if reach/(n*unit)+1 <= float64(most) {
			return n * unit
		}
	}
	return 10 * unit
}

// NewLog returns a logarithmic axis from lo to hi, both finite and above 0, with a tick at unit
// times each power of base that is within, or at each second, third ... one, so that there are at most most.
func NewLog(lo, hi, unit, base float64, most int) Axis {
	a := Axis{min: math.Log(lo), max: math.Log(hi), log: true}
	const slack = 1e-9
	power := func(v float64) float64 { return math.Log(v/unit) / math.Log(base) }
	first, last := math.Ceil(power(lo)-slack), math.Floor(power(hi)+slack)
	by := math.Max(1, math.Ceil((last-first+1)/float64(most)))
	for i := math.Ceil(first/by) * by; i <= last; i += by {
		a.Ticks = append(a.Ticks, unit*math.Pow(base, i))
	}
	return a
}

// At is where a value stands. One that is off the axis stands at its end.
func (a Axis) At(v float64) Percent {
	if a.log {
		v = math.Log(math.Max(v, math.SmallestNonzeroFloat64))
	}
	if !(a.max > a.min) || math.IsNaN(v) {
		return 0
	}
	return Percent(100 * math.Min(1, math.Max(0, (v-a.min)/(a.max-a.min))))
}
