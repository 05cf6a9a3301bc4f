package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/thaw/harness"
	"example.com/thaw/harness/stats"
)

// withoutAA leaves the A/A arm out of the rows: its place is beside the comparisons.
func withoutAA(r *harness.Result) *harness.Result {
	less := *r
	less.Arms = r.DistinctArms()
	less.Summaries = slices.DeleteFunc(slices.Clone(r.Summaries), func(s harness.Summary) bool {
		return slices.ContainsFunc(r.Arms, func(a harness.Arm) bool { return a.ID == s.Arm && a.Again })
	})
	return &less
}

// comparisons writes a grid for each arm that others are compared with.
func (t table) comparisons(b *strings.Builder) {
	for _, against := range t.against() {
		fmt.Fprintf(b, "\n%s:\n", comparisonTitle(against[0]))
		arms, rest := comparisonColumns(against, t.verdict)
		b.WriteString(grids(arms, rest, t.style, noRow))
	}
}

// against parts the comparisons, those of the A/A arms included, by their base.
func (t table) against() [][]harness.Comparison {
	all := slices.Concat(t.result.Comparisons, t.result.AA)
	var groups [][]harness.Comparison
	for _, c := range all {
		i := slices.IndexFunc(groups, func(g []harness.Comparison) bool { return g[0].Base == c.Base })
		if i < 0 {
			groups = append(groups, nil)
			i = len(groups) - 1
		}
		groups[i] = append(groups[i], c)
	}
	return groups
}

// comparisonTitle is that of the comparisons with one base.
func comparisonTitle(c harness.Comparison) string {
	if c.Measure == harness.MeasureWall {
		return "Total wall time, against " + c.Base
	}
	return "Total CPU time, against " + c.Base
}

func comparisonColumns(all []harness.Comparison, verdict func(harness.Comparison) string) (arms, rest []column) {
	of := func(title string, right bool, show func(harness.Comparison) string) column {
		return column{title: title, right: right, cells: newList(all, show)}
	}
	arms = []column{of("arm", false, func(c harness.Comparison) string { return c.Arm })}
	rest = []column{
		of("verdict", false, verdict),
		of("change", true, func(c harness.Comparison) string { return percent(c.Change) }),
		of("95 % interval", true, interval),
		of("difference", true, func(c harness.Comparison) string { return duration(c.Diff) }),
		of("pairs agree", true, func(c harness.Comparison) string { return fmt.Sprintf("%d of %d", c.Agree, c.BaseN) }),
		of("p", true, func(c harness.Comparison) string { return probability(c) }),
	}
	if all[0].Measure != harness.MeasureWall {
		rest = append(rest, of("wall time", true, func(c harness.Comparison) string { return percent(c.Wall.Change) }))
	}
	return arms, rest
}

// measureName says of what a comparison is.
func measureName(m harness.Measure) string {
	switch m {
	case harness.MeasureThread:
		return "CPU time of the measuring thread"
	case harness.MeasureCPU:
		return "CPU time of the process"
	}
	return "wall time"
}

func isAA(r *harness.Result, c harness.Comparison) bool {
	return slices.ContainsFunc(r.AA, func(aa harness.Comparison) bool { return aa.Arm == c.Arm })
}

// sameArm stands in place of a verdict where the two sides are the same.
const sameArm = "(A/A)"

// verdict stands for an A/A arm too, which has none.
func (t table) verdict(c harness.Comparison) string {
	if isAA(t.result, c) {
		return sameArm
	}
	return verdictText(c)
}

func verdictText(c harness.Comparison) string {
	if c.Verdict == stats.NoVerdict {
		return "withheld"
	}
	return string(c.Verdict)
}

// reasons says what holds verdicts back, each reason once, and what would change a tie.
func reasons(r *harness.Result) []string {
	var all []string
	var ties []harness.Comparison
	for _, c := range r.Comparisons {
		text := "Withheld: " + c.Reason() + "."
		switch {
		case c.Reason() != "" && !slices.Contains(all, text):
			all = append(all, text)
		case c.Reason() == "" && unsettled(r, c):
			ties = append(ties, c)
		}
	}
	if len(ties) > mostHints {
		return append(all, hintOfMany(r, ties))
	}
	for _, c := range ties {
		all = append(all, c.Arm+": "+rounds(moreRounds(r, c))+fmt.Sprintf(" would find a difference of %s.", floorText(findable(r))))
	}
	return all
}

// mostHints is how many ties have a hint each.
const mostHints = 3

// findable is the difference that hints are about. One as large as the floor would be found half of the time,
// however many rounds there are.
func findable(r *harness.Result) float64 { return 2 * r.Floor }

// unsettled reports whether a tie does not exclude a difference of interest.
func unsettled(r *harness.Result, c harness.Comparison) bool {
	return c.Verdict == stats.Tie && r.Floor > 0 && moreRounds(r, c) > 0 && c.Reach() >= r.Floor
}

func moreRounds(r *harness.Result, c harness.Comparison) int {
	return c.MoreRounds(findable(r), r.Floor, r.Noise)
}

// hintOfMany says of many ties at once what would settle them.
func hintOfMany(r *harness.Result, ties []harness.Comparison) string {
	least, most := math.MaxInt, 0
	for _, c := range ties {
		more := moreRounds(r, c)
		least, most = min(least, more), max(most, more)
	}
	text := rounds(most)
	if least < most && most <= tooManyRounds {
		text = fmt.Sprintf("about %d to %d more rounds", least, most)
	}
	return fmt.Sprintf("%d ties exclude no difference of interest: %s would find one of %s.", len(ties), text, floorText(findable(r)))
}

// tooManyRounds is more than anybody measures.
const tooManyRounds = 10_000

func rounds(n int) string {
	if n > tooManyRounds {
		return fmt.Sprintf("more than %d rounds", tooManyRounds)
	}
	return "about " + count(n, "more round")
}

func interval(c harness.Comparison) string {
	if !c.HasInterval() {
		return "∞"
	}
	return percent(c.ChangeLo) + " to " + percent(c.ChangeHi)
}

// percent writes a share with its sign.
func percent(share float64) string {
	switch v := 100 * share; {
	case math.IsNaN(v):
		return "-"
	case math.Abs(v) < 9.995:
		return fmt.Sprintf("%+.2f %%", v)
	case math.Abs(v) < 99.95:
		return fmt.Sprintf("%+.1f %%", v)
	default:
		return fmt.Sprintf("%+.0f %%", v)
	}
}

// floorText writes a share without sign.
func floorText(share float64) string {
	if v := 100 * share; v < 10 {
		return fmt.Sprintf("%.2g %%", v)
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}

// probability is the p that the verdict rests on, or that of the comparison alone where
// there is none.
func probability(c harness.Comparison) string {
	p := c.Adjusted
	if c.Verdict == stats.NoVerdict {
		p = c.P
	}
	if p < 0.0001 {
		return "<0.0001"
	}
	return fmt.Sprintf("%.4f", p)
}
