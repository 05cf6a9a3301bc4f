package worker_test

import (
	"testing"

	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// TestLargeRouter: a router that, as Hono's, makes one regular expression of 300 routes
// at the first request.
func TestLargeRouter(t *testing.T) {
	src := app(`(() => {
		const routes = Array.from({ length: 300 }, (_, i) => "/a" + i + "/([^/]+)");
		let matcher;
		return { default: { fetch(request) {
			matcher ??= new RegExp("^(?:" + routes.map((route) => route + "$()").join("|") + ")");
			const { pathname } = new URL(request.url), match = pathname.match(matcher);
			if (match === null) return new Response("none", { status: 404 });
			const found = match.indexOf("", 1);
			return new Response([found / 2 - 1, match[found - 1]].join());
		} } };
	})()`)
	ask := func(t *testing.T, i *worker.Instance) {
		t.Helper()
		for path, want := range map[string]string{"/a0/x": "0,x", "/a299/y": "299,y", "/a300/x": "none"} {
			if _, body := get(t, i, path); body != want {
				t.Errorf("%s: %s, want %s", path, body, want)
			}
		}
	}
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, src)
		ask(t, i)
	})
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		cfg := worker.Config{Web: lib, Source: src}
		for _, stage := range worker.Stages() {
			ask(t, startFrom(t, cfg, take(t, cfg, stage)))
		}
	})
}
