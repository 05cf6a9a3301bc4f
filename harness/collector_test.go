package harness

import (
	"runtime"
	"runtime/debug"
	"testing"
)

var garbage []byte

// collections counts those that begin while n samples each allocate so many bytes, and all.
func collections(c *collector, arm Arm, n, bytes int) (within, all uint32) {
	var before, between, after runtime.MemStats
	for range n {
		runtime.ReadMemStats(&before)
		done := c.prepare(arm)
		runtime.ReadMemStats(&between)
		for range bytes >> 16 {
			garbage = make([]byte, 1<<16)
		}
		runtime.ReadMemStats(&after)
		done()
		within += after.NumGC - between.NumGC
		all += after.NumGC - before.NumGC
	}
	return within, all
}

// TestCollector: no sample is collected because of others, which are collected seldom where they leave little.
func TestCollector(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	c := newCollector()
	if within, all := collections(c, Arm{ID: "small"}, 200, 1<<20); within > 0 || all < 2 || all > 20 {
		t.Errorf("small samples: %d collections in 200 samples, and %d in all", within, all)
	}
	if within, all := collections(c, Arm{ID: "large"}, 20, 30<<20); within > 1 || all < 15 || all > 21 { // the first is not known to be large
		t.Errorf("large samples: %d collections in 20 samples, and %d in all", within, all)
	}
	if within, _ := collections(c, Arm{ID: "huge"}, 5, 400<<20); within < 5 {
		t.Errorf("huge samples: %d collections in 5 samples, which make their own necessary", within)
	}
}

func TestDue(t *testing.T) {
	const mb = 1 << 20
	for _, test := range []struct {
		h    heap
		need uint64
		want bool
	}{
		{heap{objects: 60 * mb, live: 50 * mb, goal: 100 * mb}, 24 * mb, false},
		{heap{objects: 60 * mb, live: 50 * mb, goal: 100 * mb}, 26 * mb, true},
		{heap{objects: 500 * mb, live: 50 * mb, goal: 1 << 63}, 0, false}, // the collector is off
		{heap{objects: 500 * mb, live: 50 * mb, goal: 1 << 63}, 100 * mb, true},
	} {
		if got := test.h.due(test.need); got != test.want {
			t.Errorf("%+v and %d more: %v", test.h, test.need, got)
		}
	}
}
