//go:build linux || darwin

package harness

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// sharedNow reads CLOCK_MONOTONIC, which all processes of the system share: a
// parent and its child can compare their readings.
func sharedNow() (time.Duration, error) {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &t); err != nil {
		return 0, fmt.Errorf("harness: CLOCK_MONOTONIC: %w", err)
	}
	return time.Duration(t.Nano()), nil
}
