package report

import (
	"fmt"
	"strings"
	"time"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report/chart"
	"example.com/thaw/harness/stats"
	"example.com/thaw/isolate/phase"
)

const swarmHeight = 48

// A clock reads one time of a cold start, and finds the summary of the same.
type clock struct {
	name    string
	read    func(phase.Cost) (time.Duration, bool)
	summary func(harness.PhaseSummary) stats.Summary
}

// clocks are wall time, and what verdicts rest on where it can be had.
var clocks = [...]clock{
	{"wall time", func(c phase.Cost) (time.Duration, bool) { return c.Wall, true }, func(p harness.PhaseSummary) stats.Summary { return p.Wall }},
	{"CPU time of the measuring thread", func(c phase.Cost) (time.Duration, bool) { return c.Thread, c.HasThread() }, func(p harness.PhaseSummary) stats.Summary { return p.Thread }},
}

// htmlSamples shows every sample, with an axis of its own for each app.
func htmlSamples(r *harness.Result, names armNames) (htmlSection, error) {
	section := htmlSection{ID: "samples", Title: "Every sample", Lead: []string{
		"A dot is the total of one cold start; the line is the median, the band its interval.",
	}}
	for i, by := range clocks {
		totals := by.totals(r)
		for _, app := range apps(r) {
			var arms []harness.Arm
			for _, a := range r.Arms {
				if a.App == app && len(totals[a.ID]) > 0 {
					arms = append(arms, a)
				}
			}
			if len(arms) > 0 {
				figure := by.figure(r, names, arms, totals)
				figure.Folded = i > 0
				section.Figures = append(section.Figures, figure)
			}
		}
	}
	return section, nil
}

// totals are those of each arm, in nanoseconds.
func (by clock) totals(r *harness.Result) map[string][]float64 {
	totals := map[string][]float64{}
	for _, s := range r.Samples {
		if t, ok := by.read(s.Cold.Profile.Total); ok {
			totals[s.Arm] = append(totals[s.Arm], float64(t))
		}
	}
	return totals
}

func (by clock) figure(r *harness.Result, names armNames, arms []harness.Arm, totals map[string][]float64) htmlFigure {
	least, most := totals[arms[0].ID][0], 0.0
	for _, a := range arms {
		for _, v := range totals[a.ID] {
			least, most = min(least, v), max(most, v)
		}
	}
	scale, note := samplesScale(least, most)
	axis := newHTMLAxis("Total "+by.name, "median, 95 % interval", scale, tickTime(most))
	var rows []htmlRow
	for _, a := range arms {
		s, _ := r.Summary(a.ID)
		row := samplesRow(names.of(a.ID), by.summary(s.Total), totals[a.ID], scale)
		if a.Again {
			row.Detail = strings.TrimSpace(row.Detail + " (A/A)")
		}
		rows = append(rows, row)
	}
	return newHTMLFigure(names.of(arms[0].ID).App+", "+by.name, note, axis, rows)
}

// samplesScale is logarithmic where times are too far apart for a linear one.
func samplesScale(least, most float64) (chart.Axis, string) {
	const far = 6
	if least > 0 && most/least > far {
		return chart.NewLog(least*0.95, most*1.05, unitOf(most).ns, 2, 7), "The axis is logarithmic."
	}
	edge := max((most-least)*0.02, most*0.005)
	return chart.NewLinear(max(0, least-edge), most+edge, 7), "The axis does not begin at 0."
}

func samplesRow(name armName, of stats.Summary, totals []float64, scale chart.Axis) htmlRow {
	plot := htmlPlot{
		Title: name.String(), Height: swarmHeight, Dots: newHTMLDots(scale, totals, swarmHeight),
		Desc: fmt.Sprintf("%s from %s to %s; median %s, %s", count(of.N, "sample"), duration(of.Min), duration(of.Max), duration(of.Median), medianInterval(of)),
	}
	if of.HasInterval() {
		lo, hi := scale.At(of.Lo), scale.At(of.Hi)
		plot.Bars = append(plot.Bars, htmlBar{X: lo, W: hi - lo, Y: 2, H: swarmHeight - 4, Class: "ci"})
	}
	at := scale.At(of.Median)
	plot.Lines = append(plot.Lines, htmlLine{From: at, To: at, Y1: 2, Y2: swarmHeight - 2, Class: "median"})
	return htmlRow{Name: name.detail(), Value: duration(of.Median), Under: medianBounds(of), Plot: plot}
}
