package workertest_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"

	"example.com/thaw/runtime/engines"
	"example.com/thaw/runtime/workertest"
)

// onRuntimes runs a parallel subtest on each engine that is installed.
func onRuntimes(t *testing.T, f func(t *testing.T, runtime workertest.Option)) {
	for _, name := range engines.Available(engines.Options{}) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f(t, workertest.Runtime(name))
		})
	}
}

func read(t *testing.T, res *http.Response) string {
	t.Helper()
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestFetch(t *testing.T) {
	onRuntimes(t, func(t *testing.T, runtime workertest.Option) {
		w := workertest.New(t, "testdata/greeter", runtime, workertest.Env("PUNCTUATION", "?"))
		res := w.Fetch(httptest.NewRequest("GET", "/greet?name=Ada", nil))
		if got, want := read(t, res), "Hello, Ada?"; got != want || res.StatusCode != 200 {
			t.Errorf("%d %q, want 200 %q", res.StatusCode, got, want)
		}
		if res := w.Fetch(httptest.NewRequest("POST", "/greet", strings.NewReader("Grace"))); read(t, res) != "Hello, Grace?" {
			t.Error("the body was not read")
		}
	})
}

func TestServer(t *testing.T) {
	onRuntimes(t, func(t *testing.T, runtime workertest.Option) {
		w := workertest.New(t, "testdata/greeter", runtime)
		res, err := http.Get(w.URL() + "/greet?name=Ada")
		if err != nil {
			t.Fatal(err)
		}
		if got := read(t, res); got != "Hello, Ada!" {
			t.Errorf("got %q", got)
		}
	})
}

// TestConcurrent shares one worker, and its module state, among goroutines.
func TestConcurrent(t *testing.T) {
	onRuntimes(t, func(t *testing.T, runtime workertest.Option) {
		w := workertest.New(t, "testdata/greeter", runtime)
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() { w.Fetch(httptest.NewRequest("POST", "/count", nil)) })
		}
		wg.Wait()
		if got := read(t, w.Fetch(httptest.NewRequest("GET", "/count", nil))); got != "20" {
			t.Errorf("count is %s, want 20", got)
		}
	})
}

func TestWait(t *testing.T) {
	onRuntimes(t, func(t *testing.T, runtime workertest.Option) {
		w := workertest.New(t, "testdata/greeter", runtime)
		w.Fetch(httptest.NewRequest("POST", "/later", nil))
		w.Wait()
		if got := read(t, w.Fetch(httptest.NewRequest("GET", "/count", nil))); got != "1" {
			t.Errorf("count is %s, want 1", got)
		}
	})
}

// A recorder keeps what a test is failed with, and ends its goroutine as testing.T does.
type recorder struct {
	testing.TB
	text string
}

func (r *recorder) Helper()             {}
func (r *recorder) Cleanup(f func())    { r.TB.Cleanup(f) }
func (r *recorder) Logf(string, ...any) {}

func (r *recorder) Fatalf(format string, args ...any) {
	r.text = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func TestFatal(t *testing.T) {
	for _, tc := range []struct{ app, want string }{
		{"testdata/missing.ts", "missing.ts"},
		{"testdata/throws.js", "throws.js:2:"},
		{"testdata/greeter", `no runtime "v8"`},
	} {
		t.Run(tc.app, func(t *testing.T) {
			engine := "goja"
			if strings.Contains(tc.want, "v8") {
				engine = "v8"
			}
			rec := &recorder{TB: t}
			done := make(chan struct{})
			go func() {
				defer close(done)
				workertest.New(rec, tc.app, workertest.Runtime(engine))
			}()
			<-done
			if !strings.Contains(rec.text, tc.want) {
				t.Errorf("it said %q, want %q in it", rec.text, tc.want)
			}
		})
	}
}

func TestFrozenClock(t *testing.T) {
	onRuntimes(t, func(t *testing.T, runtime workertest.Option) {
		w := workertest.New(t, "testdata/clock.js", runtime, workertest.FrozenClock())
		if got := read(t, w.Fetch(httptest.NewRequest("GET", "/", nil))); got != "0,true" {
			t.Errorf("got %q, want the epoch at the top level, and no time passing in the handler", got)
		}
	})
}
