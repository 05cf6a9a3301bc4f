package harness

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/thaw/bundler"
	"example.com/thaw/fixtures"
	"example.com/thaw/harness/stats"
	"example.com/thaw/isolate/phase"
)

// MinScaleSizes is the number of sizes from which on a line can be wrong, and so says something.
const MinScaleSizes = 3

// A ScaleFit says how the cold start of one fixture, with one runtime and set of levers, grows
// with the fixture's size.
type ScaleFit struct {
	Family  string // "fixture:effect": the app without its size
	Runtime string
	Levers  []Lever
	Unit    string   // what a size counts, such as "endpoints"
	Sizes   []int    // ascending
	Arms    []string // Arm.ID, by Sizes
	Rounds  int      // in which all sizes were measured

	Phases []PhaseFit // in the order of phase.Names, those that any size has
	Total  PhaseFit
}

// A PhaseFit is a line through the times of one phase: Fixed + PerUnit times the size. Times are
// in nanoseconds.
//
// Each round has a line of its own, by least squares of relative errors, since noise grows with the
// time; the two numbers are the medians of these lines' numbers, with distribution-free intervals.
type PhaseFit struct {
	Name           string
	Measure        Measure   // of the times, as in Comparison
	Medians        []float64 // by ScaleFit.Sizes
	PerUnit, Fixed stats.Summary

	// R2 is the share of the variance of Medians that the line explains: 1 if it meets all, and below
	// 0 if it fits worse than no slope.
	R2 float64

	Shape   Shape
	BendsAt int // the size from which on another line fits better (stats.Bend); 0 if Shape is not Bent
}

// A Shape says how a phase grows.
type Shape string

// The shapes.
const (
	// Flat: from the smallest to the largest size the phase changes by less than DefaultFloor of the largest
	// size's total, and that holds for both ends of the interval of PerUnit.
	Flat    Shape = "flat"
	Linear  Shape = "linear"  // the interval of PerUnit does not hold 0, and one line fits as well as two
	Bent    Shape = "bent"    // two lines fit much better
	Unclear Shape = "unclear" // the interval of PerUnit holds 0 and does not exclude what matters, or there is none
)

// FitScale fits lines for each fixture, runtime and set of levers that was measured at MinScaleSizes sizes
// or more in the same round, in the order of Arms. It is empty if there is none. The error is a time to
// which no line can be fitted, and wraps stats.ErrFit.
func (r *Result) FitScale() ([]ScaleFit, error) {
	var all []ScaleFit
	byArm := samplesByArm(r.Samples)
	for _, arms := range scaleGroups(r.Arms) {
		f, samples := newScaleFit(arms, byArm)
		if len(arms) < MinScaleSizes || f.Rounds == 0 {
			continue
		}
		if err := f.fitAll(samples, r.clock); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// A sizedArm is an arm of a fixture that has sizes.
type sizedArm struct {
	Arm
	of *fixtures.App
}

// scaleGroups are the arms that differ only in size, ascending.
func scaleGroups(arms []Arm) [][]sizedArm {
	var groups [][]sizedArm
	index := map[string]int{}
	for _, a := range arms {
		app := sizedFixture(a.App)
		if app == nil || a.Again {
			continue
		}
		key := fmt.Sprintf("%q %q %q", app.Family, a.Runtime, a.Levers)
		i, ok := index[key]
		if !ok {
			i = len(groups)
			index[key] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], sizedArm{a, app})
	}
	for _, g := range groups {
		slices.SortStableFunc(g, func(a, b sizedArm) int { return cmp.Compare(a.of.Size, b.of.Size) })
	}
	return groups
}

// familyOf is the name without size of a fixture that has sizes, or "".
func familyOf(app string) string {
	if f := sizedFixture(app); f != nil {
		return f.Family
	}
	return ""
}

// sizedFixture is the fixture that an app is a size of, or nil.
func sizedFixture(app string) *fixtures.App {
	ref, ok := strings.CutPrefix(app, bundler.FixturePrefix)
	if !ok {
		return nil
	}
	f, err := fixtures.Describe(ref)
	if err != nil || f.Size == 0 {
		return nil // not one of this program's fixtures, or one without sizes
	}
	return f
}

// newScaleFit is without its fits, for which the samples of each size are.
func newScaleFit(arms []sizedArm, byArm map[string][]Sample) (f ScaleFit, samples [][]Sample) {
	first := arms[0]
	f = ScaleFit{Family: bundler.FixturePrefix + first.of.Family, Runtime: first.Runtime, Levers: first.Levers, Unit: first.of.Unit}
	for _, a := range arms {
		f.Sizes = append(f.Sizes, a.of.Size)
		f.Arms = append(f.Arms, a.ID)
		samples = append(samples, byArm[a.ID])
	}
	samples = inRounds(samples...)
	f.Rounds = len(samples[0])
	return f, samples
}

// fitAll fits the total, and each phase that any size has.
func (f *ScaleFit) fitAll(samples [][]Sample, clock func(part) Measure) error {
	var err error
	if f.Total, err = f.fit(PhaseTotal, total, clock(total), samples); err != nil {
		return err
	}
	f.judge(&f.Total)
	for _, name := range phase.Names() {
		if !slices.ContainsFunc(samples, func(of []Sample) bool { return hasPhase(of, name) }) {
			continue
		}
		p, err := f.fit(name, ofPhase(name), clock(ofPhase(name)), samples)
		if err != nil {
			return err
		}
		f.judge(&p)
		f.Phases = append(f.Phases, p)
	}
	return nil
}

func hasPhase(samples []Sample, name string) bool {
	return slices.ContainsFunc(samples, func(s Sample) bool {
		_, ok := s.Cold.Profile.Phase(name)
		return ok
	})
}

// fit fits the lines of one phase. samples has those of each size, in the same rounds.
func (f ScaleFit) fit(name string, of part, m Measure, samples [][]Sample) (PhaseFit, error) {
	p := PhaseFit{Name: name, Measure: m}
	sizes, values := make([]float64, len(samples)), make([][]float64, len(samples))
	for i := range samples {
		sizes[i], values[i] = float64(f.Sizes[i]), of.each(samples[i], p.Measure)
		p.Medians = append(p.Medians, stats.Median(values[i]))
	}
	weights := relativeWeights(p.Medians)
	var slopes, intercepts, x, y, w []float64
	for round := range samples[0] {
		times := make([]float64, len(samples))
		for i := range samples {
			times[i] = values[i][round]
		}
		line, err := stats.Fit(sizes, times, weights)
		if err != nil {
			return p, fmt.Errorf("harness: %s on %s, phase %s: %w", f.Family, f.Runtime, name, err)
		}
		slopes, intercepts = append(slopes, line.Slope), append(intercepts, line.Intercept)
		x, y, w = append(x, sizes...), append(y, times...), append(w, weights...)
	}
	p.PerUnit, p.Fixed = stats.Summarize(slopes), stats.Summarize(intercepts)
	p.R2 = p.explained(sizes)
	if at, ok := stats.Bend(x, y, w); ok {
		p.BendsAt = int(at)
	}
	return p, nil
}

// relativeWeights have each size's relative error count alike, but for times so far below the
// largest that the clock and chance make most of their error.
func relativeWeights(medians []float64) []float64 {
	least := slices.Max(medians) / 1000
	if least <= 0 {
		return nil
	}
	weights := make([]float64, len(medians))
	for i, m := range medians {
		m = max(m, least)
		weights[i] = 1 / m / m
	}
	return weights
}

// explained is R2.
func (p PhaseFit) explained(sizes []float64) float64 {
	var mean, left, all float64
	for _, m := range p.Medians {
		mean += m / float64(len(p.Medians))
	}
	for i, m := range p.Medians {
		off := m - (p.Fixed.Median + p.PerUnit.Median*sizes[i])
		left += off * off
		all += (m - mean) * (m - mean)
	}
	if all == 0 {
		return 1
	}
	return 1 - left/all
}

// judge sets the shape of a phase, beside the whole cold start.
func (f ScaleFit) judge(p *PhaseFit) {
	last := len(f.Sizes) - 1
	most := max(math.Abs(p.PerUnit.Lo), math.Abs(p.PerUnit.Hi)) * float64(f.Sizes[last]-f.Sizes[0])
	switch {
	case most < DefaultFloor*f.Total.Medians[last]:
		p.Shape = Flat
	case p.PerUnit.Lo <= 0 && p.PerUnit.Hi >= 0: // they are infinite without an interval
		p.Shape = Unclear
	case p.BendsAt > 0:
		p.Shape = Bent
		return
	default:
		p.Shape = Linear
	}
	p.BendsAt = 0
}
