package gojavm

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/isolatetest"
)

// programs are small scripts with an outcome that tells them from near misses.
var programs = []string{
	`out(((x, y = x + 1, ...z) => [x, y, z])(1, 2, 3, 4))`,
	"function f(s) { return s } out([f`a${1}`, f`a${1}`, f`a${1}`].map((x, _, all) => all.indexOf(x))); const h = () => f`x`; out(h() === h(), h().raw)",
	`out(["\u00fcber", "\ud800x", "plain", "a\u0000b", "\u{1f600}"].map((s) => [s, s.length]))`,
	`var o = { "\u00fc": 1, ["\ud83d" + "\ude00"]: 2, \u00e4: 3 }; out(Object.keys(o), o.\u00fc, o["\u{1f600}"])`,
	`out([-0, 0 / 0, 1e300, 2 ** 53, -1n, 12345678901234567890123n, 0x7fffffff, 4294967296].map((x) => Object.is(x, -0) ? "-0" : String(x)))`,
	`out(["aXb".replace(/x/gi, "-"), /(?<y>\d{4})-(?<m>\d\d)/.exec("2026-11").groups.m, /\u00fc/u.source, /a/dg.flags, /[\p{L}--[a-z]]/v.test("a")])`,
	`for (let i = 0; i < 2; i++) { const r = /a/g; out(r.lastIndex, r.test("a"), r.lastIndex) }`,
	`class A { #p = 1; static #s = 2; get p() { return this.#p } static s() { return A.#s } static { this.q = 3 } toString() { return "A" } } class B extends A { get p2() { return super.p } } out(new B().p2, A.s(), B.q, String(new B()))`,
	`out((function () { return eval("var x = 5; x + arguments.length") })(1, 2), (function f() { "use strict"; return this })())`,
	`with ({ w: 7 }) { out(w); var w2 = () => w } out(w2())`,
	`out([..."ab"].map((c, i, a) => { L: for (const x of a) { try { if (x === "b") break L; continue } finally { c += x } } return c }))`,
	`function* g() { try { const x = yield 1; yield x * 2 } finally { out("closed") } } const it = g(); out(it.next().value, it.next(4).value, it.return(9).value)`,
	`(async () => { try { await Promise.reject(new Error("no")) } catch (e) { out(e.message) } for (const x of [1, 2]) out(await x) })()`,
	`out((function named(a, b) { return named.toString() + named.length })())`,
	`switch (3) { case 1: out("one"); case 3: out("three"); default: out("more") }`,
	`function r(n) { return n === 0 ? 0 : 1 + r(n - 1) } out(r(100)); try { (function f() { f() })() } catch (e) { out(e instanceof RangeError) }`,
	`try { null.x } catch (e) { out(e.message, e.stack) }`,
	`function a() { throw new TypeError("deep") }
		function b() { a() }
		b()`,
	`class K { constructor() { undefined() } } new K()`,
	`const c = 1; c = 2`, `let { a: { b } } = {}`, `out(late); let late = 1`, `(() => { "use strict"; undeclared = 1 })()`, `throw 5`,
}

// TestCodecOutcomes runs scripts as compiled and as read back.
func TestCodecOutcomes(t *testing.T) {
	for _, text := range programs {
		compiled, decoded := outcomes(t, text)
		if compiled != decoded || compiled == "" {
			t.Errorf("%s\ncompiled: %s\ndecoded:  %s", text, compiled, decoded)
		}
	}
}

// TestCodecUnderGarbageCollection has a collection at almost every allocation, while scripts
// are read and while they run. Of the bundles those count that end without Web APIs too, with
// the same error at the same place.
func TestCodecUnderGarbageCollection(t *testing.T) {
	texts := bundles(t)
	delete(texts, "everyinstruction.js") // it is not made to be run
	for i, text := range programs {
		texts[strconv.Itoa(i)] = text
	}
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	for name, text := range texts {
		compiled, decoded := outcomes(t, text)
		if compiled != decoded || compiled == "" {
			t.Errorf("%s\ncompiled: %s\ndecoded:  %s", name, compiled, decoded)
		}
	}
}

// outcomes are what a script prints, and how it ends, as compiled and as read back. They
// are empty if it can't be compiled.
func outcomes(t testing.TB, text string) (compiled, decoded string) {
	t.Helper()
	src := isolate.Source{Name: "test.js", Text: text}
	c, err := New().Compile(t.Context(), src)
	if err != nil {
		return "", ""
	}
	b, err := engine{}.EncodeScript(c)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	d, err := engine{}.DecodeScript(src, b)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return outcome(t, c), outcome(t, d)
}

func outcome(t testing.TB, s isolate.Script) string {
	t.Helper()
	var printed []string
	op := isolate.Op1("out", func(s string) (isolate.None, error) {
		printed = append(printed, s)
		return isolate.None{}, nil
	})
	iso, err := New().New(t.Context(), isolate.Options{Ops: []isolate.Op{op}, Random: zeros{}})
	if err != nil {
		t.Fatal(err)
	}
	defer iso.Close()
	out, err := New().Compile(t.Context(), isolate.Source{Name: "out.js", Text: `function out(...x) { __host.ops.out(JSON.stringify(x)) }`})
	if err != nil {
		t.Fatal(err)
	}
	if err := iso.Run(t.Context(), out); err != nil {
		t.Fatal(err)
	}
	end := ending(iso.Run(t.Context(), s))
	if result, err := iso.Call(t.Context(), "result"); err == nil {
		end += fmt.Sprint(result)
	}
	return strings.Join(append(printed, end), "\n")
}

func ending(err error) string {
	var e *isolate.Exception
	if errors.As(err, &e) {
		return e.Error() + "\n" + e.Stack
	}
	return fmt.Sprint(err)
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// TestCodecShares runs one decoded script in several isolates at once.
func TestCodecShares(t *testing.T) {
	src := isolate.Source{Name: "test.js", Text: "{" + strings.Join(programs[:16], "}\n{") + "}"}
	s, err := engine{}.DecodeScript(src, encode(t, src))
	if err != nil {
		t.Fatal(err)
	}
	got := make([]string, 8)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { got[i] = outcome(t, s) })
	}
	wg.Wait()
	for _, g := range got {
		if g != got[0] || !strings.HasSuffix(g, "<nil>") {
			t.Errorf("one isolate: %s\nanother: %s", got[0], g)
		}
	}
}

// FuzzCodec runs random programs as compiled and as read back.
func FuzzCodec(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 20 {
		data := make([]byte, n*30)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		f.Add(data)
	}
	lowered := map[string]bool{"async-generator": false, "for-await": false, "class-field": false, "class-static-field": false}
	f.Fuzz(func(t *testing.T, data []byte) {
		result := api.Transform(isolatetest.Program(data), api.TransformOptions{
			Format: api.FormatIIFE, Target: api.ES2022, Supported: lowered,
		})
		if compiled, decoded := outcomes(t, string(result.Code)); compiled != decoded {
			t.Errorf("compiled: %s\ndecoded:  %s", compiled, decoded)
		}
	})
}
