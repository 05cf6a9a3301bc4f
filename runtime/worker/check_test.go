package worker_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// checked is what CheckSnapshot found, in one line a thing.
func checked(c *worker.Check) string {
	var all []string
	for _, d := range c.Differences {
		all = append(all, fmt.Sprintf("%s %s", d.Kind, d.Part))
	}
	for _, r := range c.Readings {
		where := "top"
		if r.InRequest {
			where = "request"
		}
		line := r.Position[:strings.LastIndex(r.Position, ":")] // columns are the engine's
		all = append(all, fmt.Sprintf("%s %s %s %d", where, r.API, line, r.Times))
	}
	return strings.Join(all, "\n")
}

func TestCheckSnapshot(t *testing.T) {
	for name, tc := range map[string]struct {
		top, handler string
		stage        worker.Stage
		frozen       bool
		want         []string
		honest       bool
	}{
		"honest": {handler: `return new Response("ok")`, honest: true},
		"fresh": {
			handler: `return new Response([Date.now(), Math.random(), crypto.randomUUID(), performance.now(), performance.timeOrigin, Math.floor(Math.random() * 10)].join(" "))`,
			want:    []string{"fresh body"}, honest: true,
		},
		"elapsed": {
			handler: `const start = Date.now(); await 1; return new Response(String(Date.now() - start))`,
			want:    []string{"fresh body"}, honest: true,
		},
		"Date.now": {
			top: `const at = Date.now();`, handler: `return new Response(String(at))`,
			want: []string{"kept body", "top Date.now worker.js:1 1"},
		},
		"Date.now, frozen": {
			top: `const at = Date.now();`, handler: `return new Response(String(at))`, frozen: true, honest: true,
		},
		"new Date": {
			top: `const at = new Date(), day = new Date(0);`, handler: `return new Response(at.toISOString() + day.toISOString())`,
			want: []string{"kept body", "top new Date() worker.js:1 1"},
		},
		"Date()": {
			top: `const at = Date();`, handler: `return Response.json(null, { headers: { at } })`,
			want: []string{"kept header At", "top Date() worker.js:1 1"},
		},
		"performance": {
			top: `const at = performance.now() + performance.timeOrigin;`, handler: `return new Response(String(at))`,
			want: []string{"kept body", "top performance.now worker.js:1 1", "top performance.timeOrigin worker.js:1 1"},
		},
		"Math.random": {
			top: `const id = () => Math.random(); const ids = [id(), id()];`, handler: `return new Response(ids.join(" "))`,
			want: []string{"kept body", "top Math.random worker.js:1 2"},
		},
		"read and not kept": {
			top: `Math.random();`, handler: `return new Response("ok")`,
			want: []string{"top Math.random worker.js:1 1"}, honest: true,
		},
		"request before": {
			top: `let id;`, handler: `id ??= crypto.randomUUID(); return new Response(id)`, stage: worker.StageWarm,
			want: []string{"kept body", "request crypto.randomUUID worker.js:3 1"},
		},
		"counts": {
			top: `let n = 0;`, handler: `return new Response(` + "`${++n} of ${request.url} at ${Date.now()}`" + `)`, stage: worker.StageWarm,
			want: []string{"changed body", "fresh body", "request Date.now worker.js:3 1"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			src := fetchApp(tc.handler)
			src.Text = tc.top + "\n" + src.Text
			stage := tc.stage
			if stage == "" {
				stage = worker.StageEvaluated
			}
			onSnapshotters(t, func(t *testing.T, lib *web.Library) {
				c, err := worker.CheckSnapshot(t.Context(), worker.Config{Web: lib, Source: src, FrozenClock: tc.frozen}, stage, getWarm)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := checked(c), strings.Join(tc.want, "\n"); got != want || c.Honest() != tc.honest {
					t.Errorf("found:\n%s\nhonest: %t\nwant:\n%s", got, c.Honest(), want)
				}
				if c.Stage != stage || c.Bytes <= 0 || c.Status != 200 {
					t.Errorf("stage %s, %d bytes, status %d", c.Stage, c.Bytes, c.Status)
				}
			})
		})
	}
}

func TestCheckSnapshotRefused(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		src := isolate.Source{Name: "worker.js", Text: `setTimeout(() => {}, 1)`}
		_, err := worker.CheckSnapshot(t.Context(), worker.Config{Web: lib, Source: src}, worker.StageEvaluated, getWarm)
		if err == nil || !strings.Contains(err.Error(), disallowed) {
			t.Errorf("error = %v, want that of Workers", err)
		}
		_, err = worker.CheckSnapshot(t.Context(), worker.Config{Web: lib, Source: fetchApp(``)}, worker.StageEvaluated, getWarm)
		if _, ok := lib.Engine().(isolate.Snapshotter); !ok && !errors.Is(err, worker.ErrNoSnapshots) {
			t.Errorf("error = %v, want ErrNoSnapshots", err)
		}
	})
}
