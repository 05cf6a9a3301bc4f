package harness

import (
	"fmt"
	"math"
	"os"
	"strconv"
)

// gogcOff is how debug.SetGCPercent is told that there are no collections.
const gogcOff = -1

// ParseGOGC reads a value of GOGC as Go does: off, or a percentage.
func ParseGOGC(text string) (percent int, err error) {
	if text == "off" {
		return gogcOff, nil
	}
	percent, err = strconv.Atoi(text)
	if err != nil || percent < 0 || percent > math.MaxInt32 {
		return 0, fmt.Errorf("harness: GOGC %q; want off, or a percentage of 0 or more", text)
	}
	return percent, nil
}

// environment is that of an arm's process; nil is the present one.
func (a Arm) environment() []string {
	if a.GOGC == "" {
		return nil
	}
	return append(os.Environ(), "GOGC="+a.GOGC) // of several, the last counts
}
