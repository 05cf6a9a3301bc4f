package budget

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
)

// A Verdict is what came of holding an app to the limits of a runtime.
type Verdict struct {
	App, Runtime string
	Findings     []Finding
	Bundle       harness.Bundle
	Notes        []string // what Workers would refuse
}

// Judge holds an arm of a result, which has what the limits ask for (see Runtime.Check), to the limits on its
// runtime. app is what the verdict calls it.
func (b Budget) Judge(result *harness.Result, arm harness.Arm, app string) (Verdict, error) {
	findings, err := b.Runtime(arm.Runtime).Check(result, arm)
	return Verdict{app, arm.Runtime, findings, arm.Bundle, beyondWorkers(result, arm)}, err
}

// Failed reports whether a hard limit is exceeded.
func (v Verdict) Failed() bool { return slices.ContainsFunc(v.Findings, Finding.Failed) }

// Failures are the findings that fail, the largest share of its limit first.
func (v Verdict) Failures() []Finding {
	failures := slices.DeleteFunc(slices.Clone(v.Findings), func(f Finding) bool { return !f.Failed() })
	slices.SortStableFunc(failures, func(a, b Finding) int { return cmp.Compare(b.share(), a.share()) })
	return failures
}

// over are all findings beyond their limits.
func (v Verdict) over() []Finding {
	return slices.DeleteFunc(slices.Clone(v.Findings), func(f Finding) bool { return !f.Over })
}

// share is the value as a share of the limit.
func (f Finding) share() float64 { return float64(f.Value) / float64(max(f.Max, 1)) }

// Sentence says by how much a limit is exceeded.
func (f Finding) Sentence() string {
	text := fmt.Sprintf("%s is %s, over the budget of %s by %s", f.Limit, f.Text(f.Value), f.Text(f.Max), f.excess())
	if f.Times != nil {
		text += fmt.Sprintf("; on this machine, %d rounds pass with a probability of %s", len(f.Times), percent(f.Passing))
	}
	return text
}

func percent(share float64) string {
	switch {
	case share > 0 && share < 0.01:
		return "under 1 %"
	case share < 1 && share > 0.99:
		return "over 99 %"
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}

// cells are the row of a finding.
func (f Finding) cells() []string {
	passes, verdict := "", "ok"
	if f.Times != nil {
		passes = percent(f.Passing)
	}
	switch {
	case f.Failed():
		verdict = "OVER"
	case f.Over:
		verdict = "over (warning)"
	}
	return []string{f.Limit.String(), f.Text(f.Max), f.Text(f.Value), ratio(f.share()), passes, verdict}
}

// rows are the titles, and a row for each finding. The column passes is there where times are.
func (v Verdict) rows() [][]string {
	rows := [][]string{{"limit", "budget", "now", "share", "passes", ""}}
	for _, f := range v.Findings {
		rows = append(rows, f.cells())
	}
	if v.timed() == 0 {
		for i := range rows {
			rows[i] = slices.Delete(rows[i], 4, 5)
		}
	}
	return rows
}

// timed is the number of rounds in which times were taken.
func (v Verdict) timed() int {
	for _, f := range v.Findings {
		if f.Times != nil {
			return len(f.Times)
		}
	}
	return 0
}

// note says what the column passes is.
func (v Verdict) note() string {
	return fmt.Sprintf("passes: the probability that the median of %d more rounds on this machine is within the budget.", v.timed())
}

// Text writes a verdict for a terminal.
func (v Verdict) Text(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s on %s\n", v.App, v.Runtime)
	for _, row := range v.rows() {
		fmt.Fprintln(t, strings.TrimRight(strings.Join(row, "\t"), "\t"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	var b strings.Builder
	if v.timed() > 0 {
		fmt.Fprintln(&b, v.note())
	}
	for _, f := range v.over() {
		fmt.Fprintf(&b, "%s: %s.\n", v.Runtime, f.Sentence())
	}
	for _, note := range v.Notes {
		fmt.Fprintln(&b, note)
	}
	if text := v.largest("", ", "); len(v.over()) > 0 && text != "" {
		fmt.Fprintf(&b, "Largest modules of the bundle: %s.\n", text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// largest lists the largest modules.
func (v Verdict) largest(quote, separator string) string {
	const listed = 5
	var parts []string
	for _, in := range v.Bundle.Inputs[:min(listed, len(v.Bundle.Inputs))] {
		parts = append(parts, fmt.Sprintf("%[1]s%[2]s%[1]s %[3]s", quote, in.Path, report.SizeText(in.Bytes)))
	}
	return strings.Join(parts, separator)
}

// Markdown writes a verdict for a comment on a pull request, in GitHub's flavour.
func (v Verdict) Markdown(w io.Writer) error {
	var b strings.Builder
	head := "within its budget"
	if v.Failed() {
		head = "over its budget"
	}
	fmt.Fprintf(&b, "### %s on %s is %s\n\n", v.App, v.Runtime, head)
	for i, row := range v.rows() {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			fmt.Fprintf(&b, "| --- |%s\n", strings.Repeat(" ---: |", len(row)-2)+" --- |")
		}
	}
	b.WriteByte('\n')
	if v.timed() > 0 {
		fmt.Fprintln(&b, v.note()+"\n")
	}
	for _, f := range v.over() {
		fmt.Fprintf(&b, "- %s.\n", f.Sentence())
	}
	for _, note := range v.Notes {
		fmt.Fprintf(&b, "- %s\n", note)
	}
	if text := v.largest("`", "\n- "); len(v.over()) > 0 && text != "" {
		fmt.Fprintf(&b, "\nLargest modules of the bundle:\n\n- %s\n", text)
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

// Annotations writes what is over its limit as commands of GitHub Actions, which shows them at the budget's
// file: an error for a hard limit, and a warning for another.
func (v Verdict) Annotations(w io.Writer, file string) error {
	var b strings.Builder
	for _, f := range v.over() {
		command := "warning"
		if f.Hard {
			command = "error"
		}
		fmt.Fprintf(&b, "::%s file=%s,title=%s::%s\n", command, property(file), property("thaw gate: "+v.App+" on "+v.Runtime), message(f.Sentence()))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// message and property escape what would end a part of a command.
func message(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

func property(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(text)
}
