package harness

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"example.com/thaw/harness/stats"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/isolate/phase"
)

// The codes of warnings, beside those of package stats.
const (
	WarnParity  = "parity"         // two arms of an app answer differently: their times can't be compared
	WarnVaries  = "answer-varies"  // an arm does not always answer the same
	WarnStatus  = "status"         // what was measured is an error path
	WarnLoad    = "loaded-machine" // other programs were running
	WarnCache   = "cache"          // a cache did not do what the arm is about
	WarnWaits   = "waits"          // much of the time is no CPU time, and arms are compared by that
	WarnNoise   = "noise"          // identical arms differ by more than the floor
	WarnPartial = "partial"        // the experiment ended before its last round
)

// A Warning is a reason to doubt a result.
type Warning struct {
	Code string // stable, for programs
	Text string // one clause, for people
	Arm  string // Arm.ID; "" if it is about the whole experiment
}

// String is the text, after the arm that it is about.
func (w Warning) String() string {
	if w.Arm == "" {
		return w.Text
	}
	return w.Arm + ": " + w.Text
}

func (r *Result) warn(byArm map[string][]Sample) []Warning {
	var all []Warning
	if r.Partial {
		all = append(all, Warning{Code: WarnPartial, Text: fmt.Sprintf(
			"the experiment ended after %d of %d samples", len(r.Samples), r.Rounds*len(r.Arms))})
	}
	all = append(all, r.Machine.warn()...)
	if r.Noise > r.Floor {
		all = append(all, Warning{Code: WarnNoise, Text: fmt.Sprintf(
			"two identical arms may differ by %.1f %% here, so a smaller difference is called a tie", 100*r.Noise)})
	}
	var arms []Warning
	for _, arm := range r.Arms {
		if samples := byArm[arm.ID]; len(samples) > 0 {
			arms = append(arms, r.warnArm(arm, samples, byArm)...)
		}
	}
	return append(all, collapse(arms, len(r.Summaries))...)
}

func (r *Result) warnArm(arm Arm, samples []Sample, byArm map[string][]Sample) []Warning {
	var all []Warning
	warn := func(code, text string) { all = append(all, Warning{code, text, arm.ID}) }
	first := samples[0].Cold.Answer
	if !arm.Checked && first.Status >= http.StatusBadRequest {
		text := fmt.Sprintf("%s is answered with status %d: what is measured is an error path", arm.Request, first.Status)
		if logged, _, _ := strings.Cut(samples[0].ErrorLog, "\n"); logged != "" {
			text += " (" + logged + ")"
		}
		warn(WarnStatus, text)
	}
	for _, s := range samples[1:] {
		if d := difference(first, s.Cold.Answer); d != nil {
			warn(WarnVaries, fmt.Sprintf("round %d is answered with another %s than round %d", s.Round, d, samples[0].Round))
			break
		}
	}
	if other := r.reference(arm, byArm); other != arm.ID {
		if d := difference(byArm[other][0].Cold.Answer, first); d != nil {
			warn(WarnParity, fmt.Sprintf("answers with another %s than %s, so the two can't be compared", d, other))
		}
	}
	for _, text := range cacheDoubts(arm, samples) {
		warn(WarnCache, text)
	}
	if sum, ok := r.Summary(arm.ID); ok {
		for _, w := range sum.Total.Wall.Warnings {
			warn(w.Code, w.Text)
		}
	}
	for _, w := range doubts(samples) {
		warn(w.Code, w.Text)
	}
	if text := waits(samples, r.TotalMeasure()); text != "" && len(r.Comparisons) > 0 {
		warn(WarnWaits, text)
	}
	for _, c := range r.Comparisons {
		if c.Arm == arm.ID && c.Withheld == "" {
			for _, w := range c.Warnings {
				if w.Code == stats.FewSamples { // Comparison.Reason
					continue
				}
				warn(w.Code, w.Text+" (against "+c.Base+")")
			}
		}
	}
	return all
}

// cacheDoubts says how often an arm's cache did not have the script or the snapshot,
// and what went wrong with it.
func cacheDoubts(arm Arm, samples []Sample) []string {
	if arm.Cache == "" || arm.Cache == codecache.None {
		return nil
	}
	var all []string
	for _, of := range []struct{ phase, what string }{{phase.Parse, "script"}, {phase.Boot, "snapshot"}} {
		misses := 0
		for _, s := range samples {
			if p, ok := s.Cold.Profile.Phase(of.phase); ok && p.Hit != nil && !*p.Hit {
				misses++
			}
		}
		if misses > 0 {
			all = append(all, fmt.Sprintf("the %s cache did not have the %s in %d of %d samples", arm.Cache, of.what, misses, len(samples)))
		}
	}
	for _, s := range samples {
		for _, text := range s.CacheWarnings {
			if !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	return all
}

// reference is the first arm of the same app that has samples: the one that the
// others are held to.
func (r *Result) reference(arm Arm, byArm map[string][]Sample) string {
	for _, a := range r.Arms {
		if a.App == arm.App && len(byArm[a.ID]) > 0 {
			return a.ID
		}
	}
	return arm.ID
}

// collapse makes one warning of the same words about each of n arms.
func collapse(warnings []Warning, n int) []Warning {
	type words struct{ code, text string }
	count := map[words]int{}
	for _, w := range warnings {
		count[words{w.Code, w.Text}]++
	}
	var all []Warning
	for _, w := range warnings {
		switch key := (words{w.Code, w.Text}); {
		case count[key] == n && n > 1:
			count[key] = 0
			all = append(all, Warning{Code: w.Code, Text: w.Text})
		case count[key] > 0:
			all = append(all, w)
		}
	}
	return all
}
