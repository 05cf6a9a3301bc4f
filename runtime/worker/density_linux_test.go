package worker_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"

	"example.com/thaw/runtime/worker"
)

// crowd is how many instances BenchmarkDensity has at once.
const crowd = 10_000

// BenchmarkDensity starts many instances of an app from one snapshot. All answer
// when they start, and again when all are there, most of them parked. It reports
// the private memory of each, and what is left when all are closed: that of the
// machines that wait for the next restores. It takes half a minute of CPU.
func BenchmarkDensity(b *testing.B) {
	f := openFixture(b, "hono@20")
	from := f.take(b, worker.StageWarm)
	for b.Loop() {
		runtime.GC()
		before, began := readFootprint(b), processCPU()
		all := make([]*worker.Instance, crowd)
		for n := range all {
			all[n] = f.start(b, from)
			f.ask(b, all[n])
		}
		started := processCPU()
		full := readFootprint(b)
		debug.FreeOSMemory()
		collected := readFootprint(b)
		woken := processCPU()
		for _, i := range all {
			f.ask(b, i)
		}
		asked := processCPU()
		for _, i := range all {
			i.Close()
		}
		clear(all)
		debug.FreeOSMemory()
		after := readFootprint(b)
		b.ReportMetric((full.private-before.private)/crowd, "KB/instance")
		b.ReportMetric((collected.private-before.private)/crowd, "KB/instance-collected")
		b.ReportMetric(float64(full.mappings-before.mappings), "mappings")
		b.ReportMetric((started-began)/crowd*1e6, "cpu-us/start")
		b.ReportMetric((asked-woken)/crowd*1e6, "cpu-us/wake")
		b.ReportMetric(after.private-before.private, "KB-left")
	}
}

// BenchmarkRestores starts instances one after the other, with and without a
// request. With -benchtime=30s it shows that nothing grows.
func BenchmarkRestores(b *testing.B) {
	f := openFixture(b, "hello")
	from := f.take(b, worker.StageWarm)
	live := func(ask bool) {
		i := f.start(b, from)
		if ask {
			f.ask(b, i)
		}
		i.Close()
	}
	for _, ask := range []bool{false, true} {
		b.Run(fmt.Sprintf("answer=%t", ask), func(b *testing.B) {
			for range 5000 { // until the heap of Go has its size
				live(ask)
			}
			debug.FreeOSMemory()
			before, began := readFootprint(b), processCPU()
			for b.Loop() {
				live(ask)
			}
			cpu := processCPU() - began
			debug.FreeOSMemory()
			after := readFootprint(b)
			b.ReportMetric(float64(b.N)/cpu, "restores/cpu-s")
			b.ReportMetric(after.private-before.private, "KB-grown")
			b.ReportMetric(float64(after.mappings-before.mappings), "mappings-grown")
			b.ReportMetric(float64(after.goroutines-before.goroutines), "goroutines-grown")
			b.ReportMetric(float64(after.files-before.files), "files-grown")
		})
	}
}

// TestCrowd has more instances than keep their memory, which all answer, and
// holds that nothing of them is left in the process.
func TestCrowd(t *testing.T) {
	f := openFixture(t, "hello")
	before := readFootprint(t)
	from, err := worker.TakeSnapshot(t.Context(), f.config, worker.StageEvaluated, f.request)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]*worker.Instance, 200)
	for n := range all {
		all[n] = f.start(t, from)
		f.ask(t, all[n])
	}
	if full := readFootprint(t); full.snapshots > 2*len(all) {
		t.Errorf("%d instances have %d mappings of the snapshot", len(all), full.snapshots)
	}
	if err := from.Close(); err != nil {
		t.Error(err)
	}
	for _, i := range all {
		f.ask(t, i)
		if err := i.Close(); err != nil {
			t.Error(err)
		}
	}
	after := readFootprint(t)
	if after.snapshots > before.snapshots || after.goroutines > before.goroutines || after.files > before.files+1 { // 1 is the page map
		t.Errorf("left of %d instances: %+v, before it was %+v", len(all), after, before)
	}
}
