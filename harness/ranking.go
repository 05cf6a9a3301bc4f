package harness

import (
	"cmp"
	"slices"

	"example.com/thaw/harness/stats"
	"example.com/thaw/isolate/codecache"
)

// rank sorts the effects, holds those of several levers against each alone, and finds the best.
func (r *Result) rank(k *LeverRanking, byArm map[string][]Sample) error {
	slices.SortStableFunc(k.Effects, func(a, b LeverEffect) int {
		switch withheld := a.Total.Withheld != ""; {
		case withheld == (b.Total.Withheld != ""):
		case withheld:
			return 1
		default:
			return -1
		}
		return cmp.Or(cmp.Compare(a.Total.Change, b.Total.Change), cmp.Compare(a.Total.Diff, b.Total.Diff))
	})
	for i := range k.Effects {
		if err := k.Effects[i].interact(*k, byArm); err != nil {
			return err
		}
	}
	var err error
	k.Best, err = r.best(k.Effects, byArm)
	return err
}

// alone is the effect of one lever, or nil if it was not measured or can't be compared.
func (k LeverRanking) alone(l Lever) *LeverEffect {
	for i := range k.Effects {
		if e := &k.Effects[i]; e.Total.Withheld == "" && slices.Equal(e.Levers, []Lever{l}) {
			return e
		}
	}
	return nil
}

// interact compares the arm with what its levers alone add up to, round by round.
func (e *LeverEffect) interact(k LeverRanking, byArm map[string][]Sample) error {
	if len(e.Levers) < 2 || e.Total.Withheld != "" {
		return nil
	}
	arms := [][]Sample{byArm[k.Base], byArm[e.Arm]}
	for _, l := range e.Levers {
		one := k.alone(l)
		if one == nil {
			return nil
		}
		arms = append(arms, byArm[one.Arm])
	}
	common := inRounds(arms...)
	of := func(samples []Sample) []float64 { return part(total).each(samples, e.Total.Measure) }
	base, together := of(common[0]), of(common[1])
	sum := slices.Clone(base)
	for _, alone := range common[2:] {
		for round, v := range of(alone) {
			sum[round] += v - base[round]
		}
	}
	if len(sum) == 0 {
		return nil
	}
	var found Interaction
	var err error
	if found.Sum, err = stats.ComparePairs(base, sum); err != nil {
		return err
	}
	found.Off, err = stats.ComparePairs(sum, together)
	e.Interaction = &found
	return err
}

// best chooses among effects, what saves most first, by the rule of LeverRanking.Best.
func (r *Result) best(effects []LeverEffect, byArm map[string][]Sample) (string, error) {
	var good []LeverEffect
	for _, e := range effects {
		if e.Total.Verdict != stats.Faster || !lasts(e) {
			continue
		}
		if len(good) > 0 {
			c, err := comparePairs(byArm[good[0].Arm], byArm[e.Arm], total, e.Total.Measure)
			if err != nil {
				return "", err
			}
			one := []stats.Comparison{c}
			if stats.Judge(one, max(r.Floor, r.Noise)); one[0].Verdict == stats.Slower {
				continue
			}
		}
		good = append(good, e)
	}
	if len(good) == 0 {
		return "", nil
	}
	fewest := func(a, b LeverEffect) int { return cmp.Compare(len(a.Levers), len(b.Levers)) }
	return slices.MinFunc(good, fewest).Arm, nil
}

// lasts reports whether an effect is there for the first isolate of a process: a cache in
// memory has nothing for it.
func lasts(e LeverEffect) bool {
	return !slices.Contains(e.Levers, Lever{"cache", string(codecache.Memory)})
}
