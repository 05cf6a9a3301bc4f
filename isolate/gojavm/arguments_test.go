package gojavm

import "testing"

func TestBindArguments(t *testing.T) {
	for _, c := range []struct{ name, js, want string }{
		{"arrow only", `(function(){ return (() => arguments[0])() })(7)`, "7"},
		{"arrow then direct", `(function(){ const f = () => arguments[0]; return f() + arguments[1] })(7, 8)`, "15"},
		{"nested arrows", `(function(){ return (() => () => arguments.length)()() })(1, 2)`, "2"},
		{"block body", `(function(){ const f = () => { "use strict"; return arguments[0] }; return f() })(7)`, "7"},
		{"parameter default", `(function(a, b = () => arguments[0]){ return b() })(7)`, "7"},
		{"default of the arrow", `(function(){ const f = (x = arguments[0]) => x; return f() })(7)`, "7"},
		{"pattern default", `(function({a = () => arguments.length} = {}){ return a() })()`, "0"},
		{"method", `({ m(){ return (() => arguments[0])() } }).m(7)`, "7"},
		{"getter", `({ get g(){ return (() => arguments.length)() } }).g`, "0"},
		{"setter", `(() => { let got; const o = { set s(v){ got = (() => arguments[0])() } }; o.s = 7; return got })()`, "7"},
		{"class method", `new (class { m(){ return (() => arguments[0])() } })().m(7)`, "7"},
		{"constructor", `new (class { constructor(){ this.x = (() => arguments[0])() } })(7).x`, "7"},
		{"derived constructor", `new (class extends Object { constructor(){ super(); this.x = (() => arguments[0])() } })(7).x`, "7"},
		{"generator", `(function*(){ yield (() => arguments[0])() })(7).next().value`, "7"},
		{"async runs to its first await", `(() => { let got; (async function(){ got = (() => arguments[0])() })(7); return got })()`, "7"},
		{"strict", `(function(){ "use strict"; return (() => arguments[0])() })(7)`, "7"},
		{"inside a class field's method", `new (class { f = function(){ return (() => arguments[0])() } })().f(7)`, "7"},
		{"declared as variable", `(function(){ var arguments = [9]; return (() => arguments[0])() })(7)`, "9"},
		{"declared in the arrow", `(function(){ return (() => { let arguments = [9]; return arguments[0] })() })(7)`, "9"},
		{"parameter", `(function(arguments){ return (() => arguments)() })(7)`, "7"},
		{"shorthand property", `(function(){ return (() => ({arguments}))().arguments[0] })(7)`, "7"},
		{"typeof", `(function(){ return (() => typeof arguments)() })(7)`, "object"},
		{"two functions", `(function(){ return (() => arguments[0] + (function(){ return (() => arguments[0])() })(1))() })(7)`, "8"},
		{"no function", `typeof (() => typeof arguments)()`, "string"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := expr(t, c.js); got != c.want {
				t.Errorf("%s = %s, want %s", c.js, got, c.want)
			}
		})
	}
}
