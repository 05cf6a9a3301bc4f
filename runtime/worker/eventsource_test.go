package worker_test

import (
	"fmt"
	"io"
	"net/http"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// TestEventSource connects to a server that breaks off after each event.
func TestEventSource(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/events", func(w http.ResponseWriter, r *http.Request) {
		last := r.Header.Get("Last-Event-ID")
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		fmt.Fprintf(w, "retry: 1\nid: %sä\ndata: %q %s %s\n\n", last, last, r.Header.Get("Accept"), r.Header.Get("Cache-Control"))
	})
	mux.Handle("/moved", http.RedirectHandler("/events", http.StatusFound))
	mux.HandleFunc("/text", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "data: a\n\n") })
	mux.HandleFunc("/gone", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) })
	src := fetchApp(`
		const source = new EventSource(env.ORIGIN + new URL(request.url).pathname);
		const log = [];
		await new Promise((done) => {
			for (const type of ["open", "error", "message"]) source.addEventListener(type, (event) => {
				log.push(type + source.readyState);
				if (type === "message") log.push(event.data, event.origin === env.ORIGIN);
				if (log.length > 9 || source.readyState === EventSource.CLOSED) done();
			});
		});
		source.close();
		return Response.json(log);`)
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i := online(t, lib, src, mux)
		first, second := `"open1","message1","\"\" text/event-stream no-cache",true,"error0"`, `"open1","message1","\"ä\" text/event-stream no-cache",true,"error0"`
		for path, want := range map[string]string{
			"/events": "[" + first + "," + second + "]",
			"/moved":  "[" + first + "," + second + "]",
			"/text":   `["error2"]`,
			"/gone":   `["error2"]`,
		} {
			if _, body := get(t, i, path); body != want {
				t.Errorf("%s: got  %s\nwant %s", path, body, want)
			}
		}
	})
}

func TestEventSourceAtTopLevel(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, err := worker.Start(t.Context(), worker.Config{Web: lib, Source: isolate.Source{Name: "worker.js", Text: `
			let error;
			try { new EventSource("http://a.test/") } catch (e) { error = String(e) }
			__host.module = { default: { fetch: () => new Response(error) } };`}})
		if err != nil {
			t.Fatal(err)
		}
		defer i.Close()
		if _, body := get(t, i, "/"); body != "NotSupportedError: An EventSource can only be created within the context of a worker request." {
			t.Error(body)
		}
	})
}
