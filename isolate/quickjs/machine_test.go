package quickjs

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"example.com/thaw/isolate"
)

// newTestVM makes an isolate.
func newTestVM(t testing.TB, o isolate.Options) (*Engine, *vm) {
	t.Helper()
	installed(t)
	e, err := Open(Options{Dir: "../../fixtures/npm"})
	if err != nil {
		t.Fatal(err)
	}
	iso, err := e.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := iso.Close(); err != nil {
			t.Error(err)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e, iso.(*vm)
}

// eval returns the completion value of a script.
func (v *vm) eval(t testing.TB, e *Engine, text string) jsValue {
	t.Helper()
	s, err := e.Compile(t.Context(), isolate.Source{Name: "test.js", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	x, err := v.evaluate(s.(*script))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestModuleFacts holds what this package knows of the module against the module.
func TestModuleFacts(t *testing.T) {
	e, v := newTestVM(t, isolate.Options{})
	if got := v.cString(v.leaf32(qjsVersion)); got != quickjsVersion {
		t.Errorf("the module is QuickJS %s, not %s", got, quickjsVersion)
	}
	for js, want := range map[string]uint32{
		"new ArrayBuffer(1)":               classArrayBuffer,
		"new SharedArrayBuffer(1)":         classSharedArrayBuffer,
		"new Uint8ClampedArray(1)":         classFirstTypedArray,
		"new Float64Array(1)":              classLastTypedArray,
		"new DataView(new ArrayBuffer(1))": classDataView,
	} {
		if got := v.leaf32(jsGetClassID, uint64(v.eval(t, e, js))); got != want {
			t.Errorf("%s is of class %d, not %d", js, got, want)
		}
	}
	for js, want := range map[string]jsValue{
		"undefined": jsUndefined, "null": jsNull, "true": jsTrue, "false": jsFalse, "NaN": jsNaN,
		"7": jsNumber(7), "-7": jsNumber(-7), "-0": jsNumber(math.Copysign(0, -1)), "1.5": jsNumber(1.5), "1e300": jsNumber(1e300),
	} {
		if got := v.eval(t, e, js); got != want {
			t.Errorf("%s is %x, not %x", js, got, want)
		}
	}
}

// TestRandomState holds that Math.random is the xorshift64* generator whose state
// lies at randomState: from state 1, its first number is known.
func TestRandomState(t *testing.T) {
	e, v := newTestVM(t, isolate.Options{})
	v.memory.WriteUint64Le(uint32(v.context)+randomState, 1)
	x := uint64(1) | 1<<25
	x *= 2685821657736338717
	want := math.Float64frombits(0x3ff<<52|x>>12) - 1
	if got := v.eval(t, e, "Math.random()"); got != jsNumber(want) {
		t.Errorf("Math.random() is %x, not %x: its state is elsewhere", got, jsNumber(want))
	}
}

// TestStackFirst holds that the stack is the beginning of the linear memory, and
// that the data follows it: usedPages leaves the stack out.
func TestStackFirst(t *testing.T) {
	e, v := newTestVM(t, isolate.Options{})
	for _, s := range e.data {
		if uint64(s.at) < v.stackPointer() {
			t.Errorf("data at %d is below the stack pointer at %d", s.at, v.stackPointer())
		}
	}
	if v.stackPointer()%wasmPage != 0 {
		t.Errorf("the stack pointer is %d, in the middle of a page", v.stackPointer())
	}
}

// TestExports holds that every export that is called is there.
func TestExports(t *testing.T) {
	_, v := newTestVM(t, isolate.Options{})
	for i, name := range exportNames {
		if v.module.ExportedFunction(name) == nil {
			t.Errorf("export %d: no function %q", i, name)
		}
	}
}

// TestNoLeak calls an op many times with each kind of value, and holds that
// nothing is left in the linear memory, inside or outside of the JavaScript heap.
func TestNoLeak(t *testing.T) {
	fail := isolate.Op{Name: "fail", Call: func([]isolate.Value) (isolate.Value, error) { return nil, isolate.Throw("TypeError", "no") }}
	echo := isolate.Op{Name: "echo", Call: func(args []isolate.Value) (isolate.Value, error) { return owned(args[0]), nil }}
	e, v := newTestVM(t, isolate.Options{Ops: []isolate.Op{echo, fail}})
	for name, js := range map[string]string{
		"undefined": `echo(undefined)`, "bool": `echo(true)`, "int": `echo(1)`, "float": `echo(1.5)`,
		"string": `echo("text")`, "wide string": `echo("\u65e5\ud800")`, "long string": `echo(long)`, "rope": `echo(long + "x")`,
		"buffer": `echo(buffer)`, "view": `echo(view)`, "DataView": `echo(data)`, "large bytes": `echo(large)`, "empty bytes": `echo(new ArrayBuffer(0))`,
		"no value": `try { echo({}) } catch {}`, "symbol": `try { echo(Symbol.iterator) } catch {}`,
		"detached": `try { echo(detached) } catch {}`, "throw": `try { fail() } catch {}`,
	} {
		t.Run(name, func(t *testing.T) {
			fn := "run " + name
			text := `{ const { echo, fail } = __host.ops, long = "long".repeat(5000), buffer = new ArrayBuffer(8),
				view = new Uint16Array(buffer, 2, 2), data = new DataView(buffer, 1), large = new Uint8Array(1 << 16), detached = new ArrayBuffer(8);
				detached.transfer(); __host["` + fn + `"] = () => { for (let i = 0; i < 1000; i++) { ` + js + ` } return echo(long) } }`
			v.freeValue(v.eval(t, e, text))
			wantSteady(t, v, func() {
				if _, err := v.Call(t.Context(), fn); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

// TestNoLeakCall does so for what Call does.
func TestNoLeakCall(t *testing.T) {
	e, v := newTestVM(t, isolate.Options{})
	v.freeValue(v.eval(t, e, `__host.id = (x) => x; __host.bad = (x) => { throw new Error(x) }; __host.odd = () => ({})`))
	for _, x := range []isolate.Value{nil, true, 1.0, 1.5, "text", strings.Repeat("long", 5000), []byte{1}, make([]byte, 1<<16)} {
		wantSteady(t, v, func() {
			for range 200 {
				_, err1 := v.Call(t.Context(), "id", x)
				_, err2 := v.Call(t.Context(), "bad", "text")
				_, err3 := v.Call(t.Context(), "odd")
				if err1 != nil || err2 == nil || err3 == nil {
					t.Fatal(err1, err2, err3)
				}
			}
		})
	}
}

// wantSteady calls f ten times after a first, and checks that memory stays as it was.
func wantSteady(t *testing.T, v *vm, f func()) {
	t.Helper()
	f()
	heap, size := v.settled(), v.memory.Size()
	for range 10 {
		f()
	}
	if after := v.settled(); after > heap+256 {
		t.Errorf("the heap grew from %d to %d bytes", heap, after)
	}
	if after := v.memory.Size(); after > size+1<<20 {
		t.Errorf("the linear memory grew from %d to %d bytes", size, after)
	}
}

// settled is the size of the heap after a collection.
func (v *vm) settled() uint32 {
	_, _ = v.module.ExportedFunction("qjs_run_gc").Call(context.Background())
	return v.leaf32(qjsAllocatedSize)
}

func TestWarnings(t *testing.T) {
	installed(t)
	e, err := Open(Options{Dir: "../../fixtures/npm", CacheDir: "doc.go/no-folder"})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if w := e.Warnings(); len(w) != 1 || !strings.Contains(w[0], "no-folder") {
		t.Errorf("warnings = %q, want one that names the folder", w)
	}
}

func BenchmarkNew(b *testing.B) {
	e, _ := newTestVM(b, isolate.Options{})
	for b.Loop() {
		iso, err := e.New(b.Context(), isolate.Options{})
		if err != nil {
			b.Fatal(err)
		}
		_ = iso.Close()
	}
}

func BenchmarkOp(b *testing.B) {
	for name, arg := range map[string]string{
		"none": ``, "number": `1.5`, "string": `"a string of 24 letters.."`, "bytes": `bytes`, "wide": `"\u65e5\u672c\u8a9e"`,
	} {
		b.Run(name, func(b *testing.B) {
			calls := isolate.Op{Name: "f", Call: func([]isolate.Value) (isolate.Value, error) { return nil, nil }}
			e, v := newTestVM(b, isolate.Options{Ops: []isolate.Op{calls}})
			v.freeValue(v.eval(b, e, `const { f } = __host.ops, bytes = new Uint8Array(1024); __host.loop = (n) => { for (let i = 0; i < n; i++) f(`+arg+`) }`))
			const n = 1000
			start := time.Now()
			rounds := 0
			for b.Loop() {
				if _, err := v.Call(b.Context(), "loop", float64(n)); err != nil {
					b.Fatal(err)
				}
				rounds++
			}
			b.ReportMetric(float64(time.Since(start).Nanoseconds())/float64(rounds*n), "ns/call")
		})
	}
}

func BenchmarkCall(b *testing.B) {
	e, v := newTestVM(b, isolate.Options{})
	v.freeValue(v.eval(b, e, `__host.id = (x) => x`))
	for b.Loop() {
		if _, err := v.Call(b.Context(), "id", "text"); err != nil {
			b.Fatal(err)
		}
	}
}
