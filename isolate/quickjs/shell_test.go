package quickjs

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"example.com/thaw/isolate"
)

// sized returns a snapshot of an isolate that holds so many MB, with a function
// that takes more, and one that tells how much there is.
func sized(t *testing.T, e *Engine, mb int) isolate.Snapshot {
	t.Helper()
	text := fmt.Sprintf(`const a = []; __host.take = (n) => { for (let i = 0; i < n; i++) a.push(new Uint8Array(1 << 20).fill(1 + i)) };
		__host.take(%d); __host.held = () => a.reduce((n, b) => n + (b[0] > 0 && b.at(-1) > 0), 0); __host.fresh = () => { const b = new Uint8Array(1 << 22); for (let i = 0; i < b.length; i += 512) if (b[i] !== 0) return false; return true }`, mb)
	return snapshotAfter(t, e, isolate.Source{Name: "sized.js", Text: text})
}

// snapshotAfter returns a snapshot of an isolate that has run src.
func snapshotAfter(t *testing.T, e *Engine, src isolate.Source) isolate.Snapshot {
	t.Helper()
	iso, err := e.New(t.Context(), isolate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer iso.Close()
	s, err := e.Compile(t.Context(), src)
	if err != nil {
		t.Fatal(err)
	}
	if err := iso.Run(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	snapshot, err := e.Snapshot(iso, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { snapshot.Close() })
	return snapshot
}

// TestShells holds that nothing of an isolate is left in the one that gets its
// machine, whether that was rewound or shows another snapshot now, and whatever the sizes of their memories.
func TestShells(t *testing.T) {
	e, _ := newTestVM(t, isolate.Options{})
	small, large := sized(t, e, 1), sized(t, e, 24)
	for round := range 12 {
		from, want := small, 1.0
		if round%3 == 1 {
			from, want = large, 24.0
		}
		iso, err := e.Restore(t.Context(), from, isolate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got, size := iso.(*vm).HeapBytes(), from.(*snapshot).Memory; got != int64(size) {
			t.Errorf("round %d: %d bytes, want %d", round, got, size)
		}
		got, err := iso.Call(t.Context(), "held")
		if err != nil || got != want {
			t.Errorf("round %d: holds %v, %v, want %v", round, got, err, want)
		}
		if fresh, err := iso.Call(t.Context(), "fresh"); err != nil || fresh != true {
			t.Errorf("round %d: new memory is zero: %v, %v", round, fresh, err)
		}
		if _, err := iso.Call(t.Context(), "take", float64(5*(round%4))); err != nil {
			t.Error(err)
		}
		if err := iso.Close(); err != nil {
			t.Error(err)
		}
		if round%4 == 3 {
			e.shells.forget(from.(*snapshot))
		}
	}
}

// TestShellsPicked holds which machine a restore gets.
func TestShellsPicked(t *testing.T) {
	e, _ := newTestVM(t, isolate.Options{})
	a, b := sized(t, e, 1).(*snapshot), sized(t, e, 1).(*snapshot)
	one, two := restored(t, e, a), restored(t, e, b)
	if one.mapped == nil {
		t.Skip("memory is not mapped here")
	}
	if _, err := one.mapped.written(a.Memory); err != nil {
		t.Skip("machines are not rewound here: ", err)
	}
	one.Close()
	two.Close()
	if three := restored(t, e, a); len(e.shells.idle) != 1 || e.shells.idle[0].shows != b {
		t.Error("a restore did not take the machine that shows its snapshot")
	} else {
		three.Close()
	}
	e.shells.forget(b)
	other := sized(t, e, 1).(*snapshot)
	three := restored(t, e, other)
	if n := len(e.shells.idle); n != 1 || e.shells.idle[0].shows != a {
		t.Error("a restore did not take the machine without pages")
	}
	four := restored(t, e, b)
	if n := len(e.shells.idle); n != 1 {
		t.Error("a restore took the machine of another snapshot, and there was room for one more")
	}
	var all []*vm
	for range maxShells {
		all = append(all, restored(t, e, a))
	}
	for _, v := range append(all, three, four) {
		v.Close()
	}
	fresh := restored(t, e, sized(t, e, 1).(*snapshot))
	if n := len(e.shells.idle); n != maxShells-1 {
		t.Errorf("%d machines are left of %d: a restore did not take one of another snapshot", n, maxShells)
	}
	fresh.Close()
}

func restored(t *testing.T, e *Engine, from *snapshot) *vm {
	t.Helper()
	iso, err := e.Restore(t.Context(), from, isolate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return iso.(*vm)
}

// TestShellsKept holds which machines are kept.
func TestShellsKept(t *testing.T) {
	e, _ := newTestVM(t, isolate.Options{})
	s := sized(t, e, 1)
	if e.shells.put(machine{}, s.(*snapshot)) {
		t.Error("a machine without mapped memory was kept")
	}
	restore := func() *vm {
		iso, err := e.Restore(t.Context(), s, isolate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return iso.(*vm)
	}
	spent := restore()
	if spent.mapped == nil {
		t.Skip("memory is not mapped here")
	}
	spent.end(context.Canceled)
	spent.Close()
	if n := len(e.shells.idle); n != 0 {
		t.Errorf("%d kept after an isolate that was spent", n)
	}
	var all []*vm
	for range maxShells + 2 {
		all = append(all, restore())
	}
	for _, v := range all {
		v.Close()
	}
	if n := len(e.shells.idle); n != maxShells {
		t.Errorf("%d kept, want %d", n, maxShells)
	}
}

// TestWritten holds the two ways to find what an isolate wrote to against each
// other: what has changed has been written.
func TestWritten(t *testing.T) {
	e, _ := newTestVM(t, isolate.Options{})
	s := sized(t, e, 1)
	iso, err := e.Restore(t.Context(), s, isolate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer iso.Close()
	v, own := iso.(*vm), s.(*snapshot)
	if v.mapped == nil {
		t.Skip("memory is not mapped here")
	}
	if _, err := iso.Call(t.Context(), "take", 1.0); err != nil {
		t.Fatal(err)
	}
	written, err := v.mapped.written(own.Memory)
	if err != nil {
		t.Skip(err)
	}
	changed, err := own.changed(v.bytes(0, own.Memory))
	if err != nil || len(changed) == 0 {
		t.Fatalf("%d pages changed, %v", len(changed), err)
	}
	for _, page := range changed {
		if _, ok := slices.BinarySearch(written, page); !ok {
			t.Errorf("page %d has changed and was not written", page)
		}
	}
	if all := int(own.Memory / hotPage); len(written) > all/2 {
		t.Errorf("%d of %d pages were written by one call", len(written), all)
	}
}

// TestRestoreParallel restores from one snapshot on several goroutines at once.
func TestRestoreParallel(t *testing.T) {
	e, _ := newTestVM(t, isolate.Options{})
	s := sized(t, e, 1)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 30 {
				iso, err := e.Restore(context.Background(), s, isolate.Options{})
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := iso.Call(context.Background(), "take", float64(i%3)); err != nil {
					t.Error(err)
				}
				if got, err := iso.Call(context.Background(), "held"); err != nil || got != float64(1+i%3) {
					t.Errorf("holds %v, %v, want %d", got, err, 1+i%3)
				}
				iso.Close()
			}
		})
	}
	wg.Wait()
}
