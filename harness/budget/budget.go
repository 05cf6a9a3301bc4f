// Package budget holds a cold start to limits: on what its bundle holds and on what it does, which
// are the same on every machine, and on times, which are not.
package budget

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
	"example.com/thaw/isolate/phase"
)

// Schema names the form of the file. Its fields keep their names and meanings; others may be added.
const Schema = "thaw.budget/1"

// A Budget is a set of limits, for each runtime its own: bundles and counts differ between them.
type Budget struct {
	Thaw     string // version of the thaw whose counts the limits are of; "" if that is not known
	Runtimes []Runtime
}

// Runtime are the limits on one runtime.
type Runtime struct {
	Name   string // that of an engine
	Limits []Limit
}

// Names lists the runtimes.
func (b Budget) Names() []string {
	var names []string
	for _, r := range b.Runtimes {
		names = append(names, r.Name)
	}
	return names
}

// Runtime returns the limits on the runtime of a name; none if the budget has none.
func (b Budget) Runtime(name string) Runtime {
	for _, r := range b.Runtimes {
		if r.Name == name {
			return r
		}
	}
	return Runtime{Name: name}
}

// A Kind is what a limit is on.
type Kind string

// The kinds of limits, by their names in the file.
const (
	OnBundle Kind = "bundle"
	OnCounts Kind = "counts"
	OnTimes  Kind = "times"
)

// What is limited of a bundle, and of times.
const (
	BundleBytes   = "bytes"
	BundleGzip    = "gzip"
	BundleModules = "modules"

	WallTime = "wall"
	CPUTime  = "cpu" // of all threads of the process
)

// A Limit is the most that something may be.
type Limit struct {
	Kind  Kind
	Phase string // harness.PhaseTotal or one of phase.Names; "" of a bundle
	Name  string // one of harness.CountNames, or of the constants above
	Max   int64  // in bytes, nanoseconds, or the number itself
	Hard  bool   // to exceed it is a failure; else it is a warning
}

// String is what the limit is on, such as "evaluate calls".
func (l Limit) String() string {
	if l.Kind == OnBundle {
		return "bundle " + l.Name
	}
	if l.Kind == OnTimes && l.Name == WallTime {
		return l.Phase + " time"
	}
	return l.Phase + " " + l.Name
}

// Text writes a value of what the limit is on.
func (l Limit) Text(value int64) string {
	switch {
	case l.Kind == OnTimes:
		return report.DurationText(time.Duration(value))
	case l.Kind == OnBundle && l.Name != BundleModules:
		return report.SizeText(value)
	}
	return report.CountText(harness.Count(l.Name), value)
}

// Uses reports whether any limit is of a kind.
func (b Budget) Uses(kind Kind) bool {
	return slices.ContainsFunc(b.Runtimes, func(r Runtime) bool { return r.uses(kind) })
}

func (r Runtime) uses(kind Kind) bool {
	return slices.ContainsFunc(r.Limits, func(l Limit) bool { return l.Kind == kind })
}

// Strict is the budget with all limits hard.
func (b Budget) Strict() Budget {
	strict := Budget{Thaw: b.Thaw}
	for _, r := range b.Runtimes {
		r.Limits = slices.Clone(r.Limits)
		for i := range r.Limits {
			r.Limits[i].Hard = true
		}
		strict.Runtimes = append(strict.Runtimes, r)
	}
	return strict
}

// Hard is what of the budget fails; the rest warns.
func (b Budget) Hard() Budget {
	hard := Budget{Thaw: b.Thaw}
	for _, r := range b.Runtimes {
		r.Limits = slices.DeleteFunc(slices.Clone(r.Limits), func(l Limit) bool { return !l.Hard })
		if len(r.Limits) > 0 {
			hard.Runtimes = append(hard.Runtimes, r)
		}
	}
	return hard
}

// places are what stands where a phase does.
func places() []string { return append([]string{harness.PhaseTotal}, phase.Names()...) }

// limited are the names of what can be limited of a kind, in a phase or in harness.PhaseTotal.
func limited(kind Kind, place string) []string {
	switch kind {
	case OnBundle:
		return []string{BundleBytes, BundleGzip, BundleModules}
	case OnTimes:
		return []string{WallTime, CPUTime}
	}
	var names []string
	for _, c := range harness.CountNames() {
		if place == harness.PhaseTotal || c.InPhases() {
			names = append(names, string(c))
		}
	}
	return names
}

// unknown says that a name is none of those that are known.
func unknown(field, what string, known []string) error {
	return fmt.Errorf("%s is no %s; there are %s", field, what, strings.Join(known, ", "))
}
