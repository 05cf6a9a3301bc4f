package worker_test

import (
	"net/http/httptest"
	"runtime"
	"slices"
	"testing"
	"time"

	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

func BenchmarkFetch(b *testing.B) {
	for name, lib := range libraries() {
		b.Run(name, func(b *testing.B) {
			off, on := benchInstance(b, lib, nil), benchInstance(b, lib, phase.New(nil))
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			const block = 20
			var ratios []float64
			for b.Loop() {
				first, second := off, on
				if len(ratios)%2 == 1 {
					first, second = on, off
				}
				x, y := fetchBlock(b, first, block), fetchBlock(b, second, block)
				if first == on {
					x, y = y, x
				}
				ratios = append(ratios, float64(y)/float64(x))
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "on/off")
			b.ReportMetric(float64(b.Elapsed())/float64(len(ratios)*2*block), "ns/fetch")
		})
	}
}

func benchInstance(b *testing.B, lib *web.Library, r *phase.Recorder) *worker.Instance {
	b.Helper()
	i, err := worker.Start(b.Context(), worker.Config{Web: lib, Source: fetchApp(`return new Response("ok")`), Phases: r})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { i.Close() })
	return i
}

func fetchBlock(b *testing.B, i *worker.Instance, n int) time.Duration {
	start := phase.Read()
	for range n {
		res, err := i.Fetch(b.Context(), httptest.NewRequest("GET", "/", nil))
		if err != nil {
			b.Fatal(err)
		}
		res.Body.Close()
	}
	return phase.Read().Sub(start).Thread
}
