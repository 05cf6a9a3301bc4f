package harness

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/thaw/harness/stats"
	"example.com/thaw/isolate/phase"
)

// PhaseTotal stands for all phases together, where a phase is named.
const PhaseTotal = "total"

// Changes say how the phases of the same arms differ between results, such as those of two days. Their samples
// are no pairs: what the machine did between the results is in every difference.
type Changes struct {
	Results []*Result
	Measure Measure  // by which totals are compared
	Floor   float64  // the one asked for, or the noise that the results show, within each or between them
	All     []Change // by arm, in the order of the first result, and within an arm by phase, the total last
	Only    []Only   // arms that have no partner
}

// A Change is about one phase of an arm.
type Change struct {
	Arm   string // ID in the first result
	Phase string // of phase.Names, or PhaseTotal
	Sides []Side // one for each result

	Measure Measure // wall, for a phase that has no CPU time in a sample
}

// A Side is a phase in one result.
type Side struct {
	Arm   string        // ID in this result
	Times stats.Summary // in nanoseconds; N is 0 where the result has no such phase

	// Comparison is with the first result; nil for that one, and where one of the two has no
	// such phase.
	Comparison *Comparison

	// Again is an arm with the same bundle under the same thaw as in the first result: what differs is the machine,
	// and by how much the totals may differ is noise. It gets no verdict.
	Again bool
}

// Only is an arm that another result does not have.
type Only struct {
	Result int // where it is, counted from 0
	Arm    string
}

// CompareResults compares every later result with the first one, arm by arm: by the test of Mann and Whitney, with verdicts over
// all comparisons together. Arms belong together by their ID; where each result is about one app, its name
// may differ. Times of another machine, and of arms that answer otherwise, get no verdict, nor does what is less than an
// arm shows that is the same in both (Side.Again). Without a measure, it is
// the one that the results have in common, or else wall time.
func CompareResults(measure Measure, floor float64, results ...*Result) (*Changes, error) {
	if err := cmp.Or(checkFloor(floor), measure.check()); err != nil {
		return nil, err
	}
	if len(results) < 2 {
		return nil, fmt.Errorf("harness: %d results; at least 2 are needed", len(results))
	}
	c := &Changes{Results: results, Measure: commonMeasure(measure, results), Floor: floor}
	for _, r := range results {
		if r.Mode != results[0].Mode {
			return nil, fmt.Errorf("harness: one result is of mode %s, another of mode %s: times of the two have nothing in common", results[0].Mode, r.Mode)
		}
		c.Floor = max(c.Floor, r.noise(c.Measure))
	}
	for _, ids := range c.match() {
		if err := c.compare(ids); err != nil {
			return nil, err
		}
	}
	c.judge()
	return c, nil
}

// commonMeasure is a measure that the totals of all results have.
func commonMeasure(asked Measure, results []*Result) Measure {
	var common Measure
	for i, r := range results {
		chosen := *r
		chosen.Measure = cmp.Or(asked, r.Measure)
		m := chosen.clock(total)
		if i > 0 && m != common {
			return MeasureWall
		}
		common = m
	}
	return common
}

// noise is as r.Noise, by another measure.
func (r *Result) noise(m Measure) float64 {
	var noise float64
	for _, aa := range r.AA {
		switch m {
		case aa.Measure:
			noise = max(noise, aa.Reach())
		case MeasureWall:
			noise = max(noise, aa.Wall.Reach())
		}
	}
	return noise
}

// A partner is an arm as another result calls it.
type partner struct{ key, id string }

// match finds the arms that all results have: the ID that each has in each result. The others go to Only.
func (c *Changes) match() (matched [][]string) {
	oneApp := !slices.ContainsFunc(c.Results, func(r *Result) bool { return len(r.apps()) != 1 })
	all := make([][]partner, len(c.Results))
	for i, r := range c.Results {
		all[i] = r.partners(oneApp)
	}
	for _, first := range all[0] {
		var ids []string
		for _, partners := range all {
			if at := slices.IndexFunc(partners, first.is); at >= 0 {
				ids = append(ids, partners[at].id)
			}
		}
		if len(ids) == len(all) {
			matched = append(matched, ids)
		} else {
			c.Only = append(c.Only, Only{0, first.id})
		}
	}
	for i, partners := range all {
		for _, p := range partners {
			if !slices.ContainsFunc(all[0], p.is) {
				c.Only = append(c.Only, Only{i, p.id})
			}
		}
	}
	return matched
}

func (p partner) is(other partner) bool { return p.key == other.key }

// partners are the arms with samples but for A/A arms, without the app's name if there is one app only.
func (r *Result) partners(oneApp bool) []partner {
	var all []partner
	for _, a := range r.DistinctArms() {
		if _, ok := r.Summary(a.ID); !ok {
			continue
		}
		key := a.ID
		if oneApp {
			key = strings.TrimPrefix(key, a.App)
		}
		all = append(all, partner{key, a.ID})
	}
	return all
}

// apps are the names of what the arms are of.
func (r *Result) apps() []string {
	var names []string
	for _, a := range r.Arms {
		if !slices.Contains(names, a.App) {
			names = append(names, a.App)
		}
	}
	return names
}

// compare adds the phases of an arm, which has that ID in each result.
func (c *Changes) compare(ids []string) error {
	samples := make([][]Sample, len(ids))
	sides, again := make([]Comparison, len(ids)), make([]bool, len(ids))
	for i, r := range c.Results {
		samples[i] = r.of(ids[i])
		sides[i] = c.side(ids, i, samples[0], samples[i])
		again[i] = i > 0 && sides[i].Withheld == "" && c.again(ids, i)
	}
	for _, name := range append(phase.Names(), PhaseTotal) {
		change := Change{Arm: ids[0], Phase: name, Measure: c.Measure}
		of, having := part(total), samples
		if name != PhaseTotal {
			of, having = ofPhase(name), withPhase(name, samples)
		}
		all := slices.Concat(having...)
		if len(all) == 0 {
			continue
		}
		if slices.ContainsFunc(all, func(s Sample) bool { _, ok := c.Measure.Of(of(s.Cold.Profile)); return !ok }) {
			change.Measure = MeasureWall
		}
		if err := change.compare(sides, of, having); err != nil {
			return err
		}
		for i := range change.Sides {
			change.Sides[i].Again = again[i]
		}
		c.All = append(c.All, change)
	}
	return nil
}

// withPhase keeps the samples that have a phase.
func withPhase(name string, samples [][]Sample) [][]Sample {
	all := make([][]Sample, len(samples))
	for i, of := range samples {
		all[i] = slices.DeleteFunc(slices.Clone(of), func(s Sample) bool { _, ok := s.Cold.Profile.Phase(name); return !ok })
	}
	return all
}

// compare adds a side for the samples of each result.
func (c *Change) compare(sides []Comparison, of part, samples [][]Sample) error {
	for i, one := range sides {
		side := Side{Arm: one.Arm, Times: stats.Summarize(of.each(samples[i], c.Measure))}
		if i > 0 && len(samples[0]) > 0 && len(samples[i]) > 0 {
			one.Measure = c.Measure
			if err := one.unpaired(of, samples[0], samples[i]); err != nil {
				return fmt.Errorf("harness: %s: %s: %w", one.Arm, c.Phase, err)
			}
			side.Comparison = &one
		}
		c.Sides = append(c.Sides, side)
	}
	return nil
}

// unpaired compares by the measure, and by wall time.
func (c *Comparison) unpaired(of part, base, arm []Sample) (err error) {
	if c.Comparison, err = stats.CompareUnpaired(of.each(base, c.Measure), of.each(arm, c.Measure)); err != nil {
		return err
	}
	c.Wall, err = stats.CompareUnpaired(of.each(base, MeasureWall), of.each(arm, MeasureWall))
	return err
}

// side is a comparison of an arm of result i with the first one's, without times: whether it may have a verdict.
func (c *Changes) side(ids []string, i int, first, samples []Sample) Comparison {
	one := Comparison{Base: ids[0], Arm: ids[i]}
	was, _ := c.Results[0].Arm(ids[0])
	is, _ := c.Results[i].Arm(ids[i])
	switch text, d := unlike(c.Results[i].Machine.traits(c.Results[0].Machine)), differs(first, samples); {
	case text != "":
		one.Withheld = "measured on another machine, or with another setup: " + text
	case was.Request.String() != is.Request.String():
		one.Withheld = fmt.Sprintf("%s is asked %s, not %s", ids[i], is.Request, was.Request)
	case d != nil:
		one.Withheld, one.Difference = fmt.Sprintf("%s answers with another %s", ids[i], d), d
	}
	return one
}

// of are the samples of an arm.
func (r *Result) of(arm string) []Sample {
	return slices.DeleteFunc(slices.Clone(r.Samples), func(s Sample) bool { return s.Arm != arm })
}

// again reports whether an arm of result i is the one of the first once more.
func (c *Changes) again(ids []string, i int) bool {
	was, _ := c.Results[0].Arm(ids[0])
	is, _ := c.Results[i].Arm(ids[i])
	is.App, is.Base = was.App, was.Base // which are names
	return sameProgram(c.Results[0].Thaw, c.Results[i].Thaw) && was.GivenSHA256 != "" && unlike(is.traits(was)) == ""
}

// sameProgram reports whether two versions of thaw name one program. Two builds of changed sources may have
// the same version.
func sameProgram(a, b string) bool {
	return a == b && a != "" && a != "unknown" && a != "(devel)" && !strings.Contains(a, "dirty")
}

// judge gives verdicts to all comparisons that may have one.
func (c *Changes) judge() {
	var all []*Comparison
	for _, change := range c.All {
		for _, side := range change.Sides {
			switch {
			case side.Comparison == nil:
			case !side.Again:
				all = append(all, side.Comparison)
			case change.Phase == PhaseTotal:
				c.Floor = max(c.Floor, side.Comparison.Reach())
			}
		}
	}
	judge(all, c.Floor)
}
