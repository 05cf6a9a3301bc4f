package worker_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

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

// TestUploadStream reads an upload that is streamed into views, and one that outlives
// its response, which breaks off.
func TestUploadStream(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		logged := make(chan string, 1)
		i, err := worker.Start(t.Context(), worker.Config{
			Web: lib, Log: func(e web.Entry) { logged <- e.Text },
			Source: app(`{ default: { async fetch(request, env, ctx) {
				if (request.url.endsWith("/early")) {
					ctx.waitUntil(request.text().catch((error) => console.log(error.name)));
					return new Response("early");
				}
				const reader = request.body.getReader({ mode: "byob" });
				let n = 0;
				for (;;) {
					const { value, done } = await reader.read(new Uint8Array(1000));
					if (done) return new Response([n, value.length].join());
					n += value.length;
				}
			} } }`),
		})
		if err != nil {
			t.Fatal(err)
		}
		defer i.Close()
		const size = 200_000
		if _, body := do(t, i, httptest.NewRequest("POST", "/", strings.NewReader(strings.Repeat("x", size)))); body != "200000,0" {
			t.Errorf("into views: %q", body)
		}
		server := httptest.NewServer(i)
		defer server.Close()
		res, err := http.Post(server.URL+"/early", "text/plain", strings.NewReader(strings.Repeat("x", size)))
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if got := <-logged; got != "TypeError" {
			t.Errorf("after the response: %s", got)
		}
	})
}
