package isolatetest

import (
	"testing"

	"example.com/thaw/isolate"
)

var microtaskClauses = []clause{
	{
		"run", "Run drains the microtask queue before it returns",
		func(t *testing.T, e isolate.Engine) {
			got := result(t, e, `let n = 0; Promise.resolve().then(() => n++).then(() => n++); __host.result = () => n`)
			if got != 2.0 {
				t.Errorf("got %v, want 2", got)
			}
		},
	},
	{
		"call", "Call drains the microtask queue before it returns",
		func(t *testing.T, e isolate.Engine) {
			iso := start(t, e, `let n = 0; __host.add = () => { Promise.resolve().then(() => n++).then(() => n++) }; __host.result = () => n`)
			call(t, iso, "add")
			if got := call(t, iso, "result"); got != 2.0 {
				t.Errorf("got %v, want 2", got)
			}
		},
	},
	{
		"order", "jobs run in the order they were queued, after the script",
		func(t *testing.T, e isolate.Engine) {
			got := result(t, e, `const log = []; const tick = () => Promise.resolve();
				(async () => { log.push(1); await null; log.push(4); await tick(); log.push(6) })();
				tick().then(() => log.push(5)).then(() => log.push(7));
				log.push(2); log.push(3); __host.result = () => log.join("")`)
			if got != "1234567" {
				t.Errorf("got %v, want 1234567", got)
			}
		},
	},
	{
		"long chain", "a chain of any length is drained",
		func(t *testing.T, e isolate.Engine) {
			got := result(t, e, `let n = 0; (async () => { while (n < 20000) { await null; n++ } })(); __host.result = () => n`)
			if got != 20000.0 {
				t.Errorf("got %v, want 20000", got)
			}
		},
	},
	{
		"after a throw", "the queue is drained also when Run or Call ends in a throw",
		func(t *testing.T, e isolate.Engine) {
			iso := newIsolate(t, e, isolate.Options{})
			err := iso.Run(t.Context(), compile(t, e, `var n = 0; __host.result = () => n;
				__host.bad = () => { Promise.resolve().then(() => n++); throw new Error("call") };
				Promise.resolve().then(() => n++); throw new Error("run")`))
			if x := exception(t, err); x.Message != "run" {
				t.Errorf("Run: %v", x)
			}
			if got := call(t, iso, "result"); got != 1.0 {
				t.Errorf("after Run: got %v, want 1", got)
			}
			_, err = iso.Call(t.Context(), "bad")
			if x := exception(t, err); x.Message != "call" {
				t.Errorf("Call: %v", x)
			}
			if got := call(t, iso, "result"); got != 2.0 {
				t.Errorf("after Call: got %v, want 2", got)
			}
		},
	},
	{
		"a job that throws", "a throw in a job stops neither the queue nor the caller",
		func(t *testing.T, e isolate.Engine) {
			got := result(t, e, `let n = 0; Promise.resolve().then(() => { throw new Error("job") }); Promise.resolve().then(() => n++);
				__host.result = () => n`)
			if got != 1.0 {
				t.Errorf("got %v, want 1", got)
			}
		},
	},
	{
		"queueMicrotask", "__host.queueMicrotask, where it exists, queues a job as a settled promise does; a throw in it is lost",
		func(t *testing.T, e isolate.Engine) {
			iso := start(t, e, `const log = [], then = (f) => void Promise.resolve().then(f);
				const queue = __host.queueMicrotask ?? then;
				queue((...args) => { log.push(1 + args.length); queue(() => log.push(4)); then(() => log.push(5)) });
				then(() => log.push(2));
				queue(() => { throw new Error("lost") });
				queue(() => log.push(3));
				__host.wrong = () => { queue(1) };
				__host.result = () => log.join("")`)
			if got := call(t, iso, "result"); got != "12345" {
				t.Errorf("got %v, want 12345", got)
			}
			if _, err := iso.Call(t.Context(), "wrong"); err != nil {
				if x := exception(t, err); x.Class != "TypeError" {
					t.Errorf("of a number: %v, want a TypeError", x)
				}
			}
		},
	},
	{
		"result before jobs", "the result of Call is the function's, as it was when it returned",
		func(t *testing.T, e isolate.Engine) {
			got := result(t, e, `let n = 1; __host.result = () => { Promise.resolve().then(() => { n = 2 }); return n }`)
			if got != 1.0 {
				t.Errorf("got %v, want 1", got)
			}
		},
	},
	{
		"op in a job", "an op called from a job works as from a script",
		func(t *testing.T, e isolate.Engine) {
			iso := start(t, e, `let got; __host.go = () => { Promise.resolve("x").then((x) => { got = __host.ops.echo(x) }) }; __host.result = () => got`, echo())
			call(t, iso, "go")
			if got := call(t, iso, "result"); got != "x" {
				t.Errorf("got %v, want x", got)
			}
		},
	},
}
