package report

import (
	"fmt"
	"strings"
	"time"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report/chart"
)

// mostColdStarts is how many arms have a cold start of theirs drawn.
const mostColdStarts = 12

// htmlColdStart draws one cold start of each arm: the one nearest to the median of its arm.
func htmlColdStart(r *harness.Result, names armNames) (htmlSection, error) {
	section := htmlSection{ID: "cold-start", Title: "One cold start", Lead: []string{
		"The sample whose total is the nearest to the median. Phases are exclusive, and drawn one after the other.",
	}}
	sums := withoutAA(r).Summaries
	for i, s := range sums[:min(len(sums), mostColdStarts)] {
		sample, _ := r.TypicalSample(s.Arm)
		figure := coldStartFigure(sample, names)
		figure.Folded = i > 0
		section.Figures = append(section.Figures, figure)
	}
	if len(sums) > mostColdStarts {
		section.Notes = []string{fmt.Sprintf("Only the first %d of %s are drawn.", mostColdStarts, count(len(sums), "arm"))}
	}
	return section, nil
}

func coldStartFigure(s harness.Sample, names armNames) htmlFigure {
	p := s.Cold.Profile
	w := waterfall{profile: p}
	w.add()
	total := float64(p.Total.Wall)
	scale := chart.NewLinear(0, total, 7)
	axis := newHTMLAxis("Time since the start", "wall and CPU time", scale, tickTime(total))
	var rows []htmlRow
	for i, b := range w.bars {
		name := w.name.cells[i]
		row := htmlRow{Name: strings.TrimSpace(name), Value: w.wall.cells[i], Class: "slim"}
		if w.cpu.cells[i] != "" {
			row.Under = w.cpu.cells[i] + " cpu"
		}
		row.Plot = coldStartPlot(b, row, scale)
		switch {
		case strings.HasPrefix(name, " "):
			row.Class += " sub"
		case name == "total":
			row.Class += " sum"
		}
		rows = append(rows, row)
	}
	return newHTMLFigure(names.of(s.Arm).String(), fmt.Sprintf("Round %d.", s.Round), axis, rows)
}

const coldStartHeight = 20

func coldStartPlot(b bar, row htmlRow, scale chart.Axis) htmlPlot {
	plot := htmlPlot{Title: row.Name + " " + row.Value, Height: coldStartHeight}
	if b.length > 0 {
		at := func(d time.Duration) chart.Percent { return scale.At(float64(d)) }
		class, _, _ := strings.Cut(row.Name, " ")
		plot.Bars = []htmlBar{{X: at(b.from), W: at(b.from+b.length) - at(b.from), Y: 3, H: coldStartHeight - 6, Class: "least p-" + class}}
	}
	return plot
}
