package worker_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/engines"
	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// libraries has the Web APIs of every engine that is installed.
var libraries = sync.OnceValue(func() map[string]*web.Library {
	m := map[string]*web.Library{}
	for _, name := range engines.Available(engines.Options{}) {
		kind, err := engines.Lookup(name)
		if err != nil {
			panic(err)
		}
		engine, err := kind.Open(engines.Options{})
		if err != nil {
			panic(err)
		}
		m[name] = web.NewLibrary(engine)
	}
	return m
})

// onEngines runs a subtest for each engine.
func onEngines(t *testing.T, f func(t *testing.T, lib *web.Library)) {
	for name, lib := range libraries() {
		t.Run(name, func(t *testing.T) { f(t, lib) })
	}
}

// app is a bundle whose module is the given object expression.
func app(module string) isolate.Source {
	return isolate.Source{Name: "worker.js", Text: "__host.module = " + module + ";"}
}

// fetchApp is an app whose fetch has the given body; it is async and has
// (request, env, ctx).
func fetchApp(body string) isolate.Source {
	return app("{ default: { async fetch(request, env, ctx) {\n" + body + "\n} } }")
}

// A logbook collects what an instance logs.
type logbook struct {
	mu      sync.Mutex
	entries []web.Entry
}

func (l *logbook) add(e web.Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries = append(l.entries, e)
}

func (l *logbook) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var b strings.Builder
	for _, e := range l.entries {
		b.WriteString(string(e.Level) + ": " + e.Text + "\n")
	}
	return b.String()
}

func start(t *testing.T, lib *web.Library, src isolate.Source) (*worker.Instance, *logbook) {
	t.Helper()
	var log logbook
	i, err := worker.Start(context.Background(), worker.Config{Web: lib, Source: src, Env: `{"NAME":"Ada"}`, Log: log.add})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := i.Close(); err != nil {
			t.Error(err)
		}
	})
	return i, &log
}

// get fetches a path and reads the body to its end.
func get(t *testing.T, i *worker.Instance, path string) (status int, body string) {
	t.Helper()
	return do(t, i, httptest.NewRequest("GET", path, nil))
}

func do(t *testing.T, i *worker.Instance, req *http.Request) (status int, body string) {
	t.Helper()
	res, err := i.Fetch(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatalf("%s %s: reading the body: %v", req.Method, req.URL, err)
	}
	return res.StatusCode, string(b)
}

func TestFetch(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, fetchApp(`
			return Response.json({
				method: request.method, url: request.url, env: env.NAME,
				header: request.headers.get("x-a"), host: request.headers.get("host"), body: await request.text(),
			}, { status: 201, statusText: "Made", headers: { "x-b": "\u00e9", "set-cookie": "a=1" } });`))
		req := httptest.NewRequest("PUT", "http://host.test/p?q=1", strings.NewReader("in"))
		req.Header.Set("X-A", "caf\xe9")
		res, err := i.Fetch(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(res.Body)
		want := `{"method":"PUT","url":"http://host.test/p?q=1","env":"Ada","header":"café","host":"host.test","body":"in"}`
		if string(body) != want || res.StatusCode != 201 || res.Status != "201 Made" {
			t.Errorf("%s: %s\nwant 201 Made: %s", res.Status, body, want)
		}
		if got := res.Header.Get("X-B"); got != "\xe9" {
			t.Errorf("x-b is %q, want the byte E9", got)
		}
		if res.ContentLength != int64(len(want)) {
			t.Errorf("content length is %d, want %d", res.ContentLength, len(want))
		}
	})
}

func TestServiceWorkerForm(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, isolate.Source{Name: "worker.js", Text: `
			addEventListener("fetch", (event) => {
				if (new URL(event.request.url).pathname === "/none") return;
				event.respondWith(Promise.resolve(new Response("from " + event.type)));
			});`})
		if status, body := get(t, i, "/"); status != 200 || body != "from fetch" {
			t.Errorf("%d %q", status, body)
		}
		if status, body := get(t, i, "/none"); status != 500 || !strings.Contains(body, "respondWith") {
			t.Errorf("%d %q, want 500 that names respondWith", status, body)
		}
	})
}

func TestStartFailures(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       error  // in the chain, or
		contains   string // in the message
	}{
		{name: "no handler", text: `__host.module = { default: {} }`, want: worker.ErrNoHandler},
		{name: "nothing", text: ``, want: worker.ErrNoHandler},
		{name: "throws", text: `throw new TypeError("at once")`, contains: "TypeError: at once"},
		{name: "throws a string", text: `throw "bare"`, contains: "bare"},
		{name: "rejects", text: `__host.module = (async () => { await null; throw new RangeError("later") })()`, contains: "RangeError: later"},
		{name: "awaits forever", text: `__host.module = new Promise(() => {})`, want: worker.ErrTopLevel},
		{name: "never ends", text: `for (;;);`, want: context.DeadlineExceeded},
		{name: "syntax", text: "let a = 1;\nlet a = 2;", contains: "worker.js:2"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			onEngines(t, func(t *testing.T, lib *web.Library) {
				ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
				defer cancel()
				_, err := worker.Start(ctx, worker.Config{Web: lib, Source: isolate.Source{Name: "worker.js", Text: tc.text}})
				if err == nil {
					t.Fatal("it started")
				}
				text := err.Error()
				if ex := new(isolate.Exception); errors.As(err, &ex) {
					text += ex.Stack
				}
				if tc.want != nil && !errors.Is(err, tc.want) || !strings.Contains(text, tc.contains) {
					t.Errorf("error is %q, want %v %q", text, tc.want, tc.contains)
				}
			})
		})
	}
}

func TestTopLevelAwaitsTimer(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, app(`(async () => {
			const text = await new Promise((resolve) => setTimeout(resolve, 5, "ready"));
			return { default: { fetch: () => new Response(text) } };
		})()`))
		if _, body := get(t, i, "/"); body != "ready" {
			t.Errorf("body is %q", body)
		}
	})
}

func TestHandlerFailures(t *testing.T) {
	for _, tc := range []struct{ name, body, want string }{
		{"throws", `throw new TypeError("broken")`, "TypeError: broken"},
		{"throws a string", `throw "bare"`, "bare"},
		{"throws nothing", `throw undefined`, "undefined"},
		{"hostile error", `throw { get name() { throw 1 }, get message() { throw 2 }, toString() { throw 3 } }`, "cannot be shown"},
		{"hangs", `await new Promise(() => {})`, worker.ErrHung.Error()},
		{"returns a hanging promise", `return new Promise(() => {})`, worker.ErrHung.Error()},
		{"returns undefined", ``, "returned undefined, which is not a Response"},
		{"returns an object", `return { status: 200 }`, "an object of class Object"},
		{"returns Response.error", `return Response.error()`, "Response.error()"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			onEngines(t, func(t *testing.T, lib *web.Library) {
				i, log := start(t, lib, fetchApp(`if (request.url.endsWith("/ok")) return new Response("ok");`+"\n"+tc.body))
				res, err := i.Fetch(t.Context(), httptest.NewRequest("GET", "/", nil))
				if err != nil {
					t.Fatal(err)
				}
				body, _ := io.ReadAll(res.Body)
				if res.StatusCode != 500 || !strings.Contains(string(body), tc.want) || worker.Failure(res) == nil {
					t.Errorf("%d %q, want 500 with %q", res.StatusCode, body, tc.want)
				}
				if !strings.Contains(log.text(), tc.want) {
					t.Errorf("log is %q, want %q", log.text(), tc.want)
				}
				if status, body := get(t, i, "/ok"); status != 200 || body != "ok" {
					t.Errorf("afterwards: %d %q", status, body)
				}
			})
		})
	}
}

// TestEndlessHandler spends the instance: nothing answers after it.
func TestEndlessHandler(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, fetchApp(`try { for (;;); } finally { for (;;); }`))
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if _, err := i.Fetch(ctx, httptest.NewRequest("GET", "/", nil)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Fetch = %v, want DeadlineExceeded", err)
		}
		if res, err := i.Fetch(t.Context(), httptest.NewRequest("GET", "/", nil)); err == nil {
			t.Errorf("a spent instance answered %d", res.StatusCode)
		}
	})
}

// TestClientGone: a client that gives up does not take the instance with it.
func TestClientGone(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, app(`(() => {
			let aborted = "no";
			return { default: { async fetch(request) {
				if (request.url.endsWith("/state")) return new Response(aborted);
				request.signal.addEventListener("abort", () => { aborted = request.signal.reason.name; });
				await new Promise((resolve) => setTimeout(resolve, 60000));
			} } };
		})()`))
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Millisecond, cancel)
		if _, err := i.Fetch(ctx, httptest.NewRequest("GET", "/wait", nil)); !errors.Is(err, context.Canceled) {
			t.Errorf("Fetch = %v, want Canceled", err)
		}
		if _, body := get(t, i, "/state"); body != "AbortError" {
			t.Errorf("aborted: %s, want AbortError", body)
		}
	})
}

func TestStreams(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, log := start(t, lib, fetchApp(`
			const { pathname } = new URL(request.url);
			const bytes = (text) => new TextEncoder().encode(text);
			if (pathname === "/echo") return new Response(request.body);
			if (pathname === "/parts") return new Response(new ReadableStream({
				async start(c) { for (const p of ["a", "b", "c"]) { c.enqueue(bytes(p)); await new Promise((r) => setTimeout(r, 1)); } c.close(); },
			}));
			if (pathname === "/hung") return new Response(new ReadableStream({ start(c) { c.enqueue(bytes("part")); }, pull: () => new Promise(() => {}) }));
			if (pathname === "/broken") return new Response(new ReadableStream({ pull(c) { c.error(new RangeError("mid")); } }));
			if (pathname === "/text") return new Response(new ReadableStream({ start(c) { c.enqueue("text"); c.close(); } }));
			return new Response(String((await request.arrayBuffer()).byteLength));`))
		if _, body := get(t, i, "/parts"); body != "abc" {
			t.Errorf("parts: %q", body)
		}
		big := bytes.Repeat([]byte("0123456789abcdef"), 1<<14) // longer than what is read ahead
		if _, body := do(t, i, httptest.NewRequest("POST", "/echo", bytes.NewReader(big))); body != string(big) {
			t.Errorf("echo: %d bytes, want %d", len(body), len(big))
		}
		unknown := httptest.NewRequest("POST", "/length", io.MultiReader(strings.NewReader("12"), strings.NewReader("345")))
		if _, body := do(t, i, unknown); body != "5" {
			t.Errorf("length: %q, want 5", body)
		}
		for path, want := range map[string]string{"/hung": worker.ErrHung.Error(), "/broken": "RangeError: mid", "/text": "a string, not a Uint8Array"} {
			res, err := i.Fetch(t.Context(), httptest.NewRequest("GET", path, nil))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadAll(res.Body); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: body ends with %v, want %q", path, err, want)
			}
			res.Body.Close()
		}
		if !strings.Contains(log.text(), "RangeError: mid") {
			t.Errorf("log is %q", log.text())
		}
	})
}

func TestCancelledStream(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, app(`(() => {
			let cancelled = "no";
			return { default: { fetch(request) {
				if (request.url.endsWith("/state")) return new Response(cancelled);
				return new Response(new ReadableStream({
					pull(c) { c.enqueue(new Uint8Array(10)); },
					cancel(reason) { cancelled = reason.name; },
				}));
			} } };
		})()`))
		res, err := i.Fetch(t.Context(), httptest.NewRequest("GET", "/", nil))
		if err != nil {
			t.Fatal(err)
		}
		if n, err := res.Body.Read(make([]byte, 4)); n != 4 || err != nil {
			t.Errorf("Read = %d, %v", n, err)
		}
		res.Body.Close()
		if _, body := get(t, i, "/state"); body != "AbortError" {
			t.Errorf("cancelled: %s, want AbortError", body)
		}
	})
}

func TestWaitUntil(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, log := start(t, lib, app(`(() => {
			const done = [];
			return { default: { fetch(request, env, ctx) {
				const { pathname } = new URL(request.url);
				if (pathname === "/state") return Response.json(done);
				if (pathname === "/never") ctx.waitUntil(new Promise(() => {}));
				else if (pathname === "/rejects") ctx.waitUntil(Promise.reject(new Error("in the background")));
				else ctx.waitUntil(new Promise((r) => setTimeout(r, 5)).then(() => done.push(pathname)));
				return new Response("answered");
			} } };
		})()`))
		for _, path := range []string{"/a", "/never", "/rejects"} {
			if _, body := get(t, i, path); body != "answered" {
				t.Errorf("%s: %q", path, body)
			}
			if err := i.Wait(t.Context()); err != nil {
				t.Error(err)
			}
		}
		if _, body := get(t, i, "/state"); body != `["/a"]` {
			t.Errorf("done: %s", body)
		}
		if !strings.Contains(log.text(), "in the background") {
			t.Errorf("log is %q", log.text())
		}
	})
}

// TestInterleave is what one Workers isolate does with two requests at once.
func TestInterleave(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, app(`(() => {
			const order = [];
			return { default: { async fetch(request) {
				const id = new URL(request.url).searchParams.get("id");
				if (id === null) return new Response(order.join(" "));
				order.push("in" + id);
				while (order.filter((x) => x.startsWith("in")).length < 2) await new Promise((r) => setTimeout(r, 1));
				await new Promise((r) => setTimeout(r, id === "1" ? 40 : 5));
				order.push("out" + id);
				return new Response(id);
			} } };
		})()`))
		var wg sync.WaitGroup
		for _, id := range []string{"1", "2"} {
			wg.Go(func() {
				if _, body := get(t, i, "/?id="+id); body != id {
					t.Errorf("request %s got %q", id, body)
				}
			})
		}
		wg.Wait()
		_, order := get(t, i, "/")
		if f := strings.Fields(order); len(f) != 4 || !slices.Equal(f[2:], []string{"out2", "out1"}) {
			t.Errorf("order is %q", order)
		}
	})
}

func TestPhases(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		r := phase.New(nil)
		src := app(`(() => {
			performance.mark("define:start");
			for (let i = 0; i < 1000; i++);
			performance.mark("define:end");
			const from = performance.now();
			for (let i = 0; i < 1000; i++);
			performance.measure("build", { start: from, end: performance.now() });
			return { default: { fetch() { return new Response("x") } } };
		})()`)
		i, err := worker.Start(t.Context(), worker.Config{Web: lib, Source: src, Phases: r})
		if err != nil {
			t.Fatal(err)
		}
		defer i.Close()
		for _, name := range []string{phase.Boot, phase.Parse, phase.Evaluate, phase.Define, phase.Build} {
			if e, ok := r.Profile().Phase(name); !ok || e.Cost.Wall <= 0 {
				t.Errorf("%s is %+v", name, e)
			}
		}
	})
}

func TestRebuild(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, app(`(() => {
			let n = 1;
			return { default: { fetch: () => new Response(String(n)) }, rebuild: async () => { await null; if (++n > 2) throw new Error("too often"); } };
		})()`))
		if err := i.Rebuild(t.Context()); err != nil {
			t.Error(err)
		}
		if _, body := get(t, i, "/"); body != "2" {
			t.Errorf("body is %q", body)
		}
		if err := i.Rebuild(t.Context()); err == nil || !strings.Contains(err.Error(), "too often") {
			t.Errorf("second rebuild: %v", err)
		}
		plain, _ := start(t, lib, fetchApp(``))
		if err := plain.Rebuild(t.Context()); !errors.Is(err, worker.ErrNoRebuild) {
			t.Errorf("Rebuild = %v, want ErrNoRebuild", err)
		}
	})
}

func TestUnhandledRejection(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, log := start(t, lib, fetchApp(`
			Promise.reject(new RangeError("nobody"));
			Promise.reject(new RangeError("somebody")).catch(() => {});
			return new Response("ok");`))
		get(t, i, "/")
		if text := log.text(); !strings.Contains(text, "nobody") || strings.Contains(text, "somebody") {
			t.Errorf("log is %q", text)
		}
	})
}

func TestClose(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, fetchApp(`return new Response("ok")`))
		if err := i.Close(); err != nil {
			t.Error(err)
		}
		if _, err := i.Fetch(t.Context(), httptest.NewRequest("GET", "/", nil)); !errors.Is(err, loop.ErrClosed) {
			t.Errorf("Fetch = %v, want ErrClosed", err)
		}
	})
}

// TestServeHTTP goes over a real socket: chunks come as they are made, HEAD has
// no body, and a body that breaks off is seen to.
func TestServeHTTP(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, fetchApp(`
			const { pathname } = new URL(request.url);
			if (pathname === "/cut") return new Response(new ReadableStream({ start(c) { c.enqueue(new Uint8Array([65])); }, pull: () => new Promise(() => {}) }));
			if (pathname === "/204") return new Response(null, { status: 204, headers: { "x-kept": "yes" } });
			return new Response(pathname + " " + request.headers.get("host"));`))
		server := httptest.NewServer(i)
		defer server.Close()
		res, err := http.Get(server.URL + "/path")
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(res.Body)
		if want := "/path " + strings.TrimPrefix(server.URL, "http://"); string(body) != want {
			t.Errorf("body is %q, want %q", body, want)
		}
		if res, err = http.Head(server.URL + "/path"); err != nil || res.StatusCode != 200 {
			t.Errorf("HEAD: %v, %v", res, err)
		}
		if res, err = http.Get(server.URL + "/204"); err != nil || res.StatusCode != 204 || res.Header.Get("x-kept") != "yes" {
			t.Errorf("204: %v, %v", res, err)
		}
		if res, err = http.Get(server.URL + "/cut"); err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(res.Body); err == nil || string(body) != "A" {
			t.Errorf("cut: %q, %v; want A and an error", body, err)
		}
	})
}

// BenchmarkFetch times a fetch without a recorder, and with one in alternate
// blocks; on/off is the median ratio of their CPU times.
func BenchmarkFetch(b *testing.B) {
	for name, lib := range libraries() {
		b.Run(name, func(b *testing.B) {
			off, on := benchInstance(b, lib, nil), benchInstance(b, lib, phase.New(nil))
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			const block = 20
			var ratios []float64
			for b.Loop() {
				first, second := off, on
				if len(ratios)%2 == 1 {
					first, second = on, off
				}
				x, y := fetchBlock(b, first, block), fetchBlock(b, second, block)
				if first == on {
					x, y = y, x
				}
				ratios = append(ratios, float64(y)/float64(x))
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "on/off")
			b.ReportMetric(float64(b.Elapsed())/float64(len(ratios)*2*block), "ns/fetch")
		})
	}
}

func benchInstance(b *testing.B, lib *web.Library, r *phase.Recorder) *worker.Instance {
	b.Helper()
	i, err := worker.Start(b.Context(), worker.Config{Web: lib, Source: fetchApp(`return new Response("ok")`), Phases: r})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { i.Close() })
	return i
}

// fetchBlock is the CPU time of this thread that n fetches take.
func fetchBlock(b *testing.B, i *worker.Instance, n int) time.Duration {
	start := phase.Read()
	for range n {
		res, err := i.Fetch(b.Context(), httptest.NewRequest("GET", "/", nil))
		if err != nil {
			b.Fatal(err)
		}
		res.Body.Close()
	}
	return phase.Read().Sub(start).Thread
}
