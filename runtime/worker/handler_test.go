package worker_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// exchangeRaw sends a request as it is written, and returns the connection and its response.
func exchangeRaw(t *testing.T, server *httptest.Server, request string) (net.Conn, *http.Response) {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	method, _, _ := strings.Cut(request, " ")
	res, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	if err != nil {
		t.Fatalf("%q: %v", request, err)
	}
	return conn, res
}

// TestServeHTTPHeader has what net/http would add, guess or refuse.
func TestServeHTTPHeader(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, fetchApp(`
			const { pathname, searchParams } = new URL(request.url);
			if (pathname === "/request") return new Response([request.body === null, ["content-length", "transfer-encoding"].map((name) => request.headers.get(name))].join());
			const headers = Object.fromEntries(searchParams);
			return new Response(pathname === "/null" ? null : new TextEncoder().encode("<p>abc"), { headers });`))
		server := httptest.NewServer(i)
		defer server.Close()
		for _, tt := range []struct{ request, header, body string }{
			{"GET /", "[] [6] []", "<p>abc"}, // no Content-Type is guessed
			{"GET /?content-length=10", "[] [6] []", "<p>abc"},
			{"GET /?content-length=3", "[] [6] []", "<p>abc"},
			{"GET /?content-length=x", "[] [6] []", "<p>abc"},
			{"GET /?transfer-encoding=chunked&content-type=a/b", "[a/b] [6] []", "<p>abc"},
			{"GET /null?content-length=10", "[] [0] []", ""},
			{"HEAD /null?content-length=10", "[] [10] []", ""},
			{"HEAD /?content-length=10", "[] [10] []", ""},
			{"HEAD /", "[] [6] []", ""},
		} {
			_, res := exchangeRaw(t, server, tt.request+" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
			body, err := io.ReadAll(res.Body)
			header := fmt.Sprint(res.Header["Content-Type"], res.Header["Content-Length"], res.TransferEncoding)
			if err != nil || header != tt.header || string(body) != tt.body {
				t.Errorf("%s: %s, %q, %v, want %s, %q", tt.request, header, body, err, tt.header, tt.body)
			}
		}
		for request, want := range map[string]string{
			"POST /request HTTP/1.1\r\nHost: x\r\n\r\n":                                             "true,,",
			"POST /request HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n":                        "false,0,",
			"GET /request HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n":                         "true,0,",
			"POST /request HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n":      "false,,chunked",
			"PUT /request HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc": "false,3,",
		} {
			_, res := exchangeRaw(t, server, request)
			if body, err := io.ReadAll(res.Body); err != nil || string(body) != want {
				t.Errorf("%q: %q, %v, want %q", request, body, err, want)
			}
		}
	})
}

// TestServeHTTPCancels has a client ask for the head of a stream without end, and another go
// away in the midst of it. Each cancels the stream at once.
func TestServeHTTPCancels(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		logged := make(chan string, 2)
		i, err := worker.Start(t.Context(), worker.Config{Web: lib, Log: func(e web.Entry) { logged <- e.Text }, Source: fetchApp(`
			return new Response(new ReadableStream({
				async pull(c) { await new Promise((r) => setTimeout(r, 1)); c.enqueue(new Uint8Array(10)); },
				cancel(reason) { console.log("canceled " + request.method, reason.name); },
			}));`)})
		if err != nil {
			t.Fatal(err)
		}
		defer i.Close()
		server := httptest.NewServer(i)
		defer server.Close()
		if _, res := exchangeRaw(t, server, "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n"); res.StatusCode != 200 {
			t.Error(res.Status)
		}
		if got := <-logged; got != "canceled HEAD AbortError" {
			t.Error(got)
		}
		conn, res := exchangeRaw(t, server, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		if _, err := io.ReadFull(res.Body, make([]byte, 100)); err != nil {
			t.Error(err)
		}
		conn.Close()
		if got := <-logged; got != "canceled GET AbortError" {
			t.Error(got)
		}
	})
}
