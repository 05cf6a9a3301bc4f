package worker_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// tracing is an app whose answer tells what it was made with.
func tracing() isolate.Source {
	src := fetchApp(`return new Response([top.length, env.a, new URL(request.url).pathname].join())`)
	src.Text = `const top = Array.from({ length: 1000 }, (_, i) => "item " + i);` + src.Text
	return src
}

func openStore(t testing.TB) *codecache.Store {
	t.Helper()
	s, err := codecache.Open(filepath.Join(t.TempDir(), "caches"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// kept starts from the snapshot of a store, and wants the answer to /p. It returns
// whether the snapshot was there, and the warnings.
func kept(t *testing.T, store *codecache.Store, cfg worker.Config, stage worker.Stage, answer string) (hit bool, warnings []string) {
	t.Helper()
	s, hit, err := worker.KeptSnapshot(t.Context(), store, cfg, stage, getWarm)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, body := get(t, startFrom(t, cfg, s), "/p"); s.Stage() != stage || body != answer {
		t.Errorf("stage %s: %q, want %q", s.Stage(), body, answer)
	}
	return hit, cfg.Web.Scripts().Warnings()
}

func wantKept(t *testing.T, store *codecache.Store, cfg worker.Config, stage worker.Stage, want bool) {
	t.Helper()
	if hit, warnings := kept(t, store, cfg, stage, "1000,1,/p"); hit != want || len(warnings) > 0 {
		t.Errorf("stage %s: hit = %v, %q, want %v", stage, hit, warnings, want)
	}
}

// entries lists the store's snapshots, which must all be good.
func entries(t *testing.T, store *codecache.Store) []codecache.Entry {
	t.Helper()
	all, bad, err := store.List()
	if err != nil || len(bad) > 0 {
		t.Fatalf("List: bad %v, %v", bad, err)
	}
	return all
}

func TestKeptSnapshot(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		cfg := worker.Config{Web: lib, Source: tracing(), Env: `{"a":1}`}
		store := openStore(t)
		for _, stage := range worker.Stages() {
			wantKept(t, store, cfg, stage, false)
			wantKept(t, store, cfg, stage, true)
			wantKept(t, store, cfg, stage, true)
		}
		all := entries(t, store)
		if len(all) != 3 {
			t.Fatalf("entries: %+v", all)
		}
		for _, e := range all {
			if e.Kind != "snapshot" || e.Hits != 2 || !strings.HasPrefix(e.Engine, lib.Engine().Info().Name) || e.Size < 1<<17 {
				t.Errorf("entry %+v", e)
			}
		}
		if all[0].What != "warm worker.js" || all[2].What != "base" {
			t.Errorf("entries are called %q and %q", all[0].What, all[2].What)
		}
	})
}

// renamed is an engine that says that it is another.
type renamed struct {
	isolate.Engine
	isolate.Snapshotter
	info isolate.Info
}

func (r renamed) Info() isolate.Info { return r.info }

func rename(lib *web.Library, change func(*isolate.Info)) *web.Library {
	e := renamed{lib.Engine(), lib.Engine().(isolate.Snapshotter), lib.Engine().Info()}
	change(&e.info)
	return web.NewLibrary(e)
}

// TestSnapshotKey changes all that an instance is made with: then the snapshot that is
// there is another's.
func TestSnapshotKey(t *testing.T) {
	late := []worker.Stage{worker.StageEvaluated, worker.StageWarm}
	for name, tc := range map[string]struct {
		field  string // of worker.Config
		change func(*worker.Config)
		stages []worker.Stage // that it concerns
	}{
		"engine":         {"Web", func(c *worker.Config) { c.Web = rename(c.Web, func(i *isolate.Info) { i.Name += "x" }) }, worker.Stages()},
		"engine version": {"Web", func(c *worker.Config) { c.Web = rename(c.Web, func(i *isolate.Info) { i.Version += "x" }) }, worker.Stages()},
		"engine build":   {"Web", func(c *worker.Config) { c.Web = rename(c.Web, func(i *isolate.Info) { i.Build += "x" }) }, worker.Stages()},
		"source":         {"Source", func(c *worker.Config) { c.Source.Text += " " }, late},
		"source name":    {"Source", func(c *worker.Config) { c.Source.Name += "x" }, late},
		"module":         {"Source", func(c *worker.Config) { c.Source.Module = true }, late},
		"strip-debug":    {"Source", func(c *worker.Config) { c.Source.StripDebug = true }, late},
		"eager regexps":  {"Source", func(c *worker.Config) { c.Source.EagerRegExps = true }, late},
		"source map":     {"Source", func(c *worker.Config) { c.Source.Map = isolate.NewSourceMap([]byte("{}")) }, nil},
		"env":            {"Env", func(c *worker.Config) { c.Env = `{"a":2}` }, late},
		"location":       {"Location", func(c *worker.Config) { c.Location = "http://b/" }, worker.Stages()},
		"frozen clock":   {"FrozenClock", func(c *worker.Config) { c.FrozenClock = true }, worker.Stages()},
		"memory":         {"Memory", func(c *worker.Config) { c.Memory = 1 << 30 }, worker.Stages()},
		"script":         {"Script", func(c *worker.Config) { c.Script = otherScript{} }, late},
		"caches":         {"Caches", func(c *worker.Config) { c.Caches = web.NewCacheStore(1) }, nil},
		"origin":         {"Origin", func(c *worker.Config) { c.Origin = web.Network() }, nil},
		"network":        {"Outbound", func(c *worker.Config) { c.Outbound = web.Network() }, nil},
		"log":            {"Log", func(c *worker.Config) { c.Log = func(web.Entry) {} }, nil},
		"phases":         {"Phases", func(c *worker.Config) { c.Phases = phase.New(nil) }, nil},
		"touched":        {"Touched", func(c *worker.Config) { c.Touched = func(web.Touch) {} }, nil},
		"eager globals":  {"EagerGlobals", func(c *worker.Config) { c.EagerGlobals = true }, nil},
		"called":         {"Called", func(c *worker.Config) { c.Called = func(string) {} }, nil},
		"snapshot":       {"Snapshot", func(c *worker.Config) { c.Snapshot = &worker.Snapshot{} }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			onSnapshotters(t, func(t *testing.T, lib *web.Library) {
				cfg := worker.Config{Web: lib, Source: tracing(), Env: `{"a":1}`}
				other := cfg
				tc.change(&other)
				for _, stage := range worker.Stages() {
					store := openStore(t)
					wantKept(t, store, cfg, stage, false)
					s, err := worker.LoadSnapshot(store, other, stage, getWarm)
					if err != nil {
						t.Fatal(err)
					}
					if miss := slices.Contains(tc.stages, stage); miss != (s == nil) {
						t.Errorf("stage %s with another %s: miss = %v, want %v", stage, name, s == nil, miss)
					}
					if s != nil {
						s.Close()
					}
				}
			})
		})
		keyed[tc.field] = true
	}
	for f := range reflect.TypeFor[worker.Config]().NumField() {
		if name := reflect.TypeFor[worker.Config]().Field(f).Name; !keyed[name] {
			t.Errorf("nobody has thought about whether snapshots depend on Config.%s", name)
		}
	}
}

// keyed are the fields of Config of which something is known. Those that are here are
// in TestSnapshotNotKept, or only record.
var keyed = map[string]bool{"Clock": true, "Random": true, "ambient": true}

// otherScript is a script of another source.
type otherScript struct{}

func (otherScript) Source() isolate.Source { return isolate.Source{Name: "worker.js", Text: "0"} }

func TestSnapshotKeyOfWeb(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		cfg := worker.Config{Web: lib, Source: tracing(), Env: `{"a":1}`}
		store := openStore(t)
		wantKept(t, store, cfg, worker.StageBase, false)
		digest := web.Digest
		defer func() { web.Digest = digest }()
		web.Digest = func() (d [32]byte) { return d }
		wantKept(t, store, cfg, worker.StageBase, false)
		wantKept(t, store, cfg, worker.StageBase, true)
	})
}

func TestSnapshotKeyOfRequest(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		cfg := worker.Config{Web: lib, Source: tracing(), Env: `{"a":1}`}
		store := openStore(t)
		ask := func(method, url, body string, header ...string) func() (*http.Request, error) {
			return func() (*http.Request, error) {
				req := httptest.NewRequest(method, url, strings.NewReader(body))
				for _, name := range header {
					req.Header.Add(name, "x")
				}
				return req, nil
			}
		}
		for name, request := range map[string]func() (*http.Request, error){
			"get": getWarm, "method": ask("POST", "/warm", ""), "path": ask("GET", "/warm2", ""), "host": ask("GET", "http://b/warm", ""), "body": ask("POST", "/warm", "b"),
			"header": ask("GET", "/warm", "", "a"), "headers": ask("GET", "/warm", "", "a", "b"), "values": ask("GET", "/warm", "", "a", "a"),
		} {
			for _, want := range []bool{false, true} {
				s, hit, err := worker.KeptSnapshot(t.Context(), store, cfg, worker.StageWarm, request)
				if err != nil || hit != want {
					t.Fatalf("%s: hit = %v, %v, want %v", name, hit, err, want)
				}
				s.Close()
			}
		}
		fails := func() (*http.Request, error) { return nil, io.ErrUnexpectedEOF }
		if _, _, err := worker.KeptSnapshot(t.Context(), store, cfg, worker.StageWarm, fails); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("a request that can't be made: %v", err)
		}
	})
}

// sameTime is a clock of an instance's own.
type sameTime struct{ loop.Clock }

func (sameTime) Now() time.Time { return time.Unix(1, 0) }

func TestSnapshotNotKept(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		for name, change := range map[string]func(*worker.Config){
			"clock":  func(c *worker.Config) { c.Clock = sameTime{} },
			"random": func(c *worker.Config) { c.Random = rand{} },
		} {
			cfg := worker.Config{Web: lib, Source: tracing(), Env: `{"a":1}`}
			change(&cfg)
			store := openStore(t)
			hit, warnings := kept(t, store, cfg, worker.StageWarm, "1000,1,/p")
			if hit || len(warnings) != 1 || !strings.Contains(warnings[0], "of its own") && !strings.Contains(warnings[0], "its own") || len(entries(t, store)) != 0 {
				t.Errorf("own %s: hit = %v, %q", name, hit, warnings)
			}
		}
		if _, err := worker.LoadSnapshot(openStore(t), worker.Config{Web: libraries()["goja"]}, worker.StageBase, nil); !errors.Is(err, worker.ErrNoSnapshots) {
			t.Errorf("goja: error = %v, want ErrNoSnapshots", err)
		}
	})
}

// rand gives the same at all times.
type rand struct{}

func (rand) Read(b []byte) (int, error) { return len(b), nil }

// TestWrongSnapshots spoils the file of a snapshot. Then it is a miss with a warning, the
// answer is right, and what is kept instead is good.
func TestWrongSnapshots(t *testing.T) {
	flip := func(find func(b []byte) int) func(*testing.T, string) {
		return edit(func(b []byte) []byte {
			b[find(b)] ^= 1
			return b
		})
	}
	at := func(text string) func(b []byte) int {
		return func(b []byte) int { return bytes.Index(b, []byte(text)) }
	}
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		cfg := worker.Config{Web: lib, Source: tracing(), Env: `{"a":1}`}
		for name, spoil := range map[string]func(*testing.T, string){
			"zero-length":              edit(func([]byte) []byte { return nil }),
			"cut in the head":          edit(func(b []byte) []byte { return b[:50] }),
			"cut in the pages":         edit(func(b []byte) []byte { return b[:len(b)/2] }),
			"cut by a byte":            edit(func(b []byte) []byte { return b[:len(b)-1] }),
			"longer by a page":         edit(func(b []byte) []byte { return append(b, make([]byte, 1<<16)...) }),
			"flipped magic":            flip(func([]byte) int { return 3 }),
			"flipped checksum":         flip(func([]byte) int { return 20 }),
			"flipped key":              flip(func([]byte) int { return 50 }),
			"flipped length":           flip(func([]byte) int { return 88 }),
			"flipped part":             flip(at("location")),
			"flipped meta":             flip(at(`"kind"`)),
			"flipped gap":              flip(func([]byte) int { return 60000 }),
			"flipped image":            flip(func(b []byte) int { return at("thaw-snapshot-")(b) + 150 }),
			"flipped page, first":      flip(func([]byte) int { return 3 << 16 }),
			"flipped page, middle":     flip(func(b []byte) int { return len(b) / 2 }),
			"flipped text in a page":   flip(at("item 500")),
			"flipped page, last":       flip(func(b []byte) int { return len(b) - 1 }),
			"pages of zeros":           edit(func(b []byte) []byte { clear(b[len(b)/2:]); return b }),
			"another snapshot's place": swapIn(cfg),
			"a folder": func(t *testing.T, path string) {
				if err := errors.Join(os.Remove(path), os.Mkdir(path, 0o700)); err != nil {
					t.Fatal(err)
				}
			},
		} {
			t.Run(name, func(t *testing.T) {
				store := openStore(t)
				wantKept(t, store, cfg, worker.StageEvaluated, false)
				spoil(t, entryFile(t, store))
				hit, warnings := kept(t, store, cfg, worker.StageEvaluated, "1000,1,/p")
				if hit || len(warnings) == 0 || !strings.Contains(warnings[0], "is not used") {
					t.Errorf("hit = %v, %q", hit, warnings)
				}
				if name == "a folder" {
					return // which no file can take the place of: see "thaw cache prune"
				}
				wantKept(t, store, cfg, worker.StageEvaluated, true)
				entries(t, store)
				if files, err := os.ReadDir(store.Dir()); err != nil || len(files) != 1 {
					t.Errorf("left behind: %v, %v", files, err)
				}
			})
		}
	})
}

func edit(f func([]byte) []byte) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		b, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, f(b), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// entryFile is the file of the only entry.
func entryFile(t *testing.T, store *codecache.Store) string {
	t.Helper()
	return filepath.Join(store.Dir(), entries(t, store)[0].Key+".entry")
}

// swapIn puts the snapshot of an instance with another env in the place of an entry.
func swapIn(cfg worker.Config) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		cfg.Env = `{"a":2}`
		store := openStore(t)
		kept(t, store, cfg, worker.StageEvaluated, "1000,2,/p")
		if err := os.Rename(entryFile(t, store), path); err != nil {
			t.Fatal(err)
		}
	}
}

// TestNoPlace: a snapshot that can't be kept serves its process all the same.
func TestNoPlace(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		cfg := worker.Config{Web: lib, Source: tracing(), Env: `{"a":1}`}
		store := openStore(t)
		if err := errors.Join(os.RemoveAll(store.Dir()), os.WriteFile(store.Dir(), nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		hit, warnings := kept(t, store, cfg, worker.StageWarm, "1000,1,/p")
		if hit || len(warnings) == 0 || !strings.Contains(warnings[len(warnings)-1], "warm worker.js is not kept") {
			t.Errorf("hit = %v, %q", hit, warnings)
		}
		if err := os.RemoveAll(filepath.Dir(store.Dir())); err != nil {
			t.Fatal(err)
		}
		wantKept(t, store, cfg, worker.StageWarm, false) // the folder is made again
		wantKept(t, store, cfg, worker.StageWarm, true)
	})
}

// TestPrunedWhileMapped: what is removed from the store, or replaced there, stays what
// it is for those who have it.
func TestPrunedWhileMapped(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		cfg := worker.Config{Web: lib, Source: tracing(), Env: `{"a":1}`}
		store := openStore(t)
		wantKept(t, store, cfg, worker.StageEvaluated, false)
		s, err := worker.LoadSnapshot(store, cfg, worker.StageEvaluated, getWarm)
		if err != nil || s == nil {
			t.Fatal(err)
		}
		defer s.Close()
		before := startFrom(t, cfg, s)
		if err := s.Keep(store); err != nil {
			t.Error(err)
		}
		if p, err := store.Clear(); err != nil || p.Files != 1 {
			t.Errorf("Clear = %+v, %v", p, err)
		}
		for i, instance := range []*worker.Instance{before, startFrom(t, cfg, s)} {
			if _, body := get(t, instance, fmt.Sprint("/", i)); body != fmt.Sprint("1000,1,/", i) {
				t.Errorf("instance %d answers %q", i, body)
			}
		}
	})
}
