package harness

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// ErrComplete reports a result with all rounds that were planned: there is nothing to resume.
var ErrComplete = errors.New("harness: the experiment ended with its last round")

// Resume measures what is left of an experiment that ended early: the round that was cut short, which is measured
// anew since the samples of a round are to be minutes apart at most, and the ones after it, after a warm-up like the first. The
// result has a Session for each go. It fails if partial is another experiment (ErrOtherExperiment), or a complete one
// (ErrComplete); else it is like Run.
func (e Experiment) Resume(ctx context.Context, r Runner, partial *Result) (*Result, error) {
	plan, err := e.Plan(r.Mode())
	if err != nil {
		return nil, err
	}
	if err := partial.resumable(plan); err != nil {
		return nil, err
	}
	res, done := *plan, partial.wholeRounds()
	sessions := slices.Clone(partial.sessions())
	sessions[len(sessions)-1].Rounds -= partial.begun() - done
	now := Session{plan.StartedAt, plan.Command, plan.Seed, 0, plan.Warmup, plan.Machine.Load1}
	res.StartedAt, res.Command = partial.StartedAt, partial.Command
	res.Elapsed, res.Sampled = partial.Elapsed, partial.Sampled
	res.Samples = slices.DeleteFunc(slices.Clone(partial.Samples), func(s Sample) bool { return s.Round > done })
	res.Machine.Load1 = higher(now.Load1, partial.Machine.Load1)
	res.Sessions = append(sessions, now)
	err = e.complete(ctx, r, &res, done)
	res.Sessions[len(sessions)].Rounds = max(res.begun(), done) - done
	return &res, err
}

// resumable reports why an experiment as planned can't go on from r, or nil.
func (r *Result) resumable(plan *Result) error {
	if !r.Partial {
		return ErrComplete
	}
	if err := r.SameExperiment(plan); err != nil {
		return err
	}
	all := []trait{
		{"rounds", plan.Rounds, r.Rounds},
		{"warmup", plan.Warmup, r.Warmup},
		{"seed", plan.Seed, r.Seed},
		{"baseline", plan.Baseline, r.Baseline},
	}
	for i, s := range r.Sessions { // merged ones have seeds of their own
		all = append(all, trait{fmt.Sprintf("the seed of session %d", i+1), s.Seed, r.Seed})
	}
	if text := unlike(all); text != "" {
		return fmt.Errorf("%w: %s", ErrOtherExperiment, text)
	}
	return nil
}

// wholeRounds is how many rounds, from the first on, have a sample of every arm.
func (r *Result) wholeRounds() int {
	samples := map[int]int{}
	for _, s := range r.Samples {
		samples[s.Round]++
	}
	done := 0
	for samples[done+1] == len(r.Arms) {
		done++
	}
	return done
}
