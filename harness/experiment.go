package harness

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// The modes of an experiment, which Runner.Mode returns.
const (
	ModeIsolate = "isolate" // a new isolate in a running process for every sample
	ModeProcess = "process" // a fresh process for every sample
)

// A Runner does one cold start, and then the passes in the same isolate that
// Sample holds. It leaves Sample.Arm and Sample.Round to its caller. Calls do
// not overlap.
type Runner interface {
	Mode() string
	ColdStart(ctx context.Context, arm Arm) (Sample, error)
}

// An Experiment is a set of arms and how often to measure each.
type Experiment struct {
	Arms   []Arm
	Rounds int    // measured rounds; at least 1
	Warmup int    // rounds before these, of which nothing is kept
	Seed   uint64 // orders the arms within each round; part of the result

	// Baseline is the ID of the arm that every other one is compared with, unless its Base is set. Without
	// one, it is the first arm of the same app, and for the first arm of another app the first of all.
	Baseline string
	Floor    float64 // the smallest difference of interest, as a share of the time

	// Measure is what arms are compared by. Without one, it is CPU time, which other programs move less
	// than wall time: of the measuring thread in isolate mode, of the process in process mode or where an arm has a
	// GOGC. Where an arm has a CPU quota, or a sample no CPU time, it is wall time.
	Measure Measure

	// AA adds an arm that is the baseline once more (the first arm, without a Baseline), and one for each
	// arm that is the Base of another. By how much two such may differ is noise, and no smaller
	// difference of other arms gets a verdict.
	AA bool

	// Thaw is the version of the program, and Command its command line, for the result.
	Thaw    string
	Command []string

	Refused []Refusal // levers that were to be measured and are in no arm; part of the result

	// Checkpoint is given what there is by then, as a partial result, between two rounds, once CheckpointEvery has passed since the
	// last time. It takes time from no sample. Its error ends the experiment. It may be nil.
	Checkpoint      func(*Result) error
	CheckpointEvery time.Duration

	// Progress is told after each cold start, on the goroutine of Run. It may be nil.
	Progress func(Progress)
}

// Progress says how far an experiment has come.
type Progress struct {
	Done, Total int // cold starts, those of warm-up rounds included
	Round       int // from 1, counted anew after the warm-up
	Warmup      bool
	Arm         Arm // the one that was measured last
}

// A SampleError is a cold start that failed, which ends the experiment: a lab
// that skips failures reports only its good days.
type SampleError struct {
	Arm    string
	Round  int
	Warmup bool // Round is a warm-up round
	Err    error
}

// Error names the arm and the round.
func (e *SampleError) Error() string {
	kind := "round"
	if e.Warmup {
		kind = "warm-up round"
	}
	return fmt.Sprintf("harness: %s, %s %d: %v", e.Arm, kind, e.Round, e.Err)
}

// Unwrap returns what the cold start failed with.
func (e *SampleError) Unwrap() error { return e.Err }

// Run measures every arm once a round. When ctx ends, or a cold start fails or
// gives a wrong answer, it returns the samples until then in a Result with
// Partial set, beside the cause of ctx or a *SampleError. The Result is nil only
// if the experiment itself makes no sense.
func (e Experiment) Run(ctx context.Context, r Runner) (*Result, error) {
	res, err := e.Plan(r.Mode())
	if err != nil {
		return nil, err
	}
	return res, e.complete(ctx, r, res, 0)
}

// Plan is the result before the first sample, with all arms: by it, Result.SameExperiment tells whether
// the rounds of a Runner of that mode can be added to those of another result.
func (e Experiment) Plan(mode string) (*Result, error) {
	if err := e.validate(); err != nil {
		return nil, err
	}
	if e.AA {
		e.Arms = append(slices.Clip(e.Arms), e.again()...)
	}
	e.Arms = slices.Clone(e.Arms)
	for i := range e.Arms {
		e.Arms[i].seal()
	}
	return &Result{
		Thaw:      e.Thaw,
		Command:   e.Command,
		StartedAt: time.Now().UTC(),
		Machine:   ThisMachine(),
		Mode:      mode,
		Rounds:    e.Rounds,
		Warmup:    e.Warmup,
		Seed:      e.Seed,
		Arms:      e.Arms,
		Baseline:  e.Baseline,
		Floor:     e.Floor,
		Measure:   e.Measure,
		Refused:   e.Refused,
	}, nil
}

func (e Experiment) validate() error {
	switch {
	case len(e.Arms) == 0:
		return errors.New("harness: an experiment needs at least one arm")
	case e.Rounds < 1:
		return fmt.Errorf("harness: %d rounds; at least 1 is needed", e.Rounds)
	case e.Warmup < 0:
		return fmt.Errorf("harness: %d warm-up rounds; there can't be fewer than 0", e.Warmup)
	}
	seen := map[string]bool{}
	for _, a := range e.Arms {
		if a.Again {
			return fmt.Errorf("harness: arm %q is an A/A arm; Experiment.AA makes these", a.ID)
		}
		if e.AA && strings.HasSuffix(a.ID, againSuffix) {
			return fmt.Errorf("harness: arm %q is called like the A/A arm", a.ID)
		}
		if seen[a.ID] {
			return fmt.Errorf("harness: two arms are called %q", a.ID)
		}
		seen[a.ID] = true
	}
	if e.Baseline != "" && !seen[e.Baseline] {
		return fmt.Errorf("harness: no arm is called %q, which is to be the baseline", e.Baseline)
	}
	for _, a := range e.Arms {
		if a.GOGC != "" {
			if _, err := ParseGOGC(a.GOGC); err != nil {
				return fmt.Errorf("%w (arm %q)", err, a.ID)
			}
		}
		if !(a.CPUQuota >= 0) || math.IsInf(a.CPUQuota, 0) { // NaN too
			return fmt.Errorf("harness: arm %q: CPU quota %v; want 0 cores or more", a.ID, a.CPUQuota)
		}
		if a.Base != "" && !seen[a.Base] {
			return fmt.Errorf("harness: arm %q is to be compared with %q, which is no arm", a.ID, a.Base)
		}
	}
	if err := e.Measure.check(); err != nil {
		return err
	}
	return checkFloor(e.Floor)
}

const againSuffix = " a/a"

// again are the A/A arms, in the order of the arms that they repeat.
func (e Experiment) again() []Arm {
	repeated := map[string]bool{cmp.Or(e.Baseline, e.Arms[0].ID): true}
	for _, a := range e.Arms {
		repeated[a.Base] = true
	}
	var all []Arm
	for _, a := range e.Arms {
		if repeated[a.ID] {
			a.Base, a.Again = a.ID, true
			a.ID += againSuffix
			a.Levers = append(slices.Clip(a.Levers), Lever{"a/a", "again"})
			all = append(all, a)
		}
	}
	return all
}
