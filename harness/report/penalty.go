package report

import (
	"fmt"
	"math"
	"strings"

	"example.com/thaw/harness"
)

const penaltyTitle = "Cold against warm, which is the last of the rebuilds in the same isolate"

// penalties writes what running code for the first time costs, a phase a row.
func (t table) penalties(b *strings.Builder) {
	arms, rest := t.penaltyColumns()
	if arms == nil {
		return
	}
	fmt.Fprintf(b, "\n%s:\n", penaltyTitle)
	b.WriteString(grids(arms, rest, t.style, noRow))
}

// penaltyColumns are nil if no arm was rebuilt.
func (t table) penaltyColumns() (arms, rest []column) {
	type row struct {
		arm string
		harness.Penalty
	}
	var rows []row
	for _, s := range t.result.Summaries {
		for _, p := range s.Penalties {
			rows = append(rows, row{s.Arm, p})
		}
	}
	if len(rows) == 0 {
		return nil, nil
	}
	of := func(title string, right bool, show func(row) string) column {
		return column{title: title, right: right, cells: newList(rows, show)}
	}
	arms = []column{
		of("arm", false, func(r row) string { return r.arm }),
		of("phase", false, func(r row) string { return r.Phase }),
	}
	return arms, []column{
		of("clock", false, func(r row) string { return string(r.Measure) }),
		of("warm", true, func(r row) string { return duration(r.BaseMedian) }),
		of("cold", true, func(r row) string { return duration(r.ArmMedian) }),
		of("penalty", true, func(r row) string { return duration(r.Diff) }),
		of("95 % interval", true, func(r row) string { return durations(r.Comparison) }),
		of("cold/warm", true, func(r row) string { return timesAsMuch(r.Ratio()) }),
	}
}

func timesAsMuch(ratio float64) string {
	if math.IsNaN(ratio) {
		return "-"
	}
	return significant(round3(ratio), false)
}
