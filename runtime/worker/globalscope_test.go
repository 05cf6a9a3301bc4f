package worker_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// disallowed is how the error of Workers begins.
const disallowed = "Disallowed operation called within global scope."

// globalScope is what workerd 1.20261117.1 does with an expression at the top
// level: it refuses it, or it does not.
var globalScope = []struct {
	expression string
	refused    bool
}{
	{`setTimeout(() => {}, 1)`, true},
	{`setInterval(() => {}, 1)`, true},
	{`clearTimeout(1)`, true},
	{`clearInterval(1)`, true},
	{`clearTimeout()`, false},
	{`clearTimeout(undefined)`, false},
	{`AbortSignal.timeout(10)`, true},
	{`AbortSignal.any([AbortSignal.abort()])`, false},
	{`crypto.getRandomValues(new Uint8Array(4))`, true},
	{`crypto.getRandomValues(new Uint8Array(0))`, true},
	{`crypto.randomUUID()`, true},
	{`crypto.subtle.digest("SHA-256", new Uint8Array(1))`, false},
	{`Math.random()`, false},
	{`new Response()`, false},
	{`new Response(null, { status: 204 })`, false},
	{`new Response("")`, true},
	{`new Response("x")`, true},
	{`new Response(new Uint8Array(1))`, true},
	{`new Response(new Blob(["x"]))`, true},
	{`new Response(new URLSearchParams("a=1"))`, true},
	{`(() => { const f = new FormData(); f.append("a", "b"); return new Response(f) })()`, true},
	{`new Response(new ReadableStream({}))`, false},
	{`Response.json({})`, true},
	{`Response.redirect("http://a/", 302)`, true},
	{`Response.error()`, false},
	{`new Request("http://a/")`, false},
	{`new Request("http://a/", { method: "POST", body: "x" })`, true},
	{`new IdentityTransformStream()`, true},
	{`new FixedLengthStream(1)`, true},
	{`new TransformStream({ transform() {} })`, false},
	{`new TextEncoderStream()`, false},
	{`new TextDecoderStream()`, false},
	{`new Blob(["x"]).stream()`, true},
	{`new Blob(["x"]).text()`, false},
	{`new ReadableStream({ start(c) { c.enqueue(1) } }).getReader().read()`, false},
	{`queueMicrotask(() => {})`, false},
	{`structuredClone(new Date())`, false},
	{`dispatchEvent(new Event("x"))`, false},
	{`reportError(new Error("x"))`, false},
	{`console.log("x")`, false},
	{`performance.mark("x")`, false},
}

// TestGlobalScope holds what is refused at the top level of an app, there and in
// the microtasks that it leaves, and that nothing of it is refused in a handler.
func TestGlobalScope(t *testing.T) {
	var text strings.Builder
	for _, tc := range globalScope {
		fmt.Fprintf(&text, "() => %s,\n", tc.expression)
	}
	src := isolate.Source{Name: "worker.js", Text: `
		const expressions = [` + text.String() + `];
		const attempt = (f) => { try { f(); return "" } catch (error) { return String(error) } };
		const top = expressions.map(attempt);
		let later;
		(async () => { for (let i = 0; i < 20; i++) await null; later = expressions.map(attempt) })();
		__host.module = { default: { fetch() { return Response.json({ top, later, handler: expressions.map(attempt) }) } } };`}
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, err := worker.Start(t.Context(), worker.Config{Web: lib, Source: src})
		if err != nil {
			t.Fatal(err)
		}
		defer i.Close()
		var got struct{ Top, Later, Handler []string }
		_, body := get(t, i, "/")
		if err := json.Unmarshal([]byte(body), &got); err != nil {
			t.Fatalf("%v: %s", err, body)
		}
		for n, tc := range globalScope {
			for where, thrown := range map[string]string{"the top level": got.Top[n], "a microtask": got.Later[n]} {
				if refused := strings.HasPrefix(thrown, "Error: "+disallowed); refused != tc.refused || !refused && thrown != "" {
					t.Errorf("%s at %s threw %q, refused: want %t", tc.expression, where, thrown, tc.refused)
				}
			}
			if got.Handler[n] != "" {
				t.Errorf("%s in a handler threw %q", tc.expression, got.Handler[n])
			}
		}
	})
}

// TestGlobalScopeArguments holds that a wrong argument is told before the scope, as in workerd.
func TestGlobalScopeArguments(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		for expression, want := range map[string]string{
			`setTimeout()`: "TypeError", `setTimeout(() => {}, Symbol())`: "TypeError", `crypto.getRandomValues()`: "TypeError",
			`crypto.getRandomValues(new Float32Array(1))`: "TypeMismatchError", `crypto.getRandomValues(new Uint8Array(65537))`: "QuotaExceededError",
		} {
			src := isolate.Source{Name: "worker.js", Text: expression}
			_, err := worker.Start(t.Context(), worker.Config{Web: lib, Source: src})
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error = %v, want %s", expression, err, want)
			}
		}
	})
}
