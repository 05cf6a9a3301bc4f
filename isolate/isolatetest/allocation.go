package isolatetest

import (
	"runtime"
	"testing"
)

// BoundAllocation fails if f allocates more than a multiple of the input's size, and a
// mebibyte, in bytes of Go's heap. Nothing else may allocate meanwhile.
func BoundAllocation(t testing.TB, input, factor int, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	got, most := after.TotalAlloc-before.TotalAlloc, uint64(input)*uint64(factor)+1<<20
	if got > most {
		t.Errorf("%d bytes were allocated for an input of %d, want at most %d", got, input, most)
	}
}
