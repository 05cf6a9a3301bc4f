// Package isolatetest is the conformance suite of package isolate: what every
// engine must do, each clause a subtest that prints why it must hold.
//
// An engine's own test is three lines:
//
//	func TestEngine(t *testing.T) {
//		isolatetest.TestEngine(t, func(testing.TB) isolate.Engine { return gojavm.New() })
//	}
//
// The suite asks Info what an engine can do. A case about modules, a memory
// limit or snapshots runs only where Info claims them, and checks the refusal where it does not.
package isolatetest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"example.com/thaw/isolate"
)

// A clause is one promise of the contract.
type clause struct {
	name string
	why  string // the promise, printed when the case fails
	run  func(*testing.T, isolate.Engine)
}

// TestEngine runs every clause as a subtest of t. open is called once for each
// of them; it may return the same engine again, and closes what it opened by
// itself (testing.TB.Cleanup).
func TestEngine(t *testing.T, open func(testing.TB) isolate.Engine) {
	groups := []struct {
		name    string
		clauses []clause
	}{
		{"global", globalClauses},
		{"values", valueClauses},
		{"ops", opClauses},
		{"microtasks", microtaskClauses},
		{"exceptions", exceptionClauses},
		{"rejections", rejectionClauses},
		{"modules", moduleClauses},
		{"options", optionClauses},
		{"interrupt", interruptClauses},
		{"recursion", recursionClauses},
		{"memory", memoryClauses},
		{"scripts", scriptClauses},
		{"lifecycle", lifecycleClauses},
		{"snapshots", snapshotClauses},
		{"counts", countClauses},
		{"info", infoClauses},
	}
	for _, g := range groups {
		t.Run(g.name, func(t *testing.T) {
			for _, c := range g.clauses {
				t.Run(c.name, func(t *testing.T) {
					t.Cleanup(func() {
						if t.Failed() {
							t.Logf("contract: %s", c.why)
						}
					})
					c.run(t, open(t))
				})
			}
		})
	}
}

// compile compiles text as the classic script case.js.
func compile(t testing.TB, e isolate.Engine, text string) isolate.Script {
	t.Helper()
	s, err := e.Compile(t.Context(), isolate.Source{Name: "case.js", Text: text})
	if err != nil {
		t.Fatalf("Compile: %v", detail(err))
	}
	return s
}

// newIsolate makes an isolate that is closed when the test ends.
func newIsolate(t testing.TB, e isolate.Engine, o isolate.Options) isolate.Isolate {
	t.Helper()
	iso, err := e.New(t.Context(), o)
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	t.Cleanup(func() {
		if err := iso.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return iso
}

// start runs text in a new isolate with the given ops.
func start(t testing.TB, e isolate.Engine, text string, ops ...isolate.Op) isolate.Isolate {
	t.Helper()
	iso := newIsolate(t, e, isolate.Options{Ops: ops})
	if err := iso.Run(t.Context(), compile(t, e, text)); err != nil {
		t.Fatalf("Run: %v", detail(err))
	}
	return iso
}

// call calls __host[fn], which must not fail.
func call(t testing.TB, iso isolate.Isolate, fn string, args ...isolate.Value) isolate.Value {
	t.Helper()
	got, err := iso.Call(t.Context(), fn, args...)
	if err != nil {
		t.Fatalf("Call(%s): %v", fn, detail(err))
	}
	return got
}

// result runs text in a new isolate and returns what __host.result() returns.
func result(t testing.TB, e isolate.Engine, text string, ops ...isolate.Op) isolate.Value {
	t.Helper()
	return call(t, start(t, e, text, ops...), "result")
}

// runError runs text in a new isolate and returns the error of Run.
func runError(t testing.TB, e isolate.Engine, text string, ops ...isolate.Op) error {
	t.Helper()
	iso := newIsolate(t, e, isolate.Options{Ops: ops})
	return iso.Run(t.Context(), compile(t, e, text))
}

// wantUsable checks that an isolate still runs JavaScript.
func wantUsable(t testing.TB, e isolate.Engine, iso isolate.Isolate) {
	t.Helper()
	if err := iso.Run(t.Context(), compile(t, e, `__host.usable = () => "yes"`)); err != nil {
		t.Fatalf("the isolate is no longer usable: %v", detail(err))
	}
	if got := call(t, iso, "usable"); got != "yes" {
		t.Fatalf("the isolate is no longer usable: got %v", got)
	}
}

// wantSpent checks that every call on iso returns ErrSpent.
func wantSpent(t testing.TB, e isolate.Engine, iso isolate.Isolate) {
	t.Helper()
	if err := iso.Run(context.Background(), compile(t, e, `1`)); !errors.Is(err, isolate.ErrSpent) {
		t.Errorf("Run = %v, want ErrSpent", err)
	}
	if _, err := iso.Call(context.Background(), "result"); !errors.Is(err, isolate.ErrSpent) {
		t.Errorf("Call = %v, want ErrSpent", err)
	}
}

// exception is err as a JavaScript throw, which it must be.
func exception(t testing.TB, err error) *isolate.Exception {
	t.Helper()
	var x *isolate.Exception
	if !errors.As(err, &x) {
		t.Fatalf("error is %T (%v), want *isolate.Exception", err, err)
	}
	return x
}

// detail is err with its JavaScript stack, where it has one.
func detail(err error) string {
	var x *isolate.Exception
	if errors.As(err, &x) {
		return x.Detail()
	}
	if err == nil {
		return "no error"
	}
	return err.Error()
}

// brief shortens a value for a failure message.
func brief(v isolate.Value) any {
	const most = 80
	switch x := v.(type) {
	case string:
		if len(x) > most {
			return strings.ToValidUTF8(x[:most], "") + "..."
		}
	case []byte:
		if len(x) > most {
			return x[:most]
		}
	}
	return v
}
