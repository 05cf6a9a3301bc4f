package worker_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"example.com/thaw/runtime/web"
)

// TestEncodeBody holds what of a response with a content coding is compressed.
func TestEncodeBody(t *testing.T) {
	text := strings.Repeat("text ", 1000)
	src := fetchApp(`
		const text = "text ".repeat(1000);
		const stream = () => new ReadableStream({ start(c) { c.enqueue(new TextEncoder().encode(text)); c.close(); } });
		const gzip = { headers: { "content-encoding": "gzip", "content-length": "5000" } };
		switch (new URL(request.url).pathname) {
			case "/text": return new Response(text, gzip);
			case "/stream": return new Response(stream(), gzip);
			case "/br": return new Response(stream(), { headers: { "content-encoding": "br" } });
			case "/manual": return new Response(text, { ...gzip, encodeBody: "manual" });
			case "/clone": return new Response(text, { ...gzip, encodeBody: "manual" }).clone();
			case "/other": return new Response(text, { headers: { "content-encoding": "x" } });
			case "/empty": return new Response(null, { status: 204, headers: { "content-encoding": "gzip" } });
			case "/through": return fetch(env.ORIGIN);
			case "/wrapped": { const res = await fetch(env.ORIGIN); return new Response(res.body, res); }
			case "/wrong": try { new Response("", { encodeBody: "x" }) } catch (error) { return new Response(error.message); }
		}`)
	upstream := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		io.WriteString(z, text)
		z.Close()
	})
	decode := map[string]func(io.Reader) io.Reader{
		"gzip": func(r io.Reader) io.Reader {
			z, err := gzip.NewReader(r)
			if err != nil {
				t.Error(err)
				return r
			}
			return z
		},
		"br":    func(r io.Reader) io.Reader { return brotli.NewReader(r) },
		"plain": func(r io.Reader) io.Reader { return r },
	}
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i := online(t, lib, src, upstream)
		for path, want := range map[string][2]string{
			"/text": {"gzip", text}, "/stream": {"gzip", text}, "/br": {"br", text},
			"/manual": {"plain", text}, "/clone": {"plain", text}, "/other": {"plain", text}, "/empty": {"plain", ""},
			"/through": {"gzip", text}, "/wrapped": {"gzip", text},
			"/wrong": {"plain", `Failed to construct 'Response': encodeBody is neither "automatic" nor "manual"`},
		} {
			w := httptest.NewRecorder()
			i.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
			b, err := io.ReadAll(decode[want[0]](w.Body))
			if err != nil || string(b) != want[1] {
				t.Errorf("%s: %d bytes, %v; want %d bytes, %s", path, len(b), err, len(want[1]), want[0])
			}
			if length := w.Header().Get("Content-Length"); want[0] != "plain" && length != "" {
				t.Errorf("%s: has a Content-Length of %s", path, length)
			}
		}
	})
}
