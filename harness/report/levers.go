package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/thaw/harness"
	"example.com/thaw/harness/stats"
	"example.com/thaw/runtime/worker"
)

// Levers writes what each lever is worth as text: a table for each app and runtime, what to choose,
// and what to know and to doubt. The error is that of w, or a time that can't be compared.
func Levers(w io.Writer, r *harness.Result, style Style) error {
	rankings, err := r.RankLevers()
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, k := range rankings {
		ranking{r, k, style}.write(&b)
	}
	for _, k := range unranked(r, rankings) {
		fmt.Fprintf(&b, "%s on %s:\n%s\n\n", k.App, k.Runtime, strings.Join(ranking{r, k, style}.refused(), "\n"))
	}
	footer(&b, r, style, slices.Concat(
		[]string{method(withoutAA(r)), "Less than 0 is a saving. Start-up is all before the first request; it, and the request, have intervals without verdicts."},
		verdicts(r), reasons(r), differences(r)))
	_, err = io.WriteString(w, b.String())
	return err
}

// unranked are the apps and runtimes on which every lever was refused.
func unranked(r *harness.Result, rankings []harness.LeverRanking) []harness.LeverRanking {
	var all []harness.LeverRanking
	for _, f := range r.Refused {
		of := func(k harness.LeverRanking) bool { return k.App == f.App && k.Runtime == f.Runtime }
		if slices.ContainsFunc(rankings, of) {
			continue
		}
		i := slices.IndexFunc(all, of)
		if i < 0 {
			i = len(all)
			all = append(all, harness.LeverRanking{App: f.App, Runtime: f.Runtime})
		}
		all[i].Refused = append(all[i].Refused, f)
	}
	return all
}

type ranking struct {
	result *harness.Result
	harness.LeverRanking
	style Style
}

func (k ranking) write(b *strings.Builder) {
	first := k.Effects[0]
	fmt.Fprintf(b, "Levers, against %s, in %s: start-up %s, first request %s\n", k.Base, measureName(first.Total.Measure), duration(first.Startup.BaseMedian), duration(first.Request.BaseMedian))
	fixed, rest := k.columns()
	b.WriteString(grids(fixed, rest, k.style, func(row int) bool { return k.Effects[row].Total.Verdict == stats.Tie }))
	b.WriteByte('\n')
	for _, text := range append(k.remarks(), k.best()) {
		b.WriteString(text + "\n")
	}
	b.WriteByte('\n')
}

func (k ranking) columns() (fixed, rest []column) {
	of := func(title string, right bool, show func(harness.LeverEffect) string) column {
		return column{title: title, right: right, cells: newList(k.Effects, show)}
	}
	aa := table{k.result, k.style}
	fixed = []column{of("lever", false, k.label)}
	rest = []column{
		of("verdict", false, func(e harness.LeverEffect) string { return aa.verdict(e.Total) }),
		of("total", true, func(e harness.LeverEffect) string { return percent(e.Total.Change) }),
		of("95 % interval", true, func(e harness.LeverEffect) string { return interval(e.Total) }),
		of("start-up", true, func(e harness.LeverEffect) string { return duration(e.Startup.Diff) }),
		of("95 % interval", true, func(e harness.LeverEffect) string { return durations(e.Startup) }),
		of("request", true, func(e harness.LeverEffect) string { return duration(e.Request.Diff) }),
		of("95 % interval", true, func(e harness.LeverEffect) string { return durations(e.Request) }),
		of("bundle", true, func(e harness.LeverEffect) string { return sizeChange(e.Bytes) }),
		of("gzip", true, func(e harness.LeverEffect) string { return sizeChange(e.Gzip) }),
	}
	if k.Effects[0].Total.Measure != harness.MeasureWall {
		rest = append(rest, of("wall time", true, func(e harness.LeverEffect) string { return percent(e.Total.Wall.Change) }))
	}
	return fixed, rest
}

// label names the levers of an effect. That of several, if only one effect has so many, is short.
func (k ranking) label(e harness.LeverEffect) string {
	if n := len(e.Levers); n > 1 && k.only(n) {
		return fmt.Sprintf("%d together", n)
	}
	return leverList(e.Levers)
}

func (k ranking) only(n int) bool {
	found := 0
	for _, e := range k.Effects {
		if len(e.Levers) == n {
			found++
		}
	}
	return found == 1
}

func leverList(levers []harness.Lever) string {
	return strings.Join(newList(levers, leverText), " ")
}

func leverText(l harness.Lever) string {
	if l.Value == "" {
		return l.Name + "=(not turned)"
	}
	return l.Name + "=" + l.Value
}

// together says how far savings add up.
func (k ranking) together() []string {
	var all []string
	for _, e := range k.Effects {
		if len(e.Levers) > 1 && e.Total.Withheld == "" {
			all = append(all, leverList(e.Levers)+" together "+changes(e.Total.Diff)+sums(e))
		}
	}
	return all
}

// sums compares an effect with the sum of its levers' own.
func sums(e harness.LeverEffect) string {
	i := e.Interaction
	if i == nil {
		return "."
	}
	text := fmt.Sprintf("; one by one %s: ", changes(i.Sum.Diff))
	off := fmt.Sprintf("%s (95 %% interval %s)", duration(max(i.Off.Diff, -i.Off.Diff)), durations(i.Off))
	switch {
	case !i.Off.HasInterval():
		return text + "too few rounds to tell whether that adds up."
	case i.Off.Lo <= 0 && i.Off.Hi >= 0:
		return text + "as far as can be told that adds up, the difference is " + off + "."
	case i.Off.Diff > 0:
		return text + "savings overlap by " + off + "."
	}
	return text + "together they save " + off + " more."
}

func changes(diff float64) string {
	if diff > 0 {
		return "cost " + duration(diff)
	}
	return "save " + duration(-diff)
}

// moved names the levers that take from the start-up what the request then pays for, if
// that is of interest.
func (k ranking) moved() []string {
	var all []string
	for _, e := range k.Effects {
		matters := e.Total.Relative(e.Request.Diff) >= k.result.Floor
		if matters && e.Total.Withheld == "" && e.Startup.Hi < 0 && e.Request.Lo > 0 {
			all = append(all, fmt.Sprintf("%s moves work: the start-up is %s shorter, the first request %s longer.",
				leverList(e.Levers), duration(-e.Startup.Diff), duration(e.Request.Diff)))
		}
	}
	return all
}

// nothing names the ties that exclude what would have been of interest: not only was no difference found.
func (k ranking) nothing() []string {
	limit := max(k.result.Floor, k.result.Noise)
	var names []string
	for _, e := range k.Effects {
		if e.Total.Verdict == stats.Tie && e.Total.HasInterval() && e.Total.Reach() < limit {
			names = append(names, leverList(e.Levers))
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Worth less than %s, if anything: %s.", floorText(limit), strings.Join(names, ", "))}
}

// refused lists what was not measured, with one line for each reason.
func (k ranking) refused() []string {
	var reasons []string
	levers := map[string][]string{}
	for _, f := range k.Refused {
		if levers[f.Reason] == nil {
			reasons = append(reasons, f.Reason)
		}
		levers[f.Reason] = append(levers[f.Reason], leverText(f.Lever))
	}
	var all []string
	for _, reason := range reasons {
		all = append(all, fmt.Sprintf("Not measured: %s (%s).", strings.Join(levers[reason], ", "), reason))
	}
	return all
}

func (k ranking) best() string {
	i := slices.IndexFunc(k.Effects, func(e harness.LeverEffect) bool { return e.Arm == k.Best })
	judged := func(e harness.LeverEffect) bool { return e.Total.Verdict != stats.NoVerdict }
	switch {
	case i < 0 && !slices.ContainsFunc(k.Effects, judged):
		return "Nothing of this has a verdict."
	case i < 0:
		return "Nothing of this is faster, as far as can be told."
	}
	e := k.Effects[i]
	arm, _ := k.result.Arm(k.Best)
	return fmt.Sprintf("Best: %s, %s (95 %% interval %s):\n  %s",
		leverList(e.Levers), percent(e.Total.Change), interval(e.Total), command(arm))
}

// remarks are what there is to say of the effects, a sentence each.
func (k ranking) remarks() []string {
	return slices.Concat(k.together(), k.moved(), k.nothing(), k.refused(), k.snapshot())
}

// snapshot says what to ask of the best, if that is a snapshot with an app in it.
func (k ranking) snapshot() []string {
	arm, _ := k.result.Arm(k.Best)
	if arm.Snapshot == "" || arm.Snapshot == worker.StageBase {
		return nil
	}
	return []string{fmt.Sprintf("Whether answers show that they come from a snapshot is what thaw snapshot check --stage %s tells.", arm.Snapshot)}
}

// durations is the interval of a difference.
func durations(c stats.Comparison) string {
	if !c.HasInterval() {
		return "∞"
	}
	return duration(c.Lo) + " to " + duration(c.Hi)
}
