package gojavm

import (
	"context"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"example.com/thaw/isolate"
)

// Each program recurses without end through another door, and must end in a
// RangeError that JavaScript catches.
var recursions = []struct{ name, js string }{
	{"function", `function f(){ return f() + 1 } f()`},
	{"tail", `function f(){ return f() } f()`},
	{"arrow", `const f = () => f() + 1; f()`},
	{"method", `const o = { m(){ return this.m() + 1 } }; o.m()`},
	{"getter", `const o = { get x(){ return this.x + 1 } }; o.x`},
	{"setter", `const o = { set x(v){ this.x = v } }; o.x = 1`},
	{"constructor", `class A { constructor(){ new A() } } new A()`},
	{"default constructor", `class A { x = new A() } new A()`},
	{"derived", `class A { constructor(){ new B() } } class B extends A {} new B()`},
	{"static block", `function f(){ return class { static { f() } } } f()`},
	{"old constructor", `function A(){ new A() } new A()`},
	{"generator", `function* g(){ yield* g() } g().next()`},
	{"generator resumed", `function* w(i){ yield 0; yield* i } let g = (function*(){ yield 0; yield 1 })(); for (let i = 0; i < 20000; i++) { g.next(); g = w(g) } g.next(); g.next()`},
	{"async", `async function f(){ f() } f(); function s(){ s() } s()`},
	{"sort", `function f(){ [2, 1].sort(f) } f()`},
	{"map", `function f(){ return [1].map(f) } f()`},
	{"reduce", `function f(){ return [1, 2].reduce(f) } f()`},
	{"replace", `function f(){ return "a".replace("a", f) } f()`},
	{"replace by regex", `function f(){ return "a".replace(/a/, f) } f()`},
	{"toString", `const o = { toString(){ return "" + this } }; "" + o`},
	{"toPrimitive", `const o = { [Symbol.toPrimitive](){ return +this } }; +o`},
	{"toJSON", `const o = { toJSON(){ return JSON.stringify(this) } }; JSON.stringify(o)`},
	{"replacer", `function f(){ return JSON.stringify(1, f) } f()`},
	{"reviver", `function f(){ return JSON.parse("1", f) } f()`},
	{"proxy get", `const p = new Proxy({}, { get(t, k, r){ return r[k] } }); p.x`},
	{"proxy apply", `const p = new Proxy(function(){}, { apply(){ return p() } }); p()`},
	{"proxy construct", `const p = new Proxy(function(){}, { construct(){ return new p() } }); new p()`},
	{"Reflect", `function f(){ return Reflect.apply(f, null, []) } f()`},
	{"call", `function f(){ return f.call() } f()`},
	{"apply", `function f(){ return f.apply(null, []) } f()`},
	{"bind", `function f(){ return f.bind()() } f()`},
	{"iterator", `const o = { [Symbol.iterator](){ return [...this] } }; [...o]`},
	{"destructuring", `const o = { get a(){ const {a} = this; return a } }; o.a`},
	{"tag", "function f(){ return f`x` } f()"},
	{"instanceof", `const C = { [Symbol.hasInstance](x){ return x instanceof C } }; 1 instanceof C`},
	{"species", `class A extends Array { static get [Symbol.species](){ return new A().map(x => x), A } } new A().map(x => x)`},
	{"Promise executor", `function f(){ new Promise(f) } f(); function s(){ s() } s()`},
	{"typed array from", `function f(){ return Uint8Array.from([1], f) } f()`},
	{"Function", `const f = new Function("return globalThis.again()"); globalThis.again = () => f(); f()`},
	{"GeneratorFunction", `const G = (function* () {}).constructor; globalThis.g = new G("yield* g()"); g().next()`},
	{"AsyncFunction", `const A = (async () => {}).constructor; globalThis.f = A("await f()"); f(); function s(){ s() } s()`},
}

func TestDeepRecursion(t *testing.T) {
	for _, c := range recursions {
		t.Run(c.name, func(t *testing.T) {
			got, err := eval(t, `
				function attempt(){ try { `+c.js+`; return "returned" } catch (e) { return e instanceof RangeError ? e.name + ": " + e.message : "threw " + e } }
				attempt();
				__host.ops.out(attempt());`)
			if err != nil {
				t.Fatal(err)
			}
			if want := "RangeError: Maximum call stack size exceeded"; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestDeepRecursionUncaught(t *testing.T) {
	_, err := eval(t, `function f(){ f() } f()`)
	e, ok := err.(*isolate.Exception)
	if !ok || e.Class != "RangeError" || !strings.Contains(e.Stack, "at f (test.js:1:") {
		t.Errorf("got %#v", err)
	}
}

func TestUsableAfterHardLimit(t *testing.T) {
	e := New()
	iso, err := e.New(context.Background(), isolate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	run := func(text string) error {
		s, err := e.Compile(context.Background(), isolate.Source{Name: "test.js", Text: text})
		if err != nil {
			t.Fatal(err)
		}
		return iso.Run(context.Background(), s)
	}
	err = run(`globalThis.f = eval("() => globalThis.f()"); f()`)
	if e, ok := err.(*isolate.Exception); !ok || e.Class != "RangeError" {
		t.Errorf("got %v, want a RangeError", err)
	}
	if err := run(`if ([3, 1, 2].sort((a, b) => a - b).join() !== "1,2,3") throw 1`); err != nil {
		t.Error(err)
	}
}

func BenchmarkCalls(b *testing.B) {
	for _, c := range []struct {
		name    string
		guarded bool
	}{{"guarded", true}, {"bare", false}} {
		b.Run(c.name, func(b *testing.B) { benchmarkCalls(b, c.guarded) })
	}
}

func benchmarkCalls(b *testing.B, guarded bool) {
	tree, err := parse("bench.js", `function fib(n){ return n < 2 ? n : fib(n - 1) + fib(n - 2) } fib(20)`)
	if err != nil {
		b.Fatal(err)
	}
	p, err := goja.CompileAST(tree, false)
	if err != nil {
		b.Fatal(err)
	}
	if guarded {
		guardProgram(p, nil, nil)
	}
	rt := goja.New()
	for b.Loop() {
		if _, err := rt.RunProgram(p); err != nil {
			b.Fatal(err)
		}
	}
}
