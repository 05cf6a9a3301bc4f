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
