package gojavm

import "testing"

func TestStack(t *testing.T) {
	for _, c := range []struct{ js, want string }{
		{`(function f() { return new Error("x") })().stack.split("\n").slice(0, 2).map((l) => l.replace(/:\d+\)$/, ")"))`, "Error: x,    at f (test.js:1)"},
		{`/\t|\(\d+\)|native|\n$/.test([1].map(() => new TypeError("x").stack)[0])`, "false"},
		{`(() => { try { null.x } catch (e) { return e.stack.split("\n")[0].slice(0, 10) } })()`, "TypeError:"},
		{`new Error().stack.split("\n")[0]`, "Error"},
		{`Error("x").stack.split("\n")[0]`, "Error: x"},
		{`new AggregateError([], "x").stack.split("\n")[0]`, "AggregateError: x"},
		{`new (class E extends Error { get name() { return "E" } })("x").stack.split("\n")[0]`, "E: x"},
		{`Object.keys(Object.getOwnPropertyDescriptor(new Error("x"), "stack"))`, "value,writable,enumerable,configurable"},
		{`Object.keys(Object.getOwnPropertyDescriptors(new Error("x")).stack)`, "value,writable,enumerable,configurable"},
		{`Object.getOwnPropertyNames(new Error("x", { cause: 1 }))`, "stack,message,cause"},
		{`Object.keys(new Error("x"))`, ""},
		{`(() => { const e = new Error("x"); e.stack = "mine"; return e.stack })()`, "mine"},
		{`(() => { const e = new Error("x"); delete e.stack; return [e.stack, Object.hasOwn(e, "stack")] })()`, ",false"},
		{`typeof Object.freeze(new Error("x")).stack`, "string"},
		{`Object.create(new Error("x")).stack.split("\n")[0]`, "Error: x"},
		{`(() => { const r = (n) => n ? r(n - 1) : new Error("x"); return r(50).stack.split("\n").length })()`, "11"},
		{`(() => { Error.stackTraceLimit = 2; const r = (n) => n ? r(n - 1) : new Error("x"); return r(50).stack.split("\n").length })()`, "3"},
		{`(() => { const o = { name: "N", message: "m" }; Error.captureStackTrace(o); return o.stack.split("\n")[0] })()`, "N: m"},
	} {
		if got := expr(t, c.js); got != c.want {
			t.Errorf("%s = %q, want %q", c.js, got, c.want)
		}
	}
}
