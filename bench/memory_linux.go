package main

import (
	"fmt"
	"os"
	"strings"
)

// anonymous is how many bytes of memory a process has that are no file's: 0 where
// that can't be had.
func anonymous(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var kb int64
		if _, err := fmt.Sscanf(line, "Anonymous: %d kB", &kb); err == nil {
			return kb << 10
		}
	}
	return 0
}
