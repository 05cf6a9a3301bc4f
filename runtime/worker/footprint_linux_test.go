package worker_test

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"example.com/thaw/isolate/phase"
)

// A footprint is what this process holds of the system.
type footprint struct {
	private    float64 // memory that is in no other process, in KB
	mappings   int
	snapshots  int // mappings of snapshots
	goroutines int
	files      int
}

func readFootprint(tb testing.TB) footprint {
	tb.Helper()
	read := func(name string) []byte {
		b, err := os.ReadFile("/proc/self/" + name)
		if err != nil {
			tb.Fatal(err)
		}
		return b
	}
	p := footprint{goroutines: runtime.NumGoroutine()}
	for line := range strings.Lines(string(read("smaps_rollup"))) {
		if f := strings.Fields(line); len(f) == 3 && (strings.HasPrefix(f[0], "Private_") || f[0] == "Swap:") {
			kb, err := strconv.ParseFloat(f[1], 64)
			if err != nil {
				tb.Fatal(err)
			}
			p.private += kb
		}
	}
	maps := read("maps")
	p.mappings, p.snapshots = bytes.Count(maps, []byte("\n")), bytes.Count(maps, []byte("thaw-snapshot"))
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		tb.Fatal(err)
	}
	p.files = len(open)
	return p
}

// processCPU is what the process has used since it began, in seconds.
func processCPU() float64 { return phase.Read().Process.Seconds() }
