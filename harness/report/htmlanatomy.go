package report

import (
	"fmt"
	"strings"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report/chart"
	"example.com/thaw/isolate/phase"
)

const barHeight = 28

// htmlAnatomy shows the phases of each arm one after the other, as long as they took.
func htmlAnatomy(r *harness.Result, names armNames) (htmlSection, error) {
	sums := withoutAA(r).Summaries
	if len(sums) == 0 {
		return htmlSection{}, nil
	}
	var largest float64
	for _, s := range sums {
		largest = max(largest, s.Total.Wall.Median, sumOfMedians(s))
	}
	scale := chart.NewLinear(0, largest, 7)
	axis := newHTMLAxis("Time of a cold start", "median, 95 % interval", scale, tickTime(largest))
	shares := chart.NewLinear(0, 1, 6)
	shareAxis := newHTMLAxis("Share of a cold start", "largest phase", shares, func(v float64) string { return fmt.Sprintf("%.0f %%", 100*v) })
	var rows, shareRows []htmlRow
	for _, s := range sums {
		row := anatomyRow(s, names, scale, 1)
		row.Value, row.Under = duration(s.Total.Wall.Median), medianBounds(s.Total.Wall)
		rows = append(rows, row)
		row = anatomyRow(s, names, shares, sumOfMedians(s))
		row.Value = largestPhase(s).Name
		row.Under = share(largestPhase(s).Wall.Median / sumOfMedians(s))
		shareRows = append(shareRows, row)
	}
	times := newHTMLFigure("Phases in the order in which they happen",
		"Medians of wall time. Those of the phases need not add up to that of the total.", axis, rows)
	times.Legend = phaseKeys(sums)
	relative := newHTMLFigure("The same, each as long as the others", "Shares of the sum of the medians, in the same colours.", shareAxis, shareRows)
	const many = 12
	relative.Folded = len(shareRows) > many
	return htmlSection{ID: "anatomy", Title: "Where the time goes", Lead: anatomyLead(sums, names), Figures: []htmlFigure{times, relative}}, nil
}

func sumOfMedians(s harness.Summary) float64 {
	var sum float64
	for _, p := range s.Phases {
		sum += p.Wall.Median
	}
	return sum
}

func largestPhase(s harness.Summary) harness.PhaseSummary {
	var largest harness.PhaseSummary
	for _, p := range s.Phases {
		if p.Wall.Median >= largest.Wall.Median {
			largest = p
		}
	}
	return largest
}

// anatomyLead names the largest phase of the first arm on each runtime.
func anatomyLead(sums []harness.Summary, names armNames) []string {
	seen := map[string]bool{}
	var all []string
	for _, s := range sums {
		name := names.of(s.Arm)
		if seen[name.Runtime] {
			continue
		}
		seen[name.Runtime] = true
		p := largestPhase(s)
		all = append(all, fmt.Sprintf("The largest phase of %s is %s: %s (%s).", name, p.Name, duration(p.Wall.Median), medianInterval(p.Wall)))
	}
	return all
}

// anatomyRow stacks the medians of the phases, divided by unit.
func anatomyRow(s harness.Summary, names armNames, scale chart.Axis, unit float64) htmlRow {
	name := names.of(s.Arm)
	plot := htmlPlot{Title: name.String(), Height: barHeight}
	var at float64
	var texts []string
	for _, p := range s.Phases {
		from, to := scale.At(at/unit), scale.At((at+p.Wall.Median)/unit)
		at += p.Wall.Median
		text := p.Name + " " + duration(p.Wall.Median)
		texts = append(texts, text)
		plot.Bars = append(plot.Bars, htmlBar{
			X: from, W: to - from, Y: 2, H: barHeight - 4, Class: "p-" + p.Name,
			Title: text + ", " + medianInterval(p.Wall), Label: p.Name, Room: room(p.Name, to-from),
		})
	}
	plot.Desc = strings.Join(texts, "; ")
	return htmlRow{Name: name.App, Detail: name.detail(), Plot: plot}
}

// room says where a label fits into a bar.
func room(label string, width chart.Percent) string {
	const glyph, padding, wide, narrow = 7, 10, 600, 300 // pixels
	need := float64(len(label)*glyph + padding)
	switch w := float64(width) / 100; {
	case w*narrow >= need:
		return "any"
	case w*wide >= need:
		return "wide"
	}
	return ""
}

// phaseKeys are the phases that any arm has.
func phaseKeys(sums []harness.Summary) []htmlKey {
	var keys []htmlKey
	for _, name := range phase.Names() {
		for _, s := range sums {
			if _, ok := s.Phase(name); ok {
				keys = append(keys, htmlKey{"p-" + name, name})
				break
			}
		}
	}
	return keys
}
