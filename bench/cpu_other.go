//go:build !linux

package main

import "time"

// treeCPU is not to be had: the CPU time of a process that runs is another
// process's only on Linux.
func treeCPU(int) (time.Duration, bool) { return 0, false }
