package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// treeCPU is the CPU time of a process and its children, all threads, those that
// have ended too.
func treeCPU(pid int) (time.Duration, bool) {
	total, ok := processCPU(pid)
	for _, child := range children(pid) {
		cpu, known := treeCPU(child)
		total, ok = total+cpu, ok && known
	}
	return total, ok
}

// processCPU reads the clock that clock_getcpuclockid(3) names: the kernel's
// MAKE_PROCESS_CPUCLOCK with CPUCLOCK_SCHED, in nanoseconds.
func processCPU(pid int) (time.Duration, bool) {
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|2), &t); err != nil {
		return 0, false
	}
	return time.Duration(t.Nano()), true
}

// children are the processes that the threads of one have started.
func children(pid int) []int {
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		return nil
	}
	var pids []int
	for _, list := range lists {
		text, err := os.ReadFile(list)
		if err != nil {
			continue // the thread has ended
		}
		for _, field := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(field); err == nil {
				pids = append(pids, child)
			}
		}
	}
	return pids
}
