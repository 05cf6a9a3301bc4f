package report

import (
	"math"
	"strings"

	"example.com/thaw/bundler"
	"example.com/thaw/harness"
	"example.com/thaw/harness/report/chart"
	"example.com/thaw/harness/stats"
)

const leverHeight = 44

// htmlLevers ranks what each lever is worth, the start-up and the first request beside the total.
func htmlLevers(r *harness.Result, _ armNames) (htmlSection, error) {
	section := htmlSection{ID: "levers", Title: "What each lever is worth"}
	rankings, err := r.RankLevers()
	if err != nil {
		return section, err
	}
	for _, k := range rankings {
		one := ranking{r, k, Style{}}
		if len(k.Effects) > 1 {
			section.addRanking(one)
			continue
		}
		for _, text := range one.refused() {
			section.Notes = append(section.Notes, one.named(text))
		}
	}
	if len(section.Figures) > 0 {
		section.Lead = append([]string{
			"Left of the middle is a saving. The thick line is the total, with its verdict; the thin ones are the start-up before the first request, and that request: " +
				"a lever may only move work from one to the other.",
		}, section.Lead...)
	}
	return section, nil
}

func (s *htmlSection) addRanking(k ranking) {
	s.Figures = append(s.Figures, k.figure())
	best, command, _ := strings.Cut(k.best(), "\n")
	s.Lead = append(s.Lead, k.named(strings.TrimSuffix(best, ":")))
	for _, text := range k.remarks() {
		s.Notes = append(s.Notes, k.named(text))
	}
	fixed, rest := k.columns()
	t := newHTMLTable("Levers of "+k.App+" on "+k.Runtime, append(fixed, rest...))
	t.Folded = true
	s.Tables = append(s.Tables, t)
	if command != "" {
		s.Text = append(s.Text, htmlText{"The command for the best on " + k.Runtime, strings.TrimSpace(command)})
	}
}

// named begins a sentence with what it is about.
func (k ranking) named(text string) string {
	return strings.TrimPrefix(k.App, bundler.FixturePrefix) + " on " + k.Runtime + ": " + text
}

func (k ranking) figure() htmlFigure {
	scale := k.scale()
	first := k.Effects[0]
	axis := newHTMLAxis("Difference of the "+measureName(first.Total.Measure), "total; start-up, request", scale, changeOf(first.Total.BaseMedian))
	rows := newList(k.Effects, func(e harness.LeverEffect) htmlRow { return k.row(e, scale) })
	caption := "Without them, the start-up takes " + duration(first.Startup.BaseMedian) + " and the first request " + duration(first.Request.BaseMedian) + "."
	f := newHTMLFigure(strings.TrimPrefix(k.App, bundler.FixturePrefix)+" on "+k.Runtime, caption, axis, rows)
	f.Legend = []htmlKey{{"tie", "total"}, {"startup", "start-up"}, {"p-request", "first request"}}
	return f
}

// scale holds every interval, and 0.
func (k ranking) scale() chart.Axis {
	var lo, hi float64
	for _, e := range k.Effects {
		for _, c := range []stats.Comparison{e.Total.Comparison, e.Startup, e.Request} {
			for _, v := range []float64{c.Diff, c.Lo, c.Hi} {
				if !math.IsInf(v, 0) {
					lo, hi = min(lo, v), max(hi, v)
				}
			}
		}
	}
	edge := max((hi-lo)*0.04, 1)
	return chart.NewLinear(lo-edge, hi+edge, 7)
}

// changeOf writes times with a sign, in the unit that suits the base.
func changeOf(base float64) func(float64) string {
	text := tickTime(base)
	return func(v float64) string {
		if v > 0 {
			return "+" + text(v)
		}
		return minus(text(v))
	}
}

func (k ranking) row(e harness.LeverEffect, scale chart.Axis) htmlRow {
	class := "v-" + string(e.Total.Verdict)
	name := k.label(e)
	plot := htmlPlot{Title: name + " " + minus(percent(e.Total.Change)) + ", " + verdictText(e.Total), Height: leverHeight}
	floor := max(k.result.Floor, k.result.Noise) * e.Total.BaseMedian
	plot.Bars = []htmlBar{{X: scale.At(-floor), W: scale.At(floor) - scale.At(-floor), H: leverHeight, Class: "floor"}}
	zero := scale.At(0)
	plot.Lines = []htmlLine{{From: zero, To: zero, Y2: leverHeight, Class: "zero"}}
	plot.interval(e.Total.Comparison, scale, 12, class)
	plot.interval(e.Startup, scale, 24, "thin startup")
	plot.interval(e.Request, scale, 34, "thin p-request")
	row := htmlRow{
		Name: name, Value: minus(percent(e.Total.Change)) + " " + verdictText(e.Total),
		Under: minus(duration(e.Startup.Diff) + ", " + duration(e.Request.Diff)), Class: class, Plot: plot,
	}
	if all := leverList(e.Levers); all != name {
		row.Detail = all
	}
	return row
}

// interval draws a difference at a height.
func (p *htmlPlot) interval(c stats.Comparison, scale chart.Axis, y int, class string) {
	line := htmlLine{From: scale.At(c.Lo), To: scale.At(c.Hi), Y1: y, Y2: y, Class: class}
	title := minus(duration(c.Diff)) + ", " + level + minus(durations(c))
	if !c.HasInterval() {
		line.From, line.To, line.Class = 0, 100, class+" open"
	}
	p.Lines = append(p.Lines, line)
	p.Points = append(p.Points, htmlPoint{X: scale.At(c.Diff), Y: y, Class: class, Title: title})
}
