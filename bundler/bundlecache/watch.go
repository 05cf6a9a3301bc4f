package bundlecache

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.com/thaw/bundler"
)

// A watch collects what a bundle depends on.
type watch struct {
	files map[string]bool
	stems map[string]map[string]bool // by folder
	whole map[string]bool            // folders
	asked map[string]bool            // by isFolder
}

// newRecord is what a bundle depends on that was made from start on.
func newRecord(b *bundler.Bundle, q question, start time.Time) (*record, error) {
	w := &watch{map[string]bool{}, map[string]map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, path := range b.Inputs {
		w.file(path)
	}
	if q.from != "" {
		w.fileOrFolder(q.from)
	}
	alias := slices.Collect(maps.Values(q.options.Alias))
	if c := b.Config; c != nil {
		alias = slices.AppendSeq(alias, maps.Values(c.Alias))
		if c.TSConfig != "" {
			w.file(filepath.Join(c.Dir, c.TSConfig))
		}
	}
	w.configs()
	if err := w.imports(b, alias); err != nil {
		return nil, err
	}
	w.configs()
	w.mains()
	w.packages()
	return w.record(start)
}

// file adds a file, and what could be found in its place.
func (w *watch) file(path string) {
	w.files[path] = true
	w.above(path)
}

// above adds the folders above a path, which need not be there, with the names on the way.
func (w *watch) above(path string) {
	for dir := filepath.Dir(path); dir != path; path, dir = dir, filepath.Dir(dir) {
		if w.stems[dir] == nil {
			w.stems[dir] = map[string]bool{}
		}
		w.stems[dir][stem(filepath.Base(path))] = true
	}
}

// configs adds the files that esbuild looks for in every folder above an input.
func (w *watch) configs() {
	for _, dir := range slices.Collect(maps.Keys(w.stems)) {
		for _, name := range configNames {
			if path := filepath.Join(dir, name); isFile(path) {
				w.files[path] = true
			}
		}
	}
}

// mains adds where the files could be that a package.json names as the package's own.
func (w *watch) mains() {
	for path := range maps.Clone(w.files) {
		if filepath.Base(path) != "package.json" {
			continue
		}
		text, err := os.ReadFile(path)
		var fields map[string]any
		if err != nil || json.Unmarshal(text, &fields) != nil {
			continue // esbuild has no use for it either
		}
		for _, name := range []string{"main", "module", "browser"} {
			if file, ok := fields[name].(string); ok {
				w.fileOrFolder(filepath.Join(filepath.Dir(path), filepath.FromSlash(file)))
			}
		}
	}
}

// packages adds the node_modules in which packages were looked for.
func (w *watch) packages() {
	for dir := range w.stems {
		modules := filepath.Join(dir, "node_modules")
		entries, err := os.ReadDir(modules)
		if err != nil {
			continue
		}
		w.whole[modules] = true
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), "@") {
				w.whole[filepath.Join(modules, e.Name())] = true
			}
		}
	}
}

// An importing file of a metafile.
type importer struct {
	Imports []struct {
		Path     string
		Original string // as it is written, where it was found
		External bool   // it was not found, or not looked for
	}
}

// imports adds the folders in which imports were looked for, by the paths that they are
// written as, and by what tsconfig files and aliases make of them.
func (w *watch) imports(b *bundler.Bundle, alias []string) error {
	if b.Metafile == "" {
		return nil
	}
	var meta struct{ Inputs map[string]importer }
	if err := json.Unmarshal([]byte(b.Metafile), &meta); err != nil {
		return err
	}
	mappings, err := w.mappings()
	if err != nil {
		return err
	}
	for name, in := range meta.Inputs {
		path, err := w.input(b.Root, name)
		if err != nil {
			return err
		}
		for _, i := range in.Imports {
			if i.External {
				i.Original = i.Path
			}
			w.lookedFor(filepath.Dir(path), i.Original, mappings)
		}
	}
	for _, target := range alias {
		w.lookedFor(b.Root, target, mappings)
	}
	return nil
}

// input is the path of an input of a metafile, which must be a file, a text of the bundler's
// own, or a file that a package.json disables.
func (w *watch) input(root, name string) (string, error) {
	name, _, _ = strings.Cut(name, " with {")
	name, disabled := strings.CutPrefix(name, "(disabled):")
	path := filepath.Join(root, filepath.FromSlash(name))
	plain, _, _ := strings.Cut(path, "?")
	switch {
	case disabled:
		w.above(path)
	case strings.HasPrefix(name, "<"), strings.HasPrefix(name, bundler.FixturePrefix), isFile(plain):
	default:
		return "", errUncertain // such as one in an archive
	}
	return path, nil
}

// lookedFor adds where an import in a folder could have been found.
func (w *watch) lookedFor(dir, path string, mappings []mapping) {
	if strings.HasPrefix(path, ".") {
		w.fileOrFolder(filepath.Join(dir, filepath.FromSlash(path)))
		return
	}
	for _, m := range mappings {
		if target, ok := m.apply(path); ok {
			w.fileOrFolder(target)
		}
	}
	for ; ; dir = filepath.Dir(dir) {
		if modules := filepath.Join(dir, "node_modules"); w.isFolder(modules) {
			w.fileOrFolder(filepath.Join(modules, filepath.FromSlash(path)))
		}
		if dir == filepath.Dir(dir) {
			return
		}
	}
}

// fileOrFolder adds what could be at a path: a file with some extension, or a folder with an
// index file or a package.json.
func (w *watch) fileOrFolder(path string) {
	w.above(filepath.Join(path, "package.json"))
	w.above(filepath.Join(path, "index.js"))
}

// isFolder remembers what it was asked.
func (w *watch) isFolder(path string) bool {
	is, ok := w.asked[path]
	if !ok {
		is = isFolder(path)
		w.asked[path] = is
	}
	return is
}

// record reads everything that was collected.
func (w *watch) record(start time.Time) (*record, error) {
	r := &record{}
	for _, path := range slices.Sorted(maps.Keys(w.files)) {
		f := file{Path: path}
		if f.renew(start); f.Identity == (identity{}) {
			return nil, errUncertain
		}
		r.Files = append(r.Files, f)
	}
	for _, d := range w.folders() {
		if d.renew(start); d.Identity == (identity{}) {
			return nil, errUncertain
		}
		r.Folders = append(r.Folders, d)
	}
	return r, nil
}

// folders are those that are there, the names of which are still to be read.
func (w *watch) folders() []folder {
	var all []folder
	for path, stems := range w.stems {
		if !w.whole[path] && isFolder(path) {
			all = append(all, folder{Path: path, Stems: slices.Sorted(maps.Keys(stems))})
		}
	}
	for path := range w.whole {
		all = append(all, folder{Path: path, Whole: true})
	}
	slices.SortFunc(all, func(a, b folder) int { return strings.Compare(a.Path, b.Path) })
	return all
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
