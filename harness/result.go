package harness

import (
	"cmp"
	"math"
	"slices"
	"time"

	"example.com/thaw/harness/stats"
	"example.com/thaw/isolate/phase"
)

// A Result is what an experiment found. Summarize works out from its Samples what
// comes after them.
type Result struct {
	Thaw      string   // Experiment.Thaw
	Command   []string // Experiment.Command
	StartedAt time.Time
	Machine   Machine
	Mode      string
	Rounds    int
	Warmup    int
	Seed      uint64
	Arms      []Arm
	Samples   []Sample  // in the order in which they were taken
	Summaries []Summary // one for each arm that has samples, in the order of Arms
	Warnings  []Warning
	Counts    []Counts      // of one more cold start of each arm, if that was counted
	Globals   []GlobalTouch // of one more cold start of each arm, if they were traced
	Elapsed   time.Duration // of all rounds, those of warm-up and what is between samples included; 0 if not known
	Sampled   time.Duration // the part of it that is Sample.Took of all samples, those of warm-up too
	Partial   bool          // the experiment ended before its last round

	// Sessions are those that Merge added up, of which the first one's start, command and seed stand above,
	// and the highest load; nil for an experiment that was measured in one go.
	Sessions []Session

	Baseline    string       // Experiment.Baseline
	Floor       float64      // a difference below this share of the time is a tie
	Measure     Measure      // Experiment.Measure
	Comparisons []Comparison // of every arm that has a base, in the order of Arms

	// AA compares each A/A arm that has samples with the arm that it repeats. The intervals reach to
	// the share Noise of the time at most, and a smaller difference is a tie too.
	AA    []Comparison
	Noise float64

	Refused []Refusal // Experiment.Refused
}

// A Summary describes all samples of an arm. Times are in nanoseconds.
type Summary struct {
	Arm    string
	Total  PhaseSummary
	Phases []PhaseSummary // in the order of phase.Names

	Warm    PhaseSummary   // the request phase of the warm pass
	Rebuild []PhaseSummary // define, build and request of the rebuild pass; nil if there was none

	Penalties []Penalty // of the cold start against that pass; nil if there was none
}

// Phase returns the summary of the phase of that name.
func (s Summary) Phase(name string) (PhaseSummary, bool) { return find(s.Phases, name) }

// A PhaseSummary describes one phase over all samples of an arm that have it, in
// nanoseconds. CPU and Thread have no values (N is 0) where the clocks are not
// to be had.
type PhaseSummary struct {
	Name   string
	Wall   stats.Summary
	CPU    stats.Summary // of all threads of the process
	Thread stats.Summary // of the measuring thread alone
	Hits   int           // samples in which a cache spared the work
}

// By is the summary of the times by a measure.
func (s PhaseSummary) By(m Measure) stats.Summary {
	switch m {
	case MeasureThread:
		return s.Thread
	case MeasureCPU:
		return s.CPU
	}
	return s.Wall
}

// Arm returns the arm of that ID.
func (r *Result) Arm(id string) (Arm, bool) {
	for _, a := range r.Arms {
		if a.ID == id {
			return a, true
		}
	}
	return Arm{}, false
}

// DistinctArms returns the arms but for A/A arms, which are copies of others.
func (r *Result) DistinctArms() []Arm {
	return slices.DeleteFunc(slices.Clone(r.Arms), func(a Arm) bool { return a.Again })
}

// Summary returns the summary of the arm of that ID.
func (r *Result) Summary(arm string) (Summary, bool) {
	for _, s := range r.Summaries {
		if s.Arm == arm {
			return s, true
		}
	}
	return Summary{}, false
}

// TypicalSample is the sample of an arm whose total is the nearest to the median; ok is false if the arm
// has none.
func (r *Result) TypicalSample(arm string) (s Sample, ok bool) {
	sum, ok := r.Summary(arm)
	least := math.Inf(1)
	for _, one := range r.Samples {
		if d := math.Abs(float64(one.Cold.Profile.Total.Wall) - sum.Total.Wall.Median); one.Arm == arm && d < least {
			s, least = one, d
		}
	}
	return s, ok
}

// Summarize sets Summaries, Comparisons, AA, Noise and Warnings to what follows from
// the rest of r. The error is a time that can't be compared.
func (r *Result) Summarize() error {
	r.Summaries, r.Comparisons, r.AA, r.Noise = nil, nil, nil, 0
	byArm := samplesByArm(r.Samples)
	for _, arm := range r.Arms {
		if samples := byArm[arm.ID]; len(samples) > 0 {
			r.Summaries = append(r.Summaries, summarizeArm(arm.ID, samples))
		}
	}
	err := r.addPenalties(byArm)
	err = cmp.Or(err, r.compare(byArm))
	r.Warnings = r.warn(byArm)
	return err
}

func (r *Result) addPenalties(byArm map[string][]Sample) (err error) {
	for i := range r.Summaries {
		s := &r.Summaries[i]
		if s.Penalties, err = r.penalties(s.Arm, byArm[s.Arm]); err != nil {
			return err
		}
	}
	return nil
}

func samplesByArm(all []Sample) map[string][]Sample {
	byArm := map[string][]Sample{}
	for _, s := range all {
		byArm[s.Arm] = append(byArm[s.Arm], s)
	}
	return byArm
}

func summarizeArm(id string, samples []Sample) Summary {
	cold := make([]phase.Profile, len(samples))
	warm := make([]phase.Profile, len(samples))
	var rebuilt []phase.Profile
	for i, s := range samples {
		cold[i], warm[i] = s.Cold.Profile, s.Warm.Profile
		if s.Rebuild != nil {
			rebuilt = append(rebuilt, s.Rebuild.Profile)
		}
	}
	sum := Summary{Arm: id, Phases: summarizePhases(cold, phase.Names())}
	var total costs
	for _, p := range cold {
		total.add(phase.Entry{Cost: p.Total})
	}
	sum.Total = total.summary(PhaseTotal)
	sum.Warm, _ = find(summarizePhases(warm, []string{phase.Request}), phase.Request)
	sum.Warm.Name = phase.Warm
	sum.Rebuild = summarizePhases(rebuilt, []string{phase.Define, phase.Build, phase.Request})
	return sum
}

// summarizePhases leaves out phases that no profile has.
func summarizePhases(profiles []phase.Profile, names []string) []PhaseSummary {
	var all []PhaseSummary
	for _, name := range names {
		var c costs
		for _, p := range profiles {
			if e, ok := p.Phase(name); ok {
				c.add(e)
			}
		}
		if len(c.wall) > 0 {
			all = append(all, c.summary(name))
		}
	}
	return all
}

func find(phases []PhaseSummary, name string) (PhaseSummary, bool) {
	for _, p := range phases {
		if p.Name == name {
			return p, true
		}
	}
	return PhaseSummary{}, false
}

// costs collects one phase's costs in nanoseconds.
type costs struct {
	wall, cpu, thread []float64
	hits              int
}

func (c *costs) add(e phase.Entry) {
	c.wall = append(c.wall, float64(e.Cost.Wall))
	if e.Cost.HasCPU {
		c.cpu = append(c.cpu, float64(e.Cost.Process))
	}
	if e.Cost.HasThread() {
		c.thread = append(c.thread, float64(e.Cost.Thread))
	}
	if e.Hit != nil && *e.Hit {
		c.hits++
	}
}

func (c *costs) summary(name string) PhaseSummary {
	return PhaseSummary{
		Name:   name,
		Wall:   stats.Summarize(c.wall),
		CPU:    stats.Summarize(c.cpu),
		Thread: stats.Summarize(c.thread),
		Hits:   c.hits,
	}
}
