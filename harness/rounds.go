package harness

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// complete measures the rounds after the first ones, of which res has the samples, and works out the result.
func (e Experiment) complete(ctx context.Context, r Runner, res *Result, done int) error {
	e.Arms = res.Arms
	err := e.measure(ctx, r, res, done)
	res.Partial = err != nil
	res.drop()
	if bad := res.Summarize(); err == nil {
		err = bad
	}
	return err
}

func (e Experiment) measure(ctx context.Context, r Runner, res *Result, done int) error {
	began := time.Now().Add(-res.Elapsed)
	defer func() { res.Elapsed = time.Since(began) }()
	kept := bodies{}
	p := Progress{Total: (e.Warmup + e.Rounds - done) * len(e.Arms)}
	saved := time.Now()
	for n := range e.Warmup + e.Rounds - done {
		p.Warmup, p.Round = n < e.Warmup, n+1
		if !p.Warmup {
			p.Round = done + n + 1 - e.Warmup
		}
		if e.Checkpoint != nil && !p.Warmup && len(res.Samples) > 0 && time.Since(saved) >= e.CheckpointEvery {
			res.Elapsed = time.Since(began)
			if err := e.Checkpoint(res.checkpoint()); err != nil {
				return err
			}
			saved = time.Now()
		}
		if err := e.round(ctx, r, &p, kept, res); err != nil {
			return err
		}
	}
	return nil
}

// round measures every arm once.
func (e Experiment) round(ctx context.Context, r Runner, p *Progress, kept bodies, res *Result) error {
	for _, i := range e.order(*p) {
		p.Arm = e.Arms[i]
		s, err := sample(ctx, r, *p, kept)
		if err != nil {
			return err
		}
		res.Sampled += s.Took
		if !p.Warmup {
			res.Samples = append(res.Samples, s)
		}
		p.Done++
		if e.Progress != nil {
			e.Progress(*p)
		}
	}
	return nil
}

// order is that of the arms in a round. It follows from the seed and the number of the round alone, so that an
// experiment that is resumed goes on as if it had not been interrupted.
func (e Experiment) order(p Progress) []int {
	stream := uint64(p.Round)
	if p.Warmup {
		stream |= 1 << 32
	}
	return rand.New(rand.NewPCG(e.Seed, stream)).Perm(len(e.Arms))
}

// checkpoint is a partial result that shares nothing that changes with r.
func (r *Result) checkpoint() *Result {
	part := *r
	part.Partial, part.Samples = true, slices.Clone(r.Samples)
	part.drop()
	_ = part.Summarize() // a fault will be there at the end as well
	return &part
}

// sample does the cold start that comes next after p.
func sample(ctx context.Context, r Runner, p Progress, kept bodies) (Sample, error) {
	if ctx.Err() != nil {
		return Sample{}, context.Cause(ctx)
	}
	s, err := r.ColdStart(ctx, p.Arm)
	if ctx.Err() != nil { // whatever else it says, it was cut short
		return Sample{}, context.Cause(ctx)
	}
	body := s.Cold.Answer.Body
	if err == nil {
		err = check(p.Arm, &s)
	}
	if err != nil {
		return Sample{}, &SampleError{p.Arm.ID, p.Round, p.Warmup, err}
	}
	s.Arm, s.Round = p.Arm.ID, p.Round
	if !p.Warmup {
		kept.keep(s.Arm, &s.Cold.Answer, body)
	}
	return s, nil
}

// check holds every answer of s to the arm's Check, and seals it.
func check(arm Arm, s *Sample) error {
	for _, p := range s.passes() {
		a := &p.Answer
		if arm.Check != nil {
			if err := arm.Check(a.Status, a.Header, a.Body); err != nil {
				return wrongAnswer(p.name, err, s.ErrorLog)
			}
		}
		a.seal()
	}
	return nil
}

func wrongAnswer(pass string, err error, logged string) error {
	if logged == "" {
		return fmt.Errorf("wrong answer to the %s: %w", pass, err)
	}
	return fmt.Errorf("wrong answer to the %s: %w\nthe app logged: %s", pass, err, logged)
}
