package worker_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// socketApp is an app whose sockets have the given body; it has (request, server).
func socketApp(body string) isolate.Source {
	return fetchApp(`
		if (request.headers.get("upgrade") !== "websocket") return new Response(String(globalThis.state));
		const [client, server] = Object.values(new WebSocketPair());
		server.binaryType = "arraybuffer";
		` + body + `
		return new Response(null, { status: 101, webSocket: client, headers: { "sec-websocket-protocol": "chat" } });`)
}

// A peer is the client of an app's socket, frame by frame.
type peer struct {
	t    *testing.T
	conn net.Conn
	r    io.Reader
}

func connect(t *testing.T, url string) *peer {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	conn, r, hs, err := ws.Dialer{Protocols: []string{"chat", "other"}}.Dial(ctx, "ws"+strings.TrimPrefix(url, "http")+"/path")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if hs.Protocol != "chat" {
		t.Errorf("protocol %q, want chat", hs.Protocol)
	}
	p := &peer{t, conn, conn}
	if r != nil {
		p.r = io.MultiReader(r, conn)
	}
	return p
}

func (p *peer) send(f ws.Frame) {
	p.t.Helper()
	if err := ws.WriteFrame(p.conn, ws.MaskFrame(f)); err != nil {
		p.t.Fatal(err)
	}
}

// want reads a frame and compares.
func (p *peer) want(op ws.OpCode, payload string) {
	p.t.Helper()
	p.conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	f, err := ws.ReadFrame(p.r)
	if err != nil {
		p.t.Fatalf("want a frame %q: %v", payload, err)
	}
	if f.Header.OpCode != op || string(f.Payload) != payload {
		p.t.Fatalf("got frame %v %.100q, want %v %.100q", f.Header.OpCode, f.Payload, op, payload)
	}
}

func (p *peer) wantEnd() {
	p.t.Helper()
	p.conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	if f, err := ws.ReadFrame(p.r); err == nil {
		p.t.Fatalf("got %v %q, want the end", f.Header.OpCode, f.Payload)
	}
}

func closing(code ws.StatusCode, reason string) string {
	return string(ws.NewCloseFrameBody(code, reason))
}

const echo = `
	server.accept();
	server.addEventListener("message", ({ data }) => server.send(data));
	server.addEventListener("close", ({ code, reason, wasClean }) => { globalThis.state = [code, reason, wasClean, server.readyState].join(); });`

var socketCases = []struct {
	name, body string
	do         func(p *peer)
	state      string
}{
	{"echo", echo, func(p *peer) {
		p.send(ws.NewTextFrame([]byte("héllo")))
		p.want(ws.OpText, "héllo")
		p.send(ws.NewBinaryFrame([]byte{0, 255}))
		p.want(ws.OpBinary, "\x00\xff")
		p.send(ws.NewTextFrame(nil))
		p.want(ws.OpText, "")
		p.send(ws.NewCloseFrame(ws.NewCloseFrameBody(1000, "bye")))
		p.want(ws.OpClose, closing(1000, "bye"))
		p.wantEnd()
	}, "1000,bye,true,3"},
	{"large and fragmented", echo, func(p *peer) {
		big := bytes.Repeat([]byte("x"), 1<<20)
		p.send(ws.NewFrame(ws.OpBinary, false, big))
		p.send(ws.NewPingFrame([]byte("in between")))
		p.send(ws.NewFrame(ws.OpContinuation, true, big))
		p.want(ws.OpPong, "in between")
		p.want(ws.OpBinary, string(big)+string(big))
		p.send(ws.NewCloseFrame(nil))
		p.want(ws.OpClose, "")
		p.wantEnd()
	}, "1005,,true,3"},
	{"closed by the app", `server.accept(); server.send("first"); server.close(4000, "enough");
		server.onclose = ({ code, wasClean }) => { globalThis.state = [code, wasClean].join(); };`, func(p *peer) {
		p.want(ws.OpText, "first")
		p.want(ws.OpClose, closing(4000, "enough"))
		p.send(ws.NewCloseFrame(ws.NewCloseFrameBody(4000, "")))
		p.wantEnd()
	}, "4000,true"},
	{"half open", `server.accept({ allowHalfOpen: true });
		server.onclose = async ({ code }) => { await scheduler.wait(1); server.send("last"); server.close(4001); globalThis.state = server.readyState; };`, func(p *peer) {
		p.send(ws.NewCloseFrame(ws.NewCloseFrameBody(1000, "")))
		p.want(ws.OpText, "last")
		p.want(ws.OpClose, closing(4001, ""))
		p.wantEnd()
	}, "3"},
	{"half open for ever", `server.accept({ allowHalfOpen: true }); server.onclose = ({ code }) => { globalThis.state = code; };`, func(p *peer) {
		p.send(ws.NewCloseFrame(ws.NewCloseFrameBody(1001, "")))
		p.wantEnd()
	}, "1001"},
	{"not UTF-8", echo, func(p *peer) {
		p.send(ws.NewTextFrame([]byte("\xff")))
		p.want(ws.OpClose, closing(1007, ""))
		p.wantEnd()
	}, "1006,,false,3"},
	{"too large", echo, func(p *peer) {
		if err := ws.WriteHeader(p.conn, ws.Header{Fin: true, OpCode: ws.OpBinary, Masked: true, Length: 33 << 20}); err != nil {
			p.t.Fatal(err)
		}
		p.want(ws.OpClose, closing(1009, ""))
		p.wantEnd()
	}, "1006,,false,3"},
	{"not masked", echo, func(p *peer) {
		if err := ws.WriteFrame(p.conn, ws.NewTextFrame([]byte("x"))); err != nil {
			p.t.Fatal(err)
		}
		p.want(ws.OpClose, closing(1002, ""))
		p.wantEnd()
	}, "1006,,false,3"},
	{"a close code that is none", echo, func(p *peer) {
		p.send(ws.NewCloseFrame(ws.NewCloseFrameBody(1005, "")))
		p.want(ws.OpClose, closing(1002, ""))
		p.wantEnd()
	}, "1006,,false,3"},
	{"disconnected", echo, func(p *peer) { p.conn.Close() }, "1006,,false,3"},
	{"accepted late", `ctx.waitUntil(scheduler.wait(1).then(() => { ` + echo + ` }));`, func(p *peer) {
		p.send(ws.NewTextFrame([]byte("early")))
		p.want(ws.OpText, "early")
		p.send(ws.NewCloseFrame(nil))
		p.want(ws.OpClose, "")
	}, "1005,,true,3"},
	{"many", `server.accept(); server.onmessage = ({ data }) => { for (let i = 0; i < 100; i++) server.send(data + i); }; server.onclose = () => { globalThis.state = "over"; };`, func(p *peer) {
		for n := range 20 {
			p.send(ws.NewTextFrame(fmt.Appendf(nil, "%d-", n)))
		}
		for n := range 20 {
			for i := range 100 {
				p.want(ws.OpText, fmt.Sprintf("%d-%d", n, i))
			}
		}
		p.send(ws.NewCloseFrame(nil))
		p.want(ws.OpClose, "")
	}, "over"},
}

func TestSockets(t *testing.T) {
	for _, tc := range socketCases {
		t.Run(tc.name, func(t *testing.T) {
			onEngines(t, func(t *testing.T, lib *web.Library) {
				i, _ := start(t, lib, socketApp(tc.body))
				var served handlers
				server := httptest.NewServer(served.count(i))
				defer server.Close()
				tc.do(connect(t, server.URL))
				served.Wait()
				if _, state := get(t, i, "/"); state != tc.state {
					t.Errorf("state is %s, want %s", state, tc.state)
				}
				if left := i.Left(); left != (loop.Counts{}) {
					t.Errorf("left: %v", left)
				}
				wantNoSockets(t)
			})
		})
	}
}

// TestCloseWithSocket closes an instance that has a socket.
func TestCloseWithSocket(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, err := worker.Start(context.Background(), worker.Config{Web: lib, Source: socketApp(echo)})
		if err != nil {
			t.Fatal(err)
		}
		var served handlers
		server := httptest.NewServer(served.count(i))
		defer server.Close()
		p := connect(t, server.URL)
		p.send(ws.NewTextFrame([]byte("x")))
		p.want(ws.OpText, "x")
		if err := i.Close(); err != nil {
			t.Fatal(err)
		}
		p.wantEnd()
		served.Wait()
		wantNoSockets(t)
	})
}

func TestSocketRefusals(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, log := start(t, lib, fetchApp(`
			const [client, server] = Object.values(new WebSocketPair());
			const { pathname } = new URL(request.url);
			if (pathname === "/accepted") client.accept();
			if (pathname === "/twice") new Response(null, { status: 101, webSocket: client });
			server.accept();
			server.onclose = ({ code }) => console.log("closed " + code);
			return new Response(null, { status: 101, webSocket: client });`))
		var served handlers
		server := httptest.NewServer(served.count(i))
		defer server.Close()
		res, err := http.Get(server.URL + "/plain")
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		served.Wait()
		if log.text() != "log: closed 1006\n" {
			t.Errorf("after a handshake that failed, log is %q", log.text())
		}
		if res.StatusCode < 400 {
			t.Errorf("a request that is no handshake got status %d", res.StatusCode)
		}
		if _, body := get(t, i, "/accepted"); !strings.Contains(body, "after calling accept()") {
			t.Errorf("accepted: %q", body)
		}
		res, err = i.Fetch(t.Context(), httptest.NewRequest("GET", "/untaken", nil))
		if err != nil || res.StatusCode != http.StatusSwitchingProtocols {
			t.Fatalf("status %d, %v", res.StatusCode, err)
		}
		if _, err := io.ReadAll(res.Body); err != nil {
			t.Error(err)
		}
		res.Body.Close()
		if err := i.Idle(t.Context()); err != nil {
			t.Fatal(err)
		}
		if strings.Count(log.text(), "closed 1006") != 2 {
			t.Errorf("log is %q", log.text())
		}
	})
}

// BenchmarkSocketEcho is a message there and back over loopback.
func BenchmarkSocketEcho(b *testing.B) {
	for name, lib := range libraries() {
		b.Run(name, func(b *testing.B) {
			i, err := worker.Start(b.Context(), worker.Config{Web: lib, Source: socketApp(echo)})
			if err != nil {
				b.Fatal(err)
			}
			defer i.Close()
			server := httptest.NewServer(i)
			defer server.Close()
			conn, _, _, err := ws.Dialer{Protocols: []string{"chat"}}.Dial(b.Context(), "ws"+strings.TrimPrefix(server.URL, "http"))
			if err != nil {
				b.Fatal(err)
			}
			defer conn.Close()
			for b.Loop() {
				if err := wsutil.WriteClientText(conn, []byte("hello")); err != nil {
					b.Fatal(err)
				}
				if _, _, err := wsutil.ReadServerData(conn); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// wantNoSockets waits for the goroutines of sockets to end.
func wantNoSockets(t *testing.T) {
	t.Helper()
	stacks := make([]byte, 1<<20)
	for deadline := time.Now().Add(10 * time.Second); ; runtime.Gosched() {
		n := runtime.Stack(stacks, true)
		if !bytes.Contains(stacks[:n], []byte("web.(*Socket).")) {
			return
		}
		if time.Now().After(deadline) {
			t.Errorf("goroutines of sockets are left:\n%s", stacks[:n])
			return
		}
	}
}

// handlers waits for the ends of a handler's calls.
type handlers struct{ sync.WaitGroup }

func (s *handlers) count(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Add(1)
		defer s.Done()
		h.ServeHTTP(w, r)
	})
}
