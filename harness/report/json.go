package report

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"example.com/thaw/harness"
	"example.com/thaw/harness/stats"
	"example.com/thaw/isolate/phase"
)

// Schema names the form of the JSON. Its fields keep their names and meanings;
// others may be added.
const Schema = "thaw.bench/1"

// JSON writes a result in the form that Schema names. Times are whole nanoseconds; what
// is not known is absent. Read gives the result back.
func JSON(w io.Writer, r *harness.Result) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	d := newDocument(r)
	err := d.analyse(r)
	if err == nil {
		err = e.Encode(d)
	}
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

func newDocument(r *harness.Result) document {
	m := r.Machine
	var all answers
	samples := newList(r.Samples, all.newSample)
	d := document{
		Schema:    Schema,
		Thaw:      r.Thaw,
		Command:   r.Command,
		StartedAt: r.StartedAt,
		Machine:   machineJSON{m.CPU, m.Cores, m.OS, m.Arch, m.Go, m.GOMAXPROCS, m.GOGC, m.Load1},
		Mode:      r.Mode,
		Rounds:    r.Rounds,
		Warmup:    r.Warmup,
		Seed:      r.Seed,
		Partial:   r.Partial,
		ElapsedNs: int64(r.Elapsed),
		SampledNs: int64(r.Sampled),
		Sessions:  newList(r.Sessions, func(s harness.Session) sessionJSON { return sessionJSON(s) }),
		Apps:      newApps(r.Arms),
		Arms:      newList(r.Arms, newArm),
		Answers:   newList(all, func(a harness.Answer) answerJSON { return answerJSON{a.Status, a.Header, a.SHA256, a.Bytes, a.Body} }),
		Samples:   samples,
		Summary:   newList(r.Summaries, newSummary),
		Globals:   newList(r.Globals, newGlobal),
		Counts:    newList(r.Counts, newCounts),
		Warnings:  newList(r.Warnings, func(w harness.Warning) warningJSON { return warningJSON(w) }),

		Floor:       r.Floor,
		Measure:     r.Measure,
		Baseline:    r.Baseline,
		Comparisons: newList(r.Comparisons, newComparison),
		Refused:     newList(r.Refused, newRefusal),
	}
	if len(r.AA) > 0 {
		d.AA, d.Noise = newList(r.AA, newComparison), &r.Noise
	}
	return d
}

// newList maps a slice. It never gives nil, which JSON would show as null.
func newList[A, B any](from []A, f func(A) B) []B {
	to := make([]B, len(from))
	for i, a := range from {
		to[i] = f(a)
	}
	return to
}

func newObject[A, B any](from []A, f func(A) member[B]) object[B] { return newList(from, f) }

// newApps lists each bundle of each app once.
func newApps(arms []harness.Arm) []appJSON {
	type key struct{ app, sha256 string }
	seen := map[key]bool{}
	apps := []appJSON{}
	for _, a := range arms {
		if k := (key{a.App, a.Bundle.SHA256}); !seen[k] {
			seen[k] = true
			apps = append(apps, appJSON{a.App, newBundle(a.Bundle)})
		}
	}
	return apps
}

func newBundle(b harness.Bundle) bundleJSON {
	inputs := newList(b.Inputs, func(i harness.Input) inputJSON { return inputJSON(i) })
	return bundleJSON{b.SHA256, b.Bytes, b.Gzip, b.Modules, inputs}
}

func newArm(a harness.Arm) armJSON {
	return armJSON{
		ID: a.ID, App: a.App, Runtime: a.Runtime, Levers: newLevers(a.Levers), Bundle: a.Bundle.SHA256, Flags: a.Flags, Base: a.Base, Again: a.Again,
		Request: a.Request.String(), Check: a.Checked,

		Given: a.GivenSHA256, Cache: string(a.Cache), Snapshot: string(a.Snapshot), Network: a.Network, FrozenClock: a.FrozenClock, Eager: a.EagerGlobals, Rebuild: a.Rebuild, GOGC: a.GOGC, CPUQuota: a.CPUQuota,
	}
}

func newGlobal(g harness.GlobalTouch) globalJSON {
	files := newList(g.Files, func(name string) string { return name })
	return globalJSON{g.Arm, g.Global, g.Origin, g.Phase, files, newCost(g.Cost)}
}

// answers are those of all samples, each once, without what differs in every one.
type answers []harness.Answer

// add returns the place of an answer.
func (all *answers) add(a harness.Answer) int {
	a.Header = maps.Clone(a.Header)
	a.Header.Del("Date")
	for i, b := range *all {
		if a.Status == b.Status && a.SHA256 == b.SHA256 && maps.EqualFunc(a.Header, b.Header, slices.Equal) {
			return i
		}
	}
	*all = append(*all, a)
	return len(*all) - 1
}

func (all *answers) newSample(s harness.Sample) sampleJSON {
	at := all.add(s.Cold.Answer)
	total := newCost(s.Cold.Profile.Total)
	j := sampleJSON{
		Arm:      s.Arm,
		Round:    s.Round,
		Phases:   newPhases(s.Cold.Profile),
		TotalNs:  total.WallNs,
		CPUNs:    total.CPUNs,
		ThreadNs: total.ThreadNs,
		Heap:     s.HeapBytes,
		Child:    int64(s.ProcessCPU),
		Status:   s.Cold.Answer.Status,
		SHA256:   s.Cold.Answer.SHA256,
		Answer:   &at,
		ErrorLog: s.ErrorLog,
		Caches:   s.CacheWarnings,
		Warm:     newPhases(s.Warm.Profile),
	}
	if s.Rebuild != nil {
		again := newPhases(s.Rebuild.Profile)
		j.Rebuild = &again
	}
	return j
}

func newPhases(p phase.Profile) object[phaseJSON] {
	return newObject(p.Phases, func(e phase.Entry) member[phaseJSON] {
		var sub []subJSON
		for _, s := range e.Sub {
			sub = append(sub, subJSON{s.Name, newCost(s.Cost)})
		}
		return member[phaseJSON]{Name: e.Name, Value: phaseJSON{newCost(e.Cost), e.Hit, sub}}
	})
}

func newCost(c phase.Cost) costJSON {
	j := costJSON{WallNs: int64(c.Wall)}
	if c.HasCPU {
		process := int64(c.Process)
		j.CPUNs = &process
	}
	if c.HasThread() {
		thread := int64(c.Thread)
		j.ThreadNs = &thread
	}
	return j
}

func newSummary(s harness.Summary) summaryJSON {
	j := summaryJSON{
		Arm:    s.Arm,
		N:      s.Total.Wall.N,
		Phases: newObject(s.Phases, newMember),
		Total:  newMedian(s.Total),
		Warm:   newMedian(s.Warm),
	}
	if len(s.Rebuild) > 0 {
		again := newObject(s.Rebuild, newMember)
		j.Rebuild = &again
	}
	for _, p := range s.Penalties {
		j.Penalties = append(j.Penalties, member[penaltyJSON]{Name: p.Phase, Value: penaltyJSON{p.Measure, ns(p.BaseMedian), ns(p.ArmMedian), newDifference(p.Comparison)}})
	}
	return j
}

func newMember(p harness.PhaseSummary) member[medianJSON] {
	return member[medianJSON]{Name: p.Name, Value: newMedian(p)}
}

func newMedian(p harness.PhaseSummary) medianJSON {
	j := medianJSON{
		MedianNs:       ns(p.Wall.Median),
		P90Ns:          ns(p.Wall.P90),
		MinNs:          ns(p.Wall.Min),
		CPUMedianNs:    median(p.CPU),
		ThreadMedianNs: median(p.Thread),
		Hits:           p.Hits,
	}
	j.LoNs, j.HiNs = limits(p.Wall, ns)
	return j
}

func median(s stats.Summary) *int64 {
	if s.N == 0 {
		return nil
	}
	m := ns(s.Median)
	return &m
}

// limits are those of an interval in a unit, nil where there is none.
func limits[T any](s stats.Summary, unit func(float64) T) (lo, hi *T) {
	if !s.HasInterval() {
		return nil, nil
	}
	l, h := unit(s.Lo), unit(s.Hi)
	return &l, &h
}

// rounded leaves the digits that are the same on every processor.
func rounded(v float64) *float64 {
	v = math.Round(v*1e9) / 1e9
	return &v
}

func ns(v float64) int64 { return int64(math.Round(v)) }

func newComparison(c harness.Comparison) comparisonJSON {
	j := comparisonJSON{
		Base: c.Base, Arm: c.Arm, Measure: c.Measure, differenceJSON: newDifference(c.Comparison), P: c.P, AdjustedP: c.Adjusted, SignP: c.SignP,
		Agree: c.Agree, Pairs: c.BaseN, Verdict: c.Verdict, Reason: c.Reason(),
		Differs: newDiffers(c.Difference),
	}
	if ratio := c.Ratio(); !math.IsNaN(ratio) {
		j.Ratio = rounded(ratio)
		if c.HasInterval() {
			j.RatioLo, j.RatioHi = rounded(1+c.ChangeLo), rounded(1+c.ChangeHi)
		}
	}
	if c.Measure != harness.MeasureWall {
		wall := newDifference(c.Wall)
		j.Wall = &wall
	}
	return j
}
