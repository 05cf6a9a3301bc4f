package quickjs_test

import (
	"errors"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/isolatetest"
	"example.com/thaw/isolate/quickjs"
)

// open opens the engine, or skips the test where it is not installed.
func open(t testing.TB) isolate.Engine {
	t.Helper()
	e, err := quickjs.Open(quickjs.Options{Dir: "../../fixtures/npm"})
	if errors.Is(err, quickjs.ErrNoWasm) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func TestEngine(t *testing.T) { isolatetest.TestEngine(t, open) }

func FuzzOps(f *testing.F) { isolatetest.FuzzOps(f, open) }

func FuzzCompile(f *testing.F) { isolatetest.FuzzCompile(f, open) }
