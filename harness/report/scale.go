package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.com/thaw/harness"
	"example.com/thaw/harness/stats"
)

// Scale writes how cold starts grow with the size of their apps as text: a table for each fixture, runtime and
// set of levers, and what to know and to doubt. The error is that of w, or samples that no line can be fitted to.
func Scale(w io.Writer, r *harness.Result, style Style) error {
	fits, err := r.FitScale()
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, f := range fits {
		scale{f, style}.write(&b)
	}
	footer(&b, r, style, []string{
		method(r),
		"Each time is fixed + per unit times the size. Both are medians of the lines of each round, least squares of relative errors, with 95 % intervals; R² is that of the medians.",
		fmt.Sprintf("Flat: over all sizes it changes by less than %s of the largest total, at either end of the interval. Unclear: that, and that it does not change at all, are both possible.", floorText(harness.DefaultFloor)),
	})
	_, err = io.WriteString(w, b.String())
	return err
}

type scale struct {
	harness.ScaleFit
	style Style
}

func (s scale) write(b *strings.Builder) {
	fmt.Fprintf(b, "%s, in %s:\n", s.title(), measureName(s.Total.Measure))
	fixed, rest := s.columns()
	b.WriteString(grids(fixed, rest, s.style, noRow))
	fmt.Fprintf(b, "\n%s\n\n", s.sentence())
}

func (s scale) title() string {
	title := s.Family + " on " + s.Runtime
	if len(s.Levers) > 0 {
		title += ", " + leverList(s.Levers)
	}
	return title + ", by " + s.Unit
}

func (s scale) rows() []harness.PhaseFit { return append(slices.Clip(s.Phases), s.Total) }

func (s scale) columns() (fixed, rest []column) {
	of := func(title string, right bool, show func(harness.PhaseFit) string) column {
		return column{title: title, right: right, cells: newList(s.rows(), show)}
	}
	fixed = []column{of("phase", false, s.name)}
	rest = []column{
		of("fixed", true, func(p harness.PhaseFit) string { return duration(p.Fixed.Median) }),
		of("95 % interval", true, func(p harness.PhaseFit) string { return bounds(p.Fixed) }),
		of("per "+singular(s.Unit), true, func(p harness.PhaseFit) string { return duration(p.PerUnit.Median) }),
		of("95 % interval", true, func(p harness.PhaseFit) string { return bounds(p.PerUnit) }),
		of("shape", false, func(p harness.PhaseFit) string { return shape(p) }),
		of("R²", true, func(p harness.PhaseFit) string { return determination(p) }),
	}
	for i, size := range s.Sizes {
		rest = append(rest, of("@"+strconv.Itoa(size), true, func(p harness.PhaseFit) string { return duration(p.Medians[i]) }))
	}
	return fixed, rest
}

// name names the clock too, if it is another than that of the total.
func (s scale) name(p harness.PhaseFit) string {
	if p.Measure != s.Total.Measure {
		return p.Name + " (" + measureName(p.Measure) + ")"
	}
	return p.Name
}

// shape is one word, or where the line ends.
func shape(p harness.PhaseFit) string {
	if p.Shape == harness.Bent {
		return fmt.Sprintf("bends at %d", p.BendsAt)
	}
	return string(p.Shape)
}

// determination is R², which says nothing where there is no slope.
func determination(p harness.PhaseFit) string {
	if p.Shape == harness.Flat || p.Shape == harness.Unclear {
		return "-"
	}
	return fmt.Sprintf("%.4f", p.R2)
}

func bounds(s stats.Summary) string {
	if !s.HasInterval() {
		return "∞"
	}
	return duration(s.Lo) + " to " + duration(s.Hi)
}

// sentence says the same in words.
func (s scale) sentence() string {
	p := s.Total
	text := fmt.Sprintf("A cold start takes %s and %s per %s", duration(p.Fixed.Median), duration(p.PerUnit.Median), singular(s.Unit))
	if p.PerUnit.HasInterval() {
		text += fmt.Sprintf(" (95 %% interval %s)", bounds(p.PerUnit))
	} else {
		text += " (too few rounds for an interval)"
	}
	for _, shape := range []harness.Shape{harness.Linear, harness.Bent, harness.Flat, harness.Unclear} {
		if names := s.phases(shape); len(names) > 0 {
			text += fmt.Sprintf("; %s: %s", shape, strings.Join(names, ", "))
		}
	}
	return text + "."
}

// phases names those of a shape.
func (s scale) phases(shape harness.Shape) []string {
	var names []string
	for _, p := range s.Phases {
		if p.Shape == shape {
			names = append(names, p.Name)
		}
	}
	return names
}

func singular(unit string) string { return strings.TrimSuffix(unit, "s") }
