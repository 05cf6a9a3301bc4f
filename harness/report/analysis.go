package report

import (
	"math"

	"example.com/thaw/harness"
	"example.com/thaw/harness/stats"
)

// rankingJSON is what each lever is worth on one app and runtime.
type rankingJSON struct {
	App     string       `json:"app"`
	Runtime string       `json:"runtime"`
	Base    string       `json:"base"`
	Effects []effectJSON `json:"effects"`           // what saves most is first
	Best    string       `json:"best,omitempty"`    // id of an arm; absent if none is faster
	Command string       `json:"command,omitempty"` // for a cold start of it
}

type effectJSON struct {
	Arm     string           `json:"arm"`
	Levers  object[string]   `json:"levers"` // that differ from those of the base
	Total   differenceJSON   `json:"total"`
	Startup differenceJSON   `json:"startup"` // all before the first request
	Request differenceJSON   `json:"request"`
	Verdict stats.Verdict    `json:"verdict"`
	Bytes   int64            `json:"bytes"` // by which the bundle is larger
	Gzip    int64            `json:"gzip"`
	Several *interactionJSON `json:"interaction,omitempty"`
}

type differenceJSON struct {
	DiffNs int64  `json:"diffNs"`
	LoNs   *int64 `json:"loNs,omitempty"`
	HiNs   *int64 `json:"hiNs,omitempty"`
}

// interactionJSON holds several levers against the same ones alone.
type interactionJSON struct {
	Sum differenceJSON `json:"sum"` // of the differences of each alone
	Off differenceJSON `json:"off"` // by how much more they take together
}

type refusalJSON struct {
	App     string `json:"app"`
	Runtime string `json:"runtime"`
	Lever   string `json:"lever"`
	Value   string `json:"value,omitempty"`
	Reason  string `json:"reason"`
}

// scaleJSON is how one fixture grows on one runtime.
type scaleJSON struct {
	Fixture string            `json:"fixture"`
	Runtime string            `json:"runtime"`
	Levers  object[string]    `json:"levers"`
	Unit    string            `json:"unit"`
	Sizes   []int             `json:"sizes"`
	Arms    []string          `json:"arms"` // in the order of sizes
	Rounds  int               `json:"rounds"`
	Phases  object[phaseLine] `json:"phases"`
	Total   phaseLine         `json:"total"`
}

type phaseLine struct {
	Measure   harness.Measure `json:"measure"`   // of the times, as in comparisons
	MediansNs []int64         `json:"mediansNs"` // in the order of sizes
	Fixed     estimateJSON    `json:"fixed"`
	PerUnit   estimateJSON    `json:"perUnit"`
	R2        float64         `json:"r2"`
	Shape     harness.Shape   `json:"shape"`
	BendsAt   int             `json:"bendsAt,omitempty"`
}

// estimateJSON has parts of nanoseconds, since a unit may take less than one.
type estimateJSON struct {
	Ns   float64  `json:"ns"`
	LoNs *float64 `json:"loNs,omitempty"`
	HiNs *float64 `json:"hiNs,omitempty"`
}

// analyse adds what follows from several arms.
func (d *document) analyse(r *harness.Result) error {
	rankings, err := r.RankLevers()
	if err != nil {
		return err
	}
	fits, err := r.FitScale()
	if err != nil {
		return err
	}
	d.Levers = newList(rankings, func(k harness.LeverRanking) rankingJSON { return newRanking(r, k) })
	d.Scale = newList(fits, newScale)
	return nil
}

func newRanking(r *harness.Result, k harness.LeverRanking) rankingJSON {
	j := rankingJSON{App: k.App, Runtime: k.Runtime, Base: k.Base, Effects: newList(k.Effects, newEffect), Best: k.Best}
	if arm, ok := r.Arm(k.Best); ok {
		j.Command = command(arm)
	}
	return j
}

func newEffect(e harness.LeverEffect) effectJSON {
	j := effectJSON{
		Arm: e.Arm, Levers: newLevers(e.Levers), Total: newDifference(e.Total.Comparison), Startup: newDifference(e.Startup),
		Request: newDifference(e.Request), Verdict: e.Total.Verdict, Bytes: e.Bytes, Gzip: e.Gzip,
	}
	if i := e.Interaction; i != nil {
		j.Several = &interactionJSON{newDifference(i.Sum), newDifference(i.Off)}
	}
	return j
}

func newLevers(all []harness.Lever) object[string] {
	return newObject(all, func(l harness.Lever) member[string] { return member[string]{Name: l.Name, Value: l.Value} })
}

func newDifference(c stats.Comparison) differenceJSON {
	j := differenceJSON{DiffNs: ns(c.Diff)}
	if c.HasInterval() {
		lo, hi := ns(c.Lo), ns(c.Hi)
		j.LoNs, j.HiNs = &lo, &hi
	}
	return j
}

func newRefusal(f harness.Refusal) refusalJSON {
	return refusalJSON{f.App, f.Runtime, f.Lever.Name, f.Lever.Value, f.Reason}
}

func (j refusalJSON) refusal() harness.Refusal {
	return harness.Refusal{App: j.App, Runtime: j.Runtime, Lever: harness.Lever{Name: j.Lever, Value: j.Value}, Reason: j.Reason}
}

func newScale(f harness.ScaleFit) scaleJSON {
	return scaleJSON{
		Fixture: f.Family, Runtime: f.Runtime, Levers: newLevers(f.Levers), Unit: f.Unit, Sizes: f.Sizes, Arms: f.Arms, Rounds: f.Rounds,
		Phases: newObject(f.Phases, func(p harness.PhaseFit) member[phaseLine] {
			return member[phaseLine]{Name: p.Name, Value: newPhaseLine(p)}
		}),
		Total: newPhaseLine(f.Total),
	}
}

func newPhaseLine(p harness.PhaseFit) phaseLine {
	return phaseLine{p.Measure, newList(p.Medians, ns), newEstimate(p.Fixed), newEstimate(p.PerUnit), thousandths(p.R2*1e3) / 1e3, p.Shape, p.BendsAt}
}

func newEstimate(s stats.Summary) estimateJSON {
	j := estimateJSON{Ns: thousandths(s.Median)}
	j.LoNs, j.HiNs = limits(s, thousandths)
	return j
}

func thousandths(v float64) float64 { return math.Round(v*1e3) / 1e3 }
