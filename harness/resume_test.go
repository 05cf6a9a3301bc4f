package harness

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

// stopAfter ends a context with a cold start, and remembers the arms.
func stopAfter(t *testing.T, n int) (context.Context, *fakeRunner) {
	ctx, cancel := context.WithCancel(t.Context())
	return ctx, &fakeRunner{change: func(_ Arm, at int, s *Sample) error {
		if at == n {
			cancel()
		}
		return nil
	}}
}

func TestResume(t *testing.T) {
	e := Experiment{Arms: arms("a", "b", "c"), Rounds: 8, Warmup: 1, Seed: 5, AA: true}
	var whole fakeRunner
	want, err := e.Run(t.Context(), &whole)
	if err != nil {
		t.Fatal(err)
	}
	ctx, first := stopAfter(t, 4+4*3+2) // the first sample of the fourth round is the last one that counts
	partial, err := e.Run(ctx, first)
	if !errors.Is(err, context.Canceled) || len(partial.Samples) != 13 {
		t.Fatalf("%v, %d samples", err, len(partial.Samples))
	}
	ctx, second := stopAfter(t, 4+4*2+1)
	partial, err = e.Resume(ctx, second, partial)
	if !errors.Is(err, context.Canceled) || !partial.Partial || len(partial.Samples) != 20 {
		t.Fatalf("%v, %d samples", err, len(partial.Samples))
	}
	var third fakeRunner
	got, err := e.Resume(t.Context(), &third, partial)
	if err != nil {
		t.Fatal(err)
	}
	if got.Partial || len(got.Samples) != 32 || got.Comparisons[0].BaseN != 8 || !got.StartedAt.Equal(partial.StartedAt) {
		t.Errorf("%d samples, %+v", len(got.Samples), got.Comparisons[0])
	}
	for i, s := range got.Samples {
		if w := want.Samples[i]; s.Arm != w.Arm || s.Round != w.Round {
			t.Fatalf("sample %d is %s in round %d; without interruptions %s in round %d", i, s.Arm, s.Round, w.Arm, w.Round)
		}
	}
	var rounds []int
	for _, s := range got.Sessions {
		rounds = append(rounds, s.Rounds)
	}
	if !slices.Equal(rounds, []int{3, 2, 3}) {
		t.Errorf("sessions of %v rounds", rounds)
	}
	if _, err := e.Resume(t.Context(), &third, got); !errors.Is(err, ErrComplete) {
		t.Errorf("a complete one: %v", err)
	}
}

func TestResumeRefuses(t *testing.T) {
	e := Experiment{Arms: arms("a", "b"), Rounds: 8, Seed: 5}
	ctx, r := stopAfter(t, 5)
	partial, _ := e.Run(ctx, r)
	for want, change := range map[string]func(*Experiment){
		"rounds is 9, not 8":             func(e *Experiment) { e.Rounds = 9 },
		"seed is 6, not 5":               func(e *Experiment) { e.Seed = 6 },
		"warmup is 1, not 0":             func(e *Experiment) { e.Warmup = 1 },
		`there is no arm "b"`:            func(e *Experiment) { e.Arms = arms("a", "c") },
		`baseline is "b", not ""`:        func(e *Experiment) { e.Baseline = "b" },
		`thaw is "v2", not ""`:           func(e *Experiment) { e.Thaw = "v2" },
		"bundle.sha256 is \"f\", not \"": func(e *Experiment) { e.Arms = arms("a", "b"); e.Arms[1].Bundle.SHA256 = "f" },
	} {
		other := e
		change(&other)
		if res, err := other.Resume(t.Context(), &fakeRunner{}, partial); !errors.Is(err, ErrOtherExperiment) || res != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestCheckpoint: what there is by then is given between rounds, and stays as it was.
func TestCheckpoint(t *testing.T) {
	var parts []*Result
	e := Experiment{Arms: arms("a", "b"), Rounds: 5, Warmup: 1, Checkpoint: func(r *Result) error {
		parts = append(parts, r)
		return nil
	}}
	res, err := e.Run(t.Context(), &fakeRunner{})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range parts {
		if !p.Partial || len(p.Samples) != 2*(i+1) || len(p.Summaries) != 2 {
			t.Errorf("checkpoint %d: partial %v, %d samples", i, p.Partial, len(p.Samples))
		}
	}
	if len(parts) != 4 || res.Partial {
		t.Errorf("%d checkpoints", len(parts))
	}
	e.CheckpointEvery = time.Hour
	if _, err := e.Run(t.Context(), &fakeRunner{}); err != nil || len(parts) != 4 {
		t.Errorf("%v, %d checkpoints; an hour has not passed", err, len(parts))
	}
	full := errors.New("the disk is full")
	e.Checkpoint, e.CheckpointEvery = func(*Result) error { return full }, 0
	if res, err := e.Run(t.Context(), &fakeRunner{}); !errors.Is(err, full) || len(res.Samples) != 2 || !res.Partial {
		t.Errorf("%v", err)
	}
}
