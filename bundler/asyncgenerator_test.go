package bundler_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"example.com/thaw/bundler"
)

// asyncGenerators are expressions of which each gives a promise for a string, and
// what ECMA-262 has them give.
var asyncGenerators = []struct{ name, expression, want string }{
	{"break runs all of finally", `(async (log) => { async function* f() { try { yield 1; } finally { await 0; log.push("a"); await 0; log.push("b"); } } for await (const x of f()) break; return log; })([])`, "a,b"},
	{"break through yield*", `(async (log) => { async function* f() { try { yield 1; } finally { await 0; log.push("a"); } } async function* g() { try { yield* f(); } finally { await 0; log.push("b"); } } for await (const x of g()) break; return log; })([])`, "a,b"},
	{"return in finally", `(async () => { async function* f() { try { yield 1; } finally { return await "late"; } } const i = f(); await i.next(); return JSON.stringify(await i.return("r")); })()`, `{"value":"late","done":true}`},
	{"yield in finally", `(async () => { async function* f() { try { yield 1; } finally { yield 2; } } const i = f(); await i.next(); return JSON.stringify([await i.return("r"), await i.next(), await i.next()]); })()`, `[{"value":2,"done":false},{"value":"r","done":true},{"done":true}]`},
	{"requests queue", `(async () => { async function* f() { for (let i = 0; i < 2; i++) yield await i; } const i = f(); return (await Promise.all([i.next(), i.next(), i.next()])).map((r) => r.value + ":" + r.done); })()`, "0:false,1:false,undefined:true"},
	{"sent values", `(async () => { async function* f() { const a = yield 1; const b = yield a; return b; } const i = f(); return [await i.next("x"), await i.next("y"), await i.next("z")].map((r) => r.value); })()`, "1,y,z"},
	{"return before start", `(async () => { let ran = false; async function* f() { ran = true; } const i = f(); const r = await i.return(Promise.resolve("p")); return [r.value, r.done, ran, (await i.next()).done]; })()`, "p,true,false,true"},
	{"throw before start", `(async () => { async function* f() { yield 1; } const i = f(); let e; try { await i.throw("t"); } catch (x) { e = x; } return [e, (await i.next()).done]; })()`, "t,true"},
	{"throw is caught", `(async () => { async function* f() { try { yield 1; } catch (e) { yield "c" + await e; } } const i = f(); await i.next(); return (await i.throw("t")).value; })()`, "ct"},
	{"rejection ends", `(async () => { async function* f() { yield 1; throw "t"; } const got = []; try { for await (const x of f()) got.push(x); } catch (e) { got.push(e); } return got; })()`, "1,t"},
	{"yielded rejection is thrown in", `(async () => { async function* f() { try { yield Promise.reject("r"); } catch (e) { yield "caught " + e; } } return (await f().next()).value; })()`, "caught r"},
	{"yielded promise is awaited", `(async () => { async function* f() { yield Promise.resolve("v"); } return (await f().next()).value; })()`, "v"},
	{"yield* does not await", `(async () => { const p = Promise.resolve(); async function* f() { yield* { [Symbol.asyncIterator]: () => ({ next: async () => ({ value: p, done: false }) }) }; } const r = await f().next(); return r.value === p; })()`, "true"},
	{"yield* gives the return value", `(async () => { async function* f() { yield 1; return "r"; } async function* g() { yield yield* f(); } const i = g(); return [await i.next(), await i.next()].map((r) => r.value); })()`, "1,r"},
	{"yield* over a sync iterable", `(async () => { async function* f() { yield* [Promise.resolve(1), 2]; } const got = []; for await (const x of f()) got.push(x); return got; })()`, "1,2"},
	{"turns of the end", `(async (log) => { async function* f() { yield 1; } const i = f(); await i.next(); const turn = async (n) => { for (; n > 0; n--) await 0; }; const end = i.next().then(() => log.push("end")); turn(0).then(() => log.push("one")); await end; return log; })([])`, "end,one"},
	{"turns of return from outside", `(async (log) => { async function* f() { yield 1; } const i = f(); await i.next(); const end = i.return(5).then(() => log.push("end")); Promise.resolve().then(() => log.push("one")).then(() => log.push("two")); await end; return log; })([])`, "one,end,two"},
	{"arguments and this", `(async () => { const o = { k: 1, async *m() { yield this.k + arguments[0]; } }; return (await o.m(2).next()).value; })()`, "3"},
	{"is its own iterator", `(async () => { async function* f() {} const i = f(); return i[Symbol.asyncIterator]() === i; })()`, "true"},
	{"prototype", `(async () => { async function* f() {} const p = Object.getPrototypeOf(f()); return [Object.keys(f()), typeof p.next, p.next.length, f()[Symbol.toStringTag], Object.keys(p)]; })()`, ",function,1,AsyncGenerator,"},
	{"foreign receiver", `(async () => { async function* f() {} const next = f().next; try { await next.call({}); } catch (e) { return e.name; } })()`, "TypeError"},
}

func TestAsyncGenerators(t *testing.T) {
	for i := range 8 {
		m := bundler.Minify{Whitespace: i&1 != 0, Identifiers: i&2 != 0, Syntax: i&4 != 0}
		for _, c := range asyncGenerators {
			for form, text := range map[string]string{
				"module":         fmt.Sprintf("export default { fetch: async () => String(await %s) };", c.expression),
				"service-worker": fmt.Sprintf(`addEventListener("fetch", (e) => e.respondWith((async () => String(await %s))()));`, c.expression),
			} {
				t.Run(fmt.Sprintf("%s/%s/%+v", c.name, form, m), func(t *testing.T) {
					file := filepath.Join(t.TempDir(), "worker.js")
					if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
					b := load(t, file, bundler.Options{Engine: bundler.Goja, Minify: m})
					same(t, "answer", answer(t, string(b.Code)), c.want)
				})
			}
		}
	}
}
