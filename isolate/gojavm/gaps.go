package gojavm

import "example.com/thaw/isolate"

// gaps is what goja lacks of the language after everything that this package adds.
func gaps() []isolate.Gap {
	list := []isolate.Gap{
		{Feature: "ECMAScript modules", Effect: "the bundler emits a classic script", Probe: `(0, eval)("import.meta") || true`},
		{Feature: "dynamic import", Effect: "the bundler inlines it", Probe: `new Function("return import('x')") && true`},
		{Feature: "async generators", Effect: "lowered by the bundler; new on one throws no TypeError, yield* takes more turns", Probe: `new Function("async function* f() {}") && true`},
		{Feature: "for await", Effect: "lowered by the bundler", Probe: `new Function("async function f() { for await (const x of []); }") && true`},
		{Feature: "using declarations", Effect: "lowered by the bundler", Probe: `new Function("using x = null") && true`},
		{Feature: "Intl", Effect: "no localized formats; toLocaleString and localeCompare know no locale", Probe: `typeof Intl === "object"`},
		{Feature: "Temporal", Effect: "absent", Probe: `typeof Temporal === "object"`},
		{Feature: "SharedArrayBuffer and Atomics", Effect: "absent", Probe: `typeof SharedArrayBuffer === "function" && typeof Atomics === "object"`},
		{Feature: "resizable ArrayBuffer", Effect: "maxByteLength is ignored", Probe: `new ArrayBuffer(1, { maxByteLength: 2 }).resizable`},
		{Feature: "Float16Array", Effect: "absent", Probe: `typeof Float16Array === "function"`},
		{Feature: "UTC as local time", Effect: "Date is in the time zone of the process, time.Local; cmd/thaw sets it to UTC"},
		{Feature: "WeakRef and FinalizationRegistry", Effect: "they hold their targets for ever, and no callback is called"},
		{Feature: "memory limit", Effect: "Options.Memory is not enforced: goja's heap is Go's"},
		{Feature: "counts of memory", Effect: "thaw bench --counts has no bytecode, allocations, pages and heap: goja's heap is Go's"},
		{Feature: "counts in direct eval", Effect: "functions in the text that a direct eval compiles are not counted"},
		{Feature: "regular expressions in eval", Effect: "literals in code that a direct eval compiles can have only the syntax that goja knows", Probe: `eval("/a(?i:b)/.test(\"aB\")")`},
		{Feature: "properties of strings in regular expressions", Effect: "RGI_Emoji and its like accept every well-formed emoji sequence", Probe: `!/^\p{RGI_Emoji}$/v.test("\u{1F600}\u200D\u{1F600}")`},
		{Feature: "nested array patterns with two defaults", Effect: "a pattern like { x: [a = 1] = [] } in a declaration or a parameter is a SyntaxError", Probe: `(0, eval)("(({ x: [a = 1] = [] }) => a)({})") === 1`},
		{Feature: "closures in parameter defaults", Effect: "one that names a later parameter with a default throws a ReferenceError when that is passed", Probe: `((p = () => q, q = 2) => p())(undefined, 1) === 1`},
		{Feature: "bit operators on numbers from 2^63", Effect: "they, and every other conversion to 32 bits, take 0", Probe: `(1e21 | 0) === -559939584`},
		{Feature: "PromiseResolve asks for a promise", Effect: "an object whose constructor is Promise is taken for a promise", Probe: `Promise.resolve({ constructor: Promise }) instanceof Promise`},
		{Feature: "order of properties", Effect: "the prototype of a function comes before its length", Probe: `(() => { "use strict"; return Reflect.ownKeys(function () {}).join() === "length,name,prototype" })()`},
		{Feature: "traps of Proxy", Effect: "concat doesn't ask has of a Proxy, and a defineProperty trap can't make an accessor that is not configurable", Probe: `(() => { let n = 0; [].concat(new Proxy([1], { has() { n++; return true } })); return n === 1 })()`},
		{Feature: "ownKeys of Proxy", Effect: "a trap whose list has holes fails the isolate"},
		{Feature: "calls of calls in optional chains", Effect: "as an argument, o?.f()() goes on to the second call where o is undefined", Probe: `(() => { let o; return String(o?.f()()) === "undefined" })()`},
		{Feature: "prototype of bigints", Effect: "it has a name and a length", Probe: `!("name" in BigInt.prototype)`},
		{Feature: "logical assignment over await and yield", Effect: "lowered by the bundler", Probe: `(() => { const g = (function* () { let x = null; x ||= yield; return x })(); g.next(); return g.next(2).value === 2 })()`},
		{Feature: "parseInt of minus zero", Effect: "it is 0, not -0", Probe: `Object.is(parseInt("-0"), -0)`},
		{Feature: "normalize of lone surrogates", Effect: "each becomes U+FFFD", Probe: `"\ud83d".normalize() === "\ud83d"`},
		{Feature: "years before 0", Effect: "Date.prototype.toISOString writes four digits", Probe: `new Date(-62198755200000).toISOString() === "-000001-01-01T00:00:00.000Z"`},
		{Feature: "the last code point", Effect: `a string or template with the escape \u{10FFFF} does not compile; lowered by the bundler, but for tagged templates`},
		{Feature: "long arrays with holes", Effect: "new Array(1e7).fill(x) takes seconds: goja fills what is sparse item by item"},
		{Feature: "stack overflow in eval", Effect: "endless recursion of functions that a direct eval made is no catchable error"},
	}
	if !guardsWork() {
		list = append(list, isolate.Gap{Feature: "bounds on recursion", Effect: "this version of goja is not known: deep recursion ends the isolate, regular expressions are goja's"})
	}
	return list
}
