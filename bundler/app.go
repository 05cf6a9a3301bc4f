package bundler

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// entryExts are the extensions of an entry file, in the order of preference in
// which a folder is searched.
var entryExts = []string{".ts", ".mts", ".tsx", ".js", ".mjs", ".cjs", ".jsx"}

// FixturePrefix begins the name of an app that Options.Fixtures answers.
const FixturePrefix = "fixture:"

// An app is what was found under the name that the user gave.
type app struct {
	name     string
	root     string // absolute, without symbolic links: what paths in the bundle are relative to
	entry    string // absolute path, or a key of files.Files
	files    *Entry // nil where the entry is on disk
	config   *Config
	patch    *patch   // nil for none
	read     []string // files that decided all this
	warnings []Warning
}

// locate finds the entry of an app, and its config.
func locate(name string, o Options) (*app, error) {
	if ref, ok := strings.CutPrefix(name, FixturePrefix); ok {
		return fixture(ref, o)
	}
	path, err := filepath.Abs(name)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	switch {
	case name == "":
		return nil, errors.New("bundler: no app was named: give an entry file, a folder or fixture:NAME")
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("bundler: %s: no such file or folder", name)
	case err != nil:
		return nil, fmt.Errorf("bundler: %s: %w", name, err)
	case !isFile(path):
		return folder(name, path, o)
	case slices.Contains(entryExts, filepath.Ext(path)):
		return entryFile(path)
	case filepath.Ext(path) == ".toml", filepath.Ext(path) == ".jsonc",
		filepath.Ext(path) == ".json" && filepath.Base(path) != packageJSON:
		a := &app{root: filepath.Dir(path)}
		return a, a.configured(path)
	}
	return nil, fmt.Errorf("bundler: %s: not an app: want a file %s, a wrangler config, or a folder", name, strings.Join(entryExts, " "))
}

func fixture(ref string, o Options) (*app, error) {
	if o.Fixtures == nil {
		return nil, fmt.Errorf("bundler: %s%s: no fixtures here", FixturePrefix, ref)
	}
	e, err := o.Fixtures(ref)
	if err != nil {
		return nil, fmt.Errorf("bundler: %s%s: %w", FixturePrefix, ref, err)
	}
	root := e.ResolveDir
	if root == "" {
		root, err = os.Getwd()
	} else {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		return nil, fmt.Errorf("bundler: %s%s: %w", FixturePrefix, ref, err)
	}
	return &app{name: e.Name, root: root, entry: e.Main, files: &e}, nil
}

// entryFile is an app whose config, if it has one, is in its folder or in one
// above, up to that of its package.json: where wrangler would find it too.
func entryFile(path string) (*app, error) {
	base := filepath.Base(path)
	a := &app{
		name:  strings.TrimSuffix(base, filepath.Ext(base)),
		root:  filepath.Dir(path),
		entry: path,
	}
	for dir := a.root; ; dir = filepath.Dir(dir) {
		file, warnings := findConfig(dir)
		if file != "" {
			a.root, a.warnings = dir, warnings
			return a, a.readConfig(file)
		}
		if isFile(filepath.Join(dir, packageJSON)) {
			a.root = dir
			return a, nil
		}
		if dir == filepath.Dir(dir) {
			return a, nil
		}
	}
}

// folder is an app in a folder: by its wrangler config, its package.json, or an
// index file.
func folder(name, dir string, o Options) (*app, error) {
	a := &app{name: filepath.Base(dir), root: dir}
	file, warnings := findConfig(dir)
	if file != "" {
		a.warnings = warnings
		return a, a.configured(file)
	}
	if pkg := filepath.Join(dir, packageJSON); isFile(pkg) {
		a.read = append(a.read, pkg)
		entry, err := packageEntry(pkg, o.conditions())
		if err != nil || entry != "" {
			a.entry = entry
			return a, err
		}
	}
	for _, sub := range []string{"", "src"} {
		if entry := withExt(filepath.Join(dir, sub, "index")); entry != "" {
			a.entry = entry
			return a, nil
		}
	}
	return nil, fmt.Errorf("bundler: %s: no entry in this folder: looked for %s, %s with exports, module or main, index.* and src/index.* (%s)",
		name, strings.Join(configNames, ", "), packageJSON, strings.Join(entryExts, " "))
}

// readConfig sets the config, and the name that it gives.
func (a *app) readConfig(file string) error {
	c, err := ReadConfig(file)
	if err != nil {
		return err
	}
	a.config = c
	a.read = append(a.read, file)
	if c.Name != "" {
		a.name = c.Name
	}
	return nil
}

// configured takes the entry from a config.
func (a *app) configured(file string) error {
	if err := a.readConfig(file); err != nil {
		return err
	}
	c, base := a.config, filepath.Base(file)
	if a.name == "" {
		a.name = filepath.Base(a.root)
	}
	if c.Main == "" {
		return fmt.Errorf("bundler: %s: main is missing: it names the entry file", base)
	}
	main := c.Main
	if !filepath.IsAbs(main) {
		main = filepath.Join(c.Dir, main)
	}
	if a.entry = withExt(main); a.entry != "" {
		return nil
	}
	if c.Build.Command != "" {
		return fmt.Errorf("bundler: %s: main %q: no such file: make it first with the config's build command, %q", base, c.Main, c.Build.Command)
	}
	return fmt.Errorf("bundler: %s: main %q: no such file", base, c.Main)
}

// withExt is path if it is a file, else the first file that an extension makes
// of it, else "".
func withExt(path string) string {
	for _, ext := range append([]string{""}, entryExts...) {
		if isFile(path + ext) {
			return path + ext
		}
	}
	return ""
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}
