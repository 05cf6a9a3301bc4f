package quickjs

import (
	"bytes"
	"context"
	"sync"
	"testing"

	"example.com/thaw/isolate"
)

// crowd restores n isolates from a snapshot.
func crowd(t *testing.T, e *Engine, from isolate.Snapshot, n int) []*vm {
	t.Helper()
	all := make([]*vm, n)
	for i := range all {
		iso, err := e.Restore(t.Context(), from, isolate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		all[i] = iso.(*vm)
		t.Cleanup(func() { iso.Close() })
	}
	return all
}

// count calls a function of sized that returns a number.
func count(t *testing.T, v *vm, fn string, args ...isolate.Value) float64 {
	t.Helper()
	x, err := v.Call(t.Context(), fn, args...)
	if err != nil {
		t.Fatal(err)
	}
	n, _ := x.(float64)
	return n
}

// TestParking holds that isolates which are parked go on where they stood, in
// whatever order they are called, and that few have machines.
func TestParking(t *testing.T) {
	e, _ := newTestVM(t, isolate.Options{})
	from := counter(t, e)
	all := crowd(t, e, from, maxResident+30)
	for round := range 4 {
		for i := range all {
			n := (i*7 + round) % len(all)
			if got, want := count(t, all[n], "add", float64(n)), float64((round+1)*n); got != want {
				t.Fatalf("round %d: isolate %d counts %v, want %v", round, n, got, want)
			}
		}
	}
	if n := e.residents.list.Len(); n != maxResident {
		t.Errorf("%d have machines, want %d", n, maxResident)
	}
	parked := 0
	for _, v := range all {
		size := v.HeapBytes()
		if v.module == nil {
			parked++
			if len(v.delta) == 0 || len(v.delta) > 1<<16 {
				t.Errorf("a delta has %d bytes", len(v.delta))
			}
		}
		if least := int64(from.(*snapshot).Memory); size < least {
			t.Errorf("the heap has %d bytes, want at least %d", size, least)
		}
	}
	if parked != 30 {
		t.Errorf("%d are parked, want 30", parked)
	}
	if err := from.Close(); err != nil {
		t.Error(err)
	}
	for i, v := range all {
		if got, want := count(t, v, "add", 0.0), float64(4*i); got != want {
			t.Errorf("after the end of the snapshot: isolate %d counts %v, want %v", i, got, want)
		}
		if err := v.Close(); err != nil {
			t.Error(err)
		}
	}
	if n := e.residents.list.Len(); n != 0 {
		t.Errorf("%d are residents after their end", n)
	}
	if own := from.(*snapshot); own.file != nil || own.users != 0 {
		t.Errorf("the snapshot has %d users and the file is open: %t", own.users, own.file != nil)
	}
}

// counter returns a snapshot of an isolate that counts, and allocates.
func counter(t *testing.T, e *Engine) isolate.Snapshot {
	t.Helper()
	return snapshotAfter(t, e, isolate.Source{Name: "counter.js", Text: `let n = 0; const kept = [];
		__host.add = (m) => { kept.push({ m, list: [String(m)] }); n += m; return n };
		__host.take = (mb) => { for (let i = 0; i < mb; i++) kept.push(new Uint8Array(1 << 20).fill(7)); };`})
}

// TestParkOthers holds what is parked and what is not.
func TestParkOthers(t *testing.T) {
	e, _ := newTestVM(t, isolate.Options{})
	all := crowd(t, e, counter(t, e), 4)
	large, grown, spent, closed := all[0], all[1], all[2], all[3]
	count(t, large, "take", 2.0)
	large.park()
	if large.module == nil {
		t.Error("an isolate that has changed 2 MB is parked")
	}
	before := grown.HeapBytes()
	grown.memory.Grow(64)
	grown.park()
	if grown.module != nil || grown.HeapBytes() != before+64*wasmPage {
		t.Errorf("an isolate whose memory has grown is not parked, or has lost some: %d bytes", grown.HeapBytes())
	}
	if got := count(t, grown, "add", 5.0); got != 5 || grown.HeapBytes() != before+64*wasmPage {
		t.Errorf("it counts %v and has %d bytes, want 5 and %d", got, grown.HeapBytes(), before+64*wasmPage)
	}
	spent.end(context.Canceled)
	spent.park()
	if spent.module == nil {
		t.Error("an isolate that is spent is parked")
	}
	closed.park()
	closed.park()
	if err := closed.Close(); err != nil || closed.delta != nil {
		t.Errorf("an isolate that was parked does not end: %v", err)
	}
	if _, err := closed.Call(t.Context(), "add", 1.0); err == nil {
		t.Error("it is called after its end")
	}
}

// TestDeltas holds that the pages that the system tells make the delta that all pages make.
func TestDeltas(t *testing.T) {
	e, _ := newTestVM(t, isolate.Options{})
	v := crowd(t, e, counter(t, e), 1)[0]
	for i := range 3000 {
		count(t, v, "add", float64(i))
	}
	told, memory := v.dirty(), v.bytes(0, v.memory.Size())
	unmapped := v.machine
	unmapped.mapped = nil
	all := unmapped.dirty()
	if len(all) != len(memory)/hotPage {
		t.Fatalf("all are %d pages, want %d", len(all), len(memory)/hotPage)
	}
	a, ok := v.from.delta(memory, told)
	b, also := v.from.delta(memory, all)
	if !ok || !also || !bytes.Equal(a, b) {
		t.Errorf("a delta of %d of %d pages has %d bytes (%t), that of all %d (%t)", len(told), len(all), len(a), ok, len(b), also)
	}
}

// TestParkParallel has goroutines call isolates that are parked by each other.
func TestParkParallel(t *testing.T) {
	e, _ := newTestVM(t, isolate.Options{})
	from := counter(t, e)
	var wg sync.WaitGroup
	for range 4 {
		all := crowd(t, e, from, maxResident/2)
		wg.Go(func() {
			for round := range 5 {
				for i, v := range all {
					got, err := v.Call(context.Background(), "add", float64(i))
					if want := float64((round + 1) * i); err != nil || got != want {
						t.Errorf("isolate %d counts %v, %v, want %v", i, got, err, want)
					}
				}
			}
			for _, v := range all {
				if err := v.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}
