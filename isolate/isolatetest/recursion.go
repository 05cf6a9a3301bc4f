package isolatetest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"example.com/thaw/isolate"
)

var recursionClauses = []clause{
	{"endless", "endless recursion is a RangeError that JavaScript can catch, and the isolate goes on", recursionEndless},
	{"uncaught", "an uncaught one is an Exception of class RangeError, and the isolate goes on", recursionUncaught},
	{"through ops", "recursion through an op and Call is a RangeError too", recursionOps},
	{"deep data", "deeply nested data is handled, or is a RangeError or SyntaxError; never a crash", recursionData},
	{"deep source", "deeply nested source compiles, or is an Exception; never a crash", recursionSource},
	{"depth", "a thousand calls deep is no overflow", recursionDepth},
}

// recursive are expressions that recurse without end.
var recursive = []struct{ name, js string }{
	{"function", `(function f() { f() })()`},
	{"not in tail position", `(function f() { return 1 + f() })()`},
	{"many locals", `(function f(a, b, c) { const x = [a, b, c], y = { x }; let z = a + 1; const r = f(z, x, y); return [r, x, y, z] })(0)`},
	{"many arguments", `(function f(...a) { return f(...a) })(...Array(200).fill(0))`},
	{"arrow", `(() => { const f = () => f() + 1; f() })()`},
	{"method", `({ m() { this.m() } }).m()`},
	{"two functions", `(() => { const f = () => g(), g = () => f(); f() })()`},
	{"getter", `({ get x() { return this.x } }).x`},
	{"setter", `({ set x(v) { this.x = v } }).x = 1`},
	{"constructor", `(() => { class A { constructor() { new A() } } new A() })()`},
	{"super", `(() => { class A { constructor() { new B() } } class B extends A {} new B() })()`},
	{"field", `(() => { class A { a = new A() } new A() })()`},
	{"valueOf", `+{ valueOf() { return +this } }`},
	{"toString", `String({ toString() { return String(this) } })`},
	{"toPrimitive", `({ [Symbol.toPrimitive]() { return this + 1 } }) + 1`},
	{"Proxy get", `(() => { const p = new Proxy({}, { get: (t, k, r) => r[k] }); p.x })()`},
	{"Proxy of itself", `(() => { const h = {}; const p = new Proxy({}, h); Object.setPrototypeOf(h, p); p.x })()`},
	{"Proxy has", `(() => { const p = new Proxy({}, { has: (t, k) => k in p }); "x" in p })()`},
	{"Proxy prototype", `(() => { const p = new Proxy({}, {}); Object.setPrototypeOf(p, p); p.x })()`},
	{"generator", `(() => { function* g() { yield* g() } [...g()] })()`},
	{"generator call", `(() => { function* g() { g().next() } g().next() })()`},
	{"sort callback", `(function f() { [2, 1].sort(f) })()`},
	{"map callback", `(function f() { return [1].map(f) })()`},
	{"forEach of Map", `(function f() { new Map([[1, 1]]).forEach(f) })()`},
	{"replace callback", `(function f() { return "a".replace(/a/, f) })()`},
	{"replaceAll callback", `(function f() { return "a".replaceAll("a", f) })()`},
	{"toJSON", `JSON.stringify({ toJSON() { return JSON.stringify(this) } })`},
	{"replacer", `JSON.stringify({}, function f() { return JSON.stringify({}, f) })`},
	{"replacer nesting", `JSON.stringify({}, () => ({ a: 1 }))`},
	{"reviver", `JSON.parse("[1]", function f() { return JSON.parse("[1]", f) })`},
	{"apply", `(function f() { return f.apply(this, arguments) })()`},
	{"call", `(function f() { return f.call(f) })()`},
	{"bound", `(() => { const f = () => b(), b = f.bind(null); f() })()`},
	{"Reflect.construct", `(function F() { return Reflect.construct(F, []) })()`},
	{"instanceof", `(() => { class A { static [Symbol.hasInstance](x) { return x instanceof A } } ({}) instanceof A })()`},
	{"template tag", "(function f() { return f`x` })()"},
	{"iterator", `(() => { const o = { [Symbol.iterator]() { return [...o] } }; [...o] })()`},
	{"destructuring", `(function f({ a = f({}) } = {}) { return a })()`},
	{"default value", `(function f(a = f()) { return a })()`},
	{"eval", `(function f() { return eval("f()") })()`},
	{"regex exec", `(() => { const r = /a/; r.exec = () => r.test("a"); r.test("a") })()`},
	{"error in message", `(() => { const o = { toString() { return new Error(o).message } }; String(o) })()`},
	{"caught on the way", `(function f() { try { f() } catch (e) { throw e } })()`},
	{"finally on the way", `(function f() { try { f() } finally { 1 } })()`},
	{"long list of args in new", `(function F(...a) { return new F(...a) })(...Array(100).fill({}))`},
}

// within wraps an expression: its result tells what became of it.
func within(js string) string {
	return `__host.result = () => { try { ` + js + `; return "returned" } catch (e) { return (e instanceof RangeError) + " " + e.name } }`
}

func recursionEndless(t *testing.T, e isolate.Engine) {
	for _, c := range recursive {
		t.Run(c.name, func(t *testing.T) {
			iso := start(t, e, within(c.js))
			for range 2 {
				if got := call(t, iso, "result"); got != "true RangeError" {
					t.Errorf("got %v, want a RangeError", got)
				}
			}
			wantUsable(t, e, iso)
		})
	}
}

func recursionUncaught(t *testing.T, e isolate.Engine) {
	iso := start(t, e, `__host.result = function f() { return 1 + f() }`)
	for range 3 {
		_, err := iso.Call(t.Context(), "result")
		if x := exception(t, err); x.Class != "RangeError" || x.Message == "" {
			t.Errorf("got %v", x)
		}
	}
	wantUsable(t, e, iso)
}

func recursionOps(t *testing.T, e isolate.Engine) {
	iso := nesting(t, e, `__host.go = () => __host.ops.enter(); `+within(`__host.ops.enter()`),
		func(iso isolate.Isolate) (string, error) {
			_, err := iso.Call(t.Context(), "go")
			return "", err
		})
	if got := call(t, iso, "result"); got != "true RangeError" {
		t.Errorf("got %v, want a RangeError", got)
	}
	wantUsable(t, e, iso)
}

// deepData are expressions over deeply nested data.
var deepData = []struct{ name, js string }{
	{"JSON.parse arrays", `JSON.parse("[".repeat(200000) + "]".repeat(200000))`},
	{"JSON.parse objects", `JSON.parse('{"a":'.repeat(200000) + "1" + "}".repeat(200000))`},
	{"JSON.parse open", `JSON.parse("[".repeat(1000000))`},
	{"JSON.parse with reviver", `JSON.parse("[".repeat(5000) + "]".repeat(5000), (k, v) => v)`},
	{"JSON.stringify", `JSON.stringify(nested(100000, (d) => [d]))`},
	{"JSON.stringify objects", `JSON.stringify(nested(100000, (d) => ({ d })), null, 1)`},
	{"flat", `nested(100000, (d) => [d]).flat(Infinity)`},
	{"String", `String(nested(100000, (d) => [d]))`},
	{"join", `nested(100000, (d) => [d]).join()`},
	{"toLocaleString", `nested(100000, (d) => [d]).toLocaleString()`},
	{"concat", `nested(100000, (d) => [].concat(d)).length`},
	{"drop it", `nested(300000, (d) => [d]) && 1`},
	{"drop a list", `nested(300000, (d) => ({ d })) && 1`},
	{"drop closures", `nested(300000, (d) => () => d) && 1`},
	{"drop Maps", `nested(200000, (d) => new Map([[1, d]])) && 1`},
	{"drop promises", `nested(30000, (d) => Promise.resolve().then(() => d)) && 1`},
	{"regex groups", `new RegExp("(".repeat(50000) + "a" + ")".repeat(50000)).test("a")`},
	{"regex plain groups", `new RegExp("(?:".repeat(50000) + "a" + ")".repeat(50000)).test("a")`},
	{"regex lookaheads", `new RegExp("(?=".repeat(50000) + "a" + ")".repeat(50000)).test("a")`},
	{"regex lookbehinds", `new RegExp("(?<=".repeat(20000) + "a" + ")".repeat(20000)).test("a")`},
	{"regex classes", `new RegExp("[".repeat(50000) + "a" + "]".repeat(50000), "v").test("a")`},
	{"regex quantifiers", `new RegExp("(?:".repeat(2000) + "a" + "{1,2})".repeat(2000)).test("a")`},
	{"regex backtracking", `/^(?:a|b)*c/.test("ab".repeat(500000))`},
	{"regex captures", `/^(?:(a)|(b))*?c/.test("ab".repeat(200000))`},
	// Deeper than QuickJS recurses; goja copies the whole string each time, so not deeper still.
	{"rope", `(() => { let s = ""; for (let i = 0; i < 20000; i++) s = i + s; return s.length + s.charCodeAt(9) })()`},
	{"rope both ways", `(() => { let s = ""; for (let i = 0; i < 10000; i++) s = "a" + s + "b"; return JSON.stringify(s).length })()`},
	{"prototype chain", `nested(100000, (d) => Object.create(d ?? null)).x`},
	{"for in a prototype chain", `(() => { for (const k in nested(20000, (d) => Object.create(d ?? null))); })()`},
	{"bound functions", `nested(4000, (d) => (d ?? (() => 1)).bind(null))()`},
	{"instanceof bound", `({}) instanceof nested(4000, (d) => (d ?? function () {}).bind(null))`},
	{"Proxies", `nested(100000, (d) => new Proxy(d ?? {}, {})).x`},
	{"Proxy keys", `Object.keys(nested(100000, (d) => new Proxy(d ?? {}, {})))`},
	{"Proxy prototype", `Object.getPrototypeOf(nested(100000, (d) => new Proxy(d ?? {}, {})))`},
	{"Proxy isArray", `Array.isArray(nested(100000, (d) => new Proxy(d ?? [], {})))`},
	{"Proxy call", `nested(100000, (d) => new Proxy(d ?? (() => 1), {}))()`},
	{"Proxy construct", `new (nested(50000, (d) => new Proxy(d ?? function () {}, {})))`},
	{"classes", `new (nested(20000, (d) => class extends (d ?? Object) {}))`},
	{"causes", `String(nested(100000, (d) => new Error("x", { cause: d })))`},
	{"eval parens", `eval("(".repeat(50000) + "1" + ")".repeat(50000))`},
	{"eval arrays", `eval("[".repeat(50000) + "]".repeat(50000))`},
	{"eval not", `eval("!".repeat(100000) + "1")`},
	{"Function blocks", `new Function("{".repeat(50000) + "}".repeat(50000))()`},
	{"Function sum", `new Function("return " + "1+".repeat(100000) + "1")()`},
	{"spread", `Math.max(...Array(500000).fill(1))`},
	{"fromCharCode", `String.fromCharCode(...Array(300000).fill(65)).length`},
	{"apply", `Math.max.apply(null, Array(500000).fill(1))`},
	{"push spread", `[].push(...Array(500000).fill(1))`},
	{"template", "new Function('return ' + '`${'.repeat(10000) + '1' + '}`'.repeat(10000))()"},
	{"iterator helpers", `typeof Iterator === "undefined" || nested(20000, (d) => (d ?? [1].values()).map((x) => x)).next()`},
	{"yield star", `(() => { function* g(n) { if (n) yield* g(n - 1); else yield 1 } return [...g(3000)] })()`},
	{"async functions", `(() => { const f = async () => { await f() }; f().catch(() => {}) })()`},
	{"endless Function", `(() => { globalThis.f = () => new Function("return f()")(); f() })()`},
	{"thenables", `nested(50000, (d) => ({ then(f) { f(d) } })) && 1`},
}

const nested = `const nested = (n, f) => { let d; for (let i = 0; i < n; i++) d = f(d); return d };`

func recursionData(t *testing.T, e isolate.Engine) {
	for _, c := range deepData {
		t.Run(c.name, func(t *testing.T) {
			iso := start(t, e, nested+within(c.js))
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // so that one case can't take all the time there is
			defer cancel()
			got, err := iso.Call(ctx, "result")
			if err != nil {
				t.Fatal(detail(err))
			}
			if got != "returned" && got != "true RangeError" && got != "false SyntaxError" {
				t.Errorf("got %v, want a value, a RangeError or a SyntaxError", got)
			}
			wantUsable(t, e, iso)
		})
	}
}

// deepSource are programs that nest n deep.
var deepSource = []struct {
	name              string
	open, mid, closed string
}{
	{"parens", "(", "1", ")"},
	{"arrays", "[", "", "]"},
	{"objects", "({a:", "1", "})"},
	{"patterns", "[", "a", "]=[]"},
	{"blocks", "{", "", "}"},
	{"functions", "function f(){", "", "}"},
	{"arrows", "a=>", "1", ""},
	{"async arrows", "async a=>", "1", ""},
	{"classes", "(class{a=", "1", "})"},
	{"calls", "f(", "", ")"},
	{"call chain", "f", "", "()"},
	{"member chain", "a", "", ".a"},
	{"optional chain", "a", "", "?.a"},
	{"index", "a[", "0", "]"},
	{"not", "!", "1", ""},
	{"minus", "- ", "1", ""},
	{"typeof", "typeof ", "1", ""},
	{"new", "new ", "a", ""},
	{"sum", "1+", "1", ""},
	{"power", "2**", "1", ""},
	{"and", "1&&", "1", ""},
	{"coalesce", "a??", "1", ""},
	{"comma", "1,", "1", ""},
	{"assign", "a=", "1", ""},
	{"conditional", "1?1:", "1", ""},
	{"conditional inside", "1?", "1", ":1"},
	{"template", "`${", "1", "}`"},
	{"spread", "[...", "[]", "]"},
	{"if", "if(1)", ";", ""},
	{"else if", "if(0);else ", ";", ""},
	{"while", "while(0)", ";", ""},
	{"for", "for(;0;)", ";", ""},
	{"if blocks", "if(1){", "", "}"},
	{"try", "try{", "", "}finally{}"},
	{"switch", "switch(1){case 1:", "", "}"},
	{"with", "with({})", ";", ""},
	{"statements", "a;", "", ""},
	{"regex groups", "", "/" + strings.Repeat("(?:", 20000) + "a" + strings.Repeat(")", 20000) + "/", ""},
	{"strings", "'a'+", "'b'", ""},
	{"getters", "({get a(){return ", "1", "}})"},
	{"computed", "({[", "1", "]:1})"},
}

func recursionSource(t *testing.T, e isolate.Engine) {
	for _, c := range deepSource {
		t.Run(c.name, func(t *testing.T) {
			for _, n := range []int{200, 20000} {
				text := strings.Repeat(c.open, n) + c.mid + strings.Repeat(c.closed, n)
				if n == 200 {
					compileDeep(t, e, `throw 0;`+text, c.name != "regex groups")
					continue
				}
				compileDeep(t, e, `throw 0;`+text, false)
			}
		})
	}
}

// compileDeep compiles text and runs it where that succeeds. It must throw at its start.
func compileDeep(t *testing.T, e isolate.Engine, text string, must bool) {
	t.Helper()
	s, err := e.Compile(context.Background(), isolate.Source{Name: "deep.js", Text: text})
	if err != nil {
		if x := exception(t, err); must || x.Class != "SyntaxError" && x.Class != "RangeError" {
			t.Errorf("%d bytes: Compile: %.200v", len(text), x)
		}
		return
	}
	iso := newIsolate(t, e, isolate.Options{})
	err = iso.Run(t.Context(), s)
	if errors.Is(err, isolate.ErrSpent) {
		t.Errorf("Run: %v", err)
	}
	exception(t, err)
	wantUsable(t, e, iso)
}

func recursionDepth(t *testing.T, e isolate.Engine) {
	for _, js := range []string{
		`const f = (n) => n === 0 ? 0 : 1 + f(n - 1); __host.result = () => f(1000)`,
		`const f = (n) => [n].map((n) => n === 0 ? 0 : 1 + f(n - 1))[0]; __host.result = () => f(300) + 700`,
		`const nest = "[".repeat(1000) + "]".repeat(1000); __host.result = () => JSON.stringify(JSON.parse(nest)).length - 1000`,
	} {
		if got := result(t, e, js); got != 1000.0 {
			t.Errorf("%s: got %v", js, got)
		}
	}
}
