package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/thaw/harness"
	"example.com/thaw/harness/stats"
	"example.com/thaw/isolate/phase"
)

// Text writes a result as the command that made it prints it: as Levers, Scale or Table.
func Text(w io.Writer, r *harness.Result, style Style) error {
	if len(r.Command) > 1 {
		switch r.Command[1] {
		case "levers":
			return Levers(w, r, style)
		case "scale":
			return Scale(w, r, style)
		}
	}
	return Table(w, r, style)
}

// Table writes a result as text: one row an arm, one column a phase, and under
// it what to know and what to doubt.
func Table(w io.Writer, r *harness.Result, style Style) error {
	t := table{withoutAA(r), style}
	var b strings.Builder
	if len(r.Summaries) > 0 {
		b.WriteString(grids(t.arms(), t.times(), style, func(row int) bool { return style.CPU && row%2 == 1 }))
	}
	t.penalties(&b)
	t.comparisons(&b)
	for _, arm := range t.result.Arms {
		t.globals(&b, arm)
		t.counts(&b, arm)
	}
	b.WriteByte('\n')
	footer(&b, r, style, notes(r, style.CPU))
	_, err := io.WriteString(w, b.String())
	return err
}

type table struct {
	result *harness.Result
	style  Style
}

// arms are the columns that say which arm a row is: only levers that differ.
func (t table) arms() []column {
	all := []column{
		t.text("app", "cpu", func(a harness.Arm) string { return a.App }),
		t.text("runtime", "", func(a harness.Arm) string { return a.Runtime }),
	}
	for _, name := range varying(t.result.Arms) {
		all = append(all, t.text(name, "", func(a harness.Arm) string { return a.Lever(name) }))
	}
	bytes := t.text("bundle", "", func(a harness.Arm) string { return size(a.Bundle.Bytes) })
	bytes.right = true
	return append(all, bytes)
}

// text makes a column from the arms that have samples. under stands in the rows
// of CPU times.
func (t table) text(title, under string, of func(harness.Arm) string) column {
	c := column{title: title}
	for _, a := range t.result.Arms {
		if _, ok := t.result.Summary(a.ID); ok {
			c.cells = append(c.cells, of(a))
			if t.style.CPU {
				c.cells = append(c.cells, under)
			}
		}
	}
	return c
}

// varying lists the levers that do not have the same value in every arm.
func varying(arms []harness.Arm) []string {
	var names []string
	for _, a := range arms {
		for _, l := range a.Levers {
			differs := func(b harness.Arm) bool { return b.Lever(l.Name) != l.Value }
			if !slices.Contains(names, l.Name) && slices.ContainsFunc(arms, differs) {
				names = append(names, l.Name)
			}
		}
	}
	return names
}

func (t table) times() []column {
	var all []column
	for _, name := range phase.Names() {
		c, any := t.phase(name, func(s harness.Summary) (harness.PhaseSummary, bool) { return s.Phase(name) })
		if any {
			all = append(all, c)
		}
	}
	total := func(s harness.Summary) (harness.PhaseSummary, bool) { return s.Total, true }
	sum, _ := t.phase(harness.PhaseTotal, total)
	warm, _ := t.phase(phase.Warm, func(s harness.Summary) (harness.PhaseSummary, bool) { return s.Warm, true })
	return append(all, sum,
		t.of("±", total, spread),
		t.of("min", total, func(s stats.Summary) string { return duration(s.Min) }),
		t.of("p90", total, func(s stats.Summary) string { return duration(s.P90) }),
		warm)
}

// cpuTimes are the medians of the CPU time of the whole process.
func (t table) cpuTimes() []column {
	var all []column
	for _, name := range append(phase.Names(), harness.PhaseTotal) {
		c, any := column{title: name, right: true}, false
		for _, s := range t.result.Summaries {
			p, _ := s.Phase(name)
			if name == harness.PhaseTotal {
				p = s.Total
			}
			cell := "-"
			if p.CPU.N > 0 {
				cell, any = duration(p.CPU.Median), true
			}
			c.cells = append(c.cells, cell)
		}
		if any {
			all = append(all, c)
		}
	}
	return all
}

type choose func(harness.Summary) (harness.PhaseSummary, bool)

// phase makes a column of medians; any is false if no arm has the phase.
func (t table) phase(title string, of choose) (c column, any bool) {
	for _, s := range t.result.Summaries {
		_, ok := of(s)
		any = any || ok
	}
	return t.of(title, of, func(s stats.Summary) string { return duration(s.Median) }), any
}

// of makes a column of numbers. A cell is "-" where there is no value.
func (t table) of(title string, of choose, show func(stats.Summary) string) column {
	c := column{title: title, right: true}
	cell := func(s stats.Summary) {
		text := "-"
		if s.N > 0 {
			text = show(s)
		}
		c.cells = append(c.cells, text)
	}
	for _, s := range t.result.Summaries {
		p, _ := of(s)
		cell(p.Wall)
		if t.style.CPU {
			cell(p.CPU)
		}
	}
	return c
}

// spread is how far the interval of the median reaches, in percent of the median.
func spread(s stats.Summary) string {
	switch {
	case !s.HasInterval():
		return "∞"
	case s.Median == 0:
		return "-"
	}
	percent := 100 * max(s.Hi/s.Median-1, 1-s.Lo/s.Median)
	if percent < 9.95 {
		return fmt.Sprintf("%.1f %%", percent)
	}
	return fmt.Sprintf("%.0f %%", percent)
}
