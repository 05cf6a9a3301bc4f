package worker_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// TestSnapshotReadPending takes a snapshot while Go reads a request's body for the app.
func TestSnapshotReadPending(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		upload, client := io.Pipe()
		defer client.Close()
		request := func() (*http.Request, error) {
			req := httptest.NewRequest("POST", "/up", upload)
			req.ContentLength = -1
			return req, nil
		}
		cfg := worker.Config{Web: lib, Source: fetchApp(`request.body.getReader().read(); await 1; return new Response("early")`)}
		s, err := worker.TakeSnapshot(t.Context(), cfg, worker.StageWarm, request)
		if err == nil {
			s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "1 pending operations are left, such as reading a request's body") {
			t.Errorf("error = %v, want that of a read that is pending", err)
		}
	})
}

// TestSnapshotAllPending names all timers that are pending, where the app's sources have them.
func TestSnapshotAllPending(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		src := bundled(t, lib, `export default { fetch(request, env, ctx) {
			setTimeout(() => {}, 1e6);
			const later = () => setInterval(() => {}, 1e6);
			later();
			clearTimeout(setTimeout(() => {}, 1e6));
			ctx.waitUntil(Promise.resolve());
			return new Response("x") } }`)
		_, err := worker.TakeSnapshot(t.Context(), worker.Config{Web: lib, Source: src}, worker.StageWarm, getWarm)
		if err == nil {
			t.Fatal("no error")
		}
		for _, want := range []string{"setTimeout at app.js:2:", "setInterval at app.js:3:"} {
			if n := strings.Count(err.Error(), want); n != 1 {
				t.Errorf("error = %v, with %q %d times", err, want, n)
			}
		}
		if n := strings.Count(err.Error(), "pending"); n != 2 {
			t.Errorf("error = %v, want 2 things that are pending", err)
		}
	})
}

// TestSnapshotMessagePending names what the app has posted to itself and has not got yet.
func TestSnapshotMessagePending(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		src := bundled(t, lib, `const { port1, port2 } = new MessageChannel();
			port1.onmessage = () => {};
			port2.postMessage("x");
			export default { fetch() { return new Response("x") } }`)
		_, err := worker.TakeSnapshot(t.Context(), worker.Config{Web: lib, Source: src}, worker.StageEvaluated, nil)
		if err == nil || !strings.Contains(err.Error(), "postMessage at app.js:3:") || strings.Contains(err.Error(), "are left") {
			t.Errorf("error = %v, want that of a message that is pending, alone", err)
		}
	})
}

// TestSnapshotSocketPending names a connection to the network.
func TestSnapshotSocketPending(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		server := httptest.NewServer(socketServer())
		defer server.Close()
		src := bundled(t, lib, `export default { async fetch(request, env) {
			const s = new WebSocket(env.ORIGIN + "/echo");
			await new Promise((resolve) => s.onopen = resolve);
			return new Response("x") } }`)
		cfg := worker.Config{Web: lib, Source: src, Outbound: web.Network(), Env: `{"ORIGIN":"` + server.URL + `"}`}
		_, err := worker.TakeSnapshot(t.Context(), cfg, worker.StageWarm, getWarm)
		if err == nil || !strings.Contains(err.Error(), "WebSocket to ws://") || !strings.Contains(err.Error(), "app.js:2:") || strings.Contains(err.Error(), "are left") {
			t.Errorf("error = %v, want that of a socket that is open, alone", err)
		}
	})
}

// TestSnapshotChannels has channels and pairs of a top level work in restored instances.
func TestSnapshotChannels(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		cfg := worker.Config{Web: lib, Source: app(`(() => {
			const { port1, port2 } = new MessageChannel();
			const [a, b] = Object.values(new WebSocketPair());
			a.accept();
			b.accept();
			b.onmessage = ({ data }) => port2.postMessage(data + "!");
			return { default: { fetch() {
				a.send("hi");
				return new Promise((resolve) => port1.onmessage = ({ data }) => resolve(new Response(data)));
			} } };
		})()`)}
		s, err := worker.TakeSnapshot(t.Context(), cfg, worker.StageEvaluated, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for range 2 {
			cfg.Snapshot = s
			i, err := worker.Start(t.Context(), cfg)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if _, body := get(t, i, "/"); body != "hi!" {
					t.Errorf("body is %q, want hi!", body)
				}
			}
			if err := i.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}
