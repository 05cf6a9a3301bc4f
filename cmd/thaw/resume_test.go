package main

import (
	"bytes"
	"path/filepath"
	"testing"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
)

// TestResume interrupts a bench that would take hours, goes on with it by the file alone, and interrupts that; then it
// goes on into another file.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	out, other := filepath.Join(dir, "out.json"), filepath.Join(dir, "other.json")
	ctx, app := interruptingApp(t)
	interrupted := func(file string, args ...string) *harness.Result {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if code := run(ctx(), args, &stdout, &stderr); code != exitInterrupted {
			t.Fatalf("exit code is %d, want %d\n%s", code, exitInterrupted, &stderr)
		}
		r, err := report.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	bench := []string{"bench", app, "--network", "--runtime", "goja", "-n", "1000000", "--warmup", "0"}
	first := interrupted(out, append(bench, "--json", out)...)
	second := interrupted(out, "bench", "--resume", out)
	if !second.Partial || len(second.Samples) <= len(first.Samples) || second.Rounds != first.Rounds || second.Seed != first.Seed {
		t.Errorf("%d samples after %d", len(second.Samples), len(first.Samples))
	}
	if len(second.Sessions) != 2 || second.Sessions[0].Rounds != len(first.Samples) {
		t.Errorf("sessions %+v", second.Sessions)
	}
	third := interrupted(other, append(bench, "--resume", out, "--json", other)...)
	kept, err := report.ReadFile(out)
	if err != nil || len(kept.Samples) != len(second.Samples) || len(third.Samples) <= len(kept.Samples) {
		t.Errorf("%v: %d samples in another file, and %d in the one that was resumed", err, len(third.Samples), len(kept.Samples))
	}
}

// TestCheckpoint: the file has the rounds until then before the command ends.
func TestCheckpoint(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.json")
	f := benchFlags{json: out}
	part := &harness.Result{
		Mode: harness.ModeIsolate, Rounds: 2, Partial: true, Machine: harness.ThisMachine(),
		Arms:    []harness.Arm{{ID: "a", App: "a", Runtime: "goja"}},
		Samples: []harness.Sample{{Arm: "a", Round: 1}},
	}
	if err := f.checkpoint(nil)(part); err != nil {
		t.Fatal(err)
	}
	if r, err := report.ReadFile(out); err != nil || !r.Partial || len(r.Samples) != 1 {
		t.Errorf("%v, %+v", err, r)
	}
	if f.json = t.TempDir(); f.checkpoint(nil) != nil {
		t.Error("what is no regular file has a checkpoint")
	}
}
