package isolatetest

import (
	"testing"

	"example.com/thaw/isolate"
)

var globalClauses = []clause{
	{
		"host", "__host is a non-enumerable, configurable and writable global with a function for each op",
		func(t *testing.T, e isolate.Engine) {
			op := isolate.Op0("op_one", func() (float64, error) { return 1, nil })
			got := result(t, e, `
				const d = Object.getOwnPropertyDescriptor(globalThis, "__host");
				__host.result = () => [d.enumerable, d.configurable, d.writable,
					typeof __host.ops.op_one, Object.keys(__host.ops).join()].join(" ");`, op)
			if got != "false true true function op_one" {
				t.Errorf("got %q", got)
			}
		},
	},
	{
		"empty", "a new isolate has the language's globals and __host, nothing of the Web or of a shell",
		func(t *testing.T, e isolate.Engine) {
			got := result(t, e, `
				const names = ["console", "performance", "DOMException", "atob", "btoa", "queueMicrotask", "setTimeout", "structuredClone",
					"navigator", "URL", "TextEncoder", "print", "std", "os", "gc", "scriptArgs", "bjson", "require", "process"];
				__host.result = () => names.filter((n) => n in globalThis).join();`)
			if got != "" {
				t.Errorf("globals that are not the language's: %v", got)
			}
			if got := result(t, e, `__host.result = () => Object.keys(globalThis).join()`); got != "" {
				t.Errorf("enumerable globals: %v", got)
			}
		},
	},
	{
		"sloppy", "a classic script runs in the global scope, sloppy unless it says otherwise",
		func(t *testing.T, e isolate.Engine) {
			iso := start(t, e, `var a = 1; let b = 2; function c() { return this === globalThis } undeclared = 4;`)
			err := iso.Run(t.Context(), compile(t, e, `__host.result = () => [globalThis.a, b, c(), undeclared, "b" in globalThis].join()`))
			if err != nil {
				t.Fatal(detail(err))
			}
			if got := call(t, iso, "result"); got != "1,2,true,4,false" {
				t.Errorf("got %v", got)
			}
		},
	},
	{
		"separate", "isolates share nothing",
		func(t *testing.T, e isolate.Engine) {
			start(t, e, `globalThis.mark = 1; Array.prototype.mark = 2;`)
			got := result(t, e, `__host.result = () => typeof mark + typeof [].mark`)
			if got != "undefinedundefined" {
				t.Errorf("got %v", got)
			}
		},
	},
}
