package isolatetest

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/thaw/isolate"
)

var valueClauses = []clause{
	{"round trip", "nil, bool, float64, string and []byte cross both ways unchanged", roundTrip},
	{"null", "null and undefined reach Go as nil, and nil reaches JavaScript as undefined", nullIsNil},
	{"strings to Go", "a lone surrogate becomes U+FFFD, all else crosses as it is", stringsToGo},
	{"strings to JavaScript", "a Go string that is no UTF-8 arrives well-formed", invalidUTF8},
	{"bytes to Go", "of a view only its window crosses", bytesToGo},
	{"bytes from Go", "bytes arrive as a new ArrayBuffer, also empty ones", bytesFromGo},
	{"bytes returned", "bytes that Call returned do not change when JavaScript writes on", bytesReturned},
	{"detached", "a detached ArrayBuffer or view of one is a TypeError", detached},
	{"no Value", "what is no Value is a TypeError as an op's argument and an error as a result of Call", noValue},
}

// echo returns its argument. Bytes are copied, for an op may read them only
// until it returns.
func echo() isolate.Op {
	return isolate.Op{Name: "echo", Call: func(args []isolate.Value) (isolate.Value, error) {
		if len(args) == 0 {
			return nil, nil
		}
		if b, ok := args[0].([]byte); ok {
			return bytes.Clone(b), nil
		}
		return args[0], nil
	}}
}

// same compares two values; NaN is the same as itself, and -0 is not 0.
func same(a, b isolate.Value) bool {
	switch x := a.(type) {
	case float64:
		y, ok := b.(float64)
		if math.IsNaN(x) {
			return ok && math.IsNaN(y)
		}
		return ok && math.Float64bits(x) == math.Float64bits(y)
	case []byte:
		y, ok := b.([]byte)
		return ok && bytes.Equal(x, y)
	default:
		return a == b
	}
}

var crossing = []struct {
	name  string
	value isolate.Value
	check string // what must be true of x in JavaScript
}{
	{"true", true, `x === true`},
	{"false", false, `x === false`},
	{"zero", 0.0, `Object.is(x, 0)`},
	{"negative zero", math.Copysign(0, -1), `Object.is(x, -0)`},
	{"one", 1.0, `x === 1`},
	{"negative", -1.0, `x === -1`},
	{"fraction", 1.5, `x === 1.5`},
	{"int32 end", 2147483647.0, `x === 2147483647`},
	{"past int32", 2147483648.0, `x === 2147483648`},
	{"int32 start", -2147483648.0, `x === -2147483648`},
	{"before int32", -2147483649.0, `x === -2147483649`},
	{"safe integer", 9007199254740991.0, `x === Number.MAX_SAFE_INTEGER`},
	{"greatest", math.MaxFloat64, `x === Number.MAX_VALUE`},
	{"smallest", math.SmallestNonzeroFloat64, `x === Number.MIN_VALUE`},
	{"infinity", math.Inf(1), `x === Infinity`},
	{"negative infinity", math.Inf(-1), `x === -Infinity`},
	{"NaN", math.NaN(), `x !== x`},
	{"NaN with payload", math.Float64frombits(0xfff8_dead_beef_0001), `typeof x === "number" && x !== x`},
	{"signalling NaN", math.Float64frombits(0x7ff0_0000_0000_0001), `typeof x === "number" && x !== x`},
	{"empty string", "", `x === ""`},
	{"ASCII", "hello", `x === "hello"`},
	{"NUL", "a\x00b\x00", `x === "a\0b\0" && x.length === 4`},
	{"Latin-1", "caf\u00e9 \u00ff", `x === "caf\u00e9 \u00ff" && x.length === 6`},
	{"BMP", "\u65e5\u672c\uffff\ufeff", `x === "\u65e5\u672c\uffff\ufeff"`},
	{"astral", "\U0001f600", `x === "\ud83d\ude00" && x.length === 2`},
	{"last scalar", "\U0010ffff", `x.codePointAt(0) === 0x10ffff`},
	{"huge string", strings.Repeat("0123456789abcdef", 1<<18), `x.length === 1 << 22 && x.endsWith("f")`},
	{"huge wide string", strings.Repeat("\U0001f600\u65e5", 1<<18), `x.length === 3 << 18`},
	{"empty bytes", []byte{}, `x instanceof ArrayBuffer && x.byteLength === 0`},
	{"bytes", []byte{0, 1, 254, 255}, `x instanceof ArrayBuffer && String(new Uint8Array(x)) === "0,1,254,255"`},
	{"huge bytes", bytes.Repeat([]byte{7}, 1<<22), `x.byteLength === 1 << 22 && new Uint8Array(x)[4194303] === 7`},
}

func roundTrip(t *testing.T, e isolate.Engine) {
	for _, c := range crossing {
		t.Run(c.name, func(t *testing.T) {
			iso := start(t, e, `let ok; __host.result = (x) => { ok = `+c.check+`; return x; };
				__host.through = (x) => { const y = __host.ops.echo(x); { const x = y; ok = `+c.check+`; } return y; };
				__host.ok = () => ok;`, echo())
			for _, fn := range []string{"result", "through"} {
				if got := call(t, iso, fn, c.value); !same(c.value, got) {
					t.Errorf("%s(%v) = %v (%T)", fn, brief(c.value), brief(got), got)
				}
				if call(t, iso, "ok") != true {
					t.Errorf("%s: in JavaScript, not true: %s", fn, c.check)
				}
			}
		})
	}
}

func nullIsNil(t *testing.T, e isolate.Engine) {
	iso := start(t, e, `__host.result = (x) => [x === undefined, __host.ops.echo(null) === undefined,
		__host.ops.echo(undefined) === undefined, __host.ops.echo() === undefined].join();
		__host.null = () => null; __host.nothing = () => {};`, echo())
	if got := call(t, iso, "result", nil); got != "true,true,true,true" {
		t.Errorf("got %v", got)
	}
	for _, fn := range []string{"null", "nothing"} {
		if got := call(t, iso, fn); got != nil {
			t.Errorf("%s = %v, want nil", fn, got)
		}
	}
}

func stringsToGo(t *testing.T, e isolate.Engine) {
	for js, want := range map[string]string{
		`"\ud800"`:                         "\ufffd",
		`"\udfff"`:                         "\ufffd",
		`"a\ud800b"`:                       "a\ufffdb",
		`"\udc00\ud800"`:                   "\ufffd\ufffd",
		`"\ud83d\ude00\ud83d"`:             "\U0001f600\ufffd",
		`"\ud83d\ud83d\ude00"`:             "\ufffd\U0001f600",
		`"\ud83d" + "\ude00"`:              "\U0001f600",
		`"x".repeat(70000) + "\ud800"`:     strings.Repeat("x", 70000) + "\ufffd",
		`("a".repeat(100) + "b").slice(2)`: strings.Repeat("a", 98) + "b",
	} {
		iso := start(t, e, `__host.result = () => `+js+`; __host.through = () => __host.ops.echo(`+js+`);`, echo())
		for _, fn := range []string{"result", "through"} {
			if got := call(t, iso, fn); got != want {
				t.Errorf("%s of %s = %q, want %q", fn, js, brief(got), brief(want))
			}
		}
	}
}

func invalidUTF8(t *testing.T, e isolate.Engine) {
	iso := start(t, e, `__host.result = (x) => x`)
	for _, s := range []string{"\xff", "a\xffb", "\xed\xa0\x80", "\xf8\x88\x80\x80\x80", "\xe2\x82", "\xc0\x80", "ok\x80\x80"} {
		got, ok := call(t, iso, "result", s).(string)
		if !ok || !utf8.ValidString(got) || !strings.Contains(got, "\ufffd") {
			t.Errorf("%q came back as %q", s, got)
		}
	}
}

func bytesToGo(t *testing.T, e isolate.Engine) {
	const buffer = `const b = new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]).buffer; `
	for js, want := range map[string][]byte{
		`b`:                                            {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
		`new Uint8Array(b, 3, 2)`:                      {3, 4},
		`new Uint8ClampedArray(b, 1, 1)`:               {1},
		`new Int16Array(b, 2, 2)`:                      {2, 3, 4, 5},
		`new Float64Array(b, 8)`:                       {8, 9, 10, 11, 12, 13, 14, 15},
		`new DataView(b, 14)`:                          {14, 15},
		`new DataView(b, 16)`:                          {},
		`new Uint8Array(b, 5, 0)`:                      {},
		`new ArrayBuffer(0)`:                           {},
		`new Uint8Array(0)`:                            {},
		`new Uint8Array(b).subarray(4, 6).subarray(1)`: {5},
	} {
		iso := start(t, e, buffer+`__host.result = () => `+js+`; __host.through = () => __host.ops.echo(`+js+`);`, echo())
		for _, fn := range []string{"result", "through"} {
			if got := call(t, iso, fn); !same(want, got) {
				t.Errorf("%s of %s = %v, want %v", fn, js, got, want)
			}
		}
	}
}

func bytesFromGo(t *testing.T, e isolate.Engine) {
	op := isolate.Op1("bytes", func(n float64) ([]byte, error) {
		if n < 0 {
			return nil, nil
		}
		return make([]byte, int(n)), nil
	})
	got := result(t, e, `__host.result = () => [-1, 0, 1, 65536].map((n) => {
		const b = __host.ops.bytes(n); new Uint8Array(b).fill(9); return Object.prototype.toString.call(b) + b.byteLength;
	}).join();`, op)
	if want := "[object ArrayBuffer]0,[object ArrayBuffer]0,[object ArrayBuffer]1,[object ArrayBuffer]65536"; got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func bytesReturned(t *testing.T, e isolate.Engine) {
	iso := start(t, e, `const b = new Uint8Array([1, 2, 3]); __host.result = () => b; __host.write = () => { b.fill(9) };`)
	got := call(t, iso, "result")
	call(t, iso, "write")
	if !same([]byte{1, 2, 3}, got) {
		t.Errorf("got %v after the write, want [1 2 3]", got)
	}
}

func detached(t *testing.T, e isolate.Engine) {
	if result(t, e, `__host.result = () => typeof ArrayBuffer.prototype.transfer`) != "function" {
		t.Skip("this engine has no way to detach a buffer")
	}
	for _, js := range []string{`b`, `u`, `d`} {
		text := `const b = new ArrayBuffer(8), u = new Uint8Array(b), d = new DataView(b); b.transfer();
			__host.result = () => { try { __host.ops.echo(` + js + `); return "no error" } catch (e) { return e.name + (e instanceof TypeError) } };
			__host.value = () => ` + js + `;`
		iso := start(t, e, text, echo())
		if got := call(t, iso, "result"); got != "TypeErrortrue" {
			t.Errorf("op(%s): got %v, want TypeError", js, got)
		}
		if _, err := iso.Call(t.Context(), "value"); err == nil {
			t.Errorf("Call that returns %s: no error", js)
		}
		wantUsable(t, e, iso)
	}
}

func noValue(t *testing.T, e isolate.Engine) {
	for _, js := range []string{`{}`, `[]`, `() => 1`, `Symbol("s")`, `Symbol.iterator`, `/x/`, `new Date(0)`, `Promise.resolve(1)`, `new Proxy({}, {})`, `new String("s")`} {
		iso := start(t, e, `const v = `+js+`; __host.value = () => v;
			__host.result = () => { try { __host.ops.echo(v); return "no error" } catch (e) { return e.name + (e instanceof TypeError) } };`, echo())
		if got := call(t, iso, "result"); got != "TypeErrortrue" {
			t.Errorf("op(%s): got %v, want TypeError", js, got)
		}
		if v, err := iso.Call(t.Context(), "value"); err == nil {
			t.Errorf("Call that returns %s gave %v and no error", js, v)
		}
		wantUsable(t, e, iso)
	}
}
