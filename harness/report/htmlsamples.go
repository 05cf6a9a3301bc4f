package report

import (
	"fmt"
	"strings"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report/chart"
)

const swarmHeight = 48

// htmlSamples shows every sample, with an axis of its own for each app.
func htmlSamples(r *harness.Result, names armNames) (htmlSection, error) {
	totals := map[string][]float64{}
	for _, s := range r.Samples {
		totals[s.Arm] = append(totals[s.Arm], float64(s.Cold.Profile.Total.Wall))
	}
	section := htmlSection{ID: "samples", Title: "Every sample", Lead: []string{
		"A dot is the total of one cold start; the line is the median, the band its interval.",
	}}
	for _, app := range apps(r) {
		var arms []harness.Arm
		for _, a := range r.Arms {
			if a.App == app && len(totals[a.ID]) > 0 {
				arms = append(arms, a)
			}
		}
		section.Figures = append(section.Figures, samplesFigure(r, names, arms, totals))
	}
	return section, nil
}

func samplesFigure(r *harness.Result, names armNames, arms []harness.Arm, totals map[string][]float64) htmlFigure {
	least, most := totals[arms[0].ID][0], 0.0
	for _, a := range arms {
		for _, v := range totals[a.ID] {
			least, most = min(least, v), max(most, v)
		}
	}
	scale, note := samplesScale(least, most)
	axis := newHTMLAxis("Total of a cold start", "median, 95 % interval", scale, tickTime(most))
	var rows []htmlRow
	for _, a := range arms {
		s, _ := r.Summary(a.ID)
		row := samplesRow(s, names, totals[a.ID], scale, axis)
		if a.Again {
			row.Detail = strings.TrimSpace(row.Detail + " (A/A)")
		}
		rows = append(rows, row)
	}
	return newHTMLFigure(names.of(arms[0].ID).App, note, axis, rows)
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

func samplesRow(s harness.Summary, names armNames, totals []float64, scale chart.Axis, axis htmlAxis) htmlRow {
	name, wall := names.of(s.Arm), s.Total.Wall
	plot := htmlPlot{
		Title: name.String(), Height: swarmHeight, Grid: axis.grid(), Dots: newHTMLDots(scale, totals, swarmHeight),
		Desc: fmt.Sprintf("%s from %s to %s; median %s, %s", count(wall.N, "sample"), duration(wall.Min), duration(wall.Max), duration(wall.Median), medianInterval(wall)),
	}
	if wall.HasInterval() {
		lo, hi := scale.At(wall.Lo), scale.At(wall.Hi)
		plot.Bars = append(plot.Bars, htmlBar{X: lo, W: hi - lo, Y: 2, H: swarmHeight - 4, Class: "ci"})
	}
	at := scale.At(wall.Median)
	plot.Lines = append(plot.Lines, htmlLine{From: at, To: at, Y1: 2, Y2: swarmHeight - 2, Class: "median"})
	return htmlRow{Name: name.detail(), Value: duration(wall.Median), Under: medianBounds(wall), Plot: plot}
}
