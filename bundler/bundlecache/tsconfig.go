package bundlecache

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/jsonc"
)

// A mapping is one way in which tsconfig files resolve an import that is no relative path. See
// https://www.typescriptlang.org/tsconfig/#paths and #baseUrl.
type mapping struct {
	prefix, suffix string // of the pattern, around its *
	star           bool
	target         string // absolute path, with a * in the place of the pattern's
}

// apply is the path that an import could mean.
func (m mapping) apply(path string) (string, bool) {
	if !m.star {
		return m.target, path == m.prefix
	}
	if len(path) < len(m.prefix)+len(m.suffix) || !strings.HasPrefix(path, m.prefix) || !strings.HasSuffix(path, m.suffix) {
		return "", false
	}
	middle := path[len(m.prefix) : len(path)-len(m.suffix)]
	return filepath.FromSlash(strings.ReplaceAll(m.target, "*", middle)), true
}

// tsconfig is what is used of a tsconfig.json.
type tsconfig struct {
	Extends         any `json:"extends"` // text, or list of texts
	CompilerOptions struct {
		BaseURL *string             `json:"baseUrl"`
		Paths   map[string][]string `json:"paths"`
	} `json:"compilerOptions"`
}

// mappings are those of all tsconfig files that esbuild may have read, which it adds
// to the files with what they extend. Which of several holds is not worked
// out: more folders are watched than need be.
func (w *watch) mappings() ([]mapping, error) {
	todo := w.tsconfigs()
	var bases []string
	paths := map[string][]string{}
	for seen := map[string]bool{}; len(todo) > 0; {
		path := todo[0]
		todo = todo[1:]
		if seen[path] {
			continue
		}
		seen[path] = true
		c, err := w.readTSConfig(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		dir, options := filepath.Dir(path), c.CompilerOptions
		bases = append(bases, dir)
		if options.BaseURL != nil {
			base := absolute(dir, *options.BaseURL)
			bases = append(bases, base)
			paths["*"] = append(paths["*"], filepath.Join(base, "*"))
		}
		for pattern, targets := range options.Paths {
			paths[pattern] = append(paths[pattern], targets...)
		}
		more, err := w.extended(dir, c.Extends)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		todo = append(todo, more...)
	}
	return combine(bases, paths), nil
}

// tsconfigs are the tsconfig files among the files. esbuild does not read those of packages.
func (w *watch) tsconfigs() []string {
	var all []string
	for path := range w.files {
		name := filepath.Base(path)
		if (name == "jsconfig.json" || strings.HasPrefix(name, "tsconfig") && filepath.Ext(name) == ".json") && !inPackage(path) {
			all = append(all, path)
		}
	}
	return all
}

func (w *watch) readTSConfig(path string) (tsconfig, error) {
	var c tsconfig
	w.file(path)
	data, err := os.ReadFile(path)
	if err != nil {
		return c, err
	}
	return c, json.Unmarshal(jsonc.ToJSON(data), &c)
}

// combine sets every target against every folder that it could be relative to.
func combine(bases []string, paths map[string][]string) []mapping {
	var all []mapping
	slices.Sort(bases)
	bases = slices.Compact(bases)
	for pattern, targets := range paths {
		prefix, suffix, star := strings.Cut(pattern, "*")
		for _, target := range targets {
			for _, base := range bases {
				all = append(all, mapping{prefix, suffix, star, absolute(base, target)})
				if filepath.IsAbs(target) {
					break
				}
			}
		}
	}
	return all
}

func absolute(dir, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

func inPackage(path string) bool {
	return slices.Contains(strings.Split(filepath.ToSlash(path), "/"), "node_modules")
}

// extended are the files that the value of extends names.
func (w *watch) extended(dir string, value any) ([]string, error) {
	var names []string
	switch value := value.(type) {
	case nil:
	case string:
		names = []string{value}
	case []any:
		for _, v := range value {
			if name, ok := v.(string); ok {
				names = append(names, name)
			}
		}
	}
	var files []string
	for _, name := range names {
		file := w.extendedFile(dir, filepath.FromSlash(name))
		if file == "" {
			return nil, fmt.Errorf("the file that it extends, %q, was not found", name)
		}
		files = append(files, file)
	}
	return files, nil
}

// extendedFile is the file that an item of extends names: a path, or one in a package
// above dir; or "". It watches what it passes.
func (w *watch) extendedFile(dir, name string) string {
	if filepath.IsAbs(name) || strings.HasPrefix(name, ".") {
		return w.first(absolute(dir, name))
	}
	for ; ; dir = filepath.Dir(dir) {
		if file := w.first(filepath.Join(dir, "node_modules", name)); file != "" {
			return file
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

func (w *watch) first(path string) string {
	for _, candidate := range []string{path, path + ".json", filepath.Join(path, "tsconfig.json")} {
		w.above(candidate)
		if isFile(candidate) {
			return candidate
		}
	}
	return ""
}
