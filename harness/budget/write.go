package budget

import (
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"example.com/thaw/harness"
	"example.com/thaw/harness/internal/jsonobject"
	"example.com/thaw/isolate/phase"
)

// By how much the limits that Propose sets are above what is.
const (
	headroom     = 1.05 // of what is the same in every run
	timeHeadroom = 1.5  // of the upper end of the median's interval
)

// proposed are the limits of Propose, but for those on times.
var proposed = []Limit{
	{Kind: OnBundle, Name: BundleBytes, Hard: true},
	{Kind: OnBundle, Name: BundleGzip, Hard: true},
	{Kind: OnCounts, Phase: harness.PhaseTotal, Name: string(harness.FunctionsParsed), Hard: true},
	{Kind: OnCounts, Phase: harness.PhaseTotal, Name: string(harness.FunctionsEntered), Hard: true},
	{Kind: OnCounts, Phase: harness.PhaseTotal, Name: string(harness.Calls), Hard: true},
	{Kind: OnCounts, Phase: harness.PhaseTotal, Name: string(harness.OpCalls), Hard: true},
	{Kind: OnCounts, Phase: harness.PhaseTotal, Name: string(harness.Allocations), Hard: true},
	{Kind: OnCounts, Phase: harness.PhaseTotal, Name: string(harness.TouchedPages), Hard: true},
	{Kind: OnCounts, Phase: phase.Evaluate, Name: string(harness.Calls), Hard: true},
	{Kind: OnCounts, Phase: phase.Request, Name: string(harness.Calls), Hard: true},
}

// Propose makes a budget of what the arms of a result are now, one for each runtime, with some headroom: 5 %
// of counts, and a half of times.
func Propose(result *harness.Result) (Budget, error) {
	b := Budget{Thaw: result.Thaw}
	for _, arm := range result.Arms {
		r := Runtime{Name: arm.Runtime}
		for _, l := range proposed {
			found, err := Runtime{Name: arm.Runtime, Limits: []Limit{l}}.Check(result, arm)
			if err != nil {
				continue // what an engine can't count is not limited
			}
			l.Max = roundUp(float64(found[0].Value) * headroom)
			r.Limits = append(r.Limits, l)
		}
		if s, ok := result.Summary(arm.ID); ok {
			most := s.Total.Wall.Max
			if s.Total.Wall.HasInterval() {
				most = s.Total.Wall.Hi
			}
			r.Limits = append(r.Limits, Limit{Kind: OnTimes, Phase: harness.PhaseTotal, Name: WallTime, Max: roundUp(most * timeHeadroom)})
		}
		if len(r.Limits) == 0 {
			return Budget{}, fmt.Errorf("budget: nothing is known of %s", arm.ID)
		}
		b.Runtimes = append(b.Runtimes, r)
	}
	return b, nil
}

// roundUp keeps two significant digits.
func roundUp(v float64) int64 {
	if v <= 0 {
		return 0
	}
	unit := math.Max(1, math.Pow(10, math.Floor(math.Log10(v))-1))
	return int64(math.Ceil(v/unit) * unit)
}

// Write writes the file, which ReadFile reads.
func (b Budget) Write(w io.Writer) error {
	runtimes := tree{}
	for _, r := range b.Runtimes {
		add(&runtimes, r.Name, r.tree())
	}
	file := tree{}
	add(&file, "schema", Schema)
	if b.Thaw != "" {
		add(&file, "thaw", b.Thaw)
	}
	add(&file, "runtimes", runtimes)
	if err := json.MarshalWrite(w, file, jsontext.WithIndent("  ")); err != nil {
		return fmt.Errorf("budget: %w", err)
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// A tree is an object whose values may be *tree.
type tree = jsonobject.Object[any]

func (r Runtime) tree() tree {
	var t tree
	for _, l := range r.Limits {
		at := inner(&t, string(l.Kind))
		if l.Kind != OnBundle {
			at = inner(at, l.Phase)
		}
		switch {
		case l.Kind != OnTimes:
			add(at, l.Name, l.Max)
		default:
			add(at, l.Name, time.Duration(l.Max).String())
			if l.Hard && !has(*at, "hard") {
				add(at, "hard", true)
			}
		}
	}
	return t
}

func add(t *tree, name string, value any) {
	*t = append(*t, jsonobject.Member[any]{Name: name, Value: value})
}

// inner is the object of a name in t, which is made if it is not there.
func inner(t *tree, name string) *tree {
	for _, m := range *t {
		if m.Name == name {
			return m.Value.(*tree)
		}
	}
	made := &tree{}
	add(t, name, made)
	return made
}

func has(t tree, name string) bool {
	return slices.ContainsFunc(t, func(m jsonobject.Member[any]) bool { return m.Name == name })
}
