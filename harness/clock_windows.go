package harness

import (
	"time"

	"golang.org/x/sys/windows"
)

// sharedNow reads the wall clock, to 100 ns: Windows has no monotonic clock of
// which Go's libraries tell two processes the same. A correction of the clock
// during a spawn shows in that sample's phase spawn.
func sharedNow() (time.Duration, error) {
	var t windows.Filetime
	windows.GetSystemTimePreciseAsFileTime(&t)
	return time.Duration(t.Nanoseconds()), nil
}
