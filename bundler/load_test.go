package bundler_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/go-sourcemap/sourcemap"

	"example.com/thaw/bundler"
)

var update = flag.Bool("update", false, "rewrite testdata/golden")

var (
	off    = false
	minify = bundler.Minify{Whitespace: true, Identifiers: true, Syntax: true}
)

// apps are bundled for both engines, plain and minified.
var apps = []struct {
	name    string
	path    string // below testdata/apps; "" is the name
	options bundler.Options
	bundle  bundler.Bundle // Name, Form and Exports that it must have
	answer  string         // of fetch("you"), where goja alone can tell
}{
	{
		name:   "typescript",
		bundle: bundler.Bundle{Name: "typed", Form: bundler.ModuleForm, Exports: []string{"default"}},
		answer: "mark:Grüße, you4",
	},
	{
		name:   "jsx",
		bundle: bundler.Bundle{Name: "jsx", Form: bundler.ModuleForm, Exports: []string{"default"}},
		answer: "<b>mark:you</b>",
	},
	{
		name:   "modules",
		bundle: bundler.Bundle{Name: "modules", Form: bundler.ModuleForm, Exports: []string{"default"}},
		answer: `mark:["line one\r\nline two","# Title\n",42,[0,255,13,10,128],true]`,
	},
	{
		name:   "service-worker",
		bundle: bundler.Bundle{Name: "service-worker", Form: bundler.ServiceWorkerForm},
		answer: "mark:1",
	},
	{
		name:    "wrangler-toml",
		options: bundler.Options{Drop: []string{"console"}},
		bundle:  bundler.Bundle{Name: "toml-app", Form: bundler.ModuleForm, Exports: []string{"Counter", "default"}},
		answer:  "mark:1.2.3,substitute,production",
	},
	{
		name:    "config-file-and-define",
		path:    "wrangler-toml/wrangler.toml",
		options: bundler.Options{Define: map[string]string{"VERSION": `"2"`, "process.env.NODE_ENV": `"test"`}, Alias: map[string]string{"original": "./src/substitute.js"}},
		bundle:  bundler.Bundle{Name: "toml-app", Form: bundler.ModuleForm, Exports: []string{"Counter", "default"}},
		answer:  "mark:2,substitute,test",
	},
	{
		name:   "package-exports",
		bundle: bundler.Bundle{Name: "package-exports", Form: bundler.ModuleForm, Exports: []string{"default"}},
		answer: "mark:worker",
	},
	{
		name:    "conditions",
		path:    "package-exports",
		options: bundler.Options{Conditions: []string{"node"}},
		bundle:  bundler.Bundle{Name: "package-exports", Form: bundler.ModuleForm, Exports: []string{"default"}},
		answer:  "mark:node",
	},
	{
		name:   "await",
		bundle: bundler.Bundle{Name: "await", Form: bundler.ModuleForm, Exports: []string{"calls", "default"}},
		answer: "mark:before,after,other of lazy",
	},
	{
		name:   "commonjs",
		bundle: bundler.Bundle{Name: "commonjs", Form: bundler.ModuleForm, Exports: []string{"default"}},
		answer: `mark:Dynamic require of "fs" is not supported`,
	},
	{
		name:   "async",
		bundle: bundler.Bundle{Name: "async", Form: bundler.ModuleForm, Exports: []string{"default"}},
		answer: "mark:0,1,0,1,closed,after,closed,after,[object AsyncGenerator]",
	},
	{
		name:    "levers",
		path:    "typescript/src/worker.ts",
		options: bundler.Options{Target: "es2019", TreeShaking: &off, Charset: "utf8", LegalComments: "eof"},
		bundle:  bundler.Bundle{Name: "typed", Form: bundler.ModuleForm, Exports: []string{"default"}},
		answer:  "mark:Grüße, you4",
	},
}

func TestLoad(t *testing.T) {
	for _, c := range apps {
		for _, engine := range []bundler.Profile{bundler.Goja, bundler.QuickJS} {
			for suffix, m := range map[string]bundler.Minify{".js": {}, ".min.js": minify} {
				t.Run(c.name+"."+engine.Name+suffix, func(t *testing.T) {
					o := c.options
					o.Engine, o.Minify = engine, m
					path := c.path
					if path == "" {
						path = c.name
					}
					b := load(t, filepath.Join("testdata", "apps", filepath.FromSlash(path)), o)
					same(t, "Name", b.Name, c.bundle.Name)
					same(t, "Form", b.Form, c.bundle.Form)
					same(t, "Module", b.Module, !engine.Script && b.Form == bundler.ModuleForm)
					if !slices.Equal(b.Exports, c.bundle.Exports) {
						t.Errorf("Exports = %q, want %q", b.Exports, c.bundle.Exports)
					}
					if engine.Script {
						same(t, "answer", answer(t, string(b.Code)), c.answer)
					}
					checkMap(t, b)
					golden(t, c.name+"."+engine.Name+suffix, b.Code)
				})
			}
		}
	}
}

func load(t testing.TB, app string, o bundler.Options) *bundler.Bundle {
	t.Helper()
	b, err := bundler.Load(t.Context(), app, o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// mapText is the source map of a bundle.
func mapText(t testing.TB, b *bundler.Bundle) []byte {
	t.Helper()
	text, err := b.Map()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func same[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// golden compares with testdata/golden/name, or writes it under -update.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))) {
		t.Errorf("%s differs (go test -update rewrites it):\n%s", file, got)
	}
}

// answer runs a script in goja, and calls its fetch handler.
func answer(t *testing.T, code string) string {
	t.Helper()
	vm := goja.New()
	for _, text := range []string{
		`Object.defineProperty(Symbol, "asyncIterator", { value: Symbol("Symbol.asyncIterator") });
		 globalThis.__host = {}; globalThis.console = { log() {} }; globalThis.WebAssembly = { Module: class {} };
		 globalThis.addEventListener = (type, f) => { __host.module = { default: { fetch: () => { let a; f({ respondWith: (x) => { a = x; } }); return a; } } }; };`,
		code,
		`(async () => (await (await __host.module).default.fetch("you")))().then((a) => { __host.answer = a; }, (e) => { __host.answer = String(e); })`,
	} {
		if _, err := vm.RunString(text); err != nil {
			t.Fatal(err)
		}
	}
	v, err := vm.RunString("__host.answer")
	if err != nil {
		t.Fatal(err)
	}
	return v.String()
}

// checkMap looks the entry's marker up in the source map: the same text must
// stand at the place that the map names, and no path may be absolute.
func checkMap(t *testing.T, b *bundler.Bundle) {
	t.Helper()
	var m struct {
		Sources        []string
		SourcesContent []string
	}
	if err := json.Unmarshal(mapText(t, b), &m); err != nil {
		t.Fatal(err)
	}
	for _, s := range m.Sources {
		if filepath.IsAbs(s) || strings.HasPrefix(s, "/") {
			t.Errorf("source %q is absolute", s)
		}
	}
	before, _, found := strings.Cut(string(b.Code), "mark:")
	if !found {
		t.Fatal("no marker in the code")
	}
	consumer, err := sourcemap.Parse("", mapText(t, b))
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Count(before, "\n") + 1
	column := len(before) - strings.LastIndexByte(before, '\n') - 1
	source, _, sourceLine, _, ok := consumer.Source(line, column)
	i := slices.Index(m.Sources, source)
	if !ok || i < 0 {
		t.Fatalf("%d:%d is not in the map", line, column)
	}
	if text := strings.Split(m.SourcesContent[i], "\n")[sourceLine-1]; !strings.Contains(text, "mark:") {
		t.Errorf("%d:%d maps to %s:%d, %q", line, column, source, sourceLine, text)
	}
}

func TestLoadConfig(t *testing.T) {
	c := load(t, "testdata/apps/typescript", bundler.Options{}).Config
	same(t, "Name", c.Name, "typed")
	same(t, "CompatibilityDate", c.CompatibilityDate, "2026-11-01")
	same(t, "CPUMs", c.Limits.CPUMs, 50)
	same(t, "Vars.MODE", c.Vars["MODE"], any("test"))
	same(t, "File", filepath.Base(c.File), "wrangler.jsonc")
	same(t, "Raw.main", c.Raw["main"], any("src/worker.ts"))
}

func TestModules(t *testing.T) {
	b := load(t, "testdata/apps/modules", bundler.Options{})
	kinds, total := map[string]string{}, 0
	for _, m := range b.Modules {
		kinds[m.Path] = m.Kind
		total += m.Bytes
	}
	for path, kind := range map[string]string{
		"index.js": "esm", "add.wasm": "wasm", "five.bin": "data", "note.txt": "text", "page.md": "text", "data.json": "json",
	} {
		same(t, path, kinds[path], kind)
	}
	if total > len(b.Code) {
		t.Errorf("modules have %d bytes of %d", total, len(b.Code))
	}
	var inputs []string
	for _, path := range b.Inputs {
		inputs = append(inputs, filepath.Base(path))
	}
	want := []string{"add.wasm", "data.json", "five.bin", "index.js", "note.txt", "page.md", "wrangler.jsonc"}
	if !slices.Equal(inputs, want) {
		t.Errorf("Inputs = %q, want %q", inputs, want)
	}
}

func TestModulePackage(t *testing.T) {
	for path, want := range map[string]string{
		"src/index.ts":                         "",
		"fixture:hello":                        "",
		"node_modules/hono/dist/index.js":      "hono",
		"../../node_modules/@scope/pkg/lib.js": "@scope/pkg",
		"node_modules/a/node_modules/b/c.js":   "b",
		"my_node_modules/a/b.js":               "",
		"node_modules/.pnpm/effect@3.1.0/node_modules/effect/dist/Effect.js": "effect",
	} {
		same(t, path, bundler.Module{Path: path}.Package(), want)
	}
}

// TestSame holds that a bundle does not depend on where the app is.
func TestSame(t *testing.T) {
	for _, engine := range []bundler.Profile{bundler.Goja, bundler.QuickJS} {
		var first *bundler.Bundle
		for range 2 {
			dir := filepath.Join(t.TempDir(), "app")
			if err := os.CopyFS(dir, os.DirFS("testdata/apps/modules")); err != nil {
				t.Fatal(err)
			}
			b := load(t, dir, bundler.Options{Engine: engine})
			if first == nil {
				first = b
			}
			same(t, "SHA256", b.SHA256, first.SHA256)
			same(t, "Map", string(mapText(t, b)), string(mapText(t, first)))
			same(t, "Metafile", b.Metafile, first.Metafile)
		}
	}
}

func TestFixture(t *testing.T) {
	fixtures := func(ref string) (bundler.Entry, error) {
		if ref != "two@3?k=v" {
			return bundler.Entry{}, errors.New("unknown")
		}
		return bundler.Entry{Name: "two@3", Main: "worker.js", Files: map[string]string{
			"worker.js":   `import { f } from "./lib/f"; export default { fetch: () => "mark:" + f };`,
			"lib/f.js":    `export { g as f } from "../g.js";`,
			"g.js":        `export const g = "g";`,
			"lib/left.js": `unused`,
		}}, nil
	}
	b := load(t, "fixture:two@3?k=v", bundler.Options{Engine: bundler.Goja, Fixtures: fixtures})
	same(t, "Name", b.Name, "two@3")
	same(t, "answer", answer(t, string(b.Code)), "mark:g")
	same(t, "Inputs", len(b.Inputs), 0)
	checkMap(t, b)
	_, err := bundler.Load(t.Context(), "fixture:one", bundler.Options{Fixtures: fixtures})
	if err == nil || err.Error() != "bundler: fixture:one: unknown" {
		t.Errorf("error = %v", err)
	}
}

// TestBrokenCharacter holds that a file that ends inside a character is bundled:
// esbuild alone would never end.
func TestBrokenCharacter(t *testing.T) {
	for name, end := range map[string]string{"index.js": "\xf0\x9d", "index.ts": "\xf0\n", "index.mjs": "\xbc\xbc\xbc\xbc\xdd"} {
		dir := t.TempDir()
		writeFiles(t, dir, map[string]string{name: "export default { fetch: (x) => 'mark:\xbcé' + x } //! " + end})
		b := load(t, dir, bundler.Options{Engine: bundler.Goja})
		same(t, "answer", answer(t, string(b.Code)), "mark:\ufffdéyou")
		checkMap(t, b)
	}
}
