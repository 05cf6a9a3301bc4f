package harness

import (
	"fmt"
	"slices"

	"example.com/thaw/isolate/phase"
)

// A Measure is the clock by which arms are compared.
type Measure string

// The measures. Cost has the clocks.
const (
	MeasureThread Measure = "thread" // CPU time of the measuring thread: Cost.Thread
	MeasureCPU    Measure = "cpu"    // CPU time of all threads of the sample's process: Cost.Process
	MeasureWall   Measure = "wall"   // Cost.Wall
)

// Of is what a measure shows of a cost, in nanoseconds; ok is false where it was not to be had.
func (m Measure) Of(c phase.Cost) (ns float64, ok bool) {
	switch m {
	case MeasureThread:
		return float64(c.Thread), c.HasThread()
	case MeasureCPU:
		return float64(c.Process), c.HasCPU
	}
	return float64(c.Wall), true
}

// each is what a measure shows of costs that all have it.
func (m Measure) each(costs []phase.Cost) []float64 {
	values := make([]float64, len(costs))
	for i, c := range costs {
		values[i], _ = m.Of(c)
	}
	return values
}

// Known reports whether m is one of the measures.
func (m Measure) Known() bool { return m == MeasureThread || m == MeasureCPU || m == MeasureWall }

func (m Measure) check() error {
	if m != "" && !m.Known() {
		return fmt.Errorf("harness: measure %q; want %s, %s or %s", m, MeasureThread, MeasureCPU, MeasureWall)
	}
	return nil
}

// TotalMeasure is that by which the totals of arms are compared: see Experiment.Measure.
func (r *Result) TotalMeasure() Measure { return r.clock(total) }

// clock is that by which a part of the cold starts is compared: Measure, or without one the CPU time of what
// does the work: a thread in isolate mode, and a process in process mode or with a GOGC, since Go's collector
// is on other threads. Where a sample does not have that, or with a CPU quota, which makes a process wait, it is wall time.
func (r *Result) clock(of part) Measure {
	m := r.Measure
	if m == "" {
		m = MeasureThread
		if r.Mode == ModeProcess {
			m = MeasureCPU
		}
		if slices.ContainsFunc(r.Arms, func(a Arm) bool { return a.GOGC != "" }) {
			m = MeasureCPU
		}
		if slices.ContainsFunc(r.Arms, func(a Arm) bool { return a.CPUQuota > 0 }) {
			m = MeasureWall
		}
	}
	for _, s := range r.Samples {
		if _, ok := m.Of(of(s.Cold.Profile)); !ok {
			return MeasureWall
		}
	}
	return m
}
