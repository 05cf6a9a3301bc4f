package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report/chart"
	"example.com/thaw/harness/stats"
)

const forestHeight = 30

// htmlComparisons shows the difference of each arm from its base, with interval and floor.
func htmlComparisons(r *harness.Result, names armNames) (htmlSection, error) {
	section := htmlSection{ID: "comparisons", Title: "What differs"}
	if len(r.Comparisons) == 0 {
		return section, nil
	}
	groups := table{withoutAA(r), Style{}}.against()
	if pairs := slices.Concat(groups...); len(groups) > 1 && len(pairs) < 2*len(groups) {
		section.Figures = []htmlFigure{forest(r, names, "Each against its base", pairs, pairName)}
	} else {
		for _, group := range groups {
			section.Figures = append(section.Figures, forest(r, names, "Against "+names.of(group[0].Base).String(), group, armOf))
		}
	}
	for i := range section.Figures {
		section.Figures[i].Folded = ranked(r)
	}
	section.Lead = []string{tally(r.Comparisons), forestKey(r.Comparisons[0].Measure, max(r.Floor, r.Noise))}
	section.Notes = reasons(r)
	return section, nil
}

// ranked reports whether the levers' ranking shows all comparisons already.
func ranked(r *harness.Result) bool {
	rankings, err := r.RankLevers()
	effects := 0
	for _, k := range rankings {
		if len(k.Effects) > 1 {
			effects += len(k.Effects)
		}
	}
	return err == nil && effects == len(r.Comparisons)
}

// forest draws comparisons, the fastest first.
func forest(r *harness.Result, names armNames, title string, group []harness.Comparison, name func(harness.Comparison, armNames) (name, detail string)) htmlFigure {
	group = slices.Clone(group)
	slices.SortStableFunc(group, func(a, b harness.Comparison) int { return cmp.Compare(a.Change, b.Change) })
	floor := max(r.Floor, r.Noise)
	scale, text := forestScale(group, floor)
	axis := newHTMLAxis("Change of the total", "change, 95 % interval", scale, text)
	var rows []htmlRow
	for _, c := range group {
		row := forestRow(c, names, scale, floor)
		row.Name, row.Detail = name(c, names)
		if isAA(r, c) {
			row.Name, row.Detail = names.of(c.Base).App, strings.TrimSpace(names.of(c.Base).detail()+" once more")
			row.Value = minus(percent(c.Change)) + " (A/A)"
		}
		rows = append(rows, row)
	}
	return newHTMLFigure(title, "", axis, rows)
}

func armOf(c harness.Comparison, names armNames) (name, detail string) {
	n := names.of(c.Arm)
	return n.App, n.detail()
}

// pairName names the base too.
func pairName(c harness.Comparison, names armNames) (name, detail string) {
	arm, base, what := contrast(names.of(c.Arm), names.of(c.Base))
	return what, arm + prefixed(" against ", base)
}

// forestScale is of factors: 1 is no change, and within. Where changes are large it is logarithmic,
// and else the ticks are written as percentages.
func forestScale(group []harness.Comparison, floor float64) (chart.Axis, func(float64) string) {
	lo, hi := 1-1.5*floor, 1+1.5*floor
	for _, c := range group {
		for _, v := range []float64{c.Change, c.ChangeLo, c.ChangeHi} {
			if f := 1 + v; f > 0 && !math.IsInf(f, 1) { // without an interval, it reaches from 0 to infinity
				lo, hi = min(lo, f), max(hi, f)
			}
		}
	}
	const half, twice = 0.4, 2
	if lo < half || hi > twice {
		const least = 1e-3
		return chart.NewLog(max(lo, least)*0.9, hi*1.1, 1, 2, 7), factorTick
	}
	edge := max((hi-lo)*0.04, 1e-4)
	return chart.NewLinear(lo-edge, hi+edge, 7), func(f float64) string {
		v := math.Round((f-1)*1e7) / 1e5
		if v == 0 {
			return "0"
		}
		return minus(fmt.Sprintf("%+.4g %%", v))
	}
}

// factorTick writes a power of 2.
func factorTick(f float64) string {
	if f < 1 {
		return "1/" + strconv.FormatFloat(math.Round(1/f), 'f', -1, 64) + "×"
	}
	return strconv.FormatFloat(math.Round(f), 'f', -1, 64) + "×"
}

func forestRow(c harness.Comparison, names armNames, scale chart.Axis, floor float64) htmlRow {
	class := "v-" + string(c.Verdict)
	at := func(change float64) chart.Percent { return scale.At(1 + change) }
	plot := htmlPlot{Title: claim(c, names), Height: forestHeight}
	plot.Bars = append(plot.Bars, htmlBar{
		X: scale.At(1 - floor), W: scale.At(1+floor) - scale.At(1-floor), H: forestHeight, Class: "floor",
	})
	zero, mid := scale.At(1), forestHeight/2
	plot.Lines = append(plot.Lines, htmlLine{From: zero, To: zero, Y2: forestHeight, Class: "zero"})
	line := htmlLine{From: at(c.ChangeLo), To: at(c.ChangeHi), Y1: mid, Y2: mid, Class: class}
	if !c.HasInterval() {
		line.From, line.To, line.Class = 0, 100, class+" open"
	}
	plot.Lines = append(plot.Lines, line)
	plot.Points = []htmlPoint{{X: at(c.Change), Y: mid, Class: class, Title: claim(c, names)}}
	return htmlRow{
		Value: minus(percent(c.Change)) + " " + verdictText(c), Under: strings.TrimPrefix(changeInterval(c), level),
		Class: class, Plot: plot,
	}
}

// forestKey says what the marks mean.
func forestKey(m harness.Measure, floor float64) string {
	text := "A dot is the difference by round of the total " + measureName(m) + ", the line its interval."
	if floor > 0 {
		text += " The band is the floor: a difference of less than " + floorText(floor) + " is a tie."
	}
	return text
}

// tally counts the verdicts.
func tally(all []harness.Comparison) string {
	n := map[stats.Verdict]int{}
	for _, c := range all {
		n[c.Verdict]++
	}
	var parts []string
	for _, v := range []struct {
		verdict stats.Verdict
		text    string
	}{{stats.Faster, "faster"}, {stats.Slower, "slower"}, {stats.Tie, "a tie"}, {stats.NoVerdict, "without a verdict"}} {
		if n[v.verdict] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n[v.verdict], v.text))
		}
	}
	return "Of " + count(len(all), "comparison") + ": " + strings.Join(parts, ", ") + "."
}
