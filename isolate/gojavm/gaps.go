package gojavm

import "example.com/thaw/isolate"

// gaps is what goja lacks of the language after everything that this package adds.
func gaps() []isolate.Gap {
	list := []isolate.Gap{
		{Feature: "ECMAScript modules", Effect: "the bundler emits a classic script", Probe: `(0, eval)("import.meta") || true`},
		{Feature: "dynamic import", Effect: "the bundler inlines it", Probe: `new Function("return import('x')") && true`},
		{Feature: "async generators", Effect: "lowered by the bundler", Probe: `new Function("async function* f() {}") && true`},
		{Feature: "for await", Effect: "lowered by the bundler", Probe: `new Function("async function f() { for await (const x of []); }") && true`},
		{Feature: "using declarations", Effect: "lowered by the bundler", Probe: `new Function("using x = null") && true`},
		{Feature: "Intl", Effect: "no localized formats; toLocaleString and localeCompare know no locale", Probe: `typeof Intl === "object"`},
		{Feature: "Temporal", Effect: "absent", Probe: `typeof Temporal === "object"`},
		{Feature: "SharedArrayBuffer and Atomics", Effect: "absent", Probe: `typeof SharedArrayBuffer === "function" && typeof Atomics === "object"`},
		{Feature: "resizable ArrayBuffer", Effect: "maxByteLength is ignored", Probe: `new ArrayBuffer(1, { maxByteLength: 2 }).resizable`},
		{Feature: "Float16Array", Effect: "absent", Probe: `typeof Float16Array === "function"`},
		{Feature: "WeakRef and FinalizationRegistry", Effect: "they hold their targets for ever, and no callback is called"},
		{Feature: "memory limit", Effect: "Options.Memory is not enforced: goja's heap is Go's"},
		{Feature: "regular expressions in eval", Effect: "literals in code that a direct eval compiles use goja's own engines", Probe: `eval("/a(?i:b)/").test("aB")`},
		{Feature: "properties of strings in regular expressions", Effect: "RGI_Emoji and its like accept every well-formed emoji sequence", Probe: `!/^\p{RGI_Emoji}$/v.test("\u{1F600}\u200D\u{1F600}")`},
		{Feature: "stack overflow in eval", Effect: "endless recursion of functions that a direct eval made is no catchable error"},
	}
	if !guardsWork() {
		list = append(list, isolate.Gap{Feature: "bounds on recursion", Effect: "this version of goja is not known: deep recursion ends the isolate, regular expressions are goja's"})
	}
	return list
}
