package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	"example.com/thaw/bundler"
	"example.com/thaw/fixtures"
	"example.com/thaw/harness"
	"example.com/thaw/runtime/engines"
)

// An app is what all runtimes are asked to serve: a bundle for each engine. The
// peers get that of quickjs, byte for byte.
type app struct {
	name    string
	check   fixtures.Check
	bundles map[string]*bundler.Bundle // by engine
}

// openApp bundles an app for every engine. name is that of a fixture, or bulk. Files are written to dir.
func openApp(ctx context.Context, name, dir string) (app, error) {
	a := app{name: name, bundles: map[string]*bundler.Bundle{}}
	path := bundler.FixturePrefix + name
	if name == bulkName {
		path = filepath.Join(dir, bulkName+".js")
		if err := os.WriteFile(path, []byte(bulkSource()), 0o600); err != nil {
			return app{}, err
		}
		a.check = bulkCheck()
	} else {
		fixture, err := fixtures.Open(name)
		if err != nil {
			return app{}, err
		}
		a.check = fixture.Check
	}
	for _, engine := range engines.Names() {
		kind, err := engines.Lookup(engine)
		if err != nil {
			return app{}, err
		}
		if a.bundles[engine], err = kind.Load(ctx, path, bundler.Options{}); err != nil {
			return app{}, fmt.Errorf("%s for %s: %w", name, engine, err)
		}
	}
	return a, nil
}

func headerOf(r fixtures.Request) http.Header {
	header := http.Header{}
	for name, value := range r.Header {
		header.Set(name, value)
	}
	return header
}

// arm is the app on a runtime, with the bundle of an engine.
func (a app) arm(runtime, engine string, levers ...harness.Lever) harness.Arm {
	b, r := a.bundles[engine], a.check.Request
	arm := harness.Arm{
		ID:      a.name + " " + runtime,
		App:     a.name,
		Runtime: runtime,
		Levers:  levers,
		Bundle:  harness.Bundle{SHA256: b.SHA256, Bytes: int64(len(b.Code)), Gzip: int64(b.GzipSize()), Modules: len(b.Modules)},
		Source:  engines.Source(b),
		Request: harness.Request{Method: r.Method, Path: r.Path, Header: headerOf(r), Body: []byte(r.Body)},
		Check:   a.check.Verify,
	}
	for _, l := range levers {
		arm.ID += " " + l.Name + "=" + l.Value
	}
	return arm
}
