package report

import (
	"slices"

	"example.com/thaw/harness"
)

// htmlCounts shows what was counted: the whole cold starts beside each other, and each by phase.
func htmlCounts(r *harness.Result, names armNames) (htmlSection, error) {
	section := htmlSection{ID: "counts", Title: "Counts, the same on every machine"}
	counted := slices.DeleteFunc(slices.Clone(r.Counts), func(c harness.Counts) bool {
		if c.Withheld != "" {
			section.Notes = append(section.Notes, names.of(c.Arm).String()+": "+c.Withheld+".")
		}
		return c.Withheld != ""
	})
	if len(counted) == 0 {
		return section, nil
	}
	section.Tables = append(section.Tables, newHTMLTable("The whole cold start", totalCounts(counted, names)))
	for _, c := range counted {
		t := newHTMLTable(names.of(c.Arm).String()+" by phase", countColumns(c))
		t.Folded = true
		section.Tables = append(section.Tables, t)
		if ops := mostCalled(c.Ops); ops != "" {
			section.Notes = append(section.Notes, names.of(c.Arm).String()+": ops "+ops)
		}
	}
	return section, nil
}

// totalCounts has a row for each arm, and a column for what any of them counted.
func totalCounts(all []harness.Counts, names armNames) []column {
	columns := []column{{title: "arm", cells: newList(all, func(c harness.Counts) string { return names.of(c.Arm).String() })}}
	for _, name := range harness.CountNames() {
		if !slices.ContainsFunc(all, func(c harness.Counts) bool { _, ok := c.Total[name]; return ok }) {
			continue
		}
		columns = append(columns, column{title: countTitles[name], right: true, cells: newList(all, func(c harness.Counts) string {
			if n, ok := c.Total[name]; ok {
				return CountText(name, n)
			}
			return "-"
		})})
	}
	return columns
}
