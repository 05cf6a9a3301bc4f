package gojavm

import "testing"

func TestPatches(t *testing.T) {
	for _, c := range []struct{ js, want string }{
		{`Uint8Array.from("12").join() + Uint8Array.from([1, 2], (x) => x * 2).join()`, "1,22,4"},
		{`[Uint8Array.from(5).length, Uint8Array.from(true, (x) => x).length].join()`, "0,0"},
		{`typeof Symbol.asyncIterator + Object.getOwnPropertyDescriptor(Symbol, "asyncIterator").writable`, "symbolfalse"},
		{`JSON.stringify(Object.groupBy([1, 2, 3], (x) => x % 2 ? "odd" : "even"))`, `{"odd":[1,3],"even":[2]}`},
		{`Map.groupBy([1, 2, 3], (x) => x % 2).get(1)`, "1,3"},
		{`Object.keys(Promise.withResolvers())`, "promise,resolve,reject"},
		{`Promise.try(() => 1) instanceof Promise`, "true"},
		{`["a\ud800".isWellFormed(), "a😀".isWellFormed(), "\udc00b".toWellFormed()]`, "false,true,\ufffdb"},
		{`RegExp.escape("a.b-c d/")`, `\x61\.b\x2dc\x20d\/`},
		{`[..."ab"].values().map((x) => x + x).toArray()`, "aa,bb"},
		{`[1, 2, 3, 4].values().filter((x) => x % 2).take(1).toArray()`, "1"},
		{`[1, 2, 3].values().drop(1).reduce((a, b) => a + b)`, "5"},
		{`[1, 2].values().flatMap((x) => [x, x]).toArray()`, "1,1,2,2"},
		{`[[1, 2].values().some((x) => x > 1), [1, 2].values().every((x) => x > 1), [1, 2].values().find((x) => x > 1)]`, "true,false,2"},
		{`(() => { let closed = 0; const it = Iterator.from({ next() { return { value: 1, done: false } }, return() { closed++; return {} } }); it.take(2).toArray(); return closed })()`, "1"},
		{`Iterator.from("ab").toArray()`, "a,b"},
		{`[].values().map(x => x)[Symbol.toStringTag] + Iterator.prototype[Symbol.toStringTag]`, "Iterator HelperIterator"},
		{`(() => { try { new Iterator() } catch (e) { return e.name } })()`, "TypeError"},
		{`(() => { class I extends Iterator {} return new I() instanceof Iterator })()`, "true"},
		{`(() => { const b = new Uint8Array([1, 2]).buffer, c = b.transfer(3); return [b.detached, b.byteLength, new Uint8Array(c)] })()`, "true,0,1,2,0"},
		{`(() => { const o = {}; return new WeakRef(o).deref() === o })()`, "true"},
		{`new FinalizationRegistry(() => {}).register({}, 1)`, "undefined"},
		{`(() => { const o = {}; Error.captureStackTrace(o); return typeof o.stack })()`, "string"},
		{`Error.stackTraceLimit`, "10"},
		{`/gojavm|thaw/.test(new Error("x").stack) + String(/test.js:1:/.test(new Error("x").stack))`, "falsetrue"},
		{`(() => { try { null.x } catch (e) { return /gojavm|thaw/.test(e.stack) } })()`, "false"},
		{`[Array.fromAsync.length, Promise.try.length, Object.groupBy.name, Iterator.prototype.reduce.length]`, "1,1,groupBy,1"},
		{`Object.keys(globalThis)`, ""},
		{`Object.getOwnPropertyNames(globalThis).filter((n) => n.startsWith("_"))`, "__host"},
	} {
		if got := expr(t, c.js); got != c.want {
			t.Errorf("%s = %q, want %q", c.js, got, c.want)
		}
	}
}

// A gap that is none any more must leave the list.
func TestGaps(t *testing.T) {
	for _, g := range New().Info().Gaps {
		if g.Probe == "" {
			continue
		}
		got, err := eval(t, "let there; try { there = Boolean("+g.Probe+") } catch { there = false }\n__host.ops.out(String(there))")
		if err == nil && got != "false" {
			t.Errorf("%s is there", g.Feature)
		}
	}
}

func TestNesting(t *testing.T) {
	const nested = `const nested = (n, f) => { let d; for (let i = 0; i < n; i++) d = f(d); return d };`
	for _, c := range []struct{ js, want string }{
		{`JSON.parse("[".repeat(200000) + "]".repeat(200000))`, "RangeError"},
		{`JSON.stringify(nested(100000, (d) => [d]))`, "RangeError"},
		{`JSON.stringify(nested(100000, (d) => ({ d })))`, "RangeError"},
		{`JSON.stringify({}, () => ({ a: 1 }))`, "RangeError"},
		{`(() => { const a = []; a[0] = a; JSON.stringify(a) })()`, "TypeError"},
		{`(() => { const a = {}; a.b = { c: a }; JSON.stringify(a) })()`, "TypeError"},
		{`JSON.stringify(nested(1000, (d) => [d])).length`, "2004"},
		{`JSON.stringify({ a: [1, { b: new Date(0) }], toJSON: undefined })`, `{"a":[1,{"b":"1970-01-01T00:00:00.000Z"}]}`},
		{`JSON.stringify({ a: 1, b: 2, c: { a: 3 } }, ["a", "c"])`, `{"a":1,"c":{"a":3}}`},
		{`JSON.stringify({ a: 1, b: "x" }, (k, v) => typeof v === "number" ? undefined : v)`, `{"b":"x"}`},
		{`JSON.stringify(new (class { constructor() { this.x = 1 } toJSON() { return { y: [this.x] } } })())`, `{"y":[1]}`},
		{`nested(100000, (d) => [d]).flat(Infinity)`, "RangeError"},
		{`[[1, [2, [3]]]].flat(Infinity)`, "1,2,3"},
		{`String(nested(100000, (d) => [d]))`, "RangeError"},
		{`(() => { const e = new Error("x"); e.name = e; return String(e) })()`, "RangeError"},
		{`new Proxy(nested(100000, (d) => new Proxy(d ?? {}, {})), {}).x`, "RangeError"},
		{`(() => { const p = new Proxy({}, {}); Object.setPrototypeOf(p, p) })()`, "RangeError"},
		{`(() => { const a = {}, b = Object.create(a); Object.setPrototypeOf(a, b) })()`, "TypeError"},
		{`"x".repeat(2 ** 30)`, "RangeError"},
		{`"x".padStart(2 ** 31)`, "RangeError"},
		{`Array(2 ** 32 - 1).join()`, "RangeError"},
		{`eval("(".repeat(50000) + ")".repeat(50000))`, "RangeError"},
		{`(() => { const x = 1; return eval("x + 1") })()`, "2"},
		{`new Function("{".repeat(50000) + "}".repeat(50000))`, "RangeError"},
	} {
		got, err := eval(t, nested+"__host.ops.out((() => { try { return String("+c.js+") } catch (e) { return e.name } })())")
		if err != nil || got != c.want {
			t.Errorf("%s = %.100q, %v, want %q", c.js, got, err, c.want)
		}
	}
}
