package harness

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Session is a stretch of rounds that were measured in one go.
type Session struct {
	StartedAt      time.Time
	Command        []string
	Seed           uint64
	Rounds, Warmup int
	Load1          *float64 // as in Machine
}

// ErrOtherExperiment reports two results whose rounds can't be added up.
var ErrOtherExperiment = errors.New("harness: another experiment")

// Merge adds the rounds of b to those of a, numbered on, so that samples of one round stay pairs. What is no
// sample, such as the floor, is taken from a. The error wraps ErrOtherExperiment, or says that
// both have the same samples.
func Merge(a, b *Result) (*Result, error) {
	if err := a.SameExperiment(b); err != nil {
		return nil, err
	}
	if s, ok := SharedSession(a, b); ok {
		return nil, fmt.Errorf("harness: the rounds that began at %s are in both", s.StartedAt.Format(time.RFC3339Nano))
	}
	m := *a
	m.Sessions = slices.Concat(a.sessions(), b.sessions())
	m.Samples = slices.Clone(a.Samples)
	before := a.begun()
	for _, s := range b.Samples {
		s.Round += before
		m.Samples = append(m.Samples, s)
	}
	m.Rounds = before + b.begun()
	m.Elapsed, m.Sampled = a.Elapsed+b.Elapsed, a.Sampled+b.Sampled
	m.Partial = len(m.Samples) < m.Rounds*len(m.Arms)
	m.Machine.Load1 = higher(a.Machine.Load1, b.Machine.Load1)
	if len(m.Counts) == 0 {
		m.Counts = b.Counts
	}
	if len(m.Globals) == 0 {
		m.Globals = b.Globals
	}
	return &m, m.Summarize()
}

// higher is the larger of two load averages, of which there may be none.
func higher(a, b *float64) *float64 {
	if a == nil || b != nil && *b > *a {
		return b
	}
	return a
}

// SharedSession returns a session whose rounds are in both results.
func SharedSession(a, b *Result) (shared Session, ok bool) {
	for _, s := range a.sessions() {
		for _, t := range b.sessions() {
			if s.StartedAt.Equal(t.StartedAt) && s.Seed == t.Seed {
				return s, true
			}
		}
	}
	return Session{}, false
}

// sessions are those of r; one that was not merged is one itself.
func (r *Result) sessions() []Session {
	if len(r.Sessions) > 0 {
		return r.Sessions
	}
	return []Session{{r.StartedAt, r.Command, r.Seed, r.begun(), r.Warmup, r.Machine.Load1}}
}

// begun is the last round of which there is a sample: an experiment that ended early planned more.
func (r *Result) begun() int {
	var last int
	for _, s := range r.Samples {
		last = max(last, s.Round)
	}
	return last
}

// SameExperiment says in what other is another experiment than r: another thaw, machine, mode, or arm. The error
// wraps ErrOtherExperiment; nil says that the rounds of both can be added up.
func (r *Result) SameExperiment(other *Result) error {
	all := append([]trait{{"thaw", other.Thaw, r.Thaw}, {"mode", other.Mode, r.Mode}}, other.Machine.traits(r.Machine)...)
	if text := unlike(all); text != "" {
		return fmt.Errorf("%w: %s", ErrOtherExperiment, text)
	}
	for _, arm := range r.Arms {
		same, ok := other.Arm(arm.ID)
		if !ok {
			return fmt.Errorf("%w: there is no arm %q", ErrOtherExperiment, arm.ID)
		}
		if text := unlike(same.traits(arm)); text != "" {
			return fmt.Errorf("%w: arm %q: %s", ErrOtherExperiment, arm.ID, text)
		}
	}
	for _, arm := range other.Arms {
		if _, ok := r.Arm(arm.ID); !ok {
			return fmt.Errorf("%w: there is an arm %q more", ErrOtherExperiment, arm.ID)
		}
	}
	return nil
}

// A trait is what has to be alike on two sides.
type trait struct {
	name      string
	is, isNot any
}

// unlike names each trait that differs.
func unlike(all []trait) string {
	var parts []string
	for _, t := range all {
		if t.is != t.isNot {
			parts = append(parts, fmt.Sprintf("%s is %v, not %v", t.name, shown(t.is), shown(t.isNot)))
		}
	}
	return strings.Join(parts, "; ")
}

func shown(v any) string {
	if text, ok := v.(string); ok {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprint(v)
}

// traits are those of a machine and its setup on which times depend.
func (m Machine) traits(other Machine) []trait {
	return []trait{
		{"machine.cpu", m.CPU, other.CPU},
		{"machine.cores", m.Cores, other.Cores},
		{"machine.os", m.OS, other.OS},
		{"machine.arch", m.Arch, other.Arch},
		{"machine.go", m.Go, other.Go},
		{"machine.gomaxprocs", m.GOMAXPROCS, other.GOMAXPROCS},
		{"machine.gogc", m.GOGC, other.GOGC},
	}
}

// traits are those of an arm but for its ID.
func (a Arm) traits(other Arm) []trait {
	return []trait{
		{"app", a.App, other.App},
		{"runtime", a.Runtime, other.Runtime},
		{"levers", fmt.Sprint(a.Levers), fmt.Sprint(other.Levers)},
		{"bundle.sha256", a.Bundle.SHA256, other.Bundle.SHA256},
		{"base", a.Base, other.Base},
		{"request", a.Request.String(), other.Request.String()},
		{"givenSha256, which is of the request and the env,", a.GivenSHA256, other.GivenSHA256},
		{"cache", string(a.Cache), string(other.Cache)},
		{"snapshot", string(a.Snapshot), string(other.Snapshot)},
		{"network", a.Network, other.Network},
		{"frozenClock", a.FrozenClock, other.FrozenClock},
		{"eagerGlobals", a.EagerGlobals, other.EagerGlobals},
		{"rebuild", a.Rebuild, other.Rebuild},
		{"gogc", a.GOGC, other.GOGC},
		{"cpuQuota", a.CPUQuota, other.CPUQuota},
	}
}
