package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"

	"example.com/thaw/harness"
	"example.com/thaw/isolate/phase"
)

// CSV writes one row a sample and phase (RFC 4180), with the names of the columns first. Levers have a column each.
// Rows of phase total hold all of a cold start, and rows with a sub-phase are part of the phase's own row, which has
// none. What was not measured is empty.
func CSV(w io.Writer, r *harness.Result) error {
	t := csvTable{csv.NewWriter(w), leverNames(r.Arms)}
	if err := t.header(); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	for _, s := range r.Samples {
		arm, _ := r.Arm(s.Arm)
		if err := t.sample(arm, s); err != nil {
			return fmt.Errorf("report: %w", err)
		}
	}
	t.Flush()
	if err := t.Error(); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

type csvTable struct {
	*csv.Writer
	levers []string
}

// leverNames lists the levers of all arms, each once.
func leverNames(arms []harness.Arm) []string {
	var names []string
	for _, a := range arms {
		for _, l := range a.Levers {
			if !slices.Contains(names, l.Name) {
				names = append(names, l.Name)
			}
		}
	}
	return names
}

func (t csvTable) header() error {
	row := []string{"arm", "app", "runtime"}
	for _, name := range t.levers {
		row = append(row, "lever_"+name)
	}
	return t.Write(append(row, "bundle_sha256", "bundle_bytes", "round", "status", "heap_bytes",
		"pass", "phase", "sub_phase", "cache", "wall_ns", "cpu_ns", "thread_ns"))
}

func (t csvTable) sample(arm harness.Arm, s harness.Sample) error {
	row := []string{arm.ID, arm.App, arm.Runtime}
	for _, name := range t.levers {
		row = append(row, arm.Lever(name))
	}
	heap := ""
	if s.HeapBytes != 0 {
		heap = strconv.FormatInt(s.HeapBytes, 10)
	}
	row = append(row, arm.Bundle.SHA256, strconv.FormatInt(arm.Bundle.Bytes, 10),
		strconv.Itoa(s.Round), strconv.Itoa(s.Cold.Answer.Status), heap)
	row = slices.Clip(row)
	for _, p := range passesOf(s) {
		if p.name == coldPass {
			p.profile.Phases = append(slices.Clip(p.profile.Phases), phase.Entry{Name: harness.PhaseTotal, Cost: p.profile.Total})
		}
		if err := t.pass(row, p); err != nil {
			return err
		}
	}
	return nil
}

func (t csvTable) pass(row []string, p pass) error {
	line := func(e phase.Entry, sub string, c phase.Cost) error {
		return t.Write(append(row, p.name, e.Name, sub, cached(e), wall(c), cpu(c), thread(c)))
	}
	for _, e := range p.profile.Phases {
		if err := line(e, "", e.Cost); err != nil {
			return err
		}
		for _, sub := range e.Sub {
			if err := line(e, sub.Name, sub.Cost); err != nil {
				return err
			}
		}
	}
	return nil
}

// A pass is one of those of a sample, by the name that exports give it.
type pass struct {
	name    string
	profile phase.Profile
}

const (
	coldPass    = "cold"
	rebuildPass = "rebuild"
)

// passesOf lists the passes of a sample in the order in which they were.
func passesOf(s harness.Sample) []pass {
	all := []pass{{coldPass, s.Cold.Profile}, {phase.Warm, s.Warm.Profile}}
	if s.Rebuild != nil {
		all = append(all, pass{rebuildPass, s.Rebuild.Profile})
	}
	return all
}

func cached(e phase.Entry) string {
	switch {
	case e.Hit == nil:
		return ""
	case *e.Hit:
		return "hit"
	}
	return "miss"
}

func wall(c phase.Cost) string { return strconv.FormatInt(int64(c.Wall), 10) }

func cpu(c phase.Cost) string {
	if !c.HasCPU {
		return ""
	}
	return strconv.FormatInt(int64(c.Process), 10)
}

func thread(c phase.Cost) string {
	if !c.HasThread() {
		return ""
	}
	return strconv.FormatInt(int64(c.Thread), 10)
}
