package bundler

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"
)

// modulesPlugin imports files as the rules say. Data and wasm become a module of
// JavaScript around the bytes, which esbuild inlines.
func modulesPlugin(root string, rules []Rule) api.Plugin {
	return api.Plugin{Name: "modules", Setup: func(b api.PluginBuild) {
		filter := api.OnLoadOptions{Filter: suffixes(rules), Namespace: "file"}
		b.OnLoad(filter, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			if len(a.With) > 0 { // an import attribute says how, as ours below do
				return api.OnLoadResult{}, nil
			}
			return loadModule(a.Path, kind(rules, root, a.Path))
		})
		b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "file"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			if len(a.With) > 0 || !endsInsideRune(a.Path) {
				return api.OnLoadResult{}, nil
			}
			return loadAs(a.Path, loader(a.Path))
		})
	}}
}

// endsInsideRune tells whether a file's text has a broken character at its end, as
// that of a half-written file may. esbuild v0.28.2 never ends on such a text, and fills the
// memory.
func endsInsideRune(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false // left to esbuild, whose error says who imports the file
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	tail := make([]byte, min(info.Size(), utf8.UTFMax))
	if _, err := f.ReadAt(tail, info.Size()-int64(len(tail))); err != nil {
		return false
	}
	for len(tail) > 0 && !utf8.RuneStart(tail[0]) {
		tail = tail[1:] // of a character that begins before
	}
	return !utf8.Valid(tail)
}

func loadModule(path, kind string) (api.OnLoadResult, error) {
	switch kind {
	case "text":
		return loadAs(path, api.LoaderText)
	case "esm", "cjs":
		return loadAs(path, api.LoaderJSX)
	case "data":
		return around(path, "bytes.buffer"), nil
	case "wasm":
		return around(path, "new WebAssembly.Module(bytes)"), nil
	}
	return api.OnLoadResult{}, nil
}

func loadAs(path string, loader api.Loader) (api.OnLoadResult, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return api.OnLoadResult{}, err
	}
	text := strings.ToValidUTF8(string(data), string(utf8.RuneError))
	return api.OnLoadResult{Contents: &text, Loader: loader, ResolveDir: filepath.Dir(path)}, nil
}

// around is a module whose default export is an expression over a file's bytes.
func around(path, expression string) api.OnLoadResult {
	name, _ := json.Marshal("./" + filepath.Base(path)) // a string has no error
	text := "import bytes from " + string(name) + ` with { type: "bytes" };` + "\nexport default " + expression + ";\n"
	return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS, ResolveDir: filepath.Dir(path)}
}
