package gojavm

import "testing"

func TestEvaluate(t *testing.T) {
	for _, c := range []struct{ js, want string }{
		{`new Function("a", "b", "return a + b")(1, 2)`, "3"},
		{`Function("a, b", "return a + b")(1, 2)`, "3"},
		{`new Function()()`, "undefined"},
		{`new Function("a", "return a").toString()`, "function anonymous(a\n) {\nreturn a\n}"},
		{`[Function("return 1").name, new Function("a", "b", "").length]`, "anonymous,2"},
		{`(() => { class F extends Function {} const f = new F("return 1"); return [f instanceof F, f()] })()`, "true,1"},
		{`new Function("return () => arguments[0]")(7)()`, "7"},
		{`new Function("return /a(?i:b)/.test('aB')")()`, "true"},
		{`(() => { const x = 1; try { return new Function("return x")() } catch (e) { return e.name } })()`, "ReferenceError"},
		{`(() => { try { new Function("return (") } catch (e) { return e.name } })()`, "SyntaxError"},
		{`new Function("'use strict'; return this")()`, "undefined"},
		{`(() => { const G = (function* () {}).constructor; return [...new G("a", "yield a; yield* [2, 3]")(1)] })()`, "1,2,3"},
		{`(() => { const A = (async () => {}).constructor; const f = A("a", "return /a(?i:b)/.test(await a)"); return [f.name, f("aB") instanceof Promise] })()`, "anonymous,true"},
		{`(async () => {}).constructor("a", "await a").toString()`, "async function anonymous(a\n) {\nawait a\n}"},
		{`(() => { const G = (function* () {}).constructor; class F extends G {} const f = new F("yield 1"); return [f instanceof F, f instanceof G, [...f()]] })()`, "true,true,1"},
		{`(() => { const A = (async () => {}).constructor; try { A("(".repeat(100000)) } catch (e) { return e.name } })()`, "RangeError"},
		{`(0, eval)("1 + 1")`, "2"},
		{`(0, eval)("1; if (true) { 2 }")`, "2"},
		{`(0, eval)("var fromEval = 1") + String(delete globalThis.fromEval)`, "undefinedtrue"},
		{`(0, eval)("let local = 1; local") + typeof local`, "1undefined"},
		{`(0, eval)("function inEval() { return 3 }; inEval()")`, "3"},
		{`(0, eval)("/a(?i:b)/.test('aB')")`, "true"},
		{`(0, eval)("({ a: this === globalThis }).a")`, "true"},
		{`(0, eval)("'use strict'; (function () { return this })()")`, "undefined"},
		{`(0, eval)(7)`, "7"},
		{`(0, eval)("'\ud800'").length`, "1"},
		{`(() => { try { (0, eval)("throw new RangeError('x')") } catch (e) { return e.name } })()`, "RangeError"},
		{`(() => { try { (0, eval)("1 +") } catch (e) { return e.name } })()`, "SyntaxError"},
		{`(() => { const y = 2; return eval("var z = y + 1; z") })()`, "3"},
	} {
		if got := expr(t, c.js); got != c.want {
			t.Errorf("%s = %q, want %q", c.js, got, c.want)
		}
	}
}
