package web

import (
	"math"
	"time"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/phase"
)

func (l *Layer) performanceOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op0("op_timing_origin", l.timingOrigin),
		isolate.Op0("op_timing_now", l.timingNow),
		isolate.Op0("op_timing_frozen", func() (bool, error) { return l.cfg.Frozen != nil, nil }),
		isolate.Op0("op_timing_reading", l.timingReading),
		isolate.Op3("op_timing_measure", l.timingMeasure),
	}
}

// timing is the time base of performance. A time t in JavaScript, in milliseconds,
// is the instant phase.Stamp.Wall = wall + t, to the nanosecond.
type timing struct {
	origin time.Time
	wall   time.Duration // of origin
}

// newTiming returns a time base that begins now, by the clock of a recorder. origin is the time
// origin, by the clock of a loop.
func newTiming(origin time.Time, r *phase.Recorder) timing {
	return timing{origin, r.Wall()}
}

func (t timing) millis(wall time.Duration) float64 { return float64(wall-t.wall) / 1e6 }

func (t timing) duration(millis float64) time.Duration {
	return t.wall + time.Duration(math.Round(millis*1e6))
}

// timingOrigin is the time origin in milliseconds since the Unix epoch. It is
// the epoch itself where time is frozen, as in Workers.
func (l *Layer) timingOrigin() (float64, error) {
	if l.cfg.Frozen != nil {
		return 0, nil
	}
	return float64(l.timing.origin.UnixNano()) / 1e6, nil
}

// timingNow is the current high resolution time, in milliseconds.
func (l *Layer) timingNow() (float64, error) {
	if l.cfg.Frozen != nil {
		return float64(l.cfg.Frozen().UnixMilli()), nil
	}
	return l.timingReading()
}

// timingReading is the current high resolution time, frozen or not. A recorder remembers
// the reading, so that a measure made of it has CPU times.
func (l *Layer) timingReading() (float64, error) {
	if l.cfg.Phases == nil {
		return l.now()
	}
	return l.timing.millis(l.cfg.Phases.Now().Wall), nil
}

// timingMeasure records a span between two readings.
func (l *Layer) timingMeasure(name string, start, end float64) (isolate.None, error) {
	l.cfg.Phases.AddWall(name, l.timing.duration(start), l.timing.duration(end))
	return isolate.None{}, nil
}
