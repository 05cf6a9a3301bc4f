package budget

import (
	"fmt"

	"example.com/thaw/harness"
	"example.com/thaw/harness/stats"
	"example.com/thaw/isolate/phase"
)

// A Finding is a limit, and what it was held to.
type Finding struct {
	Limit
	Value int64
	Over  bool // Value is more than Max

	// Times, in nanoseconds, are what Value is the median of; nil for what is the same in every
	// run. Passing is the probability that the median of as many new ones is within the limit.
	Times   []float64
	Passing float64
}

// Failed reports whether the finding is a failure, and not only a warning.
func (f Finding) Failed() bool { return f.Over && f.Hard }

// excess says by how much the limit is exceeded.
func (f Finding) excess() string {
	over := f.Text(f.Value - f.Max)
	if f.Max == 0 {
		return over
	}
	return fmt.Sprintf("%s (%s)", over, ratio(float64(f.Value-f.Max)/float64(f.Max)))
}

// ratio writes a share, in percent where that is short.
func ratio(share float64) string {
	if share >= 9.995 { // of which three digits are 1000 %
		return fmt.Sprintf("%.0f times", share)
	}
	return fmt.Sprintf("%.3g %%", 100*share)
}

// Check holds an arm of a result to limits. The result has what they ask for: counts of the arm, samples
// of it. What the arm has nothing of is an error, such as a phase that it does not have.
func (r Runtime) Check(result *harness.Result, arm harness.Arm) ([]Finding, error) {
	var findings []Finding
	for _, l := range r.Limits {
		f := Finding{Limit: l}
		var err error
		switch l.Kind {
		case OnBundle:
			f.Value = bundleValue(arm.Bundle, l.Name)
		case OnCounts:
			f.Value, err = countValue(result, arm, l)
		case OnTimes:
			err = f.measure(result, arm)
		}
		if err != nil {
			return nil, fmt.Errorf("budget: runtimes.%s.%s: %w", r.Name, l.field(), err)
		}
		f.Over = f.Value > l.Max
		findings = append(findings, f)
	}
	return findings, nil
}

// field is the limit's place among those of a runtime.
func (l Limit) field() string {
	if l.Phase == "" {
		return fmt.Sprintf("%s.%s", l.Kind, l.Name)
	}
	return fmt.Sprintf("%s.%s.%s", l.Kind, l.Phase, l.Name)
}

func bundleValue(b harness.Bundle, name string) int64 {
	switch name {
	case BundleBytes:
		return b.Bytes
	case BundleGzip:
		return b.Gzip
	}
	return int64(b.Modules)
}

func countValue(result *harness.Result, arm harness.Arm, l Limit) (int64, error) {
	for _, c := range result.Counts {
		if c.Arm != arm.ID {
			continue
		}
		counts := c.Total
		if l.Phase != harness.PhaseTotal {
			counts = c.Phase(l.Phase)
		}
		name := harness.Count(l.Name)
		if n, ok := counts[name]; ok {
			return n, nil
		}
		if _, ok := c.Total[name]; ok || c.Withheld != "" {
			break
		}
		return 0, fmt.Errorf("%s can't count that", arm.Runtime)
	}
	if l.Phase != harness.PhaseTotal {
		return 0, nil // a phase that the app does not have does nothing
	}
	return 0, fmt.Errorf("nothing was counted")
}

// measure takes the median of all samples. One without the phase spent no time in it.
func (f *Finding) measure(result *harness.Result, arm harness.Arm) error {
	for _, s := range result.Samples {
		if s.Arm != arm.ID {
			continue
		}
		cost := s.Cold.Profile.Total
		if f.Phase != harness.PhaseTotal {
			e, ok := s.Cold.Profile.Phase(f.Phase)
			if cost = e.Cost; !ok {
				cost = phase.Cost{HasCPU: true}
			}
		}
		switch {
		case f.Name == WallTime:
			f.Times = append(f.Times, float64(cost.Wall))
		case cost.HasCPU:
			f.Times = append(f.Times, float64(cost.Process))
		default:
			return fmt.Errorf("CPU time can't be had on this system, or of this phase: limit %s", WallTime)
		}
	}
	if len(f.Times) == 0 {
		return fmt.Errorf("nothing was measured")
	}
	f.Value = int64(stats.Summarize(f.Times).Median)
	f.Passing = stats.Passing(f.Times, float64(f.Max))
	return nil
}
