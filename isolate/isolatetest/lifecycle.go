package isolatetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"testing"

	"example.com/thaw/isolate"
)

var lifecycleClauses = []clause{
	{"close", "a closed isolate returns ErrSpent, and may be closed again", closeTwice},
	{"close while running", "Close from within an op is an error, and the call goes on", closeInOp},
	{"goroutines", "an isolate may be used from one goroutine after another", manyGoroutines},
	{"parallel", "isolates of one engine run at the same time", parallel},
	{"same name", "two ops of one name are refused", sameName},
	{"1000 isolates", "a thousand isolates made and closed leave no heap, goroutine or mapping behind", thousand},
}

func closeTwice(t *testing.T, e isolate.Engine) {
	iso, err := e.New(t.Context(), isolate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := iso.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
		wantSpent(t, e, iso)
	}
	if l, ok := iso.(isolate.Loader); ok {
		if err := l.Load(t.Context(), compile(t, e, `1`)); !errors.Is(err, isolate.ErrSpent) {
			t.Errorf("Load = %v, want ErrSpent", err)
		}
	}
	if h, ok := iso.(isolate.HeapSizer); ok && h.HeapBytes() != 0 {
		t.Errorf("HeapBytes of a closed isolate is %d", h.HeapBytes())
	}
}

func closeInOp(t *testing.T, e isolate.Engine) {
	var iso isolate.Isolate
	var closed error
	iso = start(t, e, `__host.result = () => { __host.ops.close(); return "after" }`,
		isolate.Op0("close", func() (isolate.None, error) { closed = iso.Close(); return isolate.None{}, nil }))
	if got, err := iso.Call(t.Context(), "result"); err != nil || got != "after" || closed == nil {
		t.Errorf("Call = %v, %v, and Close in the op = %v; want \"after\" and an error of Close alone", got, err, closed)
	}
}

func manyGoroutines(t *testing.T, e isolate.Engine) {
	iso := start(t, e, `let n = 0; __host.result = () => ++n`)
	for i := range 20 {
		done := make(chan error)
		go func() {
			got, err := iso.Call(context.Background(), "result")
			if err == nil && got != float64(i+1) {
				err = fmt.Errorf("got %v, want %d", got, i+1)
			}
			done <- err
		}()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
}

func parallel(t *testing.T, e isolate.Engine) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			ctx := context.Background()
			s, err := e.Compile(ctx, isolate.Source{Name: "case.js", Text: fmt.Sprintf(`let n = %d; __host.result = (x) => { n += __host.ops.add(x).byteLength; return n }`, i)})
			if err != nil {
				t.Error(err)
				return
			}
			iso, err := e.New(ctx, isolate.Options{Ops: []isolate.Op{
				isolate.Op1("add", func(b []byte) ([]byte, error) { return bytes.Clone(b), nil }),
			}})
			if err != nil {
				t.Error(err)
				return
			}
			defer iso.Close()
			if err := iso.Run(ctx, s); err != nil {
				t.Error(err)
			}
			for j := range 50 {
				if got, err := iso.Call(ctx, "result", []byte{1, 2}); err != nil || got != float64(i+2*j+2) {
					t.Errorf("got %v, %v, want %d", got, err, i+2*j+2)
					return
				}
			}
		})
	}
	wg.Wait()
}

func sameName(t *testing.T, e isolate.Engine) {
	iso, err := e.New(t.Context(), isolate.Options{Ops: []isolate.Op{echo(), echo()}})
	if err == nil {
		t.Error("New: no error")
		_ = iso.Close()
	}
}

// footprint is what the process holds.
type footprint struct {
	heap       uint64 // bytes
	goroutines int
	mappings   int // 0 where they can't be counted
}

func measureFootprint() footprint {
	runtime.GC()
	runtime.GC() // finalizers of the first
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	maps, _ := os.ReadFile("/proc/self/maps") // absent but on Linux
	return footprint{m.HeapAlloc, runtime.NumGoroutine(), bytes.Count(maps, []byte("\n"))}
}

func thousand(t *testing.T, e isolate.Engine) {
	s := compile(t, e, `let n = __host.ops.echo("x"); Promise.reject(1); setLater = () => n; __host.result = () => { throw new Error(n) }`)
	wantNoGrowth(t, func() {
		iso, err := e.New(t.Context(), isolate.Options{Ops: []isolate.Op{echo()}, Memory: heapLimit})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		if err := iso.Run(ctx, s); err != nil {
			t.Fatal(detail(err))
		}
		_, err = iso.Call(ctx, "result")
		exception(t, err)
		cancel()
		if err := iso.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// wantNoGrowth runs cycle a thousand times, and checks that it leaves nothing behind.
func wantNoGrowth(t *testing.T, cycle func()) {
	t.Helper()
	for range 50 {
		cycle()
	}
	before := measureFootprint()
	for range 1000 {
		cycle()
	}
	after := measureFootprint()
	t.Logf("before %+v, after %+v", before, after)
	const slack = 4 << 20 // bytes; an isolate holds at least 200 KB, so a leak of 1,000 shows
	if after.heap > before.heap+slack {
		t.Errorf("heap grew from %d to %d bytes", before.heap, after.heap)
	}
	if after.goroutines > before.goroutines+2 {
		t.Errorf("goroutines grew from %d to %d", before.goroutines, after.goroutines)
	}
	if after.mappings > before.mappings+64 {
		t.Errorf("mappings grew from %d to %d", before.mappings, after.mappings)
	}
}
