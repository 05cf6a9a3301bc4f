package isolatetest

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"example.com/thaw/isolate"
)

// FuzzOps sends random values over the boundary in both directions: as arguments
// and results of ops and of Call. What comes back must be what went out, and
// nothing may panic. It is the body of an engine's own fuzz target.
func FuzzOps(f *testing.F, open func(testing.TB) isolate.Engine) {
	f.Add("text", []byte("bytes"), 1.5, "Error", uint8(0))
	f.Add("", []byte{}, 0.0, "", uint8(1))
	f.Add("\xff\x00\U0001f600", []byte{0}, math.Copysign(0, -1), "InvalidCharacterError", uint8(2))
	f.Add(strings.Repeat("\u65e5", 300), bytes.Repeat([]byte{1}, 300), 1e308, "TypeError", uint8(3))
	f.Add("__proto__", []byte{1, 2, 3}, 4294967296.0, "constructor", uint8(4))
	e := open(f)
	var thrown [2]string // class and message of what the op fail throws
	iso := start(f, e, `
		__host.through = (x) => __host.ops.echo(x);
		__host.pick = (s, b, n, i) => [s, new Uint8Array(b), n, new DataView(b), null, undefined, true, {}, Symbol(s)][i % 9];
		__host.fail = () => { try { __host.ops.fail() } catch (e) { return e instanceof Error ? e.message : "no Error" } };`,
		echo(), isolate.Op0("fail", func() (isolate.None, error) {
			return isolate.None{}, &isolate.Exception{Class: thrown[0], Message: thrown[1]}
		}))
	f.Fuzz(func(t *testing.T, s string, b []byte, n float64, class string, i uint8) {
		for _, v := range []isolate.Value{s, b, n} {
			if got := call(t, iso, "through", v); !same(wellFormed(v), wellFormed(got)) {
				t.Errorf("%q came back as %q", v, got)
			}
		}
		_, _ = iso.Call(t.Context(), "pick", s, b, n, float64(i))
		_, _ = iso.Call(t.Context(), s, b)
		thrown = [2]string{class, s}
		if got := call(t, iso, "fail"); !same(wellFormed(s), wellFormed(got)) {
			t.Errorf("thrown %q, caught %q", s, got)
		}
	})
}

// wellFormed makes strings comparable: how many U+FFFD stand for bytes that are
// no UTF-8 is the engine's choice. A nil slice is an empty one.
func wellFormed(v isolate.Value) isolate.Value {
	switch x := v.(type) {
	case string:
		if utf8.ValidString(x) && !strings.ContainsRune(x, utf8.RuneError) {
			return x
		}
		return strings.ReplaceAll(strings.ToValidUTF8(x, ""), "\ufffd", "")
	case []byte:
		return append([]byte{}, x...)
	}
	return v
}

// FuzzCompile compiles random text, and runs what compiles for a moment. Nothing may panic,
// and an error is an Exception, or about ctx or memory. It is the body of an engine's own fuzz target.
func FuzzCompile(f *testing.F, open func(testing.TB) isolate.Engine) {
	for _, c := range recursive {
		f.Add(c.js)
	}
	for _, c := range endless {
		f.Add(c.text)
	}
	for _, c := range deepSource {
		f.Add(strings.Repeat(c.open, 5) + c.mid + strings.Repeat(c.closed, 5))
	}
	e := open(f)
	f.Fuzz(func(t *testing.T, text string) { runBriefly(t, e, text) })
}

// runBriefly compiles text and runs it for at most 50 ms.
func runBriefly(t *testing.T, e isolate.Engine, text string) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	s, err := e.Compile(t.Context(), isolate.Source{Name: "fuzz.js", Text: text})
	if err != nil {
		exception(t, err)
		return
	}
	iso := newIsolate(t, e, isolate.Options{Memory: heapLimit})
	err = iso.Run(ctx, s)
	var x *isolate.Exception
	if err != nil && !errors.As(err, &x) && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, isolate.ErrMemory) {
		t.Errorf("Run: %v", err)
	}
}
