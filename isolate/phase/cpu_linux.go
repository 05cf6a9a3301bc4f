package phase

import (
	"time"

	"golang.org/x/sys/unix"
)

// cpu reads CLOCK_THREAD_CPUTIME_ID and CLOCK_PROCESS_CPUTIME_ID, which count
// nanoseconds where getrusage counts ticks of the scheduler.
func cpu() (thread, process time.Duration, ok bool) {
	var t, p unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil ||
		unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &p) != nil {
		return 0, 0, false
	}
	return time.Duration(t.Nano()), time.Duration(p.Nano()), true
}
