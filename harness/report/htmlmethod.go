package report

import (
	"fmt"
	"strings"
	"time"

	"al.essio.dev/pkg/shellescape"

	"example.com/thaw/harness"
)

// htmlFacts is what is to be known before the first figure.
func htmlFacts(r *harness.Result) []string {
	facts := []string{count(r.Rounds, "round") + " of " + count(len(withoutAA(r).Arms), "arm")}
	if r.Mode != "" {
		facts = append(facts, r.Mode+" mode")
	}
	if r.Machine.CPU != "" {
		facts = append(facts, r.Machine.CPU)
	}
	if !r.StartedAt.IsZero() {
		facts = append(facts, r.StartedAt.UTC().Format("2 January 2006, 15:04 UTC"))
	}
	return facts
}

// htmlMethod says how the numbers came about, and how to get them again.
func htmlMethod(r *harness.Result, _ armNames) (htmlSection, error) {
	section := htmlSection{ID: "method", Title: "Method and machine", Notes: notes(r, false)}
	section.Tables = append(section.Tables, htmlConditions(r))
	if bundles := htmlBundleTable(r); len(bundles.Rows) > 0 {
		section.Tables = append(section.Tables, bundles)
	}
	if len(r.Command) > 0 {
		section.Text = append(section.Text, htmlText{"The command that made it", shellescape.QuoteCommand(r.Command)})
	}
	plain, err := htmlPlain(r)
	section.Text = append(section.Text, plain)
	return section, err
}

// htmlConditions is what a reader needs who wants to measure the same.
func htmlConditions(r *harness.Result) htmlTable {
	var what, value column
	row := func(name, text string) {
		if text != "" {
			what.cells, value.cells = append(what.cells, name), append(value.cells, text)
		}
	}
	what.title, value.title = "what", "value"
	if !r.StartedAt.IsZero() {
		row("started", r.StartedAt.UTC().Format(time.RFC3339))
	}
	row("thaw", r.Thaw)
	row("mode", r.Mode)
	row("rounds", fmt.Sprint(r.Rounds))
	row("warm-up rounds", fmt.Sprint(r.Warmup))
	row("seed", fmt.Sprint(r.Seed))
	row("samples", fmt.Sprint(len(r.Samples)))
	row("floor", floorText(r.Floor))
	if len(r.AA) > 0 {
		row("noise of identical arms", floorText(r.Noise))
	}
	row("machine", strings.TrimSuffix(machine(r.Machine), "."))
	return newHTMLTable("Conditions", []column{what, value})
}

// htmlBundleTable lists what was measured.
func htmlBundleTable(r *harness.Result) htmlTable {
	columns := []column{{title: "app"}, {title: "bytes", right: true}, {title: "gzip", right: true}, {title: "modules", right: true}, {title: "sha256"}}
	for _, a := range newApps(r.Arms) {
		gzip := "-"
		if a.Bundle.Gzip > 0 {
			gzip = fmt.Sprint(a.Bundle.Gzip)
		}
		for i, cell := range []string{a.Name, fmt.Sprint(a.Bundle.Bytes), gzip, fmt.Sprint(a.Bundle.Modules), a.Bundle.SHA256} {
			columns[i].cells = append(columns[i].cells, cell)
		}
	}
	return newHTMLTable("Bundles", columns)
}
