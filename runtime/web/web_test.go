package web_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/thaw/isolate"
	list "example.com/thaw/runtime/engines"
	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
)

// engines are those that the layer is tested on: all that are installed.
func engines(t testing.TB) map[string]isolate.Engine {
	t.Helper()
	all, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var opened = sync.OnceValues(func() (map[string]isolate.Engine, error) {
	all := map[string]isolate.Engine{}
	for _, name := range list.Available(list.Options{}) {
		kind, err := list.Lookup(name)
		if err != nil {
			return nil, err
		}
		if all[name], err = kind.Open(list.Options{}); err != nil {
			return nil, err
		}
	}
	return all, nil
})

// TestLayering holds the rule of js/: a file loads only files before it.
func TestLayering(t *testing.T) {
	loads := regexp.MustCompile(`load\("([^"]+)"\)`)
	for _, self := range web.Files() {
		text, err := os.ReadFile(filepath.Join("js", self+".js"))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range loads.FindAllStringSubmatch(string(text), -1) {
			if m[1] >= self {
				t.Errorf("%s loads %s, which is not before it", self, m[1])
			}
		}
	}
}

// TestWeb runs testdata/js/FILE on every ENGINE, as TestWeb/FILE/ENGINE.
func TestWeb(t *testing.T) {
	paths, err := filepath.Glob("testdata/js/*_test.js")
	if err != nil || len(paths) == 0 {
		t.Fatal("no tests in testdata/js", err)
	}
	runner, err := os.ReadFile("testdata/runner.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), "_test.js"), func(t *testing.T) {
			for name, e := range engines(t) {
				t.Run(name, func(t *testing.T) { runFile(t, e, filepath.Base(path), string(runner), string(text)) })
			}
		})
	}
}

// runFile runs one test file in a new isolate until its loop is idle. Nothing may be left then.
func runFile(t *testing.T, e isolate.Engine, name, runner, text string) {
	ctx := t.Context()
	goroutines := runtime.NumGoroutine()
	defer func() { testGoroutines(t, goroutines) }() // after the isolate is closed
	l := loop.New(loop.NewVirtual(time.Now()))
	layer := web.New(web.NewLibrary(e), web.Config{
		Loop: l, Location: "https://base.test/dir/page",
		Log: func(e web.Entry) { t.Logf("console.%s: %s", e.Level, e.Text) },
	})
	passed := 0
	report := isolate.Op2("op_test_report", func(name, problem string) (isolate.None, error) {
		passed++
		if problem != "" {
			t.Errorf("%s: %s", name, problem)
		}
		return isolate.None{}, nil
	})
	iso, err := e.New(ctx, isolate.Options{Ops: append(layer.Ops(), report)})
	if err != nil {
		t.Fatal(err)
	}
	defer iso.Close()
	if err := layer.Boot(ctx, iso); err != nil {
		t.Fatal(err)
	}
	run(t, ctx, e, iso, "runner.js", runner)
	run(t, ctx, e, iso, name, text)
	if _, err := iso.Call(ctx, "runTests"); err != nil {
		t.Fatal(err)
	}
	if err := layer.NotifyRejections(ctx); err != nil {
		t.Fatal(err)
	}
	if err := l.Run(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if finished, err := iso.Call(ctx, "testsLeft"); err != nil || finished != float64(0) {
		t.Errorf("%v tests did not finish (%v); the loop has %v", finished, err, l.Counts())
	}
	if passed == 0 {
		t.Error("no test ran")
	}
	testNothingLive(t, ctx, layer, l)
}

func run(t *testing.T, ctx context.Context, e isolate.Engine, iso isolate.Isolate, name, text string) {
	t.Helper()
	s, err := e.Compile(ctx, isolate.Source{Name: name, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	if err := iso.Run(ctx, s); err != nil {
		t.Fatal(err)
	}
}
