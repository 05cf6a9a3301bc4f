// Package engines is the one list of the engines that are linked in, with what
// goes with each: how to open it, and how an app is bundled for it.
package engines

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.com/thaw/bundler"
	"example.com/thaw/bundler/bundlecache"
	"example.com/thaw/fixtures"
	"example.com/thaw/isolate"
	"example.com/thaw/isolate/gojavm"
	"example.com/thaw/isolate/quickjs"
)

// A Kind is an engine that can be opened.
type Kind struct {
	Name    string // "goja", "quickjs": what --runtime takes
	Profile bundler.Profile

	open  func(Options) (isolate.Engine, error)
	check func(Options) error
}

// Options say where an engine finds what it needs.
type Options struct {
	CacheDir string // of all caches; "" is what codecache.Dir returns
	AppDir   string // from which node_modules are looked for, upwards; "" is the working directory
}

var kinds = []Kind{
	{
		Name: "goja", Profile: bundler.Goja,
		open:  func(Options) (isolate.Engine, error) { return gojavm.New(), nil },
		check: func(Options) error { return nil },
	},
	{
		Name: "quickjs", Profile: bundler.QuickJS,
		open: func(o Options) (isolate.Engine, error) {
			machineCode := ""
			if o.CacheDir != "" {
				machineCode = filepath.Join(o.CacheDir, "wazero")
			}
			return quickjs.Open(quickjs.Options{CacheDir: machineCode, Dir: o.AppDir})
		},
		check: func(o Options) error {
			_, err := quickjs.Find(o.AppDir)
			return err
		},
	},
}

// Names lists the engines.
func Names() []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.Name
	}
	return names
}

// Lookup returns the engine of a name. The error lists the names there are.
func Lookup(name string) (Kind, error) {
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return Kind{}, fmt.Errorf("engines: no runtime %q; there are %s", name, strings.Join(Names(), " and "))
	}
	return kinds[i], nil
}

// Available lists the engines that can be opened here, the preferred one first.
func Available(o Options) []string {
	var names []string
	for _, k := range slices.Backward(kinds) {
		if k.check(o) == nil {
			names = append(names, k.Name)
		}
	}
	return names
}

// Check reports why the engine can't be opened, or nil.
func (k Kind) Check(o Options) error { return k.check(o) }

// Open opens the engine. The caller closes it.
func (k Kind) Open(o Options) (isolate.Engine, error) { return k.open(o) }

// Load bundles an app for the engine; o.Engine and o.Fixtures are set here.
func (k Kind) Load(ctx context.Context, app string, o bundler.Options) (*bundler.Bundle, error) {
	o.Engine, o.Fixtures = k.Profile, fixture
	return bundler.Load(ctx, app, o)
}

// LoadCached is Load through a cache, which may be nil.
func (k Kind) LoadCached(ctx context.Context, c *bundlecache.Cache, app string, o bundler.Options) (bundlecache.Result, error) {
	o.Engine, o.Fixtures = k.Profile, fixture
	return c.Load(ctx, app, o, fixtureKey)
}

// fixture answers the bundler's apps that begin with "fixture:".
func fixture(ref string) (bundler.Entry, error) { return entry(fixtures.Open(ref)) }

// fixtureKey is fixture without the files, which follow from the name.
func fixtureKey(ref string) (bundler.Entry, error) { return entry(fixtures.Describe(ref)) }

func entry(app *fixtures.App, err error) (bundler.Entry, error) {
	if err != nil {
		return bundler.Entry{}, err
	}
	dir, err := app.ResolveDir()
	if err != nil {
		return bundler.Entry{}, err
	}
	return bundler.Entry{Name: app.Name, Files: app.Files, Main: app.Entry, ResolveDir: dir}, nil
}

// Source is a bundle as an engine compiles it.
func Source(b *bundler.Bundle) isolate.Source {
	src := isolate.Source{Name: "worker.js", Text: string(b.Code), Module: b.Module}
	if b.Map != nil {
		src.Map = isolate.LazySourceMap(b.Map)
	}
	return src
}
