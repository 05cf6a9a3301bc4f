package main

import (
	"path/filepath"
	"strings"
	"testing"

	"example.com/thaw/harness"
)

// TestPeers asks each peer for hello in each way that it is measured.
func TestPeers(t *testing.T) {
	packages, err := filepath.Abs("peers")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := versions(packages); err != nil {
		t.Skip(err)
	}
	a, err := openApp(t.Context(), small, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var b bench
	sample := func(t *testing.T, r harness.Runner, name string) harness.Sample {
		arm := b.peerArm(a, name)
		result, err := harness.Experiment{Arms: []harness.Arm{arm}, Rounds: 1}.Run(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return result.Samples[0]
	}
	served := newServeRunner(t.TempDir(), packages)
	for _, p := range peers {
		t.Run(p.name, func(t *testing.T) {
			if s := sample(t, served, p.name); s.Cold.Profile.Total.Wall <= 0 {
				t.Errorf("total %+v", s.Cold.Profile.Total)
			}
		})
	}
	t.Run("loader", func(t *testing.T) {
		r := newLoaderRunner(t.TempDir(), packages)
		defer r.Close()
		first := sample(t, r, workerd)
		second := sample(t, r, workerd)
		if first.Warm.Answer.SHA256 != second.Cold.Answer.SHA256 {
			t.Errorf("answers %+v and %+v", first.Warm.Answer, second.Cold.Answer)
		}
	})
}

func TestVersions(t *testing.T) {
	if _, err := versions(t.TempDir()); err == nil || !strings.Contains(err.Error(), "make bench-peers") {
		t.Errorf("without packages: %v", err)
	}
}

func TestChoose(t *testing.T) {
	if chosen, _, err := choose("process,parse"); err != nil || len(chosen) != 2 || chosen[0].name != "process" {
		t.Errorf("%v, %v", chosen, err)
	}
	if _, _, err := choose("speed"); err == nil || !strings.Contains(err.Error(), `"speed"`) {
		t.Errorf("an experiment that there is not: %v", err)
	}
}
