package bundler

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// A metafile is what is used of esbuild's. See https://esbuild.github.io/api/#metafile.
type metafile struct {
	Inputs map[string]struct {
		Format string `json:"format"`
	} `json:"inputs"`
	Outputs map[string]metaOutput `json:"outputs"`
}

type metaOutput struct {
	EntryPoint string   `json:"entryPoint"`
	Exports    []string `json:"exports"`
	Imports    []struct {
		Path     string `json:"path"`
		Kind     string `json:"kind"`
		External bool   `json:"external"`
	} `json:"imports"`
	Inputs map[string]struct {
		BytesInOutput int `json:"bytesInOutput"`
	} `json:"inputs"`
}

func parseMetafile(text string) (*metafile, error) {
	m := &metafile{}
	if err := json.Unmarshal([]byte(text), m); err != nil {
		return nil, fmt.Errorf("bundler: esbuild's metafile: %w", err)
	}
	return m, nil
}

// output is the one that the entry point made; CSS and the map are others.
func (m *metafile) output() metaOutput {
	for name, out := range m.Outputs {
		if out.EntryPoint != "" && strings.HasSuffix(name, ".js") {
			return out
		}
	}
	return metaOutput{}
}

// externals are the paths that the output still imports by a statement.
func (o metaOutput) externals() []string {
	var paths []string
	for _, i := range o.Imports {
		if i.External && i.Kind == "import-statement" {
			paths = append(paths, i.Path)
		}
	}
	return paths
}

// modules are the inputs of an output, largest first. A file that was imported in
// two ways, as wasm is, counts once. byRule is the kind that a rule gives a path.
func (m *metafile) modules(out metaOutput, byRule func(path string) string) []Module {
	byPath := make(map[string]Module, len(out.Inputs))
	for input, in := range out.Inputs {
		path := plainPath(input)
		byPath[path] = Module{Path: path, Kind: m.kind(path, byRule), Bytes: byPath[path].Bytes + in.BytesInOutput}
	}
	return slices.SortedFunc(maps.Values(byPath), func(a, b Module) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Path, b.Path))
	})
}

// kind is that of the rule that matches, else as esbuild parsed the file.
func (m *metafile) kind(path string, byRule func(path string) string) string {
	if k := byRule(path); k != "" {
		return k
	}
	if format := m.Inputs[path].Format; format != "" {
		return format
	}
	if filepath.Ext(path) == ".json" {
		return "json"
	}
	return "script"
}

// files are the inputs that are on disk, as absolute paths, sorted.
func (m *metafile) files(root string) []string {
	var files []string
	for path := range m.Inputs {
		file := filepath.Join(root, filepath.FromSlash(plainPath(path)))
		if !strings.HasPrefix(path, virtual+":") && isFile(file) {
			files = append(files, file)
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// plainPath is an input's path without the import attributes that esbuild adds
// to it, and without a query such as ?module.
func plainPath(path string) string {
	path, _, _ = strings.Cut(path, " with {")
	path, _, _ = strings.Cut(path, "?")
	return path
}
