package worker_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// onSnapshotters runs a subtest for each engine that has snapshots.
func onSnapshotters(t *testing.T, f func(t *testing.T, lib *web.Library)) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		if _, ok := lib.Engine().(isolate.Snapshotter); !ok {
			t.Skip("no snapshots")
		}
		f(t, lib)
	})
}

// getWarm is the request before a snapshot.
func getWarm() (*http.Request, error) { return httptest.NewRequest("GET", "/warm", nil), nil }

// take takes a snapshot that is closed when the test ends.
func take(t testing.TB, cfg worker.Config, stage worker.Stage) *worker.Snapshot {
	t.Helper()
	s, err := worker.TakeSnapshot(t.Context(), cfg, stage, getWarm)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// startFrom starts an instance from a snapshot.
func startFrom(t testing.TB, cfg worker.Config, s *worker.Snapshot) *worker.Instance {
	t.Helper()
	cfg.Snapshot = s
	i, err := worker.Start(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := i.Close(); err != nil {
			t.Error(err)
		}
	})
	return i
}

func TestSnapshotStages(t *testing.T) {
	src := app(`(() => {
		let evaluated = 0, requests = 0; evaluated++;
		globalThis.top = (globalThis.top ?? 0) + evaluated;
		return { default: { async fetch(request, env) {
			await new Promise((r) => setTimeout(r, 1));
			requests++;
			const url = new URL(request.url), body = await request.text();
			return new Response([top, requests, url.pathname, body, env.name, request.headers.get("x-a")].join(), { status: 201, headers: { "x-b": "c" } });
		} } };
	})()`)
	want := map[worker.Stage]string{
		worker.StageBase: "1,1,/r,body,n,1", worker.StageEvaluated: "1,1,/r,body,n,1", worker.StageWarm: "1,2,/r,body,n,1",
	}
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		cfg := worker.Config{Web: lib, Source: src, Env: `{"name":"n"}`}
		for _, stage := range worker.Stages() {
			t.Run(string(stage), func(t *testing.T) {
				s := take(t, cfg, stage)
				if s.Stage() != stage || s.Bytes() <= 0 {
					t.Errorf("stage %s, %d bytes", s.Stage(), s.Bytes())
				}
				for range 2 {
					i := startFrom(t, cfg, s)
					req := httptest.NewRequest("POST", "/r", strings.NewReader("body"))
					req.Header.Set("x-a", "1")
					res, err := i.Fetch(t.Context(), req)
					if err != nil {
						t.Fatal(err)
					}
					body, err := io.ReadAll(res.Body)
					if err != nil || res.StatusCode != 201 || res.Header.Get("x-b") != "c" || string(body) != want[stage] {
						t.Errorf("got %d %v %q, %v, want %q", res.StatusCode, res.Header, body, err, want[stage])
					}
					if left := i.Left(); left != (loop.Counts{}) {
						t.Errorf("left: %v", left)
					}
				}
			})
		}
	})
}

// TestSnapshotFresh holds that what must be new in each instance is.
func TestSnapshotFresh(t *testing.T) {
	src := fetchApp(`
		env.seen = (env.seen ?? 0) + 1;
		return Response.json({ random: Math.random(), uuid: crypto.randomUUID(), bytes: [...crypto.getRandomValues(new Uint8Array(8))].join(),
			origin: performance.timeOrigin, now: performance.now(), date: Date.now(), marks: performance.getEntries().length, seen: env.seen });`)
	src.Text = `performance.mark("top"); console.time("top"); Math.random(); ` + src.Text
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		for _, stage := range []worker.Stage{worker.StageEvaluated, worker.StageWarm} {
			t.Run(string(stage), func(t *testing.T) {
				cfg := worker.Config{Web: lib, Source: src}
				s := take(t, cfg, stage)
				before := float64(time.Now().UnixNano()) / 1e6
				a, b := getFresh(t, startFrom(t, cfg, s)), getFresh(t, startFrom(t, cfg, s))
				for name, same := range map[string]bool{
					"Math.random": a.Random == b.Random, "randomUUID": a.UUID == b.UUID, "getRandomValues": a.Bytes == b.Bytes, "timeOrigin": a.Origin == b.Origin,
				} {
					if same {
						t.Errorf("%s is the same in two instances: %+v", name, a)
					}
				}
				if a.Origin < before-1 || a.Now < 0 || a.Now > 60_000 || a.Date < before-1 {
					t.Errorf("times are not of this instance, which was started at %v: %+v", before, a)
				}
				if a.Marks != 0 {
					t.Errorf("%v marks of another time origin are left", a.Marks)
				}
				if a.Seen != 1 || b.Seen != 1 {
					t.Errorf("env was changed by another instance: %v, %v", a.Seen, b.Seen)
				}
			})
		}
	})
}

// fresh is what the app of TestSnapshotFresh answers.
type fresh struct {
	Random, Origin, Now, Date, Marks, Seen float64
	UUID, Bytes                            string
}

func getFresh(t *testing.T, i *worker.Instance) (f fresh) {
	t.Helper()
	_, body := get(t, i, "/")
	if err := json.Unmarshal([]byte(body), &f); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return f
}

// TestSnapshotRefusals is what an app must not do before its snapshot is taken.
func TestSnapshotRefusals(t *testing.T) {
	handler := `__host.module = { default: { fetch: () => new Response("x") } };`
	warm := func(body string) string { return fetchApp(body).Text }
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		for name, tc := range map[string]struct{ text, want string }{
			"setTimeout":      {`setTimeout(() => {}, 1);` + handler, disallowed},
			"setInterval":     {`setInterval(() => {}, 1);` + handler, disallowed},
			"getRandomValues": {`crypto.getRandomValues(new Uint8Array(1));` + handler, disallowed},
			"randomUUID":      {`crypto.randomUUID();` + handler, disallowed},
			"no handler":      {`__host.module = {};`, "no fetch handler"},
			"throws":          {`throw new RangeError("top")`, "top"},
			"timer left":      {warm(`setTimeout(() => {}, 1e6); return new Response("x")`), "setTimeout at worker.js:2:"},
			"interval left":   {warm(`setInterval(() => {}, 1e6); return new Response("x")`), "setInterval at worker.js:"},
			"waitUntil left":  {warm(`ctx.waitUntil(new Promise(() => {})); return new Response("x")`), "waitUntil at worker.js:"},
			"signal left":     {warm(`AbortSignal.timeout(1e6); return new Response("x")`), "setTimeout at worker.js:"},
			"handler throws":  {warm(`throw new RangeError("in the handler")`), "in the handler"},
			"hangs":           {warm(`await new Promise(() => {})`), "never"},
		} {
			cfg := worker.Config{Web: lib, Source: isolate.Source{Name: "worker.js", Text: tc.text}}
			s, err := worker.TakeSnapshot(t.Context(), cfg, worker.StageWarm, getWarm)
			if err == nil {
				t.Errorf("%s: no error", name)
				s.Close()
			} else if !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%s: error = %v, want %q", name, err, tc.want)
			}
		}
	})
}

// TestSnapshotAllows is what Workers allow at the top level, too.
func TestSnapshotAllows(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		src := fetchApp(`await new Promise((r) => setTimeout(r, 1)); return new Response(await ready)`)
		src.Text = `const ready = (async () => { await null; clearTimeout(); Math.random(); Date.now();
			const d = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(1)));
			return new Promise((resolve) => queueMicrotask(() => resolve(String(d[0])))) })();` + src.Text
		cfg := worker.Config{Web: lib, Source: src}
		if _, body := get(t, startFrom(t, cfg, take(t, cfg, worker.StageEvaluated)), "/"); body != "110" {
			t.Errorf("body is %q", body)
		}
	})
}

func TestSnapshotMismatch(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		cfg := worker.Config{Web: lib, Source: fetchApp(`return new Response("x")`), Env: `{"a":1}`, Location: "http://a/"}
		s := take(t, cfg, worker.StageEvaluated)
		base := take(t, cfg, worker.StageBase)
		for what, change := range map[string]func(*worker.Config){
			"bundle":        func(c *worker.Config) { c.Source.Text += " " },
			"env":           func(c *worker.Config) { c.Env = `{"a":2}` },
			"location":      func(c *worker.Config) { c.Location = "http://b/" },
			"kind of clock": func(c *worker.Config) { c.FrozenClock = true },
			"engine":        func(c *worker.Config) { c.Web = libraries()["goja"] },
		} {
			other := cfg
			change(&other)
			other.Snapshot = s
			if _, err := worker.Start(t.Context(), other); err == nil || !strings.Contains(err.Error(), "another "+what) {
				t.Errorf("%s: error = %v", what, err)
			}
			other.Snapshot = base
			i, err := worker.Start(t.Context(), other)
			if own := what == "bundle" || what == "env"; own != (err == nil) {
				t.Errorf("%s: from a snapshot without an app: error = %v", what, err)
			}
			if err == nil {
				i.Close()
			}
		}
	})
}

// TestSnapshotPhases holds which phases a start from a snapshot has.
func TestSnapshotPhases(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		cfg := worker.Config{Web: lib, Source: app(`(() => { performance.mark("define:start"); performance.mark("define:end");
			return { default: { fetch: () => new Response("x") } } })()`)}
		for stage, want := range map[worker.Stage]string{
			worker.StageBase: "boot parse define evaluate", worker.StageEvaluated: "boot", worker.StageWarm: "boot",
		} {
			from := cfg
			from.Phases = phase.New(nil)
			startFrom(t, from, take(t, cfg, stage))
			for _, name := range []string{phase.Boot, phase.Parse, phase.Define, phase.Evaluate} {
				if _, ok := from.Phases.Profile().Phase(name); ok != strings.Contains(want, name) {
					t.Errorf("%s: %s recorded: %t", stage, name, ok)
				}
			}
		}
	})
}

func TestSnapshotStack(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		var text string
		cfg := worker.Config{Web: lib, Source: fetchApp(`throw new RangeError("no")`), Log: func(e web.Entry) { text += e.Text }}
		cfg.Source.Map = isolate.NewSourceMap([]byte(`{"version":3,"sources":["app.ts"],"names":[],"mappings":";AAuCA"}`)) // line 2 is app.ts:40
		get(t, startFrom(t, cfg, take(t, cfg, worker.StageEvaluated)), "/")
		if !strings.Contains(text, "app.ts:40:") {
			t.Errorf("log is %q, want a stack in app.ts:40", text)
		}
	})
}

func TestNoSnapshots(t *testing.T) {
	lib := libraries()["goja"]
	_, err := worker.TakeSnapshot(t.Context(), worker.Config{Web: lib, Source: fetchApp(``)}, worker.StageBase, nil)
	if !errors.Is(err, worker.ErrNoSnapshots) || !strings.Contains(err.Error(), "goja") {
		t.Errorf("error = %v, want ErrNoSnapshots of goja", err)
	}
}
