package main

import (
	"example.com/thaw/harness"
	"example.com/thaw/harness/stats"
	"example.com/thaw/isolate/phase"
)

// A measure is what a sample is compared by, in nanoseconds. ok is false where
// the sample does not have it.
type measure func(harness.Sample) (ns float64, ok bool)

func wall(s harness.Sample) (float64, bool) { return float64(s.Cold.Profile.Total.Wall), true }

func cpu(s harness.Sample) (float64, bool) { return process(s.Cold.Profile.Total) }

func parseCPU(s harness.Sample) (float64, bool) {
	e, ok := s.Cold.Profile.Phase(phase.Parse)
	if !ok {
		return 0, false
	}
	return process(e.Cost)
}

func parseWall(s harness.Sample) (float64, bool) {
	e, ok := s.Cold.Profile.Phase(phase.Parse)
	return float64(e.Cost.Wall), ok
}

// measures of a whole sample, with the names that claims give them.
var measures = []struct {
	name string
	of   measure
}{{"wall time", wall}, {"CPU", cpu}}

func process(c phase.Cost) (float64, bool) { return float64(c.Process), c.HasCPU }

// values are an arm's, by round.
func values(r *harness.Result, arm string, m measure) map[int]float64 {
	byRound := map[int]float64{}
	for _, s := range r.Samples {
		if s.Arm != arm {
			continue
		}
		if v, ok := m(s); ok {
			byRound[s.Round] = v
		}
	}
	return byRound
}

// summary describes an arm.
func summary(r *harness.Result, arm string, m measure) stats.Summary {
	var all []float64
	for _, v := range values(r, arm, m) {
		all = append(all, v)
	}
	return stats.Summarize(all)
}

// ratio describes how many times as much as arm another arm takes, paired by
// round: what slows the machine for a while slows both.
func ratio(r *harness.Result, other, arm string, m measure) stats.Summary {
	var all []float64
	mine := values(r, arm, m)
	for round, v := range values(r, other, m) {
		if w := mine[round]; w > 0 {
			all = append(all, v/w)
		}
	}
	return stats.Summarize(all)
}
