package report

import (
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/aclements/go-moremath/stats"

	"example.com/thaw/harness"
	thawstats "example.com/thaw/harness/stats"
)

// Changes writes how results differ as text: a row a phase, and columns for each result. names are
// those of their files, in the same order.
func Changes(w io.Writer, c *harness.Changes, names []string, style Style) error {
	t := changeTable{c, shortNames(names)}
	var b strings.Builder
	fixed, rest := t.columns()
	b.WriteString(grids(fixed, rest, style, noRow) + "\n")
	for _, text := range t.doubts() {
		b.WriteString(style.paint(yellow, "warning: "+text) + "\n")
	}
	for _, text := range t.notes() {
		b.WriteString(style.paint(faint, text) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

type changeTable struct {
	*harness.Changes
	names []string
}

// shortNames leaves out folders and extensions where that leaves no two alike.
func shortNames(names []string) []string {
	short := make([]string, len(names))
	for i, name := range names {
		base := path.Base(filepath.ToSlash(name))
		short[i] = strings.TrimSuffix(base, path.Ext(base))
		if slices.Contains(short[:i], short[i]) {
			return names
		}
	}
	return short
}

// A row is what stands in a line: what it is about, and for each result its number with its spread, and the change.
type row struct {
	arm, what string
	sides     []cells
}

type cells struct{ value, spread, change, interval, p, verdict, wall string }

func (t changeTable) columns() (fixed, rest []column) {
	rows := t.rows()
	fixed = []column{
		{title: "arm", cells: newList(rows, func(r row) string { return r.arm })},
		{title: "phase", cells: newList(rows, func(r row) string { return r.what })},
	}
	for i, name := range t.names {
		of := func(title string, cell func(cells) string) {
			rest = append(rest, column{title: title, right: title != "verdict", cells: newList(rows, func(r row) string { return cell(r.sides[i]) })})
		}
		of(name, func(c cells) string { return c.value })
		of("±", func(c cells) string { return c.spread })
		if i == 0 {
			continue
		}
		of("change", func(c cells) string { return c.change })
		of("95 % interval", func(c cells) string { return c.interval })
		of("p", func(c cells) string { return c.p })
		of("verdict", func(c cells) string { return c.verdict })
		if t.Measure != harness.MeasureWall {
			of("wall time", func(c cells) string { return c.wall })
		}
	}
	return fixed, rest
}

// rows are the phases of each arm, its bundle, and the mean of all arms.
func (t changeTable) rows() []row {
	var all []row
	arm := ""
	for _, change := range t.All {
		if change.Arm != arm {
			arm = change.Arm
			exact := append([]row{t.bundle(change)}, t.counts(change)...)
			exact[0].arm = arm
			all = append(all, exact...)
		}
		all = append(all, row{what: t.phaseName(change), sides: newList(change.Sides, timeCells)})
	}
	if mean, ok := t.mean(); ok {
		all = append(all, mean)
	}
	return all
}

// phaseName says where a phase is not measured as the total is.
func (t changeTable) phaseName(c harness.Change) string {
	if c.Measure != t.Measure {
		return c.Phase + " (" + measureName(c.Measure) + ")"
	}
	return c.Phase
}

func timeCells(s harness.Side) cells {
	if s.Times.N == 0 {
		return cells{value: "-"}
	}
	c := cells{value: duration(s.Times.Median), spread: spread(s.Times)}
	if s.Comparison == nil {
		return c
	}
	c.change = percent(s.Comparison.Change)
	c.wall = percent(s.Comparison.Wall.Change)
	c.interval, c.p, c.verdict = interval(*s.Comparison), probability(*s.Comparison), verdictText(*s.Comparison)
	if s.Again {
		c.verdict = sameArm
	}
	return c
}

// bundle is about the size of the bundle, which is exact.
func (t changeTable) bundle(change harness.Change) row {
	r := row{what: "bundle"}
	var first harness.Bundle
	for i, side := range change.Sides {
		arm, _ := t.Results[i].Arm(side.Arm)
		b := arm.Bundle
		c := cells{value: size(b.Bytes)}
		switch {
		case i == 0:
			first = b
		case b.SHA256 == first.SHA256:
			c.change = theSame
		case first.Bytes > 0:
			c.change = percent(float64(b.Bytes)/float64(first.Bytes) - 1)
		}
		r.sides = append(r.sides, c)
	}
	return r
}

// counts are those that differ, of a cold start in all results. They are exact, on any machine.
func (t changeTable) counts(change harness.Change) []row {
	totals := make([]map[harness.Count]int64, len(change.Sides))
	for i, side := range change.Sides {
		at := slices.IndexFunc(t.Results[i].Counts, func(c harness.Counts) bool { return c.Arm == side.Arm && c.Withheld == "" })
		if at < 0 {
			return nil
		}
		totals[i] = t.Results[i].Counts[at].Total
	}
	var all []row
	for _, name := range harness.CountNames() {
		if r, ok := countRow(name, totals); ok {
			all = append(all, r)
		}
	}
	if len(all) > 0 {
		return all
	}
	same := row{what: "counts", sides: make([]cells, len(totals))}
	for i := range same.sides[1:] {
		same.sides[i+1].change = theSame
	}
	return []row{same}
}

// countRow is about one count; ok is false if it is the same in all results, or is not in all.
func countRow(name harness.Count, totals []map[harness.Count]int64) (r row, ok bool) {
	r.what = countTitles[name]
	first := totals[0][name]
	for i, total := range totals {
		n, counted := total[name]
		if !counted {
			return r, false
		}
		c := cells{value: CountText(name, n)}
		switch {
		case i > 0 && n == first:
			c.change = theSame
		case i > 0 && first > 0:
			c.change = percent(float64(n)/float64(first) - 1)
		}
		ok = ok || n != first
		r.sides = append(r.sides, c)
	}
	return r, ok
}

// theSame stands in place of a change in what is exact.
const theSame = "the same"

// mean is the geometric mean of the totals of all arms; ok is false if there is one arm only.
func (t changeTable) mean() (r row, ok bool) {
	totals := make([][]float64, len(t.Results))
	for _, change := range t.All {
		if change.Phase != harness.PhaseTotal {
			continue
		}
		for i, side := range change.Sides {
			totals[i] = append(totals[i], side.Times.Median)
		}
	}
	r.arm, r.what = "geometric mean", harness.PhaseTotal
	var first float64
	for i, values := range totals {
		mean := stats.GeoMean(values)
		c := cells{value: duration(mean)}
		if i == 0 {
			first = mean
		} else if first > 0 {
			c.change = percent(mean/first - 1)
		}
		r.sides = append(r.sides, c)
	}
	return r, len(totals[0]) > 1
}

// doubts are reasons not to believe the rows.
func (t changeTable) doubts() []string {
	var all []string
	add := func(text string) {
		if text != "" && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	for _, change := range t.All {
		for i, side := range change.Sides {
			if is, _ := t.Results[i].Arm(side.Arm); side.Arm != change.Arm {
				was, _ := t.Results[0].Arm(change.Arm)
				add(fmt.Sprintf("the app is called %s in %s, and %s in %s", was.App, t.names[0], is.App, t.names[i]))
			}
			if side.Comparison != nil && side.Comparison.Verdict == thawstats.NoVerdict && !side.Again {
				add(strings.Join(append([]string{"no verdict: " + side.Comparison.Reason()}, parts(side.Comparison.Difference)...), "\n"))
			}
		}
	}
	for i, r := range t.Results[1:] {
		if s, ok := harness.SharedSession(t.Results[0], r); ok {
			add(fmt.Sprintf("%s and %s have the same rounds, begun at %s: they are compared with themselves", t.names[0], t.names[i+1], s.StartedAt.Format(time.DateTime)))
		}
	}
	for _, only := range t.Only {
		add(fmt.Sprintf("%s is in %s, and not in every file", only.Arm, t.names[only.Result]))
	}
	for i, r := range t.Results {
		for _, w := range r.Warnings {
			add(t.names[i] + ": " + w.String())
		}
	}
	return all
}

// between says what is known of the machine between the files.
func (t changeTable) between() string {
	const text = "What the machine did between the files is in every change; \"thaw compare --rev\" measures two commits by turns."
	for _, change := range t.All {
		for _, side := range change.Sides {
			if side.Again {
				return text + " (A/A) is the same bundle under the same thaw, which shows it."
			}
		}
	}
	return text + " Nothing here shows it: no arm is the same bundle under the same release of thaw, as a fixture beside the app would be (thaw bench APP fixture:hello)."
}

func (t changeTable) notes() []string {
	text := "Medians of " + measureName(t.Measure) + ". The change is the median of all differences, with p by Mann and Whitney; a verdict is wrong at most once in 20 such tables without any difference (Holm)"
	if t.Floor > 0 {
		text += fmt.Sprintf(", and a change under %s is a tie", floorText(t.Floor))
	}
	all := []string{
		text + ".",
		t.between(),
	}
	for i, r := range t.Results {
		all = append(all, fmt.Sprintf("%s: %s %s, thaw %s, %s", t.names[i], r.StartedAt.Format("2006-01-02 15:04"), count(r.Rounds, "round"), r.Thaw, machine(r.Machine)))
	}
	return all
}
