package report

import (
	"fmt"
	"slices"
	"strings"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report/chart"
	"example.com/thaw/harness/stats"
)

const swarmHeight = 48

// htmlSamples shows every sample, with an axis of its own for each app: by wall time, and by what verdicts rest on.
func htmlSamples(r *harness.Result, names armNames) (htmlSection, error) {
	section := htmlSection{ID: "samples", Title: "Every sample", Lead: []string{
		"A dot is the total of one cold start; the line is the median, the band its interval.",
	}}
	for i, m := range slices.Compact([]harness.Measure{harness.MeasureWall, r.TotalMeasure()}) {
		totals := totalsBy(r, m)
		for _, app := range apps(r) {
			arms := slices.DeleteFunc(slices.Clone(r.Arms), func(a harness.Arm) bool { return a.App != app || len(totals[a.ID]) == 0 })
			figure := samplesFigure(r, names, arms, m, totals)
			figure.Folded = i > 0
			section.Figures = append(section.Figures, figure)
		}
	}
	return section, nil
}

// totalsBy are the totals of each arm's samples, in nanoseconds, by a measure that all of them have.
func totalsBy(r *harness.Result, m harness.Measure) map[string][]float64 {
	totals := map[string][]float64{}
	for _, s := range r.Samples {
		ns, _ := m.Of(s.Cold.Profile.Total)
		totals[s.Arm] = append(totals[s.Arm], ns)
	}
	return totals
}

func samplesFigure(r *harness.Result, names armNames, arms []harness.Arm, m harness.Measure, totals map[string][]float64) htmlFigure {
	least, most := totals[arms[0].ID][0], 0.0
	for _, a := range arms {
		least, most = min(least, slices.Min(totals[a.ID])), max(most, slices.Max(totals[a.ID]))
	}
	scale, note := samplesScale(least, most)
	axis := newHTMLAxis("Total "+measureName(m), "median, 95 % interval", scale, tickTime(most))
	var rows []htmlRow
	for _, a := range arms {
		s, _ := r.Summary(a.ID)
		row := samplesRow(names.of(a.ID), s.Total.By(m), totals[a.ID], scale)
		if a.Again {
			row.Detail = strings.TrimSpace(row.Detail + " " + sameArm)
		}
		rows = append(rows, row)
	}
	return newHTMLFigure(names.of(arms[0].ID).App+", "+measureName(m), note, axis, rows)
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
