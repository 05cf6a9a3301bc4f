package main

import (
	"testing"

	"example.com/thaw/harness"
	"example.com/thaw/isolate"
	"example.com/thaw/runtime/engines"
)

// TestBulk holds the sum in Go to that of every engine, and the bundle to its size.
func TestBulk(t *testing.T) {
	a, err := openApp(t.Context(), bulkName, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := harness.NewIsolateRunner(func(name string) (isolate.Engine, error) {
		kind, err := engines.Lookup(name)
		if err != nil {
			return nil, err
		}
		return kind.Open(engines.Options{})
	})
	defer r.Close()
	for _, engine := range engines.Available(engines.Options{}) {
		arm := a.arm(engine, engine)
		if arm.Bundle.Bytes < 650_000 {
			t.Errorf("%s: a bundle of %d bytes: something was dropped", engine, arm.Bundle.Bytes)
		}
		if _, err := (harness.Experiment{Arms: []harness.Arm{arm}, Rounds: 1}).Run(t.Context(), r); err != nil {
			t.Error(err)
		}
	}
}
