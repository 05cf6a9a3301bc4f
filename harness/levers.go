package harness

import (
	"fmt"
	"maps"
	"slices"

	"example.com/thaw/harness/stats"
	"example.com/thaw/isolate/phase"
)

// A LeverRanking says what each lever is worth on one app and runtime.
type LeverRanking struct {
	App, Runtime string
	Base         string        // Arm.ID of the arm without them
	Effects      []LeverEffect // what saves most is first; what can't be compared is last
	Refused      []Refusal     // what was not measured here, and why

	// Best is the Arm.ID of what to choose: of the arms that are faster than Base, the one that turns the
	// fewest levers and is not slower than the fastest of them. It is "" if no arm is faster.
	Best string
}

// A LeverEffect is what an arm with other levers than its base's does. Times are in nanoseconds;
// negative ones are savings.
type LeverEffect struct {
	Arm    string  // Arm.ID
	Levers []Lever // that differ from the base's; a Value is "" where only the base turns the lever

	Total Comparison // as in Result.Comparisons

	// Startup is the difference before the first request, and Request that of the request, without
	// verdicts: what a lever takes away from one may come back in the other.
	Startup, Request stats.Comparison

	Bytes, Gzip int64 // by which the bundle is larger than the base's

	// Interaction is nil for a single lever, and where one of several was not measured alone.
	Interaction *Interaction
}

// An Interaction holds several levers that are turned together against the same ones alone.
type Interaction struct {
	Sum stats.Comparison // what the differences of each lever alone add up to, against the base

	// Off is how much slower the levers are together than that sum: positive where
	// savings overlap.
	Off stats.Comparison
}

// A Refusal is a lever that was not measured on an app and runtime.
type Refusal struct {
	App, Runtime string
	Lever        Lever
	Reason       string // one clause
}

// RankLevers ranks what differs only in levers from the arm that it is compared with, one
// ranking for each such base, in the order of Arms. Of other arms it says nothing. r has been
// summarized. The error is a time that can't be compared.
func (r *Result) RankLevers() ([]LeverRanking, error) {
	byArm := samplesByArm(r.Samples)
	var all []LeverRanking
	for _, c := range r.Comparisons {
		base, _ := r.Arm(c.Base)
		arm, _ := r.Arm(c.Arm)
		turned := turnedLevers(base, arm)
		if !comparableLevers(base, arm) || len(turned) == 0 {
			continue
		}
		e, err := r.newLeverEffect(c, base, arm, turned, byArm)
		if err != nil {
			return nil, fmt.Errorf("harness: %s: %w", arm.ID, err)
		}
		i := slices.IndexFunc(all, func(k LeverRanking) bool { return k.Base == base.ID })
		if i < 0 {
			i = len(all)
			all = append(all, LeverRanking{App: base.App, Runtime: base.Runtime, Base: base.ID, Refused: r.refused(base)})
		}
		all[i].Effects = append(all[i].Effects, e)
	}
	for i := range all {
		if err := r.rank(&all[i], byArm); err != nil {
			return nil, fmt.Errorf("harness: %s: %w", all[i].Base, err)
		}
	}
	return all, nil
}

// comparableLevers reports whether two arms are the same app on the same runtime. At another
// revision it is another app, though that is kept as a lever.
func comparableLevers(base, arm Arm) bool {
	return arm.App == base.App && arm.Runtime == base.Runtime && arm.Lever("rev") == base.Lever("rev")
}

func (r *Result) refused(base Arm) []Refusal {
	var all []Refusal
	for _, f := range r.Refused {
		if f.App == base.App && f.Runtime == base.Runtime {
			all = append(all, f)
		}
	}
	return all
}

// turnedLevers are those in which an arm differs from its base, sorted by name.
func turnedLevers(base, arm Arm) []Lever {
	names := map[string]bool{}
	for _, l := range slices.Concat(base.Levers, arm.Levers) {
		names[l.Name] = true
	}
	var all []Lever
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if value := arm.Lever(name); value != base.Lever(name) {
			all = append(all, Lever{name, value})
		}
	}
	return all
}

func (r *Result) newLeverEffect(c Comparison, base, arm Arm, turned []Lever, byArm map[string][]Sample) (e LeverEffect, err error) {
	e = LeverEffect{
		Arm: arm.ID, Levers: turned, Total: c,
		Bytes: arm.Bundle.Bytes - base.Bundle.Bytes, Gzip: arm.Bundle.Gzip - base.Bundle.Gzip,
	}
	if e.Startup, err = comparePairs(byArm[base.ID], byArm[arm.ID], startup, r.clock(startup)); err != nil {
		return e, err
	}
	e.Request, err = comparePairs(byArm[base.ID], byArm[arm.ID], ofPhase(phase.Request), r.clock(ofPhase(phase.Request)))
	return e, err
}
