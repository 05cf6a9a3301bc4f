package harness

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// Engines makes the engine of the given name, such as Arm.Runtime. The caller
// closes it.
type Engines func(runtime string) (isolate.Engine, error)

// libraries holds one engine of each name, and for each cache that arms use with it
// the Web APIs.
type libraries struct {
	engines Engines
	open    map[string]isolate.Engine
	made    map[libraryKey]*web.Library
}

type libraryKey struct {
	runtime  string
	level    codecache.Level
	cacheDir string
}

func newLibraries(e Engines) libraries {
	return libraries{e, map[string]isolate.Engine{}, map[libraryKey]*web.Library{}}
}

// get makes the library of an arm when it is first asked for. It also opens
// and closes a scope then: what an engine does once a machine or once a process,
// such as compiling its wasm, is in no sample. (The Web APIs that only the app
// touches are compiled in the first sample that does; warm-up rounds are for that.)
func (l *libraries) get(ctx context.Context, arm Arm) (*web.Library, error) {
	key := libraryKey{arm.Runtime, arm.Cache, arm.CacheDir}
	if lib := l.made[key]; lib != nil {
		return lib, nil
	}
	e, err := l.engine(arm.Runtime)
	if err != nil {
		return nil, fmt.Errorf("harness: %w", err)
	}
	lib, err := newLibrary(e, arm.Cache, arm.CacheDir)
	if err != nil {
		return nil, err
	}
	scope, err := worker.Open(ctx, worker.Config{Web: lib})
	if err == nil {
		err = scope.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("harness: %s: %w", arm.Runtime, err)
	}
	l.made[key] = lib
	return lib, nil
}

func (l *libraries) engine(runtime string) (isolate.Engine, error) {
	if e := l.open[runtime]; e != nil {
		return e, nil
	}
	e, err := l.engines(runtime)
	if err == nil {
		l.open[runtime] = e
	}
	return e, err
}

// newLibrary returns the Web APIs for an engine, through a cache.
func newLibrary(e isolate.Engine, level codecache.Level, cacheDir string) (*web.Library, error) {
	var store *codecache.Store
	if level == codecache.Disk {
		var err error
		if store, err = codecache.Open(cacheDir); err != nil {
			return nil, fmt.Errorf("harness: %w", err)
		}
	}
	scripts, err := codecache.NewScripts(e, cmp.Or(level, codecache.None), store)
	if err != nil {
		return nil, fmt.Errorf("harness: %w", err)
	}
	return web.NewCachedLibrary(scripts), nil
}

func (l *libraries) close() error {
	var all []error
	for _, e := range l.open {
		all = append(all, e.Close())
	}
	clear(l.open)
	clear(l.made)
	return errors.Join(all...)
}
