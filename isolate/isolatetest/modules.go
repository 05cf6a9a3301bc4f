package isolatetest

import (
	"errors"
	"strings"
	"testing"

	"example.com/thaw/isolate"
)

var moduleClauses = []clause{
	{"none", "an engine without modules says so with ErrModules", modulesNone},
	{"namespace", "a module leaves a promise for its namespace in __host.module", moduleNamespace},
	{"top-level await", "a module may await at top level", moduleAwait},
	{"rejects", "a module that throws rejects that promise, and Run returns no error", moduleRejects},
	{"strict", "a module is strict, and its this is undefined", moduleStrict},
	{"imports", "an import fails and names the specifier, static and dynamic", moduleImports},
	{"twice", "a module script can be run in several isolates, and again", moduleTwice},
}

// moduleEngine skips the test where the engine has no modules.
func moduleEngine(t *testing.T, e isolate.Engine) {
	if !e.Info().Modules {
		t.Skip("Info.Modules is false")
	}
}

func compileModule(t *testing.T, e isolate.Engine, text string) isolate.Script {
	t.Helper()
	s, err := e.Compile(t.Context(), isolate.Source{Name: "case.mjs", Text: text, Module: true})
	if err != nil {
		t.Fatalf("Compile: %v", detail(err))
	}
	return s
}

// startModule runs text as a module, then watches __host.module: state tells
// what became of it.
func startModule(t *testing.T, e isolate.Engine, text string, ops ...isolate.Op) isolate.Isolate {
	t.Helper()
	iso := start(t, e, tracking+`__host.log = __host.result;`, ops...)
	if err := iso.Run(t.Context(), compileModule(t, e, text)); err != nil {
		t.Fatalf("Run: %v", detail(err))
	}
	return iso
}

func watchModule(t *testing.T, e isolate.Engine, iso isolate.Isolate) {
	t.Helper()
	err := iso.Run(t.Context(), compile(t, e, `{ let state = "pending"; __host.state = () => state;
		__host.module.then((ns) => { state = Object.keys(ns).map((k) => k + "=" + String(ns[k])).join() },
			(e) => { state = "rejected " + e }) }`))
	if err != nil {
		t.Fatal(detail(err))
	}
}

func modulesNone(t *testing.T, e isolate.Engine) {
	if e.Info().Modules {
		t.Skip("Info.Modules is true")
	}
	_, err := e.Compile(t.Context(), isolate.Source{Name: "case.mjs", Text: "export default 1", Module: true})
	if !errors.Is(err, isolate.ErrModules) {
		t.Errorf("Compile = %v, want ErrModules", err)
	}
}

func moduleNamespace(t *testing.T, e isolate.Engine) {
	moduleEngine(t, e)
	iso := startModule(t, e, `export default 1; export const a = 2; export let live = 3; live = 4;`)
	watchModule(t, e, iso)
	if got := call(t, iso, "state"); got != "a=2,default=1,live=4" {
		t.Errorf("got %v", got)
	}
}

func moduleAwait(t *testing.T, e isolate.Engine) {
	moduleEngine(t, e)
	iso := startModule(t, e, `const a = await Promise.resolve(5); export { a };
		export const b = await new Promise((done) => { __host.settle = () => done(6) });`)
	watchModule(t, e, iso)
	if got := call(t, iso, "state"); got != "pending" {
		t.Errorf("before: got %v", got)
	}
	call(t, iso, "settle")
	if got := call(t, iso, "state"); got != "a=5,b=6" {
		t.Errorf("after: got %v", got)
	}
}

func moduleRejects(t *testing.T, e isolate.Engine) {
	moduleEngine(t, e)
	for _, text := range []string{`throw new Error("top")`, `await null; throw new Error("top")`} {
		iso := startModule(t, e, text)
		if got := call(t, iso, "log"); got != "" {
			t.Errorf("%s: reported as an unhandled rejection: %v", text, got)
		}
		watchModule(t, e, iso)
		if got := call(t, iso, "state"); got != "rejected Error: top" {
			t.Errorf("%s: got %v", text, got)
		}
	}
}

func moduleStrict(t *testing.T, e isolate.Engine) {
	moduleEngine(t, e)
	iso := startModule(t, e, `var own = 1; export const r = [typeof this, typeof globalThis.own, (function () { return typeof this })()].join("/");`)
	watchModule(t, e, iso)
	if got := call(t, iso, "state"); got != "r=undefined/undefined/undefined" {
		t.Errorf("got %v", got)
	}
}

func moduleImports(t *testing.T, e isolate.Engine) {
	moduleEngine(t, e)
	s, err := e.Compile(t.Context(), isolate.Source{Name: "case.mjs", Text: `import x from "node:fs"; export default x`, Module: true})
	if err == nil {
		err = newIsolate(t, e, isolate.Options{}).Run(t.Context(), s)
	}
	if err == nil || !strings.Contains(err.Error(), "node:fs") {
		t.Errorf("static import: error %v does not name node:fs", err)
	}
	iso := startModule(t, e, `export const e = await import("node:net").catch((e) => e)`)
	watchModule(t, e, iso)
	if got, _ := call(t, iso, "state").(string); !strings.Contains(got, "Error") || !strings.Contains(got, "node:net") {
		t.Errorf("dynamic import: %q does not name node:net", got)
	}
	wantUsable(t, e, iso)
}

func moduleTwice(t *testing.T, e isolate.Engine) {
	moduleEngine(t, e)
	s := compileModule(t, e, `globalThis.n = (globalThis.n ?? 0) + 1; export const n = globalThis.n`)
	for range 2 {
		iso := newIsolate(t, e, isolate.Options{})
		for _, want := range []string{"n=1", "n=2"} {
			if err := iso.Run(t.Context(), s); err != nil {
				t.Fatal(detail(err))
			}
			// The name state is kept by Call, so each look goes through a new one.
			watch := compile(t, e, `{ let state; __host.state`+want[2:]+` = () => state; __host.module.then((ns) => { state = "n=" + ns.n }) }`)
			if err := iso.Run(t.Context(), watch); err != nil {
				t.Fatal(detail(err))
			}
			if got := call(t, iso, "state"+want[2:]); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		}
	}
}
