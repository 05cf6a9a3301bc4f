package bundler_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/thaw/bundler"
)

// faults are apps that can't be bundled. The files of each are below one folder,
// DIR in the error, which is the app unless path says otherwise.
var faults = []struct {
	name    string
	files   map[string]string
	path    string
	options bundler.Options
	want    string
}{
	{
		name: "missing file",
		path: "gone.js",
		want: "bundler: DIR/gone.js: no such file or folder",
	},
	{
		name: "empty folder",
		want: "bundler: DIR: no entry in this folder: looked for wrangler.json, wrangler.jsonc, wrangler.toml, package.json with exports, module or main, " +
			"index.* and src/index.* (.ts .mts .tsx .js .mjs .cjs .jsx)",
	},
	{
		name:  "no app",
		files: map[string]string{"notes.txt": ""},
		path:  "notes.txt",
		want:  "bundler: DIR/notes.txt: not an app: want a file .ts .mts .tsx .js .mjs .cjs .jsx, a wrangler config, or a folder",
	},
	{
		name:  "syntax error",
		files: map[string]string{"index.ts": "export default {\n\tfetch() { let é = = 1 }\n}\n"},
		want:  "bundler: index.ts:2:20: Unexpected \"=\"\n    \tfetch() { let é = = 1 }\n    \t                  ^",
	},
	{
		name:  "syntax error in a long line",
		files: map[string]string{"index.js": strings.Repeat("a();", 100) + "let = = 1;" + strings.Repeat("b();", 100)},
		want:  "bundler: index.js:1:407: Unexpected \"=\"\n    " + ");" + strings.Repeat("a();", 13) + "let = = 1;" + strings.Repeat("b();", 14) + "\n    " + strings.Repeat(" ", 60) + "^",
	},
	{
		name:  "missing module",
		files: map[string]string{"index.js": `export { x } from "./gone.js";`},
		want:  "bundler: index.js:1:19: Could not resolve \"./gone.js\"\n    export { x } from \"./gone.js\";\n                      ^",
	},
	{
		name:  "unknown package",
		files: map[string]string{"index.js": `export { x } from "@scope/gone/sub";`},
		want:  "bundler: index.js:1:19: package \"@scope/gone\" is not installed: run \"npm install @scope/gone\" in DIR\n    export { x } from \"@scope/gone/sub\";\n                      ^",
	},
	{
		name: "path that a package does not export",
		files: map[string]string{
			"index.js":                       `export { x } from "some/sub";`,
			"node_modules/some/package.json": `{ "exports": { ".": "./index.js" } }`,
			"node_modules/some/index.js":     ``,
		},
		want: "bundler: index.js:1:19: Could not resolve \"some/sub\": The path \"./sub\" is not exported by package \"some\":\n    export { x } from \"some/sub\";\n                      ^",
	},
	{
		name:  "Node.js module",
		files: map[string]string{"index.js": `import "node:fs"; import "path/posix"; export {};`},
		want: "bundler: index.js:1:8: node:fs is a module built into Node.js, which this runtime does not have\n    import \"node:fs\"; import \"path/posix\"; export {};\n           ^\n" +
			"index.js:1:26: path/posix is a module built into Node.js, which this runtime does not have\n    import \"node:fs\"; import \"path/posix\"; export {};\n                             ^",
	},
	{
		name:  "Workers module",
		files: map[string]string{"index.js": `import "cloudflare:sockets";`},
		want:  "bundler: index.js:1:8: cloudflare:sockets is a module built into Workers, which this runtime does not have\n    import \"cloudflare:sockets\";\n           ^",
	},
	{
		name:    "external import without modules",
		files:   map[string]string{"index.js": `import x from "answers:42"; export default { fetch: () => x };`},
		options: bundler.Options{Engine: bundler.Goja, External: []string{"answers:*"}},
		want:    "bundler: external answers:42: goja has no modules to import it from",
	},
	{
		name:  "many errors",
		files: map[string]string{"index.js": "import './a'\nimport './b'\nimport './c'\nimport './d'\nimport './e'\nimport './f'\nimport './g'\nimport './h'\nimport './i'\nimport './j'\nimport './k'\nimport './l'"},
		want: func() string {
			lines := []string{}
			for i, name := range "abcdefghij" {
				lines = append(lines, fmt.Sprintf("index.js:%d:8: Could not resolve \"./%c\"\n    import './%c'\n           ^", i+1, name, name))
			}
			return "bundler: " + strings.Join(lines, "\n") + "\nand 2 more"
		}(),
	},
	{
		name:  "config without main",
		files: map[string]string{"wrangler.toml": `name = "x"`},
		want:  "bundler: wrangler.toml: main is missing: it names the entry file",
	},
	{
		name:  "config with a missing main",
		files: map[string]string{"wrangler.json": `{"main": "src/gone"}`},
		want:  `bundler: wrangler.json: main "src/gone": no such file`,
	},
	{
		name:  "config with an unbuilt main",
		files: map[string]string{"wrangler.jsonc": `{"main": "dist/x.js", "build": {"command": "npm run build"}}`},
		want:  `bundler: wrangler.jsonc: main "dist/x.js": no such file: make it first with the config's build command, "npm run build"`,
	},
	{
		name:  "package.json with a missing entry",
		files: map[string]string{"package.json": `{"main": "gone.js"}`},
		want:  `bundler: package.json: entry "gone.js": no such file`,
	},
	{
		name:  "malformed package.json",
		files: map[string]string{"package.json": "{\n\t\"main\": 1\n}"},
		want:  "bundler: package.json:2:10: main can't be a JSON number\n    \t\"main\": 1\n    \t        ^",
	},
	{
		name: "no fixtures",
		path: "fixture:hello",
		want: "bundler: fixture:hello: no fixtures here",
	},
	{
		name:    "unknown target",
		options: bundler.Options{Target: "es6"},
		want:    `bundler: target "es6": want one of es5, es2015, es2016, es2017, es2018, es2019, es2020, es2021, es2022, es2023, es2024, esnext`,
	},
	{
		name:    "unknown charset",
		options: bundler.Options{Charset: "latin1"},
		want:    `bundler: charset "latin1": want ascii or utf8`,
	},
	{
		name:    "unknown legal comments",
		options: bundler.Options{LegalComments: "all"},
		want:    `bundler: legal comments "all": want none, inline or eof`,
	},
	{
		name:    "define that is no expression",
		files:   map[string]string{"index.js": ``},
		options: bundler.Options{Define: map[string]string{"A": "1 +"}},
		want:    `bundler: Invalid define value (must be an entity name or JS literal): 1 +`,
	},
	{
		name:    "TypeScript that is said to be ready-made",
		files:   map[string]string{"index.ts": ``},
		options: bundler.Options{NoBundle: true},
		want:    "bundler: index.ts is not ready-made: a runtime loads JavaScript only; bundle it",
	},
}

func TestFaults(t *testing.T) {
	for _, c := range faults {
		t.Run(c.name, func(t *testing.T) {
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			writeFiles(t, dir, c.files)
			app := c.path
			if !strings.HasPrefix(app, "fixture:") {
				app = filepath.Join(dir, app)
			}
			_, err = bundler.Load(t.Context(), app, c.options)
			if err == nil {
				t.Fatal("no error")
			}
			got := strings.ReplaceAll(strings.ReplaceAll(err.Error(), dir, "DIR"), `\`, "/")
			if got != strings.ReplaceAll(c.want, `\`, "/") {
				t.Errorf("error:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func writeFiles(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestErrorType(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"index.js": "\nlet x x"})
	_, err := bundler.Load(t.Context(), dir, bundler.Options{})
	var e *bundler.Error
	if !errors.As(err, &e) || len(e.Messages) != 1 {
		t.Fatalf("error = %#v", err)
	}
	want := bundler.Message{Text: `Expected ";" but found "x"`, File: "index.js", Line: 2, Column: 7, LineText: "let x x"}
	same(t, "message", e.Messages[0], want)
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("the cause")
	fixtures := func(string) (bundler.Entry, error) {
		cancel(cause) // behind Load's first look at ctx
		return bundler.Entry{Main: "a.js", Files: map[string]string{"a.js": "export default {}"}}, nil
	}
	if _, err := bundler.Load(ctx, "fixture:a", bundler.Options{Fixtures: fixtures}); !errors.Is(err, cause) {
		t.Errorf("during the load: %v", err)
	}
	if _, err := bundler.Load(ctx, "testdata/apps/jsx", bundler.Options{}); !errors.Is(err, cause) {
		t.Errorf("before the load: %v", err)
	}
}
