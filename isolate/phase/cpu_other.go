//go:build !linux && !darwin

package phase

import "time"

// cpu reports that this system's CPU clocks are not used: Windows counts both
// in scheduler ticks of up to 15.6 ms, too coarse for a phase.
func cpu() (thread, process time.Duration, ok bool) { return 0, 0, false }
