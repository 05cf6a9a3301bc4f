package worker_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
)

// socketServer is what the apps of this file connect to.
func socketServer() http.Handler {
	mux := http.NewServeMux()
	upgrade := func(serve func(conn net.Conn, r *http.Request)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			u := ws.HTTPUpgrader{Protocol: func(p string) bool { return p == "chat" }, Header: http.Header{"X-Saw": {r.Header.Get("X-A") + r.UserAgent()}}}
			conn, _, _, err := u.Upgrade(r, w)
			if err != nil {
				return
			}
			defer conn.Close()
			serve(conn, r)
		}
	}
	mux.HandleFunc("/echo", upgrade(func(conn net.Conn, _ *http.Request) {
		for {
			data, op, err := wsutil.ReadClientData(conn) // answers pings and close frames
			if err != nil {
				return
			}
			if err := wsutil.WriteServerMessage(conn, op, data); err != nil {
				return
			}
		}
	}))
	mux.HandleFunc("/close", upgrade(func(conn net.Conn, _ *http.Request) {
		ws.WriteFrame(conn, ws.NewPingFrame(nil))
		ws.WriteFrame(conn, ws.NewCloseFrame(ws.NewCloseFrameBody(4000, "go away")))
		io.Copy(io.Discard, conn)
	}))
	mux.HandleFunc("/cut", upgrade(func(conn net.Conn, _ *http.Request) {}))
	mux.HandleFunc("/masked", upgrade(func(conn net.Conn, _ *http.Request) {
		ws.WriteFrame(conn, ws.MaskFrame(ws.NewTextFrame([]byte("x"))))
		io.Copy(io.Discard, conn)
	}))
	mux.HandleFunc("/refuse", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Why", "tired")
		w.WriteHeader(http.StatusForbidden)
		io.WriteString(w, "no sockets here")
	})
	mux.HandleFunc("/wrong", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Upgrade", "websocket")
		w.Header().Set("Connection", "Upgrade")
		w.Header().Set("Sec-WebSocket-Accept", "nonsense")
		w.WriteHeader(http.StatusSwitchingProtocols)
	})
	mux.HandleFunc("/hang", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	return mux
}

// dialed is what an app sees of a socket that it opens. O is the URL of socketServer.
var dialed = []struct{ name, body, want string }{
	{
		"echo", `const s = new WebSocket(O + "/echo"); s.binaryType = "arraybuffer"; const states = [s.readyState]; await once(s, "open"); states.push(s.readyState);
		s.send("é"); const text = (await once(s, "message")).data; s.send(new Uint8Array([7])); const { data, origin } = await once(s, "message");
		s.close(1000, "bye"); states.push(s.readyState); const c = await once(s, "close");
		return [states, s.url === O.replace("http", "ws") + "/echo", text, new Uint8Array(data)[0], origin === O.replace("http", "ws"), c.code, c.reason, c.wasClean, s.readyState, s.protocol, s.extensions]`,
		`[[0,1,2],true,"é",7,true,1000,"",true,3,"",""]`,
	},
	{
		"blob", `const s = await open(O + "/echo"); s.send(new Blob(["a", "b"])); const { data } = await once(s, "message"); s.close(); return [data instanceof Blob, await data.text()]`,
		`[true,"ab"]`,
	},
	{"protocol", `const s = await open(O + "/echo", ["other", "chat"]); s.close(); return s.protocol`, `"chat"`},
	{"protocols that the server lacks", `return outcome(new WebSocket(O + "/echo", "other"))`, `["error WebSocket to W/echo: the server has none of the protocols","close 1006  false",3]`},
	{"closed by the server", `return outcome(new WebSocket(O + "/close"))`, `["open","close 4000 go away true",3]`},
	{"cut", `return outcome(new WebSocket(O + "/cut"))`, `["open","error WebSocket to W/cut: the peer disconnected without a close frame","close 1006  false",3]`},
	{"masked", `return outcome(new WebSocket(O + "/masked"))`, `["open","error WebSocket to W/masked: frames from server to client must be not masked","close 1006  false",3]`},
	{"refused", `return outcome(new WebSocket(O + "/refuse"))`, `["error WebSocket to W/refuse: the server answered the handshake with status 403","close 1006  false",3]`},
	{"wrong accept", `return outcome(new WebSocket(O + "/wrong"))`, `["error WebSocket to W/wrong: the server's Sec-WebSocket-Accept \"nonsense\" is not the answer to the handshake","close 1006  false",3]`},
	{
		"closed while connecting", `const s = new WebSocket(O + "/hang"); setTimeout(() => s.close(), 10); return outcome(s)`,
		`["error WebSocket to W/hang: it was closed before the connection was established","close 1006  false",3]`,
	},
	{
		"standard", `const s = new WebSocket(O + "/echo"); const names = [await name(() => s.send("x")), await name(() => s.close(1001)), await name(() => s.accept())];
		await once(s, "open"); s.close(); s.close(); s.send("12é"); return [...names, s.bufferedAmount, await name(() => new Response(null, { status: 101, webSocket: s }))]`,
		`["InvalidStateError","InvalidAccessError","TypeError",4,"none"]`,
	},
	{
		"fetch", `const r = await fetch(O + "/echo", { headers: { upgrade: "websocket", "x-a": "1", "sec-websocket-protocol": "chat" } }); const s = r.webSocket;
		const early = await name(() => s.send("x")); s.accept(); s.send("hi"); const { data } = await once(s, "message"); s.close(1011, "x");
		return [r.status, r.headers.get("x-saw"), r.body, early, data, s.protocol, (await once(s, "close")).code]`,
		`[101,"1thaw",null,"TypeError","hi","chat",1011]`,
	},
	{
		"fetch refused", `const r = await fetch(O + "/refuse", { headers: { upgrade: "websocket" } }); return [r.status, r.webSocket, r.headers.get("x-why"), await r.text()]`,
		`[403,null,"tired","no sockets here"]`,
	},
	{
		"fetch fails", `return [await fails(fetch(O + "/wrong", { headers: { upgrade: "websocket" } })), await fails(fetch(O + "/echo", { method: "POST", headers: { upgrade: "websocket" } }))]`,
		`["TypeError: fetch of O/wrong failed: the server's Sec-WebSocket-Accept \"nonsense\" is not the answer to the handshake","TypeError: fetch of O/echo failed: a WebSocket handshake is a GET request without a body"]`,
	},
	{"fetch aborted", `const c = new AbortController(); setTimeout(() => c.abort("why"), 10); return fails(fetch(O + "/hang", { signal: c.signal, headers: { upgrade: "websocket" } }))`, `"why"`},
	{"left open", `const s = await open(O + "/echo"); return s.readyState`, `1`},
	{"left connecting", `new WebSocket(O + "/hang"); return 1`, `1`},
}

func dialApp() isolate.Source {
	var functions strings.Builder
	for _, tc := range dialed {
		fmt.Fprintf(&functions, "%q: async (O) => { %s },\n", tc.name, tc.body)
	}
	return isolate.Source{Name: "worker.js", Text: `
		const fails = (promise) => promise.then((value) => "fulfilled with " + value, String);
		const name = async (f) => { try { f(); return "none"; } catch (e) { return e.name; } };
		const once = (target, type) => new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));
		const open = async (...args) => { const s = new WebSocket(...args); await once(s, "open"); return s; };
		const outcome = async (s) => {
			const events = [];
			s.onopen = () => events.push("open");
			s.onerror = (event) => events.push("error " + event.message);
			const { code, reason, wasClean } = await once(s, "close");
			return [...events, ["close", code, reason, wasClean].join(" "), s.readyState];
		};
		const functions = {` + functions.String() + `};
		__host.module = { default: { async fetch(request, env) {
			const name = decodeURIComponent(new URL(request.url).pathname.slice(1));
			const text = JSON.stringify(await functions[name](env.ORIGIN));
			return new Response(text.replaceAll(env.ORIGIN + "/", "O/").replaceAll(env.ORIGIN.replace("http", "ws") + "/", "W/"));
		} } };`}
}

func TestDialSocket(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i := online(t, lib, dialApp(), socketServer())
		for _, tc := range dialed {
			t.Run(tc.name, func(t *testing.T) {
				req := httptest.NewRequest("GET", "/", nil)
				req.URL.Path = "/" + tc.name
				if _, body := do(t, i, req); body != tc.want {
					t.Errorf("got  %s\nwant %s", body, tc.want)
				}
				if err := i.Idle(t.Context()); err != nil {
					t.Error(err)
				}
				if left := i.Left(); left != (loop.Counts{}) {
					t.Errorf("left: %v", left)
				}
				wantNoSockets(t)
			})
		}
	})
}

// TestNoNetworkForSockets has the policy of fetch hold for sockets.
func TestNoNetworkForSockets(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, fetchApp(`
			const s = new WebSocket("wss://a.test/");
			return new Response(await new Promise((resolve) => s.onerror = (event) => resolve(event.message)));`))
		want := "WebSocket to wss://a.test/: the network is closed to this app, and so is a.test"
		if _, body := get(t, i, "/"); !strings.HasPrefix(body, want) {
			t.Errorf("got %s, want %s", body, want)
		}
	})
}

// TestSocketProxy has a client talk to a server through an app that passes its socket on.
func TestSocketProxy(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i := online(t, lib, fetchApp(`
			const { status, headers, webSocket } = await fetch(env.ORIGIN + "/echo", request);
			return new Response(null, { status, headers, webSocket });`), socketServer())
		var served handlers
		server := httptest.NewServer(served.count(i))
		defer server.Close()
		p := connect(t, server.URL)
		p.send(ws.NewTextFrame([]byte("through")))
		p.want(ws.OpText, "through")
		p.send(ws.NewCloseFrame(ws.NewCloseFrameBody(4002, "")))
		p.want(ws.OpClose, closing(4002, ""))
		p.wantEnd()
		served.Wait()
		if err := i.Idle(t.Context()); err != nil {
			t.Error(err)
		}
		if left := i.Left(); left != (loop.Counts{}) {
			t.Errorf("left: %v", left)
		}
	})
}
