package harness

import (
	"fmt"

	"example.com/thaw/harness/stats"
	"example.com/thaw/isolate/phase"
)

// A Penalty is the price of running code for the first time: by how much a phase of the cold start takes longer
// than the same work again in the same isolate, in the last rebuild pass. The two of one sample are a pair.
type Penalty struct {
	Phase   string  // define, build or request
	Measure Measure // of the times

	// The base is warm and the arm is cold. There is no verdict: a difference is expected.
	stats.Comparison
}

// penalties are those of the phases that all passes of an arm's samples have; nil without rebuilds.
func (r *Result) penalties(arm string, samples []Sample) ([]Penalty, error) {
	var all []Penalty
	for _, name := range []string{phase.Define, phase.Build, phase.Request} {
		cold, warm := passesWith(name, samples)
		if len(cold) == 0 {
			continue
		}
		p := Penalty{Phase: name, Measure: r.clock(ofPhase(name))}
		for _, c := range warm {
			if _, ok := p.Measure.Of(c); !ok {
				p.Measure = MeasureWall
			}
		}
		var err error
		if p.Comparison, err = stats.ComparePairs(p.Measure.each(warm), p.Measure.each(cold)); err != nil {
			return nil, fmt.Errorf("harness: %s: %s, cold and warm: %w", arm, name, err)
		}
		all = append(all, p)
	}
	return all, nil
}

// passesWith are the costs of a phase in the samples that have it both cold and rebuilt.
func passesWith(name string, samples []Sample) (cold, warm []phase.Cost) {
	for _, s := range samples {
		if s.Rebuild == nil {
			continue
		}
		first, ok := s.Cold.Profile.Phase(name)
		again, okAgain := s.Rebuild.Profile.Phase(name)
		if ok && okAgain {
			cold, warm = append(cold, first.Cost), append(warm, again.Cost)
		}
	}
	return cold, warm
}
