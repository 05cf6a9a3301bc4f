package isolatetest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"example.com/thaw/isolate"
)

var memoryClauses = []clause{
	{"limit", "Options.Memory is a limit that JavaScript can't catch; then Run and Call return ErrMemory", memoryLimit},
	{"below", "below the limit nothing happens", memoryBelow},
	{"heap bytes", "HeapBytes grows with what is held", memoryHeapBytes},
}

const heapLimit = 32 << 20

// hungry are programs that allocate without end.
var hungry = []struct{ name, js string }{
	{"array", `const a = []; for (;;) a.push(a.length)`},
	{"objects", `const a = []; for (;;) a.push({ a: [1, 2, 3] })`},
	{"strings", `const a = []; for (let i = 0; ; i++) a.push(("x" + i).repeat(1000))`},
	{"doubling string", `let s = "x"; const a = []; for (;;) { if (s.length < 1 << 20) s += s; a.push(s + a.length + s) }`},
	{"buffers", `const a = []; for (;;) a.push(new Uint8Array(1 << 20).fill(1))`},
	{"map", `const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })`},
	{"closures", `let f = () => 0; for (;;) { const g = f; f = () => g }`},
	{"caught", `const a = []; for (;;) { try { for (;;) a.push({ x: a.length }) } catch { __host.ops.ran() } finally { __host.ops.ran() } }`},
	{"promises", `const a = []; for (;;) a.push(new Promise(() => {}).then(() => {}))`},
	{"bytes from ops", `const a = []; for (;;) a.push(__host.ops.bytes())`},
	{"strings from ops", `const a = []; for (;;) a.push(__host.ops.text())`},
}

func memoryLimit(t *testing.T, e isolate.Engine) {
	if !e.Info().MemoryLimit {
		t.Skip("Info.MemoryLimit is false")
	}
	for _, c := range hungry {
		t.Run(c.name, func(t *testing.T) {
			ran := false
			iso := newIsolate(t, e, isolate.Options{Memory: heapLimit, Ops: []isolate.Op{
				isolate.Op0("ran", func() (isolate.None, error) { ran = true; return isolate.None{}, nil }),
				isolate.Op0("bytes", func() ([]byte, error) { return make([]byte, 1<<20), nil }),
				isolate.Op0("text", func() (string, error) { return strings.Repeat("ab", 1<<19), nil }),
			}})
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // so that a missing limit fails, and not the machine
			defer cancel()
			err := iso.Run(ctx, compile(t, e, `__host.go = () => { `+c.js+` }`))
			if err == nil {
				_, err = iso.Call(ctx, "go")
			}
			if !errors.Is(err, isolate.ErrMemory) {
				t.Errorf("error = %v, want ErrMemory", detail(err))
			}
			if ran {
				t.Error("JavaScript caught it")
			}
			wantSpent(t, e, iso)
		})
	}
}

func memoryBelow(t *testing.T, e isolate.Engine) {
	iso := newIsolate(t, e, isolate.Options{Memory: heapLimit})
	if err := iso.Run(t.Context(), compile(t, e, `__host.result = () => { let n = 0;
		for (let i = 0; i < 200; i++) n += new Uint8Array(1 << 20).fill(1)[i]; return n }`)); err != nil {
		t.Fatal(detail(err))
	}
	for range 3 {
		if got := call(t, iso, "result"); got != 200.0 {
			t.Errorf("got %v", got)
		}
	}
}

func memoryHeapBytes(t *testing.T, e isolate.Engine) {
	iso := start(t, e, `const a = []; __host.result = () => { a.push(new Uint8Array(8 << 20).fill(1)) }`)
	h, ok := iso.(isolate.HeapSizer)
	if !ok {
		t.Skip("the engine's isolates are no HeapSizer")
	}
	before := h.HeapBytes()
	if before <= 0 {
		t.Errorf("HeapBytes = %d, want more than 0", before)
	}
	call(t, iso, "result")
	if after := h.HeapBytes(); after < before+8<<20 {
		t.Errorf("HeapBytes went from %d to %d while 8 MB were taken", before, after)
	}
}
