package worker_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// online starts an app that has the network, and env.ORIGIN for a server that h is.
func online(t *testing.T, lib *web.Library, src isolate.Source, h http.Handler) *worker.Instance {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	i, err := worker.Start(context.Background(), worker.Config{
		Web: lib, Source: src, Outbound: web.Network(), Env: `{"ORIGIN":"` + server.URL + `"}`,
		Log: func(e web.Entry) { t.Logf("%s: %s", e.Level, e.Text) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { i.Close() })
	return i
}

// upstream is what the apps of this file fetch from.
func upstream() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/echo", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		header := func(name string) string { return fmt.Sprintf("%q", r.Header[name]) }
		w.Header().Add("X-Two", "1")
		w.Header().Add("X-Two", "2")
		fmt.Fprintf(w, "%s %s %q %s", r.Method, r.RequestURI, body, strings.Join([]string{
			header("X-A"), header("Content-Type"), header("Authorization"), header("Cookie"), r.UserAgent(), strconv.FormatInt(r.ContentLength, 10),
		}, " "))
	})
	mux.HandleFunc("/redirect/{status}", func(w http.ResponseWriter, r *http.Request) {
		status, _ := strconv.Atoi(r.PathValue("status"))
		w.Header()["Location"] = r.URL.Query()["to"]
		w.WriteHeader(status)
		io.WriteString(w, "moved")
	})
	mux.HandleFunc("/elsewhere", func(w http.ResponseWriter, r *http.Request) {
		_, port, _ := strings.Cut(r.Host, ":")
		http.Redirect(w, r, "http://localhost:"+port+"/echo", http.StatusTemporaryRedirect)
	})
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) })
	mux.HandleFunc("/coded/{coding}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", strings.TrimPrefix(r.PathValue("coding"), "raw-"))
		w.Write(encode(r.PathValue("coding"), "the text"))
	})
	mux.HandleFunc("/broken", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		io.WriteString(w, "not gzip at all")
	})
	mux.HandleFunc("/cut", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "100")
		io.WriteString(w, "part")
	})
	mux.HandleFunc("/status/{status}", func(w http.ResponseWriter, r *http.Request) {
		status, _ := strconv.Atoi(r.PathValue("status"))
		w.WriteHeader(status)
	})
	mux.HandleFunc("/hang", func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // net/http sees that the client has gone only after it
		<-r.Context().Done()
	})
	mux.HandleFunc("/drip", func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "first")
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	return mux
}

func encode(coding, text string) []byte {
	var b bytes.Buffer
	var w io.WriteCloser
	switch coding {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "deflate":
		w = zlib.NewWriter(&b)
	case "raw-deflate":
		w, _ = flate.NewWriter(&b, flate.DefaultCompression)
	case "br":
		w = brotli.NewWriter(&b)
	default:
		return []byte(text)
	}
	io.WriteString(w, text)
	w.Close()
	return b.Bytes()
}

// outbound is what an app gets of fetch, as JSON. O is the URL of upstream.
var outbound = []struct{ name, body, want string }{
	{
		"get", `const r = await fetch(O + "/echo?a=|b#frag", { headers: { "x-a": "1" } });
		return [r.status, r.statusText, r.ok, r.url === O + "/echo?a=|b", r.redirected, r.type, r.headers.get("x-two"), await r.text(), r.bodyUsed]`,
		`[200,"OK",true,true,false,"basic","1, 2","GET /echo?a=|b \"\" [\"1\"] [] [] [] thaw 0",true]`,
	},
	{
		"post", `const r = await fetch(new Request(O + "/echo", { method: "POST", body: new URLSearchParams("a=é"), headers: { "user-agent": "me", host: "evil", "content-length": "1" } })); return r.text()`,
		`"POST /echo \"a=%C3%A9\" [] [\"application/x-www-form-urlencoded;charset=UTF-8\"] [] [] me 8"`,
	},
	{
		"bytes", `return (await fetch(O + "/echo", { method: "PATCH", body: new Uint8Array([65, 66]) })).text()`,
		`"PATCH /echo \"AB\" [] [] [] [] thaw 2"`,
	},
	{
		"stream", `return (await fetch(O + "/echo", { method: "POST", body: stream("ab", "cd") })).text()`,
		`"POST /echo \"abcd\" [] [] [] [] thaw -1"`,
	},
	{
		"fixed", `const f = new FixedLengthStream(4); stream("ab", "cd").pipeTo(f.writable);
		return (await fetch(O + "/echo", { method: "POST", body: f.readable })).text()`,
		`"POST /echo \"abcd\" [] [] [] [] thaw 4"`,
	},
	{
		"upload fails", `return fails(fetch(O + "/echo", { method: "POST", body: new ReadableStream({ pull() { throw new Error("no more") } }) }))`,
		`"TypeError: fetch of O/echo failed: the request's body broke off: no more"`,
	},
	{
		"upload of text", `return fails(fetch(O + "/echo", { method: "POST", body: new ReadableStream({ pull(c) { c.enqueue("text") } }) }))`,
		`"TypeError: fetch of O/echo failed: the request's body broke off: a chunk is not a Uint8Array"`,
	},
	{"head", `const r = await fetch(O + "/echo", { method: "HEAD" }); return [r.body, await r.text()]`, `[null,""]`},
	{"204", `const r = await fetch(O + "/status/204"); return [r.status, r.body]`, `[204,null]`},
	{"404", `const r = await fetch(O + "/status/404"); return [r.status, r.ok, await r.text()]`, `[404,false,""]`},
	{
		"follow", `const r = await fetch(O + "/redirect/302?to=/echo%23there#here", { method: "POST", body: "x", headers: { authorization: "a", "x-a": "1" } });
		return [r.url === O + "/echo", r.redirected, await r.text()]`,
		`[true,true,"GET /echo \"\" [\"1\"] [] [\"a\"] [] thaw 0"]`,
	},
	{
		"301 PUT", `return (await fetch(O + "/redirect/301?to=/echo", { method: "PUT", body: "x" })).text()`,
		`"PUT /echo \"x\" [] [\"text/plain;charset=UTF-8\"] [] [] thaw 1"`,
	},
	{
		"303 PUT", `return (await fetch(O + "/redirect/303?to=/echo", { method: "PUT", body: "x" })).text()`,
		`"GET /echo \"\" [] [] [] [] thaw 0"`,
	},
	{
		"307", `return (await fetch(O + "/redirect/307?to=/echo", { method: "POST", body: "x" })).text()`,
		`"POST /echo \"x\" [] [\"text/plain;charset=UTF-8\"] [] [] thaw 1"`,
	},
	{
		"307 stream", `return fails(fetch(O + "/redirect/307?to=/echo", { method: "POST", body: stream("x") }))`,
		`"TypeError: fetch of O/redirect/307?to=/echo failed: the redirect (307) needs the request's body again, which is a stream"`,
	},
	{
		"cross-origin", `return (await fetch(O + "/elsewhere", { headers: { authorization: "a", cookie: "c", "x-a": "1" } })).text()`,
		`"GET /echo \"\" [\"1\"] [] [] [] thaw 0"`,
	},
	{
		"credentials", `return fails(fetch(O + "/redirect/302?to=http://u:p@b.test/"))`,
		`"TypeError: fetch of O/redirect/302?to=http://u:p@b.test/ failed: the redirect goes to a URL with credentials in it"`,
	},
	{
		"to no URL", `return fails(fetch(O + "/redirect/302?to=http://:x"))`,
		`"TypeError: fetch of O/redirect/302?to=http://:x failed: the redirect goes to \"http://:x\", which is not a URL"`,
	},
	{
		"to data:", `return fails(fetch(O + "/redirect/302?to=data:,x"))`,
		`"TypeError: fetch of O/redirect/302?to=data:,x failed: the redirect goes to the scheme data:"`,
	},
	{"to nowhere", `const r = await fetch(O + "/redirect/302"); return [r.status, await r.text()]`, `[302,"moved"]`},
	{"loop", `return fails(fetch(O + "/loop"))`, `"TypeError: fetch of O/loop failed: there are more than 20 redirects"`},
	{"manual", `const r = await fetch(O + "/redirect/302?to=/echo", { redirect: "manual" });
		return [r.status, r.headers.get("location"), r.type, r.redirected, await r.text()]`, `[302,"/echo","basic",false,"moved"]`},
	{
		"error", `return fails(fetch(O + "/redirect/302?to=/echo", { redirect: "error" }))`,
		`"TypeError: fetch of O/redirect/302?to=/echo failed: the response is a redirect (302), which redirect mode \"error\" forbids"`,
	},
	{
		"codings", `const text = async (coding) => { const r = await fetch(O + "/coded/" + coding); return [r.headers.get("content-encoding"), await r.text()] };
		return Promise.all(["gzip", "deflate", "raw-deflate", "br", "odd"].map(text))`,
		`[["gzip","the text"],["deflate","the text"],["deflate","the text"],["br","the text"],["odd","the text"]]`,
	},
	{
		"broken coding", `return fails((await fetch(O + "/broken")).text())`,
		`"TypeError: the response to fetch of O/broken broke off: gzip: invalid header"`,
	},
	{
		"cut", `return fails((await fetch(O + "/cut")).text())`,
		`"TypeError: the response to fetch of O/cut broke off: unexpected EOF"`,
	},
	{"aborted before", `return fails(fetch(O + "/echo", { signal: AbortSignal.abort("why") }))`, `"why"`},
	{
		"aborted in the head", `const c = new AbortController(); setTimeout(() => c.abort(), 20); return fails(fetch(O + "/hang", { signal: c.signal }))`,
		`"AbortError: This operation was aborted"`,
	},
	{
		"aborted in the body", `const c = new AbortController(); const r = await fetch(O + "/drip", { signal: c.signal }); const reader = r.body.getReader();
		const first = new TextDecoder().decode((await reader.read()).value); const rest = fails(reader.read()); c.abort(new Error("why")); return [first, await rest]`,
		`["first","Error: why"]`,
	},
	{
		"aborted by the request", `const c = new AbortController(); const req = new Request(O + "/hang", { signal: c.signal }); setTimeout(() => c.abort("gone"), 20); return fails(fetch(req))`,
		`"gone"`,
	},
	{"upload aborted", `const c = new AbortController(); let why; const p = fetch(O + "/hang", { method: "POST", signal: c.signal,
		body: new ReadableStream({ pull() { return new Promise(() => {}) }, cancel(reason) { why = reason } }) });
		setTimeout(() => c.abort("stop"), 20); return [await fails(p), why]`, `["stop","stop"]`},
	{"canceled", `const r = await fetch(O + "/drip"); const reader = r.body.getReader(); await reader.read(); await reader.cancel("enough"); return (await reader.read()).done`, `true`},
	{"byob", `const r = await fetch(O + "/echo"); const reader = r.body.getReader({ mode: "byob" });
		const { value } = await reader.read(new Uint8Array(3)); return String.fromCharCode(...value)`, `"GET"`},
	{"clone", `const r = await fetch(O + "/redirect/302?to=/echo"); const c = r.clone(); return [c.url === r.url, c.redirected, await c.text() === await r.text()]`, `[true,true,true]`},
	{"immutable", `return fails((async () => (await fetch(O + "/echo")).headers.set("a", "b"))())`, `"TypeError: Headers.set: these headers are immutable"`},
	{
		"integrity", `const get = (integrity) => fetch("data:,abc", { integrity }).then((r) => r.text(), (e) => e.message);
		return Promise.all(["sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=", "sha256-ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0 sha1-x", "sha256-AAAA", "sha512-AAAA sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=", "md5-x"].map(get))`,
		`["abc","abc","fetch of data:,abc failed: the response does not have the integrity that was asked for","fetch of data:,abc failed: the response does not have the integrity that was asked for","abc"]`,
	},
	{
		"blob", `const url = URL.createObjectURL(new Blob(["hello"], { type: "text/x" })); const r = await fetch(url);
		const part = await fetch(url, { headers: { range: "bytes=1-2" } }); const req = new Request(url); URL.revokeObjectURL(url);
		return [/^blob:null\/[0-9a-f-]{36}$/.test(url), r.headers.get("content-type"), r.headers.get("content-length"), await r.text(),
			part.status, part.headers.get("content-range"), await part.text(), await (await fetch(req)).text(), (await fails(fetch(url))).slice(-37)]`,
		`[true,"text/x","5","hello",206,"bytes 1-2/5","el","hello","there is no such blob: URL (any more)"]`,
	},
	{
		"schemes", `return Promise.all(["about:blank", "ftp://a/", "data:nothing"].map((url) => fails(fetch(url))))`,
		`["TypeError: fetch of about:blank failed: the scheme about: can't be fetched","TypeError: fetch of ftp://a/ failed: the scheme ftp: can't be fetched","TypeError: fetch of data:nothing failed: the data: URL has no comma"]`,
	},
	{"incoming", `return request.redirect`, `"manual"`},
	{
		"wrong", `return Promise.all([fails(fetch()), fails(fetch("/relative")), fails(fetch(O, { method: "GET", body: "x" })), fetch.length])`,
		`["TypeError: fetch: 1 argument required, but only 0 present","TypeError: Invalid URL: \"/relative\"","TypeError: Failed to construct 'Request': a GET request has no body",1]`,
	},
}

func TestOutbound(t *testing.T) {
	var functions strings.Builder
	for _, tc := range outbound {
		fmt.Fprintf(&functions, "%q: async (O, request) => { %s },\n", tc.name, tc.body)
	}
	src := isolate.Source{Name: "worker.js", Text: `
		const fails = (promise) => promise.then((value) => "fulfilled with " + value, String);
		const stream = (...chunks) => new ReadableStream({ pull(c) {
			if (chunks.length === 0) c.close(); else c.enqueue(new TextEncoder().encode(chunks.shift()));
		} });
		const functions = {` + functions.String() + `};
		__host.module = { default: { async fetch(request, env) {
			const name = decodeURIComponent(new URL(request.url).pathname.slice(1));
			return new Response(JSON.stringify(await functions[name](env.ORIGIN, request)).replaceAll(env.ORIGIN + "/", "O/"));
		} } };`}
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i := online(t, lib, src, upstream())
		for _, tc := range outbound {
			t.Run(tc.name, func(t *testing.T) {
				req := httptest.NewRequest("GET", "/", nil)
				req.URL.Path = "/" + tc.name
				if _, body := do(t, i, req); body != tc.want {
					t.Errorf("got  %s\nwant %s", body, tc.want)
				}
			})
		}
		if left := i.Left(); left.Pending != 0 {
			t.Errorf("left: %v", left)
		}
	})
}
