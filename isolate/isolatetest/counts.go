package isolatetest

import (
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"example.com/thaw/isolate"
)

var countClauses = []clause{
	{
		"functions", "functions are counted when they are compiled, first entered and called, whatever their kind", countFunctions,
	},
	{
		"evaluated", "the text that an app evaluates is counted as its own", countEvaluated,
	},
	{
		"layer", "of scripts beneath the app only calls are counted, and apart", countLayer,
	},
	{
		"isolates", "a function is entered once in each isolate, and compiled once", countIsolates,
	},
	{
		"same", "counts don't depend on the clock, random numbers or what was counted before", countSame,
	},
	{
		"answers", "an engine that counts answers as one that does not", countAnswers,
	},
	{
		"snapshots", "what an isolate does after a restore is counted, and what it did before is not", countRestored,
	},
	{
		"pages", "TouchedPages grows with what an isolate holds", touchPages,
	},
}

// counting makes an engine that counts, if the engine is a Counter.
func counting(t *testing.T, e isolate.Engine) isolate.CountingEngine {
	t.Helper()
	c, ok := e.(isolate.Counter)
	if !ok {
		t.Skip("the engine is no Counter")
	}
	counts, err := c.Counting(func(script string) bool { return strings.HasPrefix(script, "layer:") })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := counts.Close(); err != nil {
			t.Error(err)
		}
	})
	return counts
}

// counted is what f has the engine count.
func counted(e isolate.CountingEngine, f func()) isolate.Counts {
	a := e.Counts()
	f()
	b := e.Counts()
	return isolate.Counts{
		BytesParsed: b.BytesParsed - a.BytesParsed, FunctionsParsed: b.FunctionsParsed - a.FunctionsParsed,
		FunctionsEntered: b.FunctionsEntered - a.FunctionsEntered, Calls: b.Calls - a.Calls, LayerCalls: b.LayerCalls - a.LayerCalls,
		HasHeap: b.HasHeap, BytecodeBytes: b.BytecodeBytes - a.BytecodeBytes,
		Allocations: b.Allocations - a.Allocations, AllocatedBytes: b.AllocatedBytes - a.AllocatedBytes,
	}
}

// language is what is not of the heap.
func language(c isolate.Counts) isolate.Counts {
	c.HasHeap, c.BytecodeBytes, c.Allocations, c.AllocatedBytes = false, 0, 0, 0
	return c
}

func wantCounts(t *testing.T, what string, got, want isolate.Counts) {
	t.Helper()
	if language(got) != want {
		t.Errorf("%s: got %+v, want %+v", what, language(got), want)
	}
}

func countFunctions(t *testing.T, e isolate.Engine) {
	c := counting(t, e)
	for _, one := range []struct {
		text                   string
		parsed, entered, calls int64
	}{
		{`1`, 0, 0, 0},
		{`function f() {} f(); f(); function g() {}`, 2, 1, 2},
		{`const f = (a = () => 1) => a(); f(); f(f)`, 2, 2, 5},
		{`(function () { while (arguments.length > 5) ; for (let i = 0; i < 3; i++) (() => i)() })()`, 2, 2, 4},
		{`let n = 0; (function loop() { for (;;) { if (n++ > 9) return } })()`, 1, 1, 1},
		{`function* g() { yield 1; yield 2 } [...g()]`, 1, 1, 1},
		{`(async () => { await 1; await 2 })()`, 1, 1, 1},
		{`Promise.resolve(1).then(function then() {})`, 1, 1, 1},
		{`class A { constructor() {} static s() {} m() {} get g() { return 1 } set g(x) {} } const a = new A(); A.s(); a.m(); a.g; a.g = 2`, 5, 5, 5},
		{`class A { constructor() {} } class B extends A { constructor() { super() } } new B()`, 2, 2, 2},
		{`[3, 1, 2].sort((a, b) => a - b); [1].map(function f(x) { return x })`, 2, 2, 4},
		{`const f = function () { return this }.bind(1); f(); Reflect.apply(f, 2, [])`, 1, 1, 2},
		{`(() => { try { (function thrower() { throw 1 })() } catch { } })()`, 2, 2, 2},
		{"const tag = (s) => s; tag`a${1}`; ({ m() {}, ['c' + 1]() {} }).m()", 3, 2, 2},
		{`new Proxy(function target() {}, { apply: (f, self, args) => Reflect.apply(f, self, args) })()`, 2, 2, 2},
	} {
		src := isolate.Source{Name: "case.js", Text: one.text}
		got := counted(c, func() {
			s, err := c.Compile(t.Context(), src)
			if err != nil {
				t.Fatal(detail(err))
			}
			if err := newIsolate(t, c, isolate.Options{}).Run(t.Context(), s); err != nil {
				t.Fatal(detail(err))
			}
		})
		got.LayerCalls = 0 // an engine may have scripts of its own
		wantCounts(t, one.text, got, isolate.Counts{
			BytesParsed: int64(len(one.text)), FunctionsParsed: one.parsed, FunctionsEntered: one.entered, Calls: one.calls,
		})
		if got.HasHeap && (got.BytecodeBytes == 0 || got.Allocations == 0 || got.AllocatedBytes < got.Allocations) {
			t.Errorf("%s: got %+v", one.text, got)
		}
	}
}

func countEvaluated(t *testing.T, e isolate.Engine) {
	c := counting(t, e)
	iso := start(t, c, `__host.run = (text) => { (0, eval)(text) }`)
	got := counted(c, func() { call(t, iso, "run", `(() => 1)()`) })
	if got.FunctionsParsed != 1 || got.FunctionsEntered != 2 || got.Calls != 2 {
		t.Errorf("got %+v", got)
	}
}

func countLayer(t *testing.T, e isolate.Engine) {
	c := counting(t, e)
	iso := newIsolate(t, c, isolate.Options{})
	run := func(name, text string) isolate.Counts {
		return counted(c, func() {
			s, err := c.Compile(t.Context(), isolate.Source{Name: name, Text: text})
			if err != nil {
				t.Fatal(detail(err))
			}
			if err := iso.Run(t.Context(), s); err != nil {
				t.Fatal(detail(err))
			}
		})
	}
	run("warm.js", `1`)
	const layer, app = `__host.twice = (f) => { f(); f() }`, `__host.twice(() => {})`
	first := run("layer:a.js", layer)
	wantCounts(t, layer, first, isolate.Counts{LayerCalls: first.LayerCalls})
	wantCounts(t, app, run("app.js", app), isolate.Counts{
		BytesParsed: int64(len(app)), FunctionsParsed: 1, FunctionsEntered: 1, Calls: 2, LayerCalls: first.LayerCalls + 1,
	})
}

func countIsolates(t *testing.T, e isolate.Engine) {
	c := counting(t, e)
	s := compile(t, c, `(() => {})()`)
	for range 2 {
		got := counted(c, func() {
			if err := newIsolate(t, c, isolate.Options{}).Run(t.Context(), s); err != nil {
				t.Fatal(detail(err))
			}
		})
		got.LayerCalls = 0
		wantCounts(t, "a shared script", got, isolate.Counts{FunctionsEntered: 1, Calls: 1})
	}
}

func countSame(t *testing.T, e isolate.Engine) {
	c := counting(t, e)
	const text = `(() => {
		const all = new Map();
		for (let i = 0; i < 300; i++) all.set(Math.random(), [Date.now() + "", { ["p" + i]: () => i }]);
		class A { #x = 1; static s = new Set([1]); get x() { return this.#x } }
		const sorted = [...all.values()].sort(([, a], [, b]) => Object.keys(a) < Object.keys(b) ? -1 : 1).length + new A().x;
		JSON.parse(JSON.stringify([...all.values()].length), (key, value) => value);
		"abc".replace(/[a-c]/g, (c) => c + sorted);
	})()`
	var first isolate.Counts
	for i := range 4 {
		now := time.Unix(1e9+rand.Int64N(1e9), 0) // of as many digits each time
		got := counted(c, func() {
			s := compile(t, c, text)
			if err := newIsolate(t, c, isolate.Options{Now: func() time.Time { return now }}).Run(t.Context(), s); err != nil {
				t.Fatal(detail(err))
			}
		})
		if i == 1 { // before, the engine itself has begun
			first = got
		}
		if i > 1 && got != first {
			t.Errorf("got %+v, and before %+v", got, first)
		}
	}
}

func countAnswers(t *testing.T, e isolate.Engine) {
	c := counting(t, e)
	const text = `function f(a, b) { "use strict"; return [a, b, this, arguments.length] }
		__host.result = () => JSON.stringify([f(1), String(f), f.length, (() => { try { (function deep() { deep() })() } catch (e) { return e.name } })()])`
	if got, want := result(t, c, text), result(t, e, text); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func countRestored(t *testing.T, e isolate.Engine) {
	c := counting(t, e)
	s, ok := c.(isolate.Snapshotter)
	if !ok {
		t.Skip("the engine has no snapshots")
	}
	iso := start(t, c, `const f = () => 1; f(); __host.result = () => f() + (() => 1)()`)
	call(t, iso, "result")
	snap, err := s.Snapshot(iso, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer snap.Close()
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.OpenSnapshot(file, 0, 0); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("OpenSnapshot: %v, want ErrUnsupported", err)
	}
	for range 2 {
		got := counted(c, func() {
			restored, err := s.Restore(t.Context(), snap, isolate.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer restored.Close()
			call(t, restored, "result")
			pages, err := restored.(isolate.PageToucher).TouchedPages()
			if err != nil || pages == 0 || pages > 100 {
				t.Errorf("got %d pages, %v", pages, err)
			}
		})
		got.LayerCalls = 0
		wantCounts(t, "after a restore", got, isolate.Counts{FunctionsEntered: 3, Calls: 3})
	}
}

func touchPages(t *testing.T, e isolate.Engine) {
	iso := start(t, e, `__host.result = () => { globalThis.kept = new Uint8Array(1 << 20).fill(1) }`)
	p, ok := iso.(isolate.PageToucher)
	if !ok {
		t.Skip("the isolate is no PageToucher")
	}
	before, err := p.TouchedPages()
	if err != nil {
		t.Fatal(err)
	}
	call(t, iso, "result")
	after, err := p.TouchedPages()
	if err != nil {
		t.Fatal(err)
	}
	if grown := after - before; grown < 250 || grown > 300 {
		t.Errorf("1 MiB makes %d pages of 4 KiB", grown)
	}
}
