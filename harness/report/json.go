package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"time"

	"example.com/thaw/harness"
	"example.com/thaw/harness/stats"
	"example.com/thaw/isolate/phase"
)

// Schema names the form of the JSON. Its fields keep their names and meanings;
// others may be added.
const Schema = "thaw.bench/1"

// JSON writes a result in the form that Schema names. thaw is the version of the
// program. Times are whole nanoseconds; what is not known is absent.
func JSON(w io.Writer, r *harness.Result, thaw string) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(newDocument(r, thaw)); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

type document struct {
	Schema    string        `json:"schema"`
	Thaw      string        `json:"thaw"`
	StartedAt time.Time     `json:"startedAt"`
	Machine   machineJSON   `json:"machine"`
	Mode      string        `json:"mode"`
	Rounds    int           `json:"rounds"`
	Warmup    int           `json:"warmup"`
	Seed      uint64        `json:"seed"`
	Partial   bool          `json:"partial"`
	Apps      []appJSON     `json:"apps"`
	Arms      []armJSON     `json:"arms"`
	Samples   []sampleJSON  `json:"samples"`
	Summary   []summaryJSON `json:"summary"`
	Globals   []globalJSON  `json:"globals,omitempty"`

	Floor       float64          `json:"floor"`           // a share of the time; below it, a difference is a tie
	Noise       *float64         `json:"noise,omitempty"` // the share to which the difference of identical arms may reach; it is a floor too
	Comparisons []comparisonJSON `json:"comparisons"`
	AA          []comparisonJSON `json:"aa,omitempty"` // of an arm with its copy

	Warnings []warningJSON `json:"warnings"`
}

type machineJSON struct {
	CPU        string   `json:"cpu,omitempty"`
	Cores      int      `json:"cores"`
	OS         string   `json:"os"`
	Arch       string   `json:"arch"`
	Go         string   `json:"go"`
	GOMAXPROCS int      `json:"gomaxprocs"`
	GOGC       int64    `json:"gogc"` // -1 is off
	Load1      *float64 `json:"load1,omitempty"`
}

// appJSON is an app as one set of levers bundles it: a name can stand in several.
type appJSON struct {
	Name   string     `json:"name"`
	Bundle bundleJSON `json:"bundle"`
}

type bundleJSON struct {
	SHA256  string `json:"sha256"`
	Bytes   int64  `json:"bytes"`
	Gzip    int64  `json:"gzip,omitempty"`
	Modules int    `json:"modules"`
}

type armJSON struct {
	ID      string         `json:"id"`
	App     string         `json:"app"`
	Runtime string         `json:"runtime"`
	Levers  object[string] `json:"levers"`
	Bundle  string         `json:"bundle"`          // sha256, as in apps
	Base    string         `json:"base,omitempty"`  // id of the arm that it is compared with, where that was chosen
	Again   bool           `json:"again,omitempty"` // it is a copy of base: an A/A arm
	Request string         `json:"request"`
	Check   bool           `json:"check"` // every answer was held to the right one
}

type costJSON struct {
	WallNs   int64  `json:"wallNs"`
	CPUNs    *int64 `json:"cpuNs,omitempty"`    // all threads of the process
	ThreadNs *int64 `json:"threadNs,omitempty"` // the measuring thread
}

type phaseJSON struct {
	costJSON
	Hit *bool     `json:"hit,omitempty"`
	Sub []subJSON `json:"sub,omitempty"`
}

type subJSON struct {
	Name string `json:"name"`
	costJSON
}

type sampleJSON struct {
	Arm      string             `json:"arm"`
	Round    int                `json:"round"`
	Phases   object[phaseJSON]  `json:"phases"`
	TotalNs  int64              `json:"totalNs"`
	CPUNs    *int64             `json:"cpuNs,omitempty"`
	ThreadNs *int64             `json:"threadNs,omitempty"`
	Heap     int64              `json:"heapBytes,omitempty"`
	Child    int64              `json:"processCpuNs,omitempty"` // the child's whole life, in scheduler ticks
	Status   int                `json:"status"`
	SHA256   string             `json:"bodySha256"`
	Warm     object[phaseJSON]  `json:"warm"`
	Rebuild  *object[phaseJSON] `json:"rebuild,omitempty"`
}

type summaryJSON struct {
	Arm     string              `json:"arm"`
	N       int                 `json:"n"`
	Phases  object[medianJSON]  `json:"phases"`
	Total   medianJSON          `json:"total"`
	Warm    medianJSON          `json:"warm"`
	Rebuild *object[medianJSON] `json:"rebuild,omitempty"`
}

type medianJSON struct {
	MedianNs       int64  `json:"medianNs"`
	LoNs           *int64 `json:"loNs,omitempty"`
	HiNs           *int64 `json:"hiNs,omitempty"`
	P90Ns          int64  `json:"p90Ns"`
	MinNs          int64  `json:"minNs"`
	CPUMedianNs    *int64 `json:"cpuMedianNs,omitempty"`
	ThreadMedianNs *int64 `json:"threadMedianNs,omitempty"`
	Hits           int    `json:"hits,omitempty"`
}

// globalJSON is the first touch of a global, in the order of the touches of an arm.
type globalJSON struct {
	Arm    string   `json:"arm"`
	Global string   `json:"global,omitempty"` // absent if the runtime itself needed a file
	Origin string   `json:"origin,omitempty"` // FILE:LINE:COLUMN in the app's sources
	Phase  string   `json:"phase"`
	Files  []string `json:"files"` // of the Web APIs that were loaded for it
	costJSON
}

// comparisonJSON is about totals.
type comparisonJSON struct {
	Base      string        `json:"base"`
	Arm       string        `json:"arm"`
	DiffNs    int64         `json:"diffNs"`
	LoNs      *int64        `json:"loNs,omitempty"`
	HiNs      *int64        `json:"hiNs,omitempty"`
	Ratio     *float64      `json:"ratio,omitempty"`
	P         float64       `json:"p"`         // signed ranks
	AdjustedP float64       `json:"adjustedP"` // over all comparisons; what the verdict rests on
	SignP     float64       `json:"signP"`
	Agree     int           `json:"agree"`
	Pairs     int           `json:"pairs"`
	Verdict   stats.Verdict `json:"verdict"`
	Reason    string        `json:"reason,omitempty"` // why the verdict is none
}

func newComparison(c harness.Comparison) comparisonJSON {
	j := comparisonJSON{
		Base: c.Base, Arm: c.Arm, DiffNs: ns(c.Diff), P: c.P, AdjustedP: c.Adjusted, SignP: c.SignP,
		Agree: c.Agree, Pairs: c.BaseN, Verdict: c.Verdict, Reason: c.Reason(),
	}
	if c.HasInterval() {
		lo, hi := ns(c.Lo), ns(c.Hi)
		j.LoNs, j.HiNs = &lo, &hi
	}
	if ratio := c.Ratio(); !math.IsNaN(ratio) {
		j.Ratio = &ratio
	}
	return j
}

type warningJSON struct {
	Code string `json:"code"`
	Text string `json:"text"`
	Arm  string `json:"arm,omitempty"`
}

// An object is a JSON object whose members keep their order.
type object[T any] []member[T]

type member[T any] struct {
	name  string
	value T
}

// MarshalJSON implements json.Marshaler.
func (o object[T]) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		for _, part := range []any{m.name, m.value} {
			text, err := json.Marshal(part)
			if err != nil {
				return nil, err
			}
			b.Write(text)
			b.WriteByte(':')
		}
		b.Truncate(b.Len() - 1)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func newDocument(r *harness.Result, thaw string) document {
	m := r.Machine
	d := document{
		Schema:    Schema,
		Thaw:      thaw,
		StartedAt: r.StartedAt,
		Machine:   machineJSON{m.CPU, m.Cores, m.OS, m.Arch, m.Go, m.GOMAXPROCS, m.GOGC, m.Load1},
		Mode:      r.Mode,
		Rounds:    r.Rounds,
		Warmup:    r.Warmup,
		Seed:      r.Seed,
		Partial:   r.Partial,
		Apps:      newApps(r.Arms),
		Arms:      newList(r.Arms, newArm),
		Samples:   newList(r.Samples, newSample),
		Summary:   newList(r.Summaries, newSummary),
		Globals:   newList(r.Globals, newGlobal),
		Warnings:  newList(r.Warnings, func(w harness.Warning) warningJSON { return warningJSON(w) }),

		Floor:       r.Floor,
		Comparisons: newList(r.Comparisons, newComparison),
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
			apps = append(apps, appJSON{a.App, bundleJSON(a.Bundle)})
		}
	}
	return apps
}

func newArm(a harness.Arm) armJSON {
	levers := newObject(a.Levers, func(l harness.Lever) member[string] { return member[string]{l.Name, l.Value} })
	return armJSON{
		ID: a.ID, App: a.App, Runtime: a.Runtime, Levers: levers, Bundle: a.Bundle.SHA256, Base: a.Base, Again: a.Again,
		Request: a.Request.String(), Check: a.Check != nil,
	}
}

func newGlobal(g harness.GlobalTouch) globalJSON {
	files := newList(g.Files, func(name string) string { return name })
	return globalJSON{g.Arm, g.Global, g.Origin, g.Phase, files, newCost(g.Cost)}
}

func newSample(s harness.Sample) sampleJSON {
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
		return member[phaseJSON]{e.Name, phaseJSON{newCost(e.Cost), e.Hit, sub}}
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
	return j
}

func newMember(p harness.PhaseSummary) member[medianJSON] {
	return member[medianJSON]{p.Name, newMedian(p)}
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
	if p.Wall.HasInterval() {
		lo, hi := ns(p.Wall.Lo), ns(p.Wall.Hi)
		j.LoNs, j.HiNs = &lo, &hi
	}
	return j
}

func median(s stats.Summary) *int64 {
	if s.N == 0 {
		return nil
	}
	m := ns(s.Median)
	return &m
}

func ns(v float64) int64 { return int64(math.Round(v)) }
