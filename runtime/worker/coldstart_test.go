package worker_test

import (
	"fmt"
	"runtime"
	"testing"

	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/worker"
)

// BenchmarkColdStart is a new instance from a snapshot until its first response
// has been read, without its end; and the same request again.
func BenchmarkColdStart(b *testing.B) {
	for _, ref := range []string{"hello", "hono@20", "effect@1", "effect@500"} {
		for _, stage := range worker.Stages()[1:] {
			b.Run(fmt.Sprintf("%s/snapshot=%s", ref, stage), func(b *testing.B) {
				f := openFixture(b, ref)
				from := f.take(b, stage)
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				var cpu, wall, again float64
				for b.Loop() {
					start := phase.Read()
					i := f.start(b, from)
					f.ask(b, i)
					took := phase.Read().Sub(start)
					wall, cpu = wall+float64(took.Wall), cpu+float64(took.Thread)
					start = phase.Read()
					f.ask(b, i)
					again += float64(phase.Read().Sub(start).Thread)
					i.Close()
				}
				b.ReportMetric(wall/float64(b.N), "ns/start")
				b.ReportMetric(cpu/float64(b.N), "cpu-ns/start")
				b.ReportMetric(again/float64(b.N), "cpu-ns/again")
			})
		}
	}
}
