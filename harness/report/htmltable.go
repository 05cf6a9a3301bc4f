package report

import (
	"example.com/thaw/harness"
)

// An htmlTable is a table whose first column names its rows.
type htmlTable struct {
	Caption string
	Head    []htmlCell
	Rows    [][]htmlCell
	Folded  bool // shown on demand
}

// An htmlCell is text, at the right if it is a number.
type htmlCell struct {
	Text  string
	Right bool
}

func newHTMLTable(caption string, columns []column) htmlTable {
	t := htmlTable{Caption: caption}
	rows := 0
	for _, c := range columns {
		t.Head = append(t.Head, htmlCell{c.title, c.right})
		rows = max(rows, len(c.cells))
	}
	for row := range rows {
		t.Rows = append(t.Rows, newList(columns, func(c column) htmlCell { return htmlCell{c.cells[row], c.right} }))
	}
	return t
}

// htmlTables has the numbers of the charts, and those that they leave out.
func htmlTables(r *harness.Result, _ armNames) (htmlSection, error) {
	section := htmlSection{ID: "tables", Title: "Tables"}
	if len(r.Summaries) == 0 {
		return section, nil
	}
	t := table{withoutAA(r), Style{}}
	section.Tables = append(section.Tables, newHTMLTable("Medians of wall time", append(t.arms(), t.times()...)))
	if hasCPU(r) {
		section.Tables = append(section.Tables, newHTMLTable("Medians of the CPU time of the whole process", append(t.arms(), t.cpuTimes()...)))
	}
	for _, group := range t.against() {
		arms, rest := comparisonColumns(group, t.verdict)
		section.Tables = append(section.Tables, newHTMLTable(comparisonTitle(group[0]), append(arms, rest...)))
	}
	if arms, rest := t.penaltyColumns(); arms != nil {
		section.Tables = append(section.Tables, newHTMLTable(penaltyTitle, append(arms, rest...)))
	}
	return section, nil
}

// htmlGlobals shows which globals each arm touched first where, if that was traced.
func htmlGlobals(r *harness.Result, names armNames) (htmlSection, error) {
	section := htmlSection{ID: "globals", Title: "First touch of each global"}
	for _, arm := range r.Arms {
		if columns := globalColumns(r, arm); columns != nil {
			t := newHTMLTable(names.of(arm.ID).String(), columns)
			t.Folded = len(section.Tables) > 0
			section.Tables = append(section.Tables, t)
		}
	}
	return section, nil
}
