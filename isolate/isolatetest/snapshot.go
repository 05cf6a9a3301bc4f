package isolatetest

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"example.com/thaw/isolate"
)

// snapshotClauses hold for an engine that is a Snapshotter.
var snapshotClauses = []clause{
	{"state", "a restored isolate goes on where the copied one stood", snapshotState},
	{"ops", "a restored isolate calls its own ops, clock and random numbers", snapshotOps},
	{"other ops", "Restore refuses ops of other names", snapshotOtherOps},
	{"random", "Math.random gives other numbers in each restored isolate, or those of Options.Random", snapshotRandom},
	{"independent", "what one restored isolate does, and its end, is not seen by another, nor by the copied one", snapshotIndependent},
	{"again", "a restored isolate can be copied in turn", snapshotAgain},
	{"exceptions", "exceptions and rejections work after a restore, and stacks are source-mapped", snapshotExceptions},
	{"interrupt", "the end of ctx interrupts a restored isolate", snapshotInterrupt},
	{"memory limit", "the memory limit is that of Restore, not that of the copied isolate", snapshotMemory},
	{"refused", "an isolate that is spent, or that runs an op, can't be copied", snapshotRefused},
	{"learn", "what Learn notes changes no result, and is in the file", snapshotLearn},
	{"file", "a snapshot that was written can be opened; isolates outlive it", snapshotFile},
	{"ended before", "a ctx that has ended makes no isolate", snapshotEndedBefore},
	{"1000 restores", "a thousand isolates restored and closed leave no heap, goroutine or mapping behind", snapshotThousand},
}

// snapshotter is e's ability to copy isolates; without it the test is skipped.
func snapshotter(t testing.TB, e isolate.Engine) isolate.Snapshotter {
	t.Helper()
	s, ok := e.(isolate.Snapshotter)
	if !ok {
		t.Skip("the engine is no Snapshotter")
	}
	return s
}

// freeze copies an isolate. The snapshot is closed when the test ends.
func freeze(t testing.TB, e isolate.Engine, iso isolate.Isolate) isolate.Snapshot {
	t.Helper()
	s, err := snapshotter(t, e).Snapshot(iso, []byte("note"))
	if err != nil {
		t.Fatalf("Snapshot: %v", err)
	}
	t.Cleanup(func() {
		for range 2 {
			if err := s.Close(); err != nil {
				t.Errorf("Snapshot.Close: %v", err)
			}
		}
	})
	return s
}

// restore makes an isolate that is closed when the test ends.
func restore(t testing.TB, e isolate.Engine, s isolate.Snapshot, o isolate.Options) isolate.Isolate {
	t.Helper()
	iso, err := snapshotter(t, e).Restore(t.Context(), s, o)
	if err != nil {
		t.Fatalf("Restore: %v", err)
	}
	t.Cleanup(func() {
		if err := iso.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return iso
}

// counter is a program with state of each kind that a heap can hold.
const counter = `
	let n = 0; const map = new Map([["k", { deep: [1, 2, 3] }]]), bytes = new Uint8Array(1 << 16).fill(7);
	const { promise, resolve } = (() => { let resolve; const promise = new Promise((r) => { resolve = r }); return { promise, resolve } })();
	const done = []; promise.then((x) => done.push(x)); const gen = (function* () { for (;;) yield ++n })();
	__host.count = () => gen.next().value;
	__host.settle = (x) => { resolve(x) }; __host.done = () => done.join();
	__host.sum = () => map.get("k").deep.length + bytes.reduce((a, b) => a + b, 0);`

func snapshotState(t *testing.T, e isolate.Engine) {
	iso := start(t, e, counter)
	call(t, iso, "count")
	s := freeze(t, e, iso)
	if s.Bytes() <= 0 {
		t.Errorf("Bytes = %d", s.Bytes())
	}
	r := restore(t, e, s, isolate.Options{})
	if got := call(t, r, "count"); got != 2.0 {
		t.Errorf("count = %v, want 2", got)
	}
	if got := call(t, r, "sum"); got != float64(3+7<<16) {
		t.Errorf("sum = %v", got)
	}
	call(t, r, "settle", "late")
	if got := call(t, r, "done"); got != "late" {
		t.Errorf("done = %v, want late: the promise was pending when the snapshot was taken", got)
	}
	wantUsable(t, e, r)
}

func snapshotOps(t *testing.T, e isolate.Engine) {
	named := func(name string) isolate.Op {
		return isolate.Op0("who", func() (string, error) { return name, nil })
	}
	iso := start(t, e, `const { who } = __host.ops; __host.result = () => who() + new Date().getFullYear()`, named("first"))
	call(t, iso, "result")
	s := freeze(t, e, iso)
	now := func() time.Time { return time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC) }
	r := restore(t, e, s, isolate.Options{Ops: []isolate.Op{named("second")}, Now: now})
	if got := call(t, r, "result"); got != "second1999" {
		t.Errorf("result = %v, want second1999", got)
	}
}

func snapshotOtherOps(t *testing.T, e isolate.Engine) {
	s := freeze(t, e, start(t, e, ``, echo()))
	other := echo()
	other.Name = "other"
	for name, ops := range map[string][]isolate.Op{"none": nil, "more": {echo(), other}, "another": {other}, "twice": {echo(), echo()}} {
		r, err := snapshotter(t, e).Restore(t.Context(), s, isolate.Options{Ops: ops})
		if err == nil {
			t.Errorf("%s: no error", name)
			_ = r.Close()
		}
	}
}

func snapshotRandom(t *testing.T, e isolate.Engine) {
	iso := start(t, e, `Math.random(); __host.result = () => Array.from({ length: 4 }, Math.random).join()`)
	s := freeze(t, e, iso)
	seed := bytes.Repeat([]byte{1, 2, 3}, 100)
	draw := func(o isolate.Options) isolate.Value { return call(t, restore(t, e, s, o), "result") }
	if a, b := draw(isolate.Options{}), draw(isolate.Options{}); a == b {
		t.Errorf("two isolates gave the same numbers %v", a)
	}
	a, b := draw(isolate.Options{Random: bytes.NewReader(seed)}), draw(isolate.Options{Random: bytes.NewReader(seed)})
	if a != b {
		t.Errorf("the same seed gave %v and %v", a, b)
	}
}

func snapshotIndependent(t *testing.T, e isolate.Engine) {
	iso := start(t, e, counter)
	s := freeze(t, e, iso)
	a, b := restore(t, e, s, isolate.Options{}), restore(t, e, s, isolate.Options{})
	for range 5 {
		call(t, a, "count")
	}
	if got := call(t, b, "count"); got != 1.0 {
		t.Errorf("count = %v, want 1", got)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	wantSpent(t, e, a)
	if got := call(t, b, "count"); got != 2.0 {
		t.Errorf("count = %v, want 2", got)
	}
	if got := call(t, iso, "count"); got != 1.0 {
		t.Errorf("count of the copied isolate = %v, want 1", got)
	}
	if got := call(t, restore(t, e, s, isolate.Options{}), "count"); got != 1.0 {
		t.Errorf("count of a later isolate = %v, want 1", got)
	}
}

func snapshotAgain(t *testing.T, e isolate.Engine) {
	iso := start(t, e, counter)
	for i := range 3 {
		if got := call(t, iso, "count"); got != float64(i+1) {
			t.Errorf("generation %d: count = %v", i, got)
		}
		iso = restore(t, e, freeze(t, e, iso), isolate.Options{})
	}
}

func snapshotExceptions(t *testing.T, e isolate.Engine) {
	// Line 2 of case.js is line 40 of app.ts.
	sourceMap := isolate.NewSourceMap([]byte(`{"version":3,"sources":["app.ts"],"names":[],"mappings":";AAuCA"}`))
	rejected := ""
	op := isolate.Op1("rejected", func(s string) (isolate.None, error) { rejected = s; return isolate.None{}, nil })
	script, err := e.Compile(t.Context(), isolate.Source{Name: "case.js", Map: sourceMap, Text: `__host.rejection = (p, reason) => __host.ops.rejected(String(reason));
__host.result = () => { Promise.reject("nobody"); throw new RangeError("no") }`})
	if err != nil {
		t.Fatal(detail(err))
	}
	iso := newIsolate(t, e, isolate.Options{Ops: []isolate.Op{op}})
	if err := iso.Run(t.Context(), script); err != nil {
		t.Fatal(detail(err))
	}
	s := freeze(t, e, iso)
	for _, tc := range []struct {
		s  isolate.Snapshot
		at string
	}{
		{s, "app.ts:40:"}, {reopen(t, e, s, script.Source()), "app.ts:40:"}, {reopen(t, e, s), "case.js:2:"},
	} {
		_, err = restore(t, e, tc.s, isolate.Options{Ops: []isolate.Op{op}}).Call(t.Context(), "result")
		if x := exception(t, err); x.Class != "RangeError" || !strings.Contains(x.Stack, tc.at) {
			t.Errorf("got %s, want a RangeError at %s", x.Detail(), tc.at)
		}
		if rejected != "nobody" {
			t.Errorf("rejection = %q, want nobody", rejected)
		}
		rejected = ""
	}
}

func snapshotInterrupt(t *testing.T, e isolate.Engine) {
	s := freeze(t, e, start(t, e, `__host.loop = () => { for (;;) { try { for (;;) {} } catch {} } }`))
	r := restore(t, e, s, isolate.Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := r.Call(ctx, "loop"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Call = %v, want context.DeadlineExceeded", err)
	}
	wantSpent(t, e, r)
	if _, err := snapshotter(t, e).Snapshot(r, nil); !errors.Is(err, isolate.ErrSpent) {
		t.Errorf("Snapshot of a spent isolate = %v, want ErrSpent", err)
	}
}

func snapshotMemory(t *testing.T, e isolate.Engine) {
	if !e.Info().MemoryLimit {
		t.Skip("Info.MemoryLimit is false")
	}
	iso := newIsolate(t, e, isolate.Options{Memory: heapLimit})
	if err := iso.Run(t.Context(), compile(t, e, `const a = []; __host.take = (mb) => { for (let i = 0; i < mb; i++) a.push(new Uint8Array(1 << 20).fill(1)) }`)); err != nil {
		t.Fatal(detail(err))
	}
	s := freeze(t, e, iso)
	const more = heapLimit >> 20 * 1.5
	if got := call(t, restore(t, e, s, isolate.Options{}), "take", more); got != nil {
		t.Errorf("got %v", got)
	}
	r := restore(t, e, s, isolate.Options{Memory: heapLimit})
	if _, err := r.Call(t.Context(), "take", more); !errors.Is(err, isolate.ErrMemory) {
		t.Errorf("error = %v, want ErrMemory", err)
	}
	wantSpent(t, e, r)
	if r, err := snapshotter(t, e).Restore(t.Context(), s, isolate.Options{Memory: -1}); err == nil {
		t.Error("a negative limit is no error")
		_ = r.Close()
	}
}

func snapshotRefused(t *testing.T, e isolate.Engine) {
	taker := snapshotter(t, e)
	var iso isolate.Isolate
	var inner error
	iso = start(t, e, `__host.result = () => { __host.ops.take() }`, isolate.Op0("take", func() (isolate.None, error) {
		_, inner = taker.Snapshot(iso, nil)
		return isolate.None{}, nil
	}))
	call(t, iso, "result")
	if inner == nil {
		t.Error("Snapshot from within an op: no error")
	}
	if l, ok := iso.(isolate.Loader); ok {
		script := compile(t, e, `1`)
		if err := l.Load(t.Context(), script); err != nil {
			t.Fatal(err)
		}
		if _, err := taker.Snapshot(iso, nil); err == nil {
			t.Error("Snapshot with a script that was loaded and not run: no error")
		}
		if err := iso.Run(t.Context(), script); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := taker.Snapshot(iso, make([]byte, 1<<16+1)); err == nil {
		t.Error("Snapshot with a note of more than 64 KiB: no error")
	}
	freeze(t, e, iso)
	if err := iso.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := taker.Snapshot(iso, nil); !errors.Is(err, isolate.ErrSpent) {
		t.Errorf("Snapshot of a closed isolate = %v, want ErrSpent", err)
	}
	if _, err := taker.Snapshot(nil, nil); err == nil {
		t.Error("Snapshot of nil: no error")
	}
	if _, err := taker.Restore(t.Context(), nil, isolate.Options{}); err == nil {
		t.Error("Restore of nil: no error")
	}
}

func snapshotLearn(t *testing.T, e isolate.Engine) {
	iso := start(t, e, counter)
	s := freeze(t, e, iso)
	learner := snapshotter(t, e)
	r := restore(t, e, s, isolate.Options{})
	call(t, r, "count")
	if err := learner.Learn(s, r); err != nil {
		t.Fatal(err)
	}
	for _, from := range []isolate.Snapshot{s, reopen(t, e, s)} {
		for range 2 {
			r := restore(t, e, from, isolate.Options{})
			if got := call(t, r, "count"); got != 1.0 {
				t.Errorf("count = %v, want 1", got)
			}
			if got := call(t, r, "sum"); got != float64(3+7<<16) {
				t.Errorf("sum = %v", got)
			}
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if err := learner.Learn(s, r); !errors.Is(err, isolate.ErrSpent) {
		t.Errorf("Learn of a closed isolate = %v, want ErrSpent", err)
	}
	if err := learner.Learn(nil, nil); err == nil {
		t.Error("Learn of nil: no error")
	}
}

func snapshotEndedBefore(t *testing.T, e isolate.Engine) {
	s := freeze(t, e, start(t, e, ``))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := snapshotter(t, e).Restore(ctx, s, isolate.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Restore = %v, want context.Canceled", err)
	}
}

func snapshotThousand(t *testing.T, e isolate.Engine) {
	iso := start(t, e, counter+`__host.result = () => { Promise.reject(1); throw new Error(__host.ops.echo("x")) }`, echo())
	s := freeze(t, e, iso)
	wantNoGrowth(t, func() {
		r, err := snapshotter(t, e).Restore(t.Context(), s, isolate.Options{Ops: []isolate.Op{echo()}, Memory: heapLimit})
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.Call(t.Context(), "result")
		exception(t, err)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
