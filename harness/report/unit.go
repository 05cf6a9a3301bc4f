package report

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// A timeUnit is one that times are written in.
type timeUnit struct {
	name string
	ns   float64
}

// timeUnits has them in ascending order.
var timeUnits = [...]timeUnit{{"ns", 1}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}}

// duration writes nanoseconds with three significant digits, in the unit that fits.
func duration(ns float64) string {
	if ns == 0 {
		return "0"
	}
	for i, u := range timeUnits {
		last := i == len(timeUnits)-1
		if v := round3(ns / u.ns); math.Abs(v) < 1000 || last {
			return significant(v, i == 0) + " " + u.name
		}
	}
	return ""
}

// size writes a number of bytes.
func size(n int64) string {
	if n < 1<<10 {
		return fmt.Sprintf("%d B", n)
	}
	v, unit := float64(n)/(1<<10), "KiB"
	if v >= 1<<10 {
		v, unit = v/(1<<10), "MiB"
	}
	return significant(round3(v), false) + " " + unit
}

// sizeChange writes by how many bytes something is larger.
func sizeChange(n int64) string {
	switch {
	case n == 0:
		return "0"
	case n < 0:
		return "-" + size(-n)
	}
	return "+" + size(n)
}

// round3 keeps three significant digits.
func round3(v float64) float64 {
	if v == 0 {
		return 0
	}
	scale := math.Pow(10, 2-math.Floor(math.Log10(math.Abs(v))))
	return math.Round(v*scale) / scale
}

// significant writes a value that round3 has rounded.
func significant(v float64, whole bool) string {
	decimals := 2
	switch a := math.Abs(v); {
	case whole || a >= 100:
		decimals = 0
	case a >= 10:
		decimals = 1
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// SizeText writes a number of bytes with three significant digits.
func SizeText(n int64) string { return size(n) }

// DurationText writes a time with three significant digits, in the unit that fits.
func DurationText(d time.Duration) string { return duration(float64(d)) }
