package web_test

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/dop251/goja"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/web"
)

// BenchmarkBoot is what the Web APIs cost an isolate that touches none: CPU time
// of this thread, on goja above a bare goja.New, on quickjs above a restore of a
// snapshot without them. The two take turns.
func BenchmarkBoot(b *testing.B) {
	for name, e := range engines(b) {
		b.Run(name, func(b *testing.B) {
			bare, whole := bootsOn(b, e)
			benchmarkBoot(b, bare, whole)
		})
	}
}

// A boot makes an isolate, and returns what frees it.
type boot func(ctx context.Context) (free func() error, err error)

func bootsOn(b *testing.B, e isolate.Engine) (bare, whole boot) {
	lib := web.NewLibrary(e)
	s, ok := e.(isolate.Snapshotter)
	if !ok {
		bare = func(context.Context) (func() error, error) {
			rt := goja.New()
			return func() error { runtime.KeepAlive(rt); return nil }, nil
		}
		return bare, func(ctx context.Context) (func() error, error) { return booted(ctx, e, lib) }
	}
	return restoring(b, e, s, nil), restoring(b, e, s, lib)
}

// booted makes an isolate with the Web APIs.
func booted(ctx context.Context, e isolate.Engine, lib *web.Library) (func() error, error) {
	layer := web.New(lib, web.Config{})
	iso, err := e.New(ctx, isolate.Options{Ops: layer.Ops()})
	if err != nil {
		return nil, err
	}
	return iso.Close, layer.Boot(ctx, iso)
}

// restoring makes isolates from a snapshot, of one with all Web APIs if lib is not nil.
func restoring(b *testing.B, e isolate.Engine, s isolate.Snapshotter, lib *web.Library) boot {
	b.Helper()
	ctx := b.Context()
	options := func() (*web.Layer, isolate.Options) {
		if lib == nil {
			return nil, isolate.Options{}
		}
		layer := web.New(lib, web.Config{})
		return layer, isolate.Options{Ops: layer.Ops()}
	}
	layer, o := options()
	iso, err := e.New(ctx, o)
	if err != nil {
		b.Fatal(err)
	}
	defer iso.Close()
	if layer != nil {
		if err := layer.Boot(ctx, iso); err != nil {
			b.Fatal(err)
		}
		if err := layer.Preload(ctx); err != nil {
			b.Fatal(err)
		}
	}
	snapshot, err := s.Snapshot(iso, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { snapshot.Close() })
	restore := func(ctx context.Context) (isolate.Isolate, error) {
		layer, o := options()
		iso, err := s.Restore(ctx, snapshot, o)
		if err != nil || layer == nil {
			return iso, err
		}
		return iso, layer.Restored(ctx, iso)
	}
	first, err := restore(ctx)
	if err != nil {
		b.Fatal(err)
	}
	if err := s.Learn(snapshot, first); err != nil {
		b.Fatal(err)
	}
	if err := first.Close(); err != nil {
		b.Fatal(err)
	}
	return func(ctx context.Context) (func() error, error) {
		iso, err := restore(ctx)
		if err != nil {
			return nil, err
		}
		return iso.Close, nil
	}
}

func benchmarkBoot(b *testing.B, bare, whole boot) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var took [2]time.Duration
	n := 0
	for b.Loop() {
		for i, f := range []boot{bare, whole} {
			from := phase.Read()
			free, err := f(b.Context())
			took[i] += phase.Read().Sub(from).Thread
			if err != nil {
				b.Fatal(err)
			}
			if err := free(); err != nil {
				b.Fatal(err)
			}
		}
		n++
	}
	b.ReportMetric(float64(took[0].Nanoseconds())/float64(n), "bare-cpu-ns/op")
	b.ReportMetric(float64(took[1].Nanoseconds())/float64(n), "cpu-ns/op")
	b.ReportMetric(float64((took[1]-took[0]).Nanoseconds())/float64(n), "above-cpu-ns/op")
}
