package phase

import (
	"time"

	"golang.org/x/sys/unix"
)

// Clock ids of Darwin's <time.h>, which package unix does not name.
const (
	clockProcessCPU = 12
	clockThreadCPU  = 16
)

// cpu reads CLOCK_THREAD_CPUTIME_ID and CLOCK_PROCESS_CPUTIME_ID.
func cpu() (thread, process time.Duration, ok bool) {
	var t, p unix.Timespec
	if unix.ClockGettime(clockThreadCPU, &t) != nil || unix.ClockGettime(clockProcessCPU, &p) != nil {
		return 0, 0, false
	}
	return time.Duration(t.Nano()), time.Duration(p.Nano()), true
}
