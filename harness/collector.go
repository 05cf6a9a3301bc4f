package harness

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// A collector has Go's garbage collector run between samples, where it would else run in a sample for
// what the ones before it left. What a sample collects of its own garbage stays part of it.
type collector struct {
	ballast []byte
	needs   map[string]uint64 // the most bytes that a sample allocated, by Arm.ID
}

const (
	// ballastBytes are counted as live, though never touched, so that the collector waits for about as much
	// garbage. That is the heap at which a process of thaw's that does one cold start is collected first.
	ballastBytes = 64 << 20

	// mostGarbage is collected between samples even if the collector is switched off.
	mostGarbage = 512 << 20
)

func newCollector() *collector { return &collector{needs: map[string]uint64{}} }

// prepare comes before a sample of an arm, and the function that it returns after it.
func (c *collector) prepare(arm Arm) (done func()) {
	if arm.GOGC != "" {
		return c.set(arm.GOGC)
	}
	first := c.ballast == nil
	if first {
		c.ballast = make([]byte, ballastBytes)
	}
	h := readHeap()
	if need, known := c.needs[arm.ID]; first || !known || h.due(need) {
		runtime.GC()
	}
	return func() {
		c.needs[arm.ID] = max(c.needs[arm.ID], readHeap().allocated-h.allocated)
		runtime.KeepAlive(c.ballast)
	}
}

// set begins a sample with a collected heap, without ballast, and with a value of GOGC, which is taken back after it.
func (c *collector) set(gogc string) (done func()) {
	c.ballast = nil
	percent, err := ParseGOGC(gogc)
	if err != nil {
		return func() {} // Experiment.Run has refused it
	}
	usual := debug.SetGCPercent(percent)
	runtime.GC()
	return func() { debug.SetGCPercent(usual) }
}

// A heap is the state of Go's heap, in bytes.
type heap struct {
	allocated uint64 // since the process began
	objects   uint64 // live ones and dead ones
	live      uint64 // at the end of the last collection
	goal      uint64 // what objects should not exceed at the end of the next one
}

func readHeap() heap {
	s := []metrics.Sample{
		{Name: "/gc/heap/allocs:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/gc/heap/live:bytes"},
		{Name: "/gc/heap/goal:bytes"},
	}
	metrics.Read(s)
	return heap{s[0].Value.Uint64(), s[1].Value.Uint64(), s[2].Value.Uint64(), s[3].Value.Uint64()}
}

// due reports whether the next collection may begin before another need bytes are allocated. It begins short of
// the goal, by a part of the way there.
func (h heap) due(need uint64) bool {
	const part = 0.7
	garbage := min(part*float64(h.goal-h.live), mostGarbage)
	return float64(h.objects+need) > float64(h.live)+garbage
}
