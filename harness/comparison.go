package harness

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/thaw/harness/stats"
	"example.com/thaw/isolate/phase"
)

// DefaultFloor is a share of the time below which a difference is seldom of interest.
const DefaultFloor = 0.01

// A Comparison says how the total of an arm differs from that of a base, in pairs
// of the same round. Times are in nanoseconds.
type Comparison struct {
	Base, Arm string  // Arm.ID
	Measure   Measure // of the times
	stats.Comparison

	// Wall is the same by wall time. It has no verdict.
	Wall stats.Comparison

	// Withheld is why there is no verdict, though there may be samples enough: what differs
	// in the answers. It is "" if nothing does.
	Withheld   string
	Difference *Difference // that Withheld names, in full; nil if it is none of the answers
}

// baseOf is the arm that another one is compared with, or "" for none: Base, or Baseline, or
// without one the first of the same app, for which that is the first of all. Sizes of one fixture
// are not compared: FitScale says how they differ.
func (r *Result) baseOf(arm Arm) string {
	base := cmp.Or(arm.Base, r.Baseline)
	if base == "" {
		first := slices.IndexFunc(r.Arms, func(a Arm) bool { return a.App == arm.App })
		base = r.Arms[first].ID
		if family := familyOf(arm.App); base == arm.ID && (family == "" || family != familyOf(r.Arms[0].App)) {
			base = r.Arms[0].ID
		}
	}
	if base == arm.ID {
		return ""
	}
	return base
}

// compare fills Comparisons and AA, with verdicts over all of them.
func (r *Result) compare(byArm map[string][]Sample) error {
	measure := r.TotalMeasure()
	for _, arm := range r.Arms {
		base := r.baseOf(arm)
		if base == "" || len(byArm[base]) == 0 || len(byArm[arm.ID]) == 0 {
			continue
		}
		one, err := compareTotals(byArm[base], byArm[arm.ID], measure)
		if err != nil {
			return fmt.Errorf("harness: %s: %w", arm.ID, err)
		}
		if arm.Again {
			r.AA, r.Noise = append(r.AA, one), max(r.Noise, one.Reach())
		} else {
			r.Comparisons = append(r.Comparisons, one)
		}
	}
	all := make([]*Comparison, len(r.Comparisons))
	for i := range r.Comparisons {
		all[i] = &r.Comparisons[i]
	}
	judge(all, max(r.Floor, r.Noise))
	return nil
}

// judge leaves out comparisons whose verdict is withheld: they are no chance for a false one.
func judge(all []*Comparison, floor float64) {
	var judged []stats.Comparison
	for _, c := range all {
		if c.Withheld == "" {
			judged = append(judged, c.Comparison)
		}
	}
	stats.Judge(judged, floor)
	for _, c := range all {
		if c.Withheld == "" {
			c.Comparison, judged = judged[0], judged[1:]
		}
	}
}

// Reason says why there is no verdict, or is "".
func (c Comparison) Reason() string {
	if c.Withheld != "" {
		return c.Withheld
	}
	for _, w := range c.Warnings {
		if w.Code == stats.FewSamples {
			return w.Text
		}
	}
	return ""
}

// compareTotals compares two arms by a measure, and by wall time.
func compareTotals(base, arm []Sample, m Measure) (c Comparison, err error) {
	c = Comparison{Base: base[0].Arm, Arm: arm[0].Arm, Measure: m, Difference: differs(base, arm)}
	if d := c.Difference; d != nil {
		c.Withheld = fmt.Sprintf("%s answers with another %s than %s", d.Sample, d, c.Base)
	}
	if c.Comparison, err = comparePairs(base, arm, total, m); err != nil {
		return c, err
	}
	c.Wall, err = comparePairs(base, arm, total, MeasureWall)
	return c, err
}

// comparePairs compares a part of the rounds that both have, by a measure that all of them have.
func comparePairs(base, arm []Sample, of part, m Measure) (stats.Comparison, error) {
	pairs := inRounds(base, arm)
	return stats.ComparePairs(of.each(pairs[0], m), of.each(pairs[1], m))
}

// A part is some of a cold start.
type part func(phase.Profile) phase.Cost

// each is what the part takes in each sample, in nanoseconds.
func (of part) each(samples []Sample, m Measure) []float64 {
	values := make([]float64, len(samples))
	for i, s := range samples {
		values[i], _ = m.Of(of(s.Cold.Profile))
	}
	return values
}

func total(p phase.Profile) phase.Cost { return p.Total }

// ofPhase is one phase, which costs nothing where a cold start does not have it.
func ofPhase(name string) part {
	return func(p phase.Profile) phase.Cost {
		e, ok := p.Phase(name)
		if !ok {
			return phase.Cost{HasCPU: p.Total.HasCPU}
		}
		return e.Cost
	}
}

// startup is all that comes before the first request.
func startup(p phase.Profile) phase.Cost { return p.Total.Minus(ofPhase(phase.Request)(p)) }

// inRounds returns the samples of each arm in the rounds that all of them have, in the
// order of the first arm's.
func inRounds(arms ...[]Sample) [][]Sample {
	byRound := make([]map[int]Sample, len(arms))
	for i, samples := range arms {
		byRound[i] = map[int]Sample{}
		for _, s := range samples {
			byRound[i][s.Round] = s
		}
	}
	common := make([][]Sample, len(arms))
	for _, first := range arms[0] {
		if slices.ContainsFunc(byRound, func(of map[int]Sample) bool { _, ok := of[first.Round]; return !ok }) {
			continue
		}
		for i := range arms {
			common[i] = append(common[i], byRound[i][first.Round])
		}
	}
	return common
}

// differs is the first difference of any answer of two arms from the first of all, or nil.
func differs(base, arm []Sample) *Difference {
	for _, s := range slices.Concat(base, arm) {
		if d := difference(base[0].Cold.Answer, s.Cold.Answer); d != nil {
			d.BaseRound, d.Round, d.Sample = base[0].Round, s.Round, s.Arm
			return d
		}
	}
	return nil
}

func checkFloor(floor float64) error {
	if !(floor >= 0 && floor < 1) { // NaN too
		return fmt.Errorf("harness: floor %v; a share of the time from 0 to less than 1 is needed", floor)
	}
	return nil
}
