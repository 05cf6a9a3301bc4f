package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/thaw/harness"
	"example.com/thaw/isolate/phase"
)

// countTitles head the columns of counts.
var countTitles = map[harness.Count]string{
	harness.BytesParsed: "parsed", harness.FunctionsParsed: "functions", harness.BytecodeBytes: "bytecode",
	harness.FunctionsEntered: "entered", harness.Calls: "calls", harness.LayerCalls: "layer calls", harness.OpCalls: "ops",
	harness.Allocations: "allocations", harness.AllocatedBytes: "allocated", harness.TouchedPages: "pages", harness.HeapBytes: "heap",
}

// CountText writes a number of what is counted.
func CountText(c harness.Count, n int64) string {
	switch c {
	case harness.BytesParsed, harness.BytecodeBytes, harness.AllocatedBytes, harness.HeapBytes:
		return size(n)
	}
	return strconv.FormatInt(n, 10)
}

// counts shows what was counted in a cold start of an arm, if it was.
func (t table) counts(b *strings.Builder, arm harness.Arm) {
	for _, c := range t.result.Counts {
		if c.Arm != arm.ID {
			continue
		}
		fmt.Fprintf(b, "\n%s: counts, the same on every machine\n", arm.ID)
		if c.Withheld != "" {
			b.WriteString(t.style.paint(yellow, c.Withheld) + "\n")
			continue
		}
		columns := countColumns(c)
		last := len(columns[0].cells) - 1
		b.WriteString(grid(columns, t.style, func(row int) bool { return row < last && onlyZeros(columns, row) }))
		if ops := mostCalled(c.Ops); ops != "" {
			b.WriteString(t.style.paint(faint, "ops: "+ops) + "\n")
		}
	}
}

// countColumns has a row for each phase, and one for all of them.
func countColumns(c harness.Counts) []column {
	columns := []column{{title: "phase"}}
	for _, p := range c.Phases {
		columns[0].cells = append(columns[0].cells, p.Phase)
	}
	columns[0].cells = append(columns[0].cells, harness.PhaseTotal)
	for _, name := range harness.CountNames() {
		total, ok := c.Total[name]
		if !ok {
			continue
		}
		column := column{title: countTitles[name], right: true}
		for _, p := range c.Phases {
			cell := ""
			if name.InPhases() {
				cell = CountText(name, p.Counts[name])
			}
			column.cells = append(column.cells, cell)
		}
		column.cells = append(column.cells, CountText(name, total))
		columns = append(columns, column)
	}
	return columns
}

func onlyZeros(columns []column, row int) bool {
	return !slices.ContainsFunc(columns[1:], func(c column) bool { return strings.Trim(c.cells[row], "0 B") != "" })
}

// mostCalled lists the ops that are called most.
func mostCalled(ops map[string]int64) string {
	const listed = 5
	names := slices.SortedFunc(maps.Keys(ops), func(a, b string) int {
		if ops[a] != ops[b] {
			return int(ops[b] - ops[a])
		}
		return strings.Compare(a, b)
	})
	var parts []string
	for i, name := range names {
		if i == listed {
			parts = append(parts, fmt.Sprintf("%d more", len(names)-listed))
			break
		}
		parts = append(parts, fmt.Sprintf("%s %d", strings.TrimPrefix(name, "op_"), ops[name]))
	}
	return strings.Join(parts, ", ")
}

// countsJSON is what was counted in a cold start of an arm.
type countsJSON struct {
	Arm      string                `json:"arm"`
	Withheld string                `json:"withheld,omitempty"` // why there is nothing else
	Total    object[int64]         `json:"total"`
	Phases   object[object[int64]] `json:"phases"`
	Ops      object[int64]         `json:"ops"`
}

func newCounts(c harness.Counts) countsJSON {
	j := countsJSON{Arm: c.Arm, Withheld: c.Withheld, Total: newCountMap(c.Total)}
	for _, p := range c.Phases {
		j.Phases = append(j.Phases, member[object[int64]]{Name: p.Phase, Value: newCountMap(p.Counts)})
	}
	for _, op := range slices.Sorted(maps.Keys(c.Ops)) {
		j.Ops = append(j.Ops, member[int64]{Name: op, Value: c.Ops[op]})
	}
	return j
}

func newCountMap(counts map[harness.Count]int64) object[int64] {
	var all object[int64]
	for _, name := range harness.CountNames() {
		if n, ok := counts[name]; ok {
			all = append(all, member[int64]{Name: string(name), Value: n})
		}
	}
	return all
}

// counts reads what was counted. Counts of other names are passed over.
func (d *document) counts(r *harness.Result) error {
	for i, j := range d.Counts {
		field := fmt.Sprintf("counts[%d].", i)
		if err := known(r, field+"arm", j.Arm); err != nil {
			return err
		}
		if slices.ContainsFunc(r.Counts, func(c harness.Counts) bool { return c.Arm == j.Arm }) {
			return fmt.Errorf("%sarm is %q, as that of others before", field, j.Arm)
		}
		c := harness.Counts{Arm: j.Arm, Withheld: j.Withheld, Ops: map[string]int64{}}
		var err error
		if c.Total, err = readCounts(j.Total, field+"total."); err != nil {
			return err
		}
		for _, p := range j.Phases {
			if !phase.Known(p.Name) {
				return fmt.Errorf("%sphases has %q, which is no phase; there are %s", field, p.Name, strings.Join(phase.Names(), ", "))
			}
			counts, err := readCounts(p.Value, field+"phases."+p.Name+".")
			if err != nil {
				return err
			}
			c.Phases = append(c.Phases, harness.PhaseCounts{Phase: p.Name, Counts: counts})
		}
		for _, op := range j.Ops {
			if op.Value < 0 {
				return fmt.Errorf("%sops.%s is %d; want 0 or more", field, op.Name, op.Value)
			}
			c.Ops[op.Name] = op.Value
		}
		r.Counts = append(r.Counts, c)
	}
	return nil
}

func readCounts(all object[int64], field string) (map[harness.Count]int64, error) {
	counts := map[harness.Count]int64{}
	for _, m := range all {
		if m.Value < 0 {
			return nil, fmt.Errorf("%s%s is %d; want 0 or more", field, m.Name, m.Value)
		}
		if name := harness.Count(m.Name); slices.Contains(harness.CountNames(), name) {
			counts[name] = m.Value
		}
	}
	return counts, nil
}
