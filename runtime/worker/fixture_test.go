package worker_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/thaw/bundler"
	"example.com/thaw/fixtures"
	"example.com/thaw/runtime/engines"
	"example.com/thaw/runtime/worker"
)

// A fixture is an app of package fixtures that can be started.
type fixture struct {
	config worker.Config
	check  fixtures.Check
}

// openFixture bundles an app of package fixtures for quickjs, or skips the test.
func openFixture(tb testing.TB, ref string) fixture {
	tb.Helper()
	lib := libraries()["quickjs"]
	if lib == nil {
		tb.Skip("there is no quickjs here")
	}
	app, err := fixtures.Open(ref)
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := app.ResolveDir(); err != nil {
		tb.Skip(err)
	}
	kind, err := engines.Lookup("quickjs")
	if err != nil {
		tb.Fatal(err)
	}
	bundle, err := kind.Load(tb.Context(), "fixture:"+ref, bundler.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return fixture{worker.Config{Web: lib, Source: engines.Source(bundle)}, app.Check}
}

// request makes the request of the fixture's check.
func (f fixture) request() (*http.Request, error) {
	r := f.check.Request
	req := httptest.NewRequest(r.Method, r.Path, strings.NewReader(r.Body))
	for name, value := range r.Header {
		req.Header.Set(name, value)
	}
	return req, nil
}

// start starts an instance of the fixture from a snapshot.
func (f fixture) start(tb testing.TB, from *worker.Snapshot) *worker.Instance {
	f.config.Snapshot = from
	i, err := worker.Start(tb.Context(), f.config)
	if err != nil {
		tb.Fatal(err)
	}
	return i
}

// take takes a snapshot of the fixture.
func (f fixture) take(tb testing.TB, stage worker.Stage) *worker.Snapshot {
	tb.Helper()
	s, err := worker.TakeSnapshot(tb.Context(), f.config, stage, f.request)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { s.Close() })
	return s
}

// ask has an instance answer the fixture's request, and checks the answer.
func (f fixture) ask(tb testing.TB, i *worker.Instance) {
	req, err := f.request()
	if err != nil {
		tb.Fatal(err)
	}
	res, err := i.Fetch(tb.Context(), req)
	if err != nil {
		tb.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err == nil {
		err = f.check.Verify(res.StatusCode, res.Header, body)
	}
	if err != nil {
		tb.Fatal(err)
	}
}
