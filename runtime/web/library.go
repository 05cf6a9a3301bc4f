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
)

//go:embed js/*.js
var files embed.FS

// A Library holds the layer's scripts for one engine, each compiled when it is
// first asked for and shared by all isolates of the engine. It is safe for
// concurrent use.
type Library struct {
	engine isolate.Engine

	mu      sync.Mutex
	scripts map[string]isolate.Script
}

// NewLibrary returns the scripts for an engine.
func NewLibrary(e isolate.Engine) *Library {
	return &Library{engine: e, scripts: map[string]isolate.Script{}}
}

// Engine is the engine that the scripts are for.
func (b *Library) Engine() isolate.Engine { return b.engine }

// Script returns a file, by its name without ".js".
func (b *Library) Script(ctx context.Context, name string) (isolate.Script, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.scripts[name]; s != nil {
		return s, nil
	}
	text, err := files.ReadFile("js/" + name + ".js")
	if err != nil {
		return nil, fmt.Errorf("web: no file %s: %w", name, err)
	}
	s, err := b.engine.Compile(ctx, isolate.Source{Name: "web:" + name + ".js", Text: string(text)})
	if err != nil {
		return nil, fmt.Errorf("web: %s: %w", name, err)
	}
	b.scripts[name] = s
	return s, nil
}

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
