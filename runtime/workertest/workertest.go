// Package workertest runs a Worker inside go test, with no Node and no workerd,
// in the manner of net/http/httptest.
//
//	func TestGreeting(t *testing.T) {
//		w := workertest.New(t, "testdata/worker.ts")
//		res := w.Fetch(httptest.NewRequest("GET", "/?name=Ada", nil))
//		...
//	}
//
// A worker may be used by parallel tests and by many goroutines. What it logs goes
// to the test's log. It has no network: its fetch is refused, or answered by
// the handler of Outbound.
package workertest

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"

	"example.com/thaw/bundler"
	"example.com/thaw/isolate"
	"example.com/thaw/runtime/engines"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// A Worker is an app that answers requests until the end of its test. It is an
// http.Handler. Its methods may be called from any goroutine.
type Worker struct {
	t        testing.TB
	instance *worker.Instance

	serve  sync.Once
	server *httptest.Server
}

// An Option changes how a Worker is made.
type Option func(*config)

type config struct {
	runtime string
	env     map[string]any
	bundle  bundler.Options
	frozen  bool

	outbound, origin http.RoundTripper
}

// Runtime chooses the engine, "goja" or "quickjs". Without it, it is goja, which
// needs nothing to be installed.
func Runtime(name string) Option { return func(c *config) { c.runtime = name } }

// Env sets a variable of the env that handlers get, over those of the app's
// wrangler config. The value is any that encoding/json encodes.
func Env(name string, value any) Option { return func(c *config) { c.env[name] = value } }

// FrozenClock has time stand still as it does in deployed Workers: see
// worker.Config.
func FrozenClock() Option { return func(c *config) { c.frozen = true } }

// Bundle sets the levers of the bundle.
func Bundle(o bundler.Options) Option { return func(c *config) { c.bundle = o } }

// New bundles an app and starts it. App is an entry file, a folder with a
// wrangler config or package.json, or "fixture:NAME@N"; paths are relative to the
// package's folder, as always in tests. What goes wrong is fatal to the test.
func New(t testing.TB, app string, options ...Option) *Worker {
	t.Helper()
	c := config{runtime: "goja", env: map[string]any{}, outbound: noNetwork}
	for _, o := range options {
		o(&c)
	}
	kind, err := engines.Lookup(c.runtime)
	if err != nil {
		t.Fatalf("workertest: %v", err)
	}
	bundle, err := kind.Load(t.Context(), app, c.bundle)
	if err != nil {
		t.Fatalf("workertest: %v", err)
	}
	for _, w := range bundle.Warnings {
		t.Logf("workertest: warning: %s", w)
	}
	env, err := c.bindings(bundle)
	if err != nil {
		t.Fatalf("workertest: env: %v", err)
	}
	library, err := shared.library(kind, engines.Options{AppDir: filepath.Dir(app)})
	if err != nil {
		t.Fatalf("workertest: %v", err)
	}
	w := &Worker{t: t}
	// Not t.Context: it ends before the cleanup functions run.
	w.instance, err = worker.Start(context.Background(), worker.Config{
		Web: library, Source: engines.Source(bundle), Env: env, Log: w.log, FrozenClock: c.frozen,
		Outbound: c.outbound, Origin: c.origin,
	})
	if err != nil {
		if ex := new(isolate.Exception); errors.As(err, &ex) {
			t.Fatalf("workertest: %s: Uncaught %s", app, ex.Detail())
		}
		t.Fatalf("workertest: %v", err)
	}
	t.Cleanup(w.close)
	return w
}

func (c *config) bindings(b *bundler.Bundle) (string, error) {
	env := map[string]any{}
	if b.Config != nil {
		for name, value := range b.Config.Vars {
			env[name] = value
		}
	}
	for name, value := range c.env {
		env[name] = value
	}
	text, err := json.Marshal(env)
	return string(text), err
}

func (w *Worker) log(e web.Entry) { w.t.Logf("%s: %s", e.Level, e.Text) }

func (w *Worker) close() {
	if w.server != nil {
		w.server.Close()
	}
	if err := w.instance.Close(); err != nil {
		w.t.Errorf("workertest: %v", err)
	}
}

// Fetch dispatches a request, such as one of httptest.NewRequest, and returns
// the response. Its Body need not be closed if it is read to the end. A handler that
// throws gives status 500; when the worker is at its end, the test is.
func (w *Worker) Fetch(req *http.Request) *http.Response {
	w.t.Helper()
	res, err := w.instance.Fetch(req.Context(), req)
	if err != nil {
		w.t.Fatalf("workertest: %s %s: %v", req.Method, req.URL, err)
	}
	return res
}

// Wait returns when every promise that was given to waitUntil has settled.
func (w *Worker) Wait() {
	w.t.Helper()
	if err := w.instance.Wait(context.Background()); err != nil {
		w.t.Fatalf("workertest: %v", err)
	}
}

// ServeHTTP implements http.Handler.
func (w *Worker) ServeHTTP(rw http.ResponseWriter, req *http.Request) {
	w.instance.ServeHTTP(rw, req)
}

// URL is the base URL of a server on the loopback interface that serves the
// worker, of the form http://ipaddr:port with no trailing slash. It is started
// at the first call.
func (w *Worker) URL() string {
	w.serve.Do(func() { w.server = httptest.NewServer(w) })
	return w.server.URL
}
