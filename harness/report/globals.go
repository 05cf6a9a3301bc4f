package report

import (
	"fmt"
	"strings"

	"example.com/thaw/harness"
)

// globals shows which globals an arm touched first where, if that was traced.
func (t table) globals(b *strings.Builder, arm harness.Arm) {
	columns := globalColumns(t.result, arm)
	if columns == nil {
		return
	}
	fmt.Fprintf(b, "\n%s: first touch of each global\n", arm.ID)
	b.WriteString(grid(columns, t.style, func(row int) bool { return columns[0].cells[row] == nobody }))
}

// globalColumns has a row for each touch; it is nil if none was traced.
func globalColumns(r *harness.Result, arm harness.Arm) []column {
	columns := []column{
		{title: "global"},
		{title: "phase"},
		{title: "took", right: true},
		{title: "cpu", right: true},
		{title: "touched at"},
		{title: "loads"},
	}
	traced := false
	for _, g := range r.Globals {
		if g.Arm != arm.ID {
			continue
		}
		traced = true
		for i, cell := range globalCells(g) {
			columns[i].cells = append(columns[i].cells, cell)
		}
	}
	if !traced {
		return nil
	}
	return columns
}

// nobody stands for the app where the runtime needed something itself.
const nobody = "(runtime)"

// globalCells are the cells of a row.
func globalCells(g harness.GlobalTouch) []string {
	global, origin, cpu := g.Global, g.Origin, "-"
	if global == "" {
		global = nobody
	}
	if origin == "" {
		origin = "-"
	}
	if g.Cost.HasThread() {
		cpu = duration(float64(g.Cost.Thread))
	}
	return []string{global, g.Phase, duration(float64(g.Cost.Wall)), cpu, origin, loads(g.Files)}
}

// loads names the files that a touch loaded: the first one is what was asked for.
func loads(files []string) string {
	switch n := len(files); n {
	case 0:
		return "-"
	case 1, 2:
		return strings.Join(files, ", ")
	default:
		return fmt.Sprintf("%s and %d more", files[0], n-1)
	}
}
