package worker_test

import (
	"os"
	"path/filepath"
	"testing"

	"example.com/thaw/bundler"
	"example.com/thaw/isolate"
	"example.com/thaw/runtime/engines"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// envApp imports env, reads it at its top level, and changes it in its handler.
const envApp = `
import { env, waitUntil } from "cloudflare:workers";
const top = env.name, keys = Object.keys(env).join();
let refused = "";
try { waitUntil(Promise.resolve()) } catch (error) { refused = error.message.slice(0, 10) }
let waited = 0;
export default {
  async fetch(request, given) {
    waitUntil(Promise.resolve().then(() => waited++));
    await 1;
    await 1;
    const answer = [top, keys, refused, env === given, env.name, env.more ?? "none", env.list.length, waited].join(" ");
    env.more = env.name = "changed";
    env.list.push(1);
    return new Response(answer);
  },
};`

func bundled(t *testing.T, lib *web.Library, text string) isolate.Source {
	t.Helper()
	entry := filepath.Join(t.TempDir(), "app.js")
	if err := os.WriteFile(entry, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	kind, err := engines.Lookup(lib.Engine().Info().Name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := kind.Load(t.Context(), entry, bundler.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return engines.Source(b)
}

func TestImportedEnv(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		cfg := worker.Config{Web: lib, Source: bundled(t, lib, envApp), Env: `{"name":"n","list":[],"__proto__":1}`}
		i, err := worker.Start(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer i.Close()
		if _, body := get(t, i, "/"); body != "n name,list,__proto__ Disallowed true n none 0 1" {
			t.Errorf("answer is %q", body)
		}
		if _, body := get(t, i, "/"); body != "n name,list,__proto__ Disallowed true changed changed 1 2" {
			t.Errorf("the second answer is %q", body)
		}
	})
}

// TestImportedEnvSnapshot holds that env is new in each instance, where it was imported too.
func TestImportedEnvSnapshot(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		cfg := worker.Config{Web: lib, Source: bundled(t, lib, envApp), Env: `{"name":"n","list":[]}`}
		base := take(t, worker.Config{Web: lib, Env: `{"name":"other","old":1}`}, worker.StageBase)
		for want, s := range map[string]*worker.Snapshot{
			"n name,list Disallowed true n none 0 1": base,
			"n name,list Disallowed true n none 0 2": take(t, cfg, worker.StageWarm),
		} {
			for range 2 {
				if _, body := get(t, startFrom(t, cfg, s), "/"); body != want {
					t.Errorf("%s: answer is %q, want %q", s.Stage(), body, want)
				}
			}
		}
	})
}

// TestFrozenEnv is an app that no instance can give its env anew.
func TestFrozenEnv(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		src := bundled(t, lib, `import { env } from "cloudflare:workers"; Object.freeze(env);
			export default { fetch: (request, given) => new Response(env.name + given.name) }`)
		cfg := worker.Config{Web: lib, Source: src, Env: `{"name":"n"}`}
		if _, body := get(t, startFrom(t, cfg, take(t, cfg, worker.StageEvaluated)), "/"); body != "nn" {
			t.Errorf("answer is %q", body)
		}
	})
}

func TestCheckSnapshotEnv(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		src := bundled(t, lib, `import { env } from "cloudflare:workers";
			const name = env.name, keys = Object.keys(env);
			export default { fetch: (request) => new Response(name + keys + env.name) }`)
		c, err := worker.CheckSnapshot(t.Context(), worker.Config{Web: lib, Source: src, Env: `{"name":"n"}`}, worker.StageEvaluated, getWarm)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := checked(c), "top env.name app.js:2 1\ntop env app.js:2 1"; got != want || !c.Honest() || c.Readings[0].Kind != web.AmbientEnv {
			t.Errorf("found:\n%s\nhonest: %t\nwant:\n%s", got, c.Honest(), want)
		}
	})
}

// TestLastCodePoint bundles what goja can't compile as it is written.
func TestLastCodePoint(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, bundled(t, lib, "const last = `${\"\\u{10FFFF}\"}\\u{10ffff}`, names = { \"\\u{10FFFF}\": 1 };\n"+
			`export default { fetch: () => new Response([last.length, last.codePointAt(2), Object.keys(names)[0].length].join()) }`))
		if _, body := get(t, i, "/"); body != "4,1114111,2" {
			t.Errorf("body is %q", body)
		}
	})
}
