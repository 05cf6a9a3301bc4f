package worker_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/engines"
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

func TestTopLevelAwait(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, app(`(async () => {
			const digest = await crypto.subtle.digest("SHA-1", new Uint8Array(0));
			const text = await new Promise((resolve) => queueMicrotask(() => resolve("ready " + digest.byteLength)));
			return { default: { fetch: () => new Response(text) } };
		})()`))
		if _, body := get(t, i, "/"); body != "ready 20" {
			t.Errorf("body is %q", body)
		}
	})
}

// TestEndlessHandler spends the instance: nothing answers after it.
// TestClientGone: a client that gives up does not take the instance with it.
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

// TestServeHTTP goes over a real socket: chunks come as they are made, HEAD has
// no body, and a body that breaks off is seen to.
// BenchmarkFetch times a fetch without a recorder, and with one in alternate
// blocks; on/off is the median ratio of their CPU times.
// fetchBlock is the CPU time of this thread that n fetches take.
