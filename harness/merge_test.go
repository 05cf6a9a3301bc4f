package harness

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// run measures arms a and b in so many rounds, of which the last may lack b.
func run(t *testing.T, seed uint64, rounds, samples int) *Result {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	f := &fakeRunner{change: func(_ Arm, n int, s *Sample) error {
		if n == samples+1 {
			cancel(errors.New("interrupted"))
		}
		s.Cold.Profile.Total.Wall += time.Duration(seed)
		return nil
	}}
	r, err := Experiment{Arms: arms("a", "b"), Rounds: rounds, Seed: seed, Floor: float64(seed) / 100}.Run(ctx, f)
	if (err != nil) != (samples < 2*rounds) {
		t.Fatal(err)
	}
	return r
}

func TestMerge(t *testing.T) {
	first, second, third := run(t, 1, 3, 6), run(t, 2, 50, 5), run(t, 3, 2, 4)
	m, err := Merge(first, second)
	if err != nil {
		t.Fatal(err)
	}
	if m.Rounds != 6 || len(m.Samples) != 11 || !m.Partial || m.Seed != 1 || m.Floor != 0.01 {
		t.Errorf("%d rounds of %d samples, partial %v, seed %d, floor %v", m.Rounds, len(m.Samples), m.Partial, m.Seed, m.Floor)
	}
	if m, err = Merge(m, third); err != nil {
		t.Fatal(err)
	}
	seen := map[int]int{}
	for _, s := range m.Samples {
		seen[s.Round]++
		if seed := []uint64{1, 1, 1, 2, 2, 2, 3, 3}[s.Round-1]; time.Duration(seed) != s.Cold.Profile.Total.Wall-40*time.Millisecond {
			t.Errorf("round %d has a sample of another session than %d", s.Round, seed)
		}
	}
	for round, want := range []int{2, 2, 2, 2, 2, 1, 2, 2} {
		if seen[round+1] != want {
			t.Errorf("round %d has %d samples, want %d", round+1, seen[round+1], want)
		}
	}
	if len(m.Sessions) != 3 || m.Sessions[1].Seed != 2 || m.Sessions[1].Rounds != 3 || m.Comparisons[0].BaseN != 7 {
		t.Errorf("sessions %+v, %d pairs", m.Sessions, m.Comparisons[0].BaseN)
	}
	if len(first.Samples) != 6 || first.Sessions != nil || first.Comparisons[0].BaseN != 3 {
		t.Error("Merge has changed what it merged")
	}
	if _, err := Merge(m, second); err == nil || !strings.Contains(err.Error(), "are in both") {
		t.Errorf("the same rounds twice: %v", err)
	}
}

func TestMergeRefuses(t *testing.T) {
	base := run(t, 1, 1, 2)
	for want, change := range map[string]func(r *Result){
		`thaw is "v2", not ""`:                              func(r *Result) { r.Thaw = "v2" },
		`mode is "process", not "isolate"`:                  func(r *Result) { r.Mode = ModeProcess },
		`machine.cpu is "other", not `:                      func(r *Result) { r.Machine.CPU = "other" },
		`machine.gogc is -1, not `:                          func(r *Result) { r.Machine.GOGC = -1 },
		`there is no arm "b"`:                               func(r *Result) { r.Arms = r.Arms[:1] },
		`there is an arm "c" more`:                          func(r *Result) { r.Arms = append(r.Arms[:2:2], Arm{ID: "c"}) },
		`arm "a": bundle.sha256 is "x", not ""`:             func(r *Result) { r.Arms[0].Bundle.SHA256 = "x" },
		`arm "a": rebuild is 2, not 0`:                      func(r *Result) { r.Arms[0].Rebuild = 2 },
		`arm "a": givenSha256, which is of the request and`: func(r *Result) { r.Arms[0].GivenSHA256 = "x" },
	} {
		other := run(t, 2, 1, 2)
		change(other)
		_, err := Merge(base, other)
		if !errors.Is(err, ErrOtherExperiment) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestPlan: what is planned is what is measured.
func TestPlan(t *testing.T) {
	e := Experiment{Arms: arms("a", "b"), Rounds: 2, AA: true}
	plan, err := e.Plan(ModeIsolate)
	if err != nil {
		t.Fatal(err)
	}
	r, err := e.Run(t.Context(), &fakeRunner{})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.SameExperiment(plan); err != nil || len(plan.Arms) != 3 {
		t.Errorf("%v, %d arms", err, len(plan.Arms))
	}
	e.Arms[1].Env = `{"A":1}`
	if plan, err = e.Plan(ModeIsolate); err != nil {
		t.Fatal(err)
	}
	if err := r.SameExperiment(plan); !errors.Is(err, ErrOtherExperiment) {
		t.Errorf("another env: %v", err)
	}
}
