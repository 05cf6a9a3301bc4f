package isolatetest

import (
	"testing"

	"example.com/thaw/isolate"
)

// tracking records the calls of __host.rejection.
const tracking = `const log = [], seen = [];
	__host.rejection = (promise, reason, handled) => {
		if (!(promise instanceof Promise)) throw new Error("no promise");
		if (!seen.includes(promise)) seen.push(promise);
		log.push(seen.indexOf(promise) + ":" + (reason?.message ?? String(reason)) + ":" + handled);
	};
	__host.result = () => log.join(" ");`

var rejectionClauses = []clause{
	{
		"unhandled", "__host.rejection hears of a promise that is rejected without a handler",
		func(t *testing.T, e isolate.Engine) {
			got := result(t, e, tracking+`Promise.reject(new Error("a")); (async () => { await null; throw new Error("b") })()`)
			if got != "0:a:false 1:b:false" {
				t.Errorf("got %q", got)
			}
		},
	},
	{
		"handled later", "it hears again, with handled true, when a handler arrives",
		func(t *testing.T, e isolate.Engine) {
			iso := start(t, e, tracking+`const p = Promise.reject(new Error("a")); __host.handle = () => { p.catch(() => {}) }`)
			if got := call(t, iso, "result"); got != "0:a:false" {
				t.Errorf("before: got %q", got)
			}
			call(t, iso, "handle")
			if got := call(t, iso, "result"); got != "0:a:false 0:a:true" {
				t.Errorf("after: got %q", got)
			}
		},
	},
	{
		"handled before", "a promise that has a handler when it is rejected is no matter",
		func(t *testing.T, e isolate.Engine) {
			got := result(t, e, tracking+`new Promise((_, no) => { Promise.resolve().then(() => no(new Error("a"))) }).catch(() => {})`)
			if got != "" {
				t.Errorf("got %q", got)
			}
		},
	},
	{
		"no hook", "without the hook, or with one that is no function, nothing happens",
		func(t *testing.T, e isolate.Engine) {
			iso := start(t, e, `Promise.reject(1); __host.rejection = 5; Promise.reject(2); __host = undefined; Promise.reject(3);`)
			if err := iso.Run(t.Context(), compile(t, e, `1`)); err != nil {
				t.Error(detail(err))
			}
		},
	},
	{
		"hook that throws", "a hook that throws breaks nothing",
		func(t *testing.T, e isolate.Engine) {
			iso := start(t, e, `let n = 0; __host.rejection = () => { n++; throw new Error("hook") };
				let after = false; Promise.reject(1); after = true; Promise.reject(2).catch(() => {});
				Object.defineProperty(__host, "result", { value: () => n + String(after) })`)
			if got := call(t, iso, "result"); got != "3true" {
				t.Errorf("got %v, want 3true", got)
			}
			wantUsable(t, e, iso)
		},
	},
	{
		"ops in the hook", "the hook may call ops",
		func(t *testing.T, e isolate.Engine) {
			var heard []isolate.Value
			op := isolate.Op{Name: "hear", Call: func(args []isolate.Value) (isolate.Value, error) {
				heard = append(heard, args...)
				return nil, nil
			}}
			start(t, e, `__host.rejection = (p, reason, handled) => { __host.ops.hear(reason, handled) }; Promise.reject("why")`, op)
			if len(heard) != 2 || heard[0] != "why" || heard[1] != false {
				t.Errorf("the op heard %v", heard)
			}
		},
	},
}
