package report

import (
	"fmt"
	"slices"
	"strings"

	"example.com/thaw/harness"
)

// footer ends every text: notes, what is so in any experiment, and what to doubt.
func footer(b *strings.Builder, r *harness.Result, style Style, notes []string) {
	if r.Mode == harness.ModeIsolate {
		notes = append(notes, "Not in it: what is done once a machine or once a process, such as compiling an engine's WebAssembly.")
	}
	notes = append(notes, "Absolute times of an interpreter are not V8's: ratios and shares are what carries over.", machine(r.Machine))
	for _, n := range notes {
		b.WriteString(style.paint(faint, n) + "\n")
	}
	for _, text := range warnings(r) {
		b.WriteString(style.paint(yellow, "warning: "+text) + "\n")
	}
}

// warnings are the texts of a result's, of which those of one kind about many arms are few and a number.
func warnings(r *harness.Result) []string {
	const most = 4 // of a kind
	total, shown := map[string]int{}, map[string]int{}
	for _, w := range r.Warnings {
		total[w.Code]++
	}
	var all []string
	for _, w := range r.Warnings {
		shown[w.Code]++
		switch n, of := shown[w.Code], total[w.Code]; {
		case n < most || of == most:
			all = append(all, w.String())
		case n == most:
			all = append(all, fmt.Sprintf("%d more like the last are in the file of --json (%s)", of-most+1, w.Code))
		}
	}
	return all
}

// notes is what a reader of the table has to know, one sentence or two a line.
func notes(r *harness.Result, cpu bool) []string {
	all := []string{
		method(withoutAA(r)),
		"Medians of wall time, which need not add up; ± is the reach of the 95 % interval of the total's median; warm is the request again.",
	}
	switch {
	case cpu && hasCPU(r):
		all = append(all, "Under each is the CPU time of the whole process, Go's garbage collector included.")
	case cpu && len(r.Summaries) > 0:
		all = append(all, "CPU time can't be had on this system.")
	}
	return slices.Concat(all, verdicts(r), reasons(r), differences(r), overhead(r))
}

// overhead is what the experiment took beyond its samples.
func overhead(r *harness.Result) []string {
	if r.Sampled <= 0 {
		return nil
	}
	return []string{fmt.Sprintf("All took %s: %s of it cold starts and the passes after them, and %s more between them.",
		duration(float64(r.Elapsed)), duration(float64(r.Sampled)), floorText(float64(r.Elapsed-r.Sampled)/float64(r.Sampled)))}
}

func verdicts(r *harness.Result) []string {
	if len(r.Comparisons) == 0 {
		return nil
	}
	text := "Differences by round"
	if m := r.Comparisons[0].Measure; m != harness.MeasureWall {
		text += " in " + measureName(m) + ", which other programs move less than wall time"
	}
	text += " (median of Walsh averages, Wilcoxon's signed ranks); a verdict is wrong at most once in 20 experiments without any difference (Holm)"
	if floor := max(r.Floor, r.Noise); floor > 0 {
		text += fmt.Sprintf(", and a difference under %s is a tie", floorText(floor))
	}
	return []string{text + "."}
}

func hasCPU(r *harness.Result) bool {
	return slices.ContainsFunc(r.Summaries, func(s harness.Summary) bool { return s.Total.CPU.N > 0 })
}

func method(r *harness.Result) string {
	each := "a new isolate"
	if r.Mode == harness.ModeProcess {
		each = "a fresh process"
	}
	arms := count(len(r.Arms), "arm")
	switch n := len(r.AA); n {
	case 0:
	case 1:
		arms += " and an A/A arm"
	default:
		arms += fmt.Sprintf(" and %d A/A arms", n)
	}
	text := fmt.Sprintf("%s of %s, %s for each sample, arms in random order", count(r.Rounds, "round"), arms, each)
	if len(r.Sessions) > 0 {
		return text + "; " + sessions(r.Sessions) + constants(r.Arms) + "."
	}
	text += fmt.Sprintf(" (seed %d)", r.Seed)
	if r.Warmup > 0 {
		text += fmt.Sprintf("; %s before them discarded", count(r.Warmup, "warm-up round"))
	}
	return text + constants(r.Arms) + "."
}

// sessions says how a merged result was measured.
func sessions(all []harness.Session) string {
	const minute = "2006-01-02 15:04"
	const listed = 4
	if len(all) > listed {
		return fmt.Sprintf("measured in %d sessions, begun from %s to %s", len(all), all[0].StartedAt.Format(minute), all[len(all)-1].StartedAt.Format(minute))
	}
	var parts []string
	for _, s := range all {
		parts = append(parts, fmt.Sprintf("%s after %d discarded (seed %d, %s)",
			count(s.Rounds, "round"), s.Warmup, s.Seed, s.StartedAt.Format(minute)))
	}
	return fmt.Sprintf("measured in %s: %s", count(len(all), "session"), strings.Join(parts, ", "))
}

// constants names the levers that have the same value in every arm.
func constants(arms []harness.Arm) string {
	var text string
	if len(arms) > 0 {
		differ := varying(arms)
		for _, l := range arms[0].Levers {
			if !slices.Contains(differ, l.Name) {
				text += "; " + l.Name + " " + l.Value
			}
		}
	}
	return text
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func machine(m harness.Machine) string {
	parts := []string{count(m.Cores, "core"), m.OS + "/" + m.Arch, m.Go}
	if m.CPU != "" {
		parts = append([]string{m.CPU}, parts...)
	}
	if m.GOMAXPROCS != m.Cores {
		parts = append(parts, fmt.Sprintf("GOMAXPROCS %d", m.GOMAXPROCS))
	}
	if m.GOGC < 0 {
		parts = append(parts, "GOGC off")
	} else if m.GOGC != 100 {
		parts = append(parts, fmt.Sprintf("GOGC %d", m.GOGC))
	}
	if m.Load1 != nil {
		parts = append(parts, fmt.Sprintf("load average %.2f before the run", *m.Load1))
	}
	return strings.Join(parts, ", ") + "."
}
