package web

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/codecache"
)

//go:embed js/*.js
var files embed.FS

// A Library holds the layer's scripts for one engine, each compiled when it is
// first asked for and shared by all isolates of the engine. It is safe for
// concurrent use.
type Library struct {
	scripts *codecache.Scripts

	mu    sync.Mutex
	files map[string]isolate.Script
}

// NewLibrary returns the layer for an engine, without a cache beyond the library itself.
func NewLibrary(e isolate.Engine) *Library { return NewCachedLibrary(codecache.Uncached(e)) }

// NewCachedLibrary returns the layer for the engine of s, whose scripts, and those
// of the apps that stand on it, come from s.
func NewCachedLibrary(s *codecache.Scripts) *Library {
	return &Library{scripts: s, files: map[string]isolate.Script{}}
}

// Engine is the engine that the scripts are for.
func (b *Library) Engine() isolate.Engine { return b.scripts.Engine() }

// Scripts is where scripts come from.
func (b *Library) Scripts() *codecache.Scripts { return b.scripts }

// Script returns a file, by its name without ".js".
func (b *Library) Script(ctx context.Context, name string) (isolate.Script, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.files[name]; s != nil {
		return s, nil
	}
	text, err := files.ReadFile("js/" + name + ".js")
	if err != nil {
		return nil, fmt.Errorf("web: no file %s: %w", name, err)
	}
	s, _, err := b.scripts.Compile(ctx, isolate.Source{Name: filePrefix + name + ".js", Text: string(text)})
	if err != nil {
		return nil, fmt.Errorf("web: %s: %w", name, err)
	}
	b.files[name] = s
	return s, nil
}

const filePrefix = "web:"

// IsFile reports whether a script of that name is a file of the layer.
func IsFile(script string) bool { return strings.HasPrefix(script, filePrefix) }

// Files lists the layer's files in order, without ".js".
func Files() []string {
	names, err := fs.Glob(files, "js/*.js") // Glob sorts: the number is the order
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for i, name := range names {
		names[i] = strings.TrimSuffix(path.Base(name), ".js")
	}
	return names
}
