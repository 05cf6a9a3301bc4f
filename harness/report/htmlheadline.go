package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/thaw/bundler"
	"example.com/thaw/harness"
	"example.com/thaw/harness/stats"
)

// headline says in one sentence what is most worth knowing: how much the size of an app adds, or what the
// best of several levers is worth, where that was measured; else the largest difference that has a verdict,
// first among arms of one app; else the first tie, or the time of the first arm.
func headline(r *harness.Result) string {
	names := newArmNames(r)
	for _, of := range []func(*harness.Result, armNames) string{growth, bestLever} {
		if text := of(r, names); text != "" {
			return text
		}
	}
	best, size := -1, 0.0
	for i, c := range r.Comparisons {
		of := effect(c)
		if names.of(c.Base).App == names.of(c.Arm).App {
			of += 1e6 // before all others
		}
		if of > size && (c.Verdict == stats.Faster || c.Verdict == stats.Slower) {
			best, size = i, of
		}
	}
	if best < 0 {
		best = slices.IndexFunc(r.Comparisons, func(c harness.Comparison) bool { return c.Verdict == stats.Tie })
	}
	switch {
	case best >= 0:
		return claim(r.Comparisons[best], names)
	case len(r.Summaries) > 0:
		return startText(r.Summaries[0], names)
	}
	return "The experiment has no samples"
}

// growth says what the size of an app adds to its cold start, or is "" where that isn't known.
func growth(r *harness.Result, _ armNames) string {
	fits, err := r.FitScale()
	if err != nil || len(fits) == 0 || fits[0].Total.Shape != harness.Linear {
		return ""
	}
	f := fits[0]
	per := f.Total.PerUnit
	on := armName{Runtime: f.Runtime, Levers: newList(f.Levers, leverText)}.detail()
	return fmt.Sprintf("Each %s adds %s of %s to a cold start of %s on %s (%s)", singular(f.Unit), duration(per.Median), timeNoun(f.Total.Measure),
		strings.TrimPrefix(f.Family, bundler.FixturePrefix), on, medianInterval(per))
}

// bestLever says what the best choice is worth where that is most, among rankings with several levers, or is "".
func bestLever(r *harness.Result, names armNames) string {
	rankings, err := r.RankLevers()
	if err != nil {
		return ""
	}
	var best *harness.Comparison
	for _, k := range rankings {
		i := slices.IndexFunc(k.Effects, func(e harness.LeverEffect) bool { return e.Arm == k.Best })
		if i >= 0 && len(k.Effects) > 1 && (best == nil || effect(k.Effects[i].Total) > effect(*best)) {
			best = &k.Effects[i].Total
		}
	}
	if best == nil {
		return ""
	}
	return claim(*best, names)
}

// effect is how large a difference is, the same from either side.
func effect(c harness.Comparison) float64 {
	if ratio := c.Ratio(); ratio > 0 {
		return math.Abs(math.Log(ratio))
	}
	return 0
}

// claim says in a sentence what a comparison came to, of what, and with its interval.
func claim(c harness.Comparison, names armNames) string {
	arm, base, what := contrast(names.of(c.Arm), names.of(c.Base))
	switch {
	case base == "" && strings.Contains(arm, " "):
		base = "without them"
	case base == "":
		base = "without it"
	}
	time := timeNoun(c.Measure)
	switch c.Verdict {
	case stats.Tie:
		return fmt.Sprintf("No difference in %s was found between %s and %s%s (%s)", time, arm, base, prefixed(" in starting ", what), changeInterval(c))
	case stats.NoVerdict:
		return fmt.Sprintf("There is no verdict on %s against %s%s", arm, base, prefixed(": ", c.Reason()))
	}
	const times = 1.5 // from here on a factor says more than a percentage
	switch ratio := c.Ratio(); {
	case ratio <= 0:
		return fmt.Sprintf("%s takes next to none of the %s of %s%s (%s)", arm, time, base, prefixed(" to start ", what), changeInterval(c))
	case 1/ratio >= times:
		return fmt.Sprintf("%s starts%s %s times as fast as %s%s (%s)", arm, prefixed(" ", what), factor(1/ratio), base, byMeasure(c.Measure), speedInterval(c))
	case ratio >= times:
		return fmt.Sprintf("%s takes %s times %s %s%s (%s)", arm, factor(ratio), asLongAs(c.Measure), base, prefixed(" to start ", what), timeInterval(c))
	}
	more := "more"
	if c.Verdict == stats.Faster {
		more = "less"
	}
	return fmt.Sprintf("%s takes %s %s %s than %s%s (%s)", arm, share(math.Abs(c.Change)), more, time, base,
		prefixed(" to start ", what), changeInterval(c))
}

func timeNoun(m harness.Measure) string {
	if m == harness.MeasureWall {
		return "time"
	}
	return "CPU time"
}

func asLongAs(m harness.Measure) string {
	if m == harness.MeasureWall {
		return "as long as"
	}
	return "the CPU time of"
}

func byMeasure(m harness.Measure) string {
	if m == harness.MeasureWall {
		return ""
	}
	return ", by CPU time"
}

// contrast names two arms by the words in which they differ, and what both of them start. b is "" where only
// the arm has such words.
func contrast(arm, base armName) (a, b, what string) {
	if arm.App != base.App {
		return arm.String(), base.String(), ""
	}
	a, b = arm.without(base), base.without(arm)
	if a == "" {
		return arm.detail(), base.detail(), arm.App
	}
	what = arm.App
	if arm.Runtime == base.Runtime {
		what += " on " + arm.Runtime
	}
	var common []string
	for _, l := range arm.Levers {
		if slices.Contains(base.Levers, l) {
			common = append(common, l)
		}
	}
	return a, b, what + prefixed(" with ", strings.Join(common, " "))
}

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

// factor writes a ratio with two significant digits, and whole numbers.
func factor(v float64) string {
	switch {
	case v < 0.1:
		return strconv.FormatFloat(v, 'g', 2, 64)
	case v < 1:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case v < 9.95:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 0, 64)
}

func share(v float64) string { return strings.TrimPrefix(percent(v), "+") }

func changeInterval(c harness.Comparison) string {
	if !c.HasInterval() {
		return "no interval"
	}
	return level + within(minus(percent(c.ChangeLo)), minus(percent(c.ChangeHi)))
}

// timeInterval is that of the arm's time in times of the base's.
func timeInterval(c harness.Comparison) string {
	if !c.HasInterval() {
		return "no interval"
	}
	return level + within(factor(1+c.ChangeLo), factor(1+c.ChangeHi))
}

// speedInterval is that of the base's time in times of the arm's.
func speedInterval(c harness.Comparison) string {
	lo, hi := 1+c.ChangeLo, 1+c.ChangeHi
	if !c.HasInterval() || lo <= 0 {
		return changeInterval(c)
	}
	return level + within(factor(1/hi), factor(1/lo))
}

// startText is the time of one arm.
func startText(s harness.Summary, names armNames) string {
	name := names.of(s.Arm)
	return fmt.Sprintf("%s starts%s in %s (%s)", name.App, prefixed(" on ", name.detail()), duration(s.Total.Wall.Median), medianInterval(s.Total.Wall))
}

func medianInterval(s stats.Summary) string {
	if !s.HasInterval() {
		return count(s.N, "sample") + ", no interval"
	}
	return level + within(duration(s.Lo), duration(s.Hi))
}

// medianBounds is the interval of a median where its level is known from elsewhere.
func medianBounds(s stats.Summary) string { return strings.TrimPrefix(medianInterval(s), level) }
