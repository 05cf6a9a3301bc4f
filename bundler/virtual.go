package bundler

import (
	"path"
	"strings"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"
)

// virtual is the esbuild namespace of an Entry's files. Their names in source
// maps and errors start with it.
const virtual = "fixture"

// virtualPlugin serves the files of an Entry. Packages that they import are
// looked for in its ResolveDir.
func virtualPlugin(e *Entry) api.Plugin {
	return api.Plugin{Name: virtual, Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if name, ok := e.lookUp(a); ok {
				return api.OnResolveResult{Path: name, Namespace: virtual}, nil
			}
			return api.OnResolveResult{}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: virtual}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			text := strings.ToValidUTF8(e.Files[a.Path], string(utf8.RuneError)) // as endsInsideRune
			return api.OnLoadResult{Contents: &text, ResolveDir: e.ResolveDir, Loader: loader(a.Path)}, nil
		})
	}}
}

func (e *Entry) lookUp(a api.OnResolveArgs) (name string, ok bool) {
	switch {
	case a.Kind == api.ResolveEntryPoint:
		name = a.Path
	case a.Namespace == virtual && strings.HasPrefix(a.Path, "."):
		name = path.Join(path.Dir(a.Importer), a.Path)
	default:
		return "", false
	}
	for _, ext := range append([]string{""}, entryExts...) {
		if _, ok := e.Files[name+ext]; ok {
			return name + ext, true
		}
	}
	return "", false
}

func loader(name string) api.Loader {
	if l, ok := loaders[path.Ext(name)]; ok {
		return l
	}
	return api.LoaderDefault
}

// loaders takes JSX in every JavaScript file, as wrangler does.
var loaders = map[string]api.Loader{".js": api.LoaderJSX, ".mjs": api.LoaderJSX, ".cjs": api.LoaderJSX}
