package bundlecache

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/thaw/bundler"
)

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
