package worker_test

import (
	"strings"
	"testing"

	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// TestMessageThatNobodySends has handlers wait for a port, a channel and a socket
// that keep nothing alive by themselves.
func TestMessageThatNobodySends(t *testing.T) {
	for name, wait := range map[string]string{
		"MessagePort":      `new MessageChannel().port1.onmessage = resolve;`,
		"BroadcastChannel": `new BroadcastChannel("b").onmessage = resolve;`,
		"WebSocketPair":    `const s = new WebSocketPair()[1]; s.accept(); s.onmessage = resolve;`,
		"ReadableStream":   `const r = new ReadableStream(); structuredClone(r, { transfer: [r] }).getReader().read().then(resolve);`,
	} {
		t.Run(name, func(t *testing.T) {
			onEngines(t, func(t *testing.T, lib *web.Library) {
				i, _ := start(t, lib, fetchApp(`return new Promise((resolve) => { `+wait+` });`))
				if status, body := get(t, i, "/"); status != 500 || !strings.Contains(body, worker.ErrHung.Error()) {
					t.Errorf("status %d, body %q; want that it can never happen", status, body)
				}
			})
		})
	}
}

// TestMessagesBetweenRequests has one request answered by what another one posts.
func TestMessagesBetweenRequests(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, app(`(() => {
			const { port1, port2 } = new MessageChannel();
			let got = [];
			port1.onmessage = ({ data }) => got.push(data);
			return { default: { fetch(request) {
				if (request.url.endsWith("/got")) return new Response(got.join());
				port2.postMessage(request.url.slice(-1));
				return new Response("posted");
			} } };
		})()`))
		get(t, i, "/1")
		get(t, i, "/2")
		if _, body := get(t, i, "/got"); body != "1,2" {
			t.Errorf("got %q, want 1,2", body)
		}
	})
}
