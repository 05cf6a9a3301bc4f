package bundlecache

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"
	"time"

	"example.com/thaw/bundler"
	"example.com/thaw/isolate/codecache"
)

// cacheOf makes a cache for which all files are old enough.
func cacheOf(t testing.TB) *Cache {
	t.Helper()
	store, err := codecache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := New(store)
	c.now = func() time.Time { return time.Now().Add(time.Hour) }
	return c
}

func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// load loads an app, and holds the bundle to one that no cache gave.
func load(t testing.TB, c *Cache, app string, o bundler.Options) (reused bool) {
	t.Helper()
	r, err := c.Load(t.Context(), app, o, nil)
	want, wantErr := bundler.Load(t.Context(), app, o)
	if err != nil || wantErr != nil {
		if err == nil || wantErr == nil || err.Error() != wantErr.Error() {
			t.Fatalf("error %v, want %v", err, wantErr)
		}
		return false
	}
	for _, w := range r.Warnings {
		t.Error(w)
	}
	if got, want := mapText(t, r.Bundle), mapText(t, want); got != want {
		t.Errorf("the map is %q, want %q", got, want)
	}
	got := *r.Bundle
	if got.Map, want.Map = nil, nil; !reflect.DeepEqual(&got, want) {
		t.Errorf("the bundle is\n%s\nwant\n%s", got.Code, want.Code)
	}
	return r.Reused
}

func mapText(t testing.TB, b *bundler.Bundle) string {
	t.Helper()
	if b.Map == nil {
		return "none"
	}
	text, err := b.Map()
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

func TestSameIsReused(t *testing.T) {
	for _, engine := range []bundler.Profile{bundler.Goja, bundler.QuickJS} {
		c, dir := cacheOf(t), t.TempDir()
		write(t, dir, app)
		name := filepath.Join(dir, "app")
		o := bundler.Options{Engine: engine}
		if load(t, c, name, o) {
			t.Error("the first is reused")
		}
		if !load(t, c, name, o) || !load(t, c, name+string(filepath.Separator), o) {
			t.Error("the second is not")
		}
		if load(t, c, filepath.Join(name, "src", "main.ts"), o) {
			t.Error("a bundle of another app is reused")
		}
	}
}

func TestOptions(t *testing.T) {
	c, dir := cacheOf(t), t.TempDir()
	write(t, dir, map[string]string{"main.js": `console.log(globalThis.x, "é"); import "dep"; export default { fetch() {} };`})
	off := false
	name := filepath.Join(dir, "main.js")
	external := []string{"dep"}
	for _, o := range []bundler.Options{
		{External: external},
		{External: external, Minify: bundler.Minify{Syntax: true}},
		{External: external, Target: "es2020"},
		{External: external, TreeShaking: &off},
		{External: external, Charset: "utf8"},
		{External: external, LegalComments: "eof"},
		{External: external, Patch: "--- main.js\n+++ main.js\n@@ -1 +1 @@\n-console.log(globalThis.x, \"é\"); import \"dep\"; export default { fetch() {} };\n\\ No newline at end of file\n+export default { fetch() {} };\n"},
		{External: external, Define: map[string]string{"globalThis.x": "1"}},
		{External: []string{"dep", "other"}},
		{External: external, Drop: []string{"console"}},
		{External: external, Conditions: []string{"node"}},
		{Alias: map[string]string{"dep": "./main.js"}},
		{External: external, Engine: bundler.QuickJS},
		{Engine: bundler.QuickJS, NoBundle: true},
	} {
		if load(t, c, name, o) {
			t.Errorf("%+v: the bundle of other options is reused", o)
		}
		if !load(t, c, name, o) {
			t.Errorf("%+v: it is not reused", o)
		}
	}
}

func TestReadyMade(t *testing.T) {
	c, dir := cacheOf(t), t.TempDir()
	write(t, dir, map[string]string{"worker.mjs": "export default { fetch() {} };\n//# sourceMappingURL=worker.mjs.map\n"})
	name, o := filepath.Join(dir, "worker.mjs"), bundler.Options{NoBundle: true}
	want := func(reused bool) {
		t.Helper()
		if load(t, c, name, o) != reused {
			t.Errorf("reused is %v", !reused)
		}
	}
	want(false)
	want(true)
	write(t, dir, map[string]string{"worker.mjs.map": `{"version":3}`})
	want(false)
	want(true)
	write(t, dir, map[string]string{"worker.mjs.map": `{"version":3 }`})
	want(false)
}

func TestFixture(t *testing.T) {
	c, dir := cacheOf(t), t.TempDir()
	write(t, dir, map[string]string{"node_modules/dep/index.js": `export default 1;`})
	e := bundler.Entry{Name: "x", Main: "main.js", Files: map[string]string{"main.js": `import d from "dep"; export default { fetch: () => d };`}, ResolveDir: dir}
	o := bundler.Options{Fixtures: func(ref string) (bundler.Entry, error) {
		if ref != "x" {
			return e, errors.New("no such fixture")
		}
		return e, nil
	}}
	want := func(reused bool) {
		t.Helper()
		if load(t, c, "fixture:x", o) != reused {
			t.Errorf("reused is %v", !reused)
		}
	}
	want(false)
	want(true)
	write(t, dir, map[string]string{"node_modules/dep/index.js": `export default 2;`})
	want(false)
	want(true)
	e.Files = map[string]string{"main.js": e.Files["main.js"] + "\n"}
	want(false)
	load(t, c, "fixture:y", o)
	load(t, c, "fixture:x", bundler.Options{})
}

// TestFaults: what bundler says of a faulty app is said through the cache too, and
// a fault is not kept.
func TestFaults(t *testing.T) {
	c, dir := cacheOf(t), t.TempDir()
	write(t, dir, map[string]string{"main.js": `export default {`, "wrangler.json": `{`})
	for _, name := range []string{"", "missing", "main.js", "wrangler.json"} {
		if name != "" {
			name = filepath.Join(dir, name)
		}
		for range 2 {
			if load(t, c, name, bundler.Options{}) {
				t.Error("a fault is reused")
			}
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	cancel(cause)
	if _, err := c.Load(ctx, dir, bundler.Options{}, nil); !errors.Is(err, cause) {
		t.Errorf("error %v", err)
	}
}

func TestNilCache(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"main.js": `export default {}`})
	for range 2 {
		if load(t, nil, filepath.Join(dir, "main.js"), bundler.Options{}) {
			t.Error("a bundle of no cache")
		}
	}
}

// TestRacy: a file that was changed just before, or while, it was bundled is not
// taken for settled: a second change in the same tick would not show.
func TestRacy(t *testing.T) {
	c, dir := cacheOf(t), t.TempDir()
	write(t, dir, map[string]string{"main.js": `export default { a: 1 }`})
	name := filepath.Join(dir, "main.js")
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	c.now = info.ModTime
	load(t, c, name, bundler.Options{})
	if load(t, c, name, bundler.Options{}) {
		t.Error("a bundle is kept of a file that was changed in the same tick")
	}
	c.now = func() time.Time { return info.ModTime().Add(time.Hour) }
	load(t, c, name, bundler.Options{})
	// Now in the same tick, to a file of the same size with the same times.
	c.now = info.ModTime
	write(t, dir, map[string]string{"main.js": `export default { a: 2 }`})
	if load(t, c, name, bundler.Options{}) {
		t.Error("an old bundle is reused")
	}
}

func TestSettled(t *testing.T) {
	at := time.Unix(1000, 500)
	whole := time.Unix(1000, 0)
	for _, test := range []struct {
		modified time.Time
		after    time.Duration
		want     bool
	}{
		{at, 0, false},
		{at, 20 * time.Millisecond, false},
		{at, 21 * time.Millisecond, true},
		{at, -time.Second, false},
		{whole, time.Second, false},
		{whole, 3 * time.Second, true},
	} {
		id := identity{Modified: test.modified.UnixNano()}
		if got := id.settled(test.modified.Add(test.after)); got != test.want {
			t.Errorf("%v after %v it is settled: %v", test.after, test.modified.UnixNano(), got)
		}
		id = identity{Modified: 1, Changed: test.modified.UnixNano()}
		if got := id.settled(test.modified.Add(20 * time.Millisecond)); got {
			t.Error("the change of an inode is not looked at")
		}
	}
}

// TestDamage: a record or a bundle that is no good is a miss.
func TestDamage(t *testing.T) {
	c, dir := cacheOf(t), t.TempDir()
	write(t, dir, map[string]string{"main.js": `export default {}`})
	name := filepath.Join(dir, "main.js")
	load(t, c, name, bundler.Options{})
	q, err := ask(name, bundler.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.store.Put(q.recordKey(), codecache.Meta{}, []byte("{")); err != nil {
		t.Fatal(err)
	}
	r, err := c.Load(t.Context(), name, bundler.Options{}, nil)
	if err != nil || r.Reused || len(r.Warnings) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	if !load(t, c, name, bundler.Options{}) {
		t.Error("a bad record is not replaced")
	}
	files, err := filepath.Glob(filepath.Join(c.store.Dir(), "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err = c.Load(t.Context(), name, bundler.Options{}, nil)
	if err != nil || r.Reused || len(r.Warnings) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		return
	}
	if err := os.Chmod(name, 0); err != nil {
		t.Fatal(err)
	}
	if load(t, c, name, bundler.Options{}) {
		t.Error("a file that can't be read is reused")
	}
}

// TestPrunedMap: the source map of a bundle that is used comes back when it was pruned, but for
// that of files that have changed since.
func TestPrunedMap(t *testing.T) {
	c, dir := cacheOf(t), t.TempDir()
	write(t, dir, map[string]string{"main.js": `export default { a: 1 }`})
	name := filepath.Join(dir, "main.js")
	load(t, c, name, bundler.Options{})
	r, err := c.Load(t.Context(), name, bundler.Options{}, nil)
	if err != nil || !r.Reused {
		t.Fatal(r, err)
	}
	want := mapText(t, r.Bundle)
	entries, _, err := c.store.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Kind == "source map" {
			if err := c.store.Remove(e.Key); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := mapText(t, r.Bundle); got != want {
		t.Errorf("the map is %q, want %q", got, want)
	}
	write(t, dir, map[string]string{"main.js": `export default { a: 2 }`})
	if text, err := r.Bundle.Map(); err == nil {
		t.Errorf("the map of other files: %q", text)
	}
}

func FuzzDecodeBundle(f *testing.F) {
	b := &bundler.Bundle{Name: "a", Code: []byte("code"), Metafile: "{}", Exports: []string{"default"}}
	data, err := encodeBundle(b)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)-1])
	f.Add(bytes.Replace(data, []byte(`"Sizes":[4`), []byte(`"Sizes":[-4`), 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, _, err := decodeBundle(data)
		if err == nil && len(b.Code)+len(b.Metafile) > len(data) {
			t.Error("there is more in it than was there")
		}
	})
}

func BenchmarkReuse(b *testing.B) {
	c, dir := cacheOf(b), b.TempDir()
	write(b, dir, app)
	name := filepath.Join(dir, "app")
	load(b, c, name, bundler.Options{})
	for b.Loop() {
		if r, err := c.Load(b.Context(), name, bundler.Options{}, nil); err != nil || !r.Reused {
			b.Fatal(r, err)
		}
	}
}
