package harness

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/thaw/harness/stats"
)

// DefaultFloor is a share of the time below which a difference is seldom of interest.
const DefaultFloor = 0.01

// A Comparison says how the total of an arm differs from that of a base, in pairs
// of the same round. Times are in nanoseconds.
type Comparison struct {
	Base, Arm string // Arm.ID
	stats.Comparison

	// Withheld is why there is no verdict, though there may be samples enough: what differs
	// in the answers. It is "" if nothing does.
	Withheld string
}

// baseOf is the arm that another one is compared with, or "" for none: Base, or Baseline, or
// without one the first of the same app, for which that is the first of all.
func (r *Result) baseOf(arm Arm) string {
	base := cmp.Or(arm.Base, r.Baseline)
	if base == "" {
		base = r.Arms[0].ID
		if i := slices.IndexFunc(r.Arms, func(a Arm) bool { return a.App == arm.App }); r.Arms[i].ID != arm.ID {
			base = r.Arms[i].ID
		}
	}
	if base == arm.ID {
		return ""
	}
	return base
}

// compare fills Comparisons and AA, with verdicts over all of them.
func (r *Result) compare(byArm map[string][]Sample) error {
	for _, arm := range r.Arms {
		base := r.baseOf(arm)
		if base == "" || len(byArm[base]) == 0 || len(byArm[arm.ID]) == 0 {
			continue
		}
		c, err := comparePairs(byArm[base], byArm[arm.ID])
		if err != nil {
			return fmt.Errorf("harness: %s: %w", arm.ID, err)
		}
		one := Comparison{base, arm.ID, c, differs(byArm[base], byArm[arm.ID])}
		if arm.Again {
			r.AA, r.Noise = append(r.AA, one), max(r.Noise, one.Reach())
		} else {
			r.Comparisons = append(r.Comparisons, one)
		}
	}
	r.judge()
	return nil
}

// judge leaves out comparisons whose verdict is withheld: they are no chance for a false one.
func (r *Result) judge() {
	var judged []stats.Comparison
	for _, c := range r.Comparisons {
		if c.Withheld == "" {
			judged = append(judged, c.Comparison)
		}
	}
	stats.Judge(judged, max(r.Floor, r.Noise))
	for i := range r.Comparisons {
		if c := &r.Comparisons[i]; c.Withheld == "" {
			c.Comparison, judged = judged[0], judged[1:]
		}
	}
}

// Reason says why there is no verdict, or is "".
func (c Comparison) Reason() string {
	if c.Withheld != "" {
		return c.Withheld
	}
	for _, w := range c.Warnings {
		if w.Code == stats.FewSamples {
			return w.Text
		}
	}
	return ""
}

// comparePairs compares the totals of the rounds that both have.
func comparePairs(base, arm []Sample) (stats.Comparison, error) {
	of := map[int]Sample{}
	for _, s := range base {
		of[s.Round] = s
	}
	var b, a []float64
	for _, s := range arm {
		if other, ok := of[s.Round]; ok {
			b = append(b, float64(other.Cold.Profile.Total.Wall))
			a = append(a, float64(s.Cold.Profile.Total.Wall))
		}
	}
	return stats.ComparePairs(b, a)
}

// differs says in what any answer of two arms is another than the first of all.
func differs(base, arm []Sample) string {
	first := base[0].Cold.Answer
	for _, s := range slices.Concat(base, arm) {
		if d := difference(first, s.Cold.Answer); d != "" {
			return fmt.Sprintf("%s answers with another %s than %s", s.Arm, d, base[0].Arm)
		}
	}
	return ""
}

func checkFloor(floor float64) error {
	if !(floor >= 0 && floor < 1) { // NaN too
		return fmt.Errorf("harness: floor %v; a share of the time from 0 to less than 1 is needed", floor)
	}
	return nil
}
