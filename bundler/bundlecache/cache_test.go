package bundlecache

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
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

// app is one in which every kind of file has a say. Its folder is parent/app.
var app = map[string]string{
	"app/wrangler.toml":                   "name = \"a\"\nmain = \"src/main.ts\"\n[define]\nDEFINED = \"1\"\n[alias]\noriginal = \"older/sub\"\n[vars]\nV = 12345678901234567\n",
	"app/package.json":                    `{"name":"app","imports":{"#own":"./src/own.js"}}`,
	"app/tsconfig.json":                   `{"extends":"./tsconfig.base.json", "compilerOptions":{"jsxFactory":"h",},}`,
	"app/tsconfig.base.json":              `{"extends":["base/tsconfig"],"compilerOptions":{"paths":{"@/*":["./first/*","./second/*"]}}}`,
	"app/node_modules/base/tsconfig.json": `{"compilerOptions":{"useDefineForClassFields":false}}`,
	"app/src/main.ts": `import {b} from "./b"; import {dep} from "dep"; import own from "#own"; import {m} from "@/mapped";
import scoped from "@scope/pkg"; import nested from "old/nested"; import off from "off"; import aliased from "original"; import led from "./folder"; import lost from "lost"; import text from "./t.txt"; import folder from "../lib/folder";
let optional; try { optional = require("./optional"); } catch {} try { require("absent"); } catch {}
class C { x = 1 }
export default { fetch() { return [b, dep, own, m, scoped, nested, off, aliased, led, lost, text, folder, optional, DEFINED, C]; } };`,
	"app/src/b.js":                             `export const b = "b";`,
	"app/src/own.js":                           `export default "own";`,
	"app/src/t.txt":                            "text",
	"app/lib/folder/index.js":                  `export default "folder";`,
	"app/second/mapped.js":                     `export const m = "second";`,
	"app/node_modules/dep/package.json":        `{"name":"dep","version":"1.0.0","main":"./main","exports":{"worker":"./worker.js","default":"./default.js"}}`,
	"app/node_modules/old/nested/package.json": `{"main":"../impl/nested.js"}`,
	"app/node_modules/old/impl/nested.js":      `export default "nested";`,
	"app/node_modules/old/impl/other.js":       `export default "other";`,
	"app/node_modules/older/sub/package.json":  `{"main":"../impl/aliased.js"}`,
	"app/node_modules/older/impl/aliased.js":   `export default "aliased";`,
	"app/node_modules/older/impl/other.js":     `export default "other alias";`,
	"app/node_modules/off/package.json":        `{"main":"./index.js","browser":{"./index.js":false}}`,
	"app/node_modules/off/index.js":            `export default "not off";`,
	"app/node_modules/lost/package.json":       `{"main":"./lost/main"}`,
	"app/node_modules/lost/index.js":           `export default "not lost";`,
	"app/src/folder/package.json":              `{"main":"../own.js"}`,
	"app/node_modules/dep/worker.js":           `export const dep = "dep of worker";`,
	"app/node_modules/dep/default.js":          `export const dep = "dep by default";`,
	"node_modules/@scope/pkg/index.js":         `export default "scoped";`,
	"node_modules/@scope/other/x.js":           ``,
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

// TestChange makes one change at a time, after which the bundle must be made again,
// and takes it back.
func TestChange(t *testing.T) {
	edit := func(file, old, text string) map[string]string {
		if !strings.Contains(app[file], old) {
			panic(file + " has no " + old)
		}
		return map[string]string{file: strings.Replace(app[file], old, text, 1)}
	}
	add := func(file, text string) map[string]string { return map[string]string{file: text} }
	tests := []struct {
		name  string
		files map[string]string // to write; "-" is to remove
	}{
		{"entry", edit("app/src/main.ts", "x = 1", "x = 2")},
		{"file of the same size", edit("app/src/b.js", `"b"`, `"c"`)},
		{"dependency", edit("app/node_modules/dep/worker.js", "dep of", "DEP of")},
		{"text module", edit("app/src/t.txt", "text", "other")},
		{"exports of a dependency", edit("app/node_modules/dep/package.json", "./worker.js", "./default.js")},
		{"version of a dependency", edit("app/node_modules/dep/package.json", "1.0.0", "1.0.1")},
		{"package.json that leads elsewhere", edit("app/node_modules/old/nested/package.json", "nested.js", "other.js")},
		{"package.json of a folder that leads elsewhere", edit("app/src/folder/package.json", "own.js", "b.js")},
		{"package.json of an alias", edit("app/node_modules/older/sub/package.json", "aliased.js", "other.js")},
		{"package.json that disables a file", edit("app/node_modules/off/package.json", "false", "\"./index.js\"")},
		{"own package.json", edit("app/package.json", `"name":"app"`, `"name":"app","sideEffects":false`)},
		{"imports of package.json", edit("app/package.json", "./src/own.js", "./src/b.js")},
		{"tsconfig", edit("app/tsconfig.json", `"jsxFactory":"h"`, `"useDefineForClassFields":true`)},
		{"tsconfig that is extended", edit("app/tsconfig.base.json", `"./first/*",`, ``)},
		{"tsconfig of a package", edit("app/node_modules/base/tsconfig.json", `false`, `true`)},
		{"wrangler define", edit("app/wrangler.toml", `DEFINED = "1"`, `DEFINED = "2"`)},
		{"wrangler vars", edit("app/wrangler.toml", "12345678901234567", "2")},
		{"a .ts beside a .js", add("app/src/b.ts", `export const b = "ts";`)},
		{"a file before a folder", add("app/lib/folder.js", `export default "file";`)},
		{"an earlier target of paths", add("app/first/mapped.js", `export const m = "first";`)},
		{"the main file of a package", add("app/node_modules/lost/lost/main.js", `export default "lost";`)},
		{"an optional file", add("app/src/optional.js", `module.exports = "there";`)},
		{"an optional package", add("node_modules/absent/index.js", `1`)},
		{"a nearer package", add("app/node_modules/@scope/pkg/index.js", `export default "nearer";`)},
		{"a nearer node_modules", add("app/src/node_modules/dep/index.js", `export const dep = "nearest";`)},
		{"package.json of a folder of sources", add("app/src/package.json", `{"type":"commonjs"}`)},
		{"tsconfig of a folder of sources", add("app/src/tsconfig.json", `{"compilerOptions":{"useDefineForClassFields":true}}`)},
		{"package.json above the app", add("package.json", `{"name":"above"}`)},
		{"another wrangler config", add("app/wrangler.json", `{"name":"json","main":"src/own.js"}`)},
		{"an extended tsconfig found earlier", add("app/node_modules/base/tsconfig", `{}`)},
		{"removed input", add("app/src/b.js", "-")},
		{"removed config", add("app/wrangler.toml", "-")},
		{"removed package.json", add("app/node_modules/dep/package.json", "-")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c, dir := cacheOf(t), t.TempDir()
			write(t, dir, app)
			name := filepath.Join(dir, "app")
			load(t, c, name, bundler.Options{})
			if !load(t, c, name, bundler.Options{}) {
				t.Fatal("it is not reused before the change")
			}
			change(t, dir, test.files)
			if load(t, c, name, bundler.Options{}) {
				t.Error("it is reused after the change")
			}
			takeBack(t, dir, test.files)
			load(t, c, name, bundler.Options{})
			if !load(t, c, name, bundler.Options{}) {
				t.Error("it is not reused when the change is taken back")
			}
		})
	}
}

func change(t *testing.T, dir string, files map[string]string) {
	for file, text := range files {
		if text != "-" {
			write(t, dir, map[string]string{file: text})
		} else if err := os.Remove(filepath.Join(dir, file)); err != nil {
			t.Fatal(err)
		}
	}
}

// takeBack also removes the folders that are empty then.
func takeBack(t *testing.T, dir string, files map[string]string) {
	for file := range files {
		if text, ok := app[file]; ok {
			write(t, dir, map[string]string{file: text})
			continue
		}
		path := filepath.Join(dir, file)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		for os.Remove(filepath.Dir(path)) == nil {
			path = filepath.Dir(path)
		}
	}
}

// TestNoChange: these make no other bundle, and it is reused.
func TestNoChange(t *testing.T) {
	tests := []struct {
		name   string
		change func(dir string) error
	}{
		{"touched", func(dir string) error {
			return os.Chtimes(filepath.Join(dir, "app", "src", "b.js"), time.Time{}, time.Unix(1e9, 5))
		}},
		{"written again", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "app", "src", "b.js"), []byte(app["app/src/b.js"]), 0o600)
		}},
		{"a file that nothing imports", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "app", "src", "README.md"), nil, 0o600)
		}},
		{"a source that nothing imports", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "app", "src", "new.ts"), []byte("new"), 0o600)
		}},
		{"a folder", func(dir string) error { return os.Mkdir(filepath.Join(dir, "app", "dist"), 0o700) }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, dir := cacheOf(t), t.TempDir()
			write(t, dir, app)
			name := filepath.Join(dir, "app")
			load(t, c, name, bundler.Options{})
			if err := test.change(dir); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if !load(t, c, name, bundler.Options{}) {
					t.Error("it is not reused")
				}
			}
		})
	}
}

func TestLinkedPackage(t *testing.T) {
	c, dir := cacheOf(t), t.TempDir()
	write(t, dir, map[string]string{
		"app/main.js":       `import v from "dep"; export default { fetch: () => v };`,
		"one/index.js":      `export default "one";`,
		"two/index.js":      `export default "two";`,
		"app/wrangler.json": `{"main":"main.js"}`,
	})
	modules := filepath.Join(dir, "app", "node_modules")
	if err := os.Mkdir(modules, 0o700); err != nil {
		t.Fatal(err)
	}
	link := func(target string) {
		_ = os.Remove(filepath.Join(modules, "dep"))
		if err := os.Symlink(filepath.Join(dir, target), filepath.Join(modules, "dep")); err != nil {
			t.Skip(err)
		}
	}
	name := filepath.Join(dir, "app")
	link("one")
	load(t, c, name, bundler.Options{})
	if !load(t, c, name, bundler.Options{}) {
		t.Error("it is not reused")
	}
	link("two")
	if load(t, c, name, bundler.Options{}) {
		t.Error("it is reused when the link leads elsewhere")
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
