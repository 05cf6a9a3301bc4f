package worker_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// errTransport fails every request.
type errTransport struct{}

func (errTransport) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("no route to it")
}

func TestNoOutbound(t *testing.T) {
	src := fetchApp(`return fetch("http://api.test:81/x").catch((error) => new Response(error.message + "|" + error.cause.message))`)
	tests := []struct {
		name     string
		outbound http.RoundTripper
		reason   string
	}{
		{"nil", nil, "the network is closed to this app, and so is api.test:81; Outbound of its Config opens it"},
		{"hint", web.NoNetwork("--network opens it"), "the network is closed to this app, and so is api.test:81; --network opens it"},
		{"error", errTransport{}, "no route to it"},
	}
	onEngines(t, func(t *testing.T, lib *web.Library) {
		for _, tc := range tests {
			t.Run(tc.name, func(t *testing.T) {
				i, err := worker.Start(t.Context(), worker.Config{Web: lib, Source: src, Outbound: tc.outbound})
				if err != nil {
					t.Fatal(err)
				}
				defer i.Close()
				want := "fetch of http://api.test:81/x failed: " + tc.reason + "|" + tc.reason
				if _, body := get(t, i, "/"); body != want {
					t.Errorf("got  %s\nwant %s", body, want)
				}
			})
		}
	})
}

func TestFetchAtTopLevel(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, isolate.Source{Name: "worker.js", Text: `
			const early = ["http://a.test/", "data:,x"].map((url) => fetch(url).catch(String));
			__host.module = { default: { async fetch() { return Response.json(await Promise.all(early)) } } };`})
		_, body := get(t, i, "/")
		if strings.Count(body, disallowed) != 2 {
			t.Errorf("got %s", body)
		}
	})
}

// A stillTransport never gets anywhere: /hang has no answer, and of /drip there
// is a response without an end. It tells when a request begins and
// when it is over.
type stillTransport struct{ begun, over chan string }

func newStillTransport() stillTransport {
	return stillTransport{make(chan string, 1), make(chan string, 1)}
}

func (s stillTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	path := req.URL.Path
	s.begun <- path
	context.AfterFunc(req.Context(), func() { s.over <- path })
	if path == "/drip" {
		body, _ := io.Pipe()
		return &http.Response{StatusCode: 200, Header: http.Header{}, Body: body}, nil
	}
	<-req.Context().Done()
	return nil, req.Context().Err()
}

// TestFetchEnds holds that what an app started and does not await ends with its
// request, or with waitUntil.
func TestFetchEnds(t *testing.T) {
	src := fetchApp(`
		const { pathname } = new URL(request.url);
		if (pathname === "/head") fetch("http://a.test/hang");
		if (pathname === "/upload") fetch("http://a.test/hang", { method: "POST", body: new ReadableStream() });
		if (pathname === "/body") await fetch("http://a.test/drip");
		if (pathname === "/global") globalThis.kept = await fetch("http://a.test/drip");
		if (pathname === "/wait") {
			const { body } = await fetch("http://a.test/drip");
			ctx.waitUntil(new Promise((resolve) => setTimeout(resolve, 10)));
		}
		return new Response("answer");`)
	onEngines(t, func(t *testing.T, lib *web.Library) {
		still := newStillTransport()
		i, err := worker.Start(t.Context(), worker.Config{Web: lib, Source: src, Outbound: still})
		if err != nil {
			t.Fatal(err)
		}
		defer i.Close()
		for _, path := range []string{"/head", "/upload", "/body", "/global", "/wait"} {
			if _, body := get(t, i, path); body != "answer" {
				t.Fatalf("%s: %s", path, body)
			}
			if err := i.Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
			<-still.begun
			<-still.over
		}
	})
}

// TestFetchEndsWithInstance closes an instance in the middle of fetches.
func TestFetchEndsWithInstance(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		for _, path := range []string{"/hang", "/drip"} {
			still := newStillTransport()
			i, err := worker.Start(t.Context(), worker.Config{
				Web: lib, Source: fetchApp(`return (await fetch("http://a.test` + path + `")).text()`), Outbound: still,
			})
			if err != nil {
				t.Fatal(err)
			}
			failed := make(chan error)
			go func() {
				_, err := i.Fetch(context.Background(), httptest.NewRequest("GET", "/", nil))
				failed <- err
			}()
			<-still.begun
			i.Close()
			<-still.over
			if err := <-failed; err == nil {
				t.Errorf("%s: Fetch succeeded", path)
			}
			if left := i.Left(); left.Timers != 0 || left.Tasks != 0 {
				t.Errorf("%s: left %v", path, left)
			}
		}
	})
}

// TestSnapshotWithFetch holds that a snapshot is refused while a fetch is pending.
func TestSnapshotWithFetch(t *testing.T) {
	lib, ok := libraries()["quickjs"]
	if !ok {
		t.Skip("quickjs is not installed")
	}
	server := httptest.NewServer(upstream())
	defer server.Close()
	src := fetchApp(`const res = await fetch(env.ORIGIN + "/drip"); await res.body.getReader().read(); return new Response("x")`)
	_, err := worker.TakeSnapshot(t.Context(), worker.Config{
		Web: lib, Source: src, Outbound: web.Network(), Env: `{"ORIGIN":"` + server.URL + `"}`,
	}, worker.StageWarm, getWarm)
	if want := "fetch of " + server.URL + "/drip at worker.js:2:"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q in it", err, want)
	}
}

// TestSnapshotWithoutNetwork holds that no snapshot remembers that there was no network.
func TestSnapshotWithoutNetwork(t *testing.T) {
	lib, ok := libraries()["quickjs"]
	if !ok {
		t.Skip("quickjs is not installed")
	}
	cfg := worker.Config{
		Web: lib, Outbound: web.NoNetwork("a flag opens it"),
		Source: fetchApp(`return fetch("http://api.test/").catch(() => new Response("offline"))`),
	}
	_, err := worker.TakeSnapshot(t.Context(), cfg, worker.StageWarm, getWarm)
	const want = "a fetch was refused, which all instances would remember: the network is closed to this app, and so is api.test; a flag opens it"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q in it", err, want)
	}
}

// TestLargeBodiesStream passes 100 MB from a server through the app to another
// one, and holds that neither side is far ahead of the other.
func TestLargeBodiesStream(t *testing.T) {
	const size = 100 << 20
	mux := http.NewServeMux()
	mux.HandleFunc("/down", func(w http.ResponseWriter, r *http.Request) {
		chunk := make([]byte, 64<<10)
		for range size / len(chunk) {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	})
	mux.HandleFunc("/up", func(w http.ResponseWriter, r *http.Request) {
		n, err := io.Copy(io.Discard, r.Body)
		if err != nil || n != size {
			http.Error(w, "cut", 500)
		}
	})
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i := online(t, lib, fetchApp(`
			const { body } = await fetch(env.ORIGIN + "/down");
			if (new URL(request.url).pathname === "/down") return new Response(body);
			return fetch(env.ORIGIN + "/up", { method: "POST", body });`), mux)
		var start, end runtime.MemStats
		runtime.ReadMemStats(&start)
		if status, body := get(t, i, "/up"); status != 200 {
			t.Fatal(status, body)
		}
		res, err := i.Fetch(t.Context(), httptest.NewRequest("GET", "/down", nil))
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if n, err := io.Copy(io.Discard, res.Body); n != size || err != nil {
			t.Fatalf("%d bytes, %v", n, err)
		}
		runtime.ReadMemStats(&end)
		if grown := int64(end.Sys) - int64(start.Sys); grown > 64<<20 {
			t.Errorf("the process grew by %d MB", grown>>20)
		}
	})
}

// TestSharedCaches has one instance find what another has put.
func TestSharedCaches(t *testing.T) {
	src := fetchApp(`
		if (request.method === "PUT") await caches.default.put("http://a.test/", new Response(request.body));
		return (await caches.default.match("http://a.test/")) ?? new Response("nothing");`)
	onEngines(t, func(t *testing.T, lib *web.Library) {
		shared := web.NewCacheStore(1 << 20)
		ask := func(method string, caches *web.CacheStore) string {
			i, err := worker.Start(t.Context(), worker.Config{Web: lib, Source: src, Caches: caches})
			if err != nil {
				t.Fatal(err)
			}
			defer i.Close()
			_, body := do(t, i, httptest.NewRequest(method, "/", strings.NewReader("kept")))
			return body
		}
		if got := []string{ask("PUT", shared), ask("GET", shared), ask("GET", nil)}; !slices.Equal(got, []string{"kept", "kept", "nothing"}) {
			t.Errorf("got %q", got)
		}
	})
}
