package bundler

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
	"github.com/evanw/esbuild/pkg/api"
)

// A patch is the changed text of some of an app's files. What is on disk stays as it is.
type patch struct {
	texts map[string]string // by absolute path, or for an Entry by the key in Files
	names map[string]string // as the diff has them
	dirs  map[string]string // where packages are looked for

	mu   sync.Mutex
	used map[string]bool // files that a bundle was made of
}

// newPatch applies a unified diff, in which paths are relative to the app's root, or as in what git
// prints, to a folder above it. It is nil without a diff.
func newPatch(a *app, diff string) (*patch, error) {
	if diff == "" {
		return nil, nil
	}
	files, _, err := gitdiff.Parse(strings.NewReader(diff))
	if err != nil {
		return nil, fmt.Errorf("bundler: patch: %w", err)
	}
	if len(files) == 0 {
		return nil, errors.New("bundler: patch: it changes nothing; want a unified diff, such as git diff prints")
	}
	p := &patch{texts: map[string]string{}, names: map[string]string{}, dirs: map[string]string{}, used: map[string]bool{}}
	for _, f := range files {
		if err := p.add(a, f); err != nil {
			return nil, fmt.Errorf("bundler: patch: %w", err)
		}
	}
	return p, nil
}

func (p *patch) add(a *app, f *gitdiff.File) error {
	name := f.NewName
	switch {
	case f.IsNew || f.IsDelete || f.IsRename || f.IsCopy:
		return fmt.Errorf("%s%s: only changes within files can be applied, none that make, delete or move them", f.OldName, name)
	case f.IsBinary:
		return fmt.Errorf("%s: a binary file can't be patched", name)
	}
	path, text, err := a.original(name)
	if err != nil {
		return err
	}
	if _, ok := p.texts[path]; ok {
		return fmt.Errorf("%s is there twice", name)
	}
	var changed bytes.Buffer
	if err := gitdiff.Apply(&changed, strings.NewReader(text), f); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	p.texts[path] = strings.ToValidUTF8(changed.String(), string(utf8.RuneError)) // as endsInsideRune
	p.names[path], p.dirs[path] = name, filepath.Dir(path)
	if a.files != nil && !filepath.IsAbs(path) {
		p.dirs[path] = a.files.ResolveDir
	}
	return nil
}

// original finds a file of a patch.
func (a *app) original(name string) (path, text string, err error) {
	short := strings.TrimPrefix(name, "b/") // a diff without git's header keeps it
	if a.files != nil {
		for _, key := range []string{name, short} {
			if text, ok := a.files.Files[key]; ok {
				return key, text, nil
			}
		}
	}
	for dir := a.root; ; dir = filepath.Dir(dir) {
		for _, local := range []string{name, short} {
			path := filepath.Join(dir, filepath.FromSlash(local))
			if !isFile(path) {
				continue
			}
			if path, err = filepath.EvalSymlinks(path); err != nil { // as esbuild calls it
				return "", "", err
			}
			text, err := os.ReadFile(path)
			return path, string(text), err
		}
		if dir == filepath.Dir(dir) {
			return "", "", fmt.Errorf("%s: no such file in the app's folder, %s, or above it", name, filepath.Base(a.root))
		}
	}
}

// text is the changed text of a file.
func (p *patch) text(path string) (text string, ok bool) {
	if p == nil {
		return "", false
	}
	text, ok = p.texts[path]
	return text, ok
}

// plugin gives esbuild the changed texts.
func (p *patch) plugin(root string, rules []Rule) api.Plugin {
	return api.Plugin{Name: "patch", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: ".*"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			text, ok := p.texts[a.Path]
			if !ok || len(a.With) > 0 {
				return api.OnLoadResult{}, nil
			}
			p.mu.Lock()
			defer p.mu.Unlock()
			p.used[a.Path] = true
			result := api.OnLoadResult{Contents: &text, Loader: loader(a.Path), ResolveDir: p.dirs[a.Path]}
			switch kind(rules, root, a.Path) {
			case "text":
				result.Loader = api.LoaderText
			case "esm", "cjs":
				result.Loader = api.LoaderJSX
			}
			return result, nil
		})
	}}
}

// unused reports a file that the bundle is not made of, so that the patch does not do what it says.
func (p *patch) unused() error {
	if p == nil {
		return nil
	}
	for _, path := range slices.Sorted(maps.Keys(p.texts)) {
		if !p.used[path] {
			return fmt.Errorf("bundler: patch: %s is not in the bundle: nothing that is in it imports the file", p.names[path])
		}
	}
	return nil
}
