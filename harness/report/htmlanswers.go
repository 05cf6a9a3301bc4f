package report

import "example.com/thaw/harness"

// htmlAnswers shows why verdicts are withheld: what differs in the answers of arms that must answer alike.
func htmlAnswers(r *harness.Result, _ armNames) (htmlSection, error) {
	section := htmlSection{
		ID: "answers", Title: "How answers differ",
		Lead: []string{"Arms of one app must answer alike, or their times are of different work: there is no verdict on these."},
	}
	for _, c := range differing(r) {
		all := differingParts(c.Difference)
		section.Tables = append(section.Tables, newHTMLTable(differenceTitle(c), []column{
			{title: "part", cells: newList(all, func(p differingPart) string { return p.name })},
			{title: c.Base, cells: newList(all, func(p differingPart) string { return p.base })},
			{title: c.Difference.Sample, cells: newList(all, func(p differingPart) string { return p.other })},
		}))
	}
	return section, nil
}
