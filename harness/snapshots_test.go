package harness

import (
	"errors"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/phase"
	"example.com/thaw/isolate/quickjs"
	"example.com/thaw/runtime/worker"
)

func TestSnapshotOfGoja(t *testing.T) {
	r := NewIsolateRunner(engines)
	defer r.Close()
	arm := script(counter)
	arm.Snapshot = worker.StageEvaluated
	if _, err := r.ColdStart(t.Context(), arm); !errors.Is(err, worker.ErrNoSnapshots) {
		t.Errorf("error = %v, want ErrNoSnapshots", err)
	}
}

// TestSnapshots holds that each sample starts from the same snapshot, with the
// phases and the answer of its stage.
func TestSnapshots(t *testing.T) {
	if _, err := quickjs.Find("../fixtures/npm"); errors.Is(err, quickjs.ErrNoWasm) {
		t.Skip(err)
	}
	r := NewIsolateRunner(func(string) (isolate.Engine, error) { return quickjs.Open(quickjs.Options{Dir: "../fixtures/npm"}) })
	defer r.Close()
	for stage, want := range map[worker.Stage]struct {
		first, warm string
		phases      []string
	}{
		worker.StageBase:      {"1", "2", []string{phase.Boot, phase.Parse, phase.Evaluate, phase.Request, phase.Other}},
		worker.StageEvaluated: {"1", "2", []string{phase.Boot, phase.Request, phase.Other}},
		worker.StageWarm:      {"2", "3", []string{phase.Boot, phase.Request, phase.Other}},
	} {
		arm := script(counter)
		arm.ID, arm.Runtime, arm.Snapshot = "app quickjs "+string(stage), "quickjs", stage
		for range 2 {
			s, err := r.ColdStart(t.Context(), arm)
			if err != nil {
				t.Fatal(err)
			}
			testPass(t, s.Cold, "POST http://localhost/x?y=1 n body none "+want.first, want.phases...)
			testPass(t, s.Warm, "POST http://localhost/x?y=1 n body none "+want.warm, phase.Request, phase.Other)
		}
	}
}
