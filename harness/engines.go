package harness

import (
	"context"
	"errors"
	"fmt"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// Engines makes the engine of the given name, such as Arm.Runtime. The caller
// closes it.
type Engines func(runtime string) (isolate.Engine, error)

// libraries holds one engine of each name, with the Web APIs compiled for it.
type libraries struct {
	engines Engines
	made    map[string]*web.Library
}

// get makes the engine of that name when it is first asked for. It also opens
// and closes a scope then: what an engine does once a machine or once a process,
// such as compiling its wasm, is in no sample. (The Web APIs that only the app
// touches are compiled in the first sample that does; warm-up rounds are for that.)
func (l *libraries) get(ctx context.Context, runtime string) (*web.Library, error) {
	if lib := l.made[runtime]; lib != nil {
		return lib, nil
	}
	e, err := l.engines(runtime)
	if err != nil {
		return nil, fmt.Errorf("harness: %w", err)
	}
	lib := web.NewLibrary(e)
	scope, err := worker.Open(ctx, worker.Config{Web: lib})
	if err == nil {
		err = scope.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("harness: %s: %w", runtime, errors.Join(err, e.Close()))
	}
	l.made[runtime] = lib
	return lib, nil
}

func (l *libraries) close() error {
	var all []error
	for _, lib := range l.made {
		all = append(all, lib.Engine().Close())
	}
	clear(l.made)
	return errors.Join(all...)
}
