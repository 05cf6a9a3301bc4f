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
		isolate.Op3("op_timing_measure", l.timingMeasure),
	}
}

// timing is the time base of performance. A time t in JavaScript, in milliseconds,
// is the instant phase.Stamp.Wall = wall + t, to the nanosecond.
type timing struct {
	origin time.Time
	wall   time.Duration // of origin
}

func newTiming() timing {
	now := time.Now()
	return timing{now, phase.At(now).Wall}
}

func (t timing) millis(wall time.Duration) float64 { return float64(wall-t.wall) / 1e6 }

func (t timing) duration(millis float64) time.Duration {
	return t.wall + time.Duration(math.Round(millis*1e6))
}

// timingOrigin is the time origin in milliseconds since the Unix epoch.
func (l *Layer) timingOrigin() (float64, error) {
	return float64(l.timing.origin.UnixNano()) / 1e6, nil
}

// timingNow is the current high resolution time. A recorder remembers the
// reading, so that a measure made of it has CPU times.
func (l *Layer) timingNow() (float64, error) {
	if l.cfg.Phases == nil {
		return float64(time.Since(l.timing.origin)) / 1e6, nil
	}
	return l.timing.millis(l.cfg.Phases.Now().Wall), nil
}

// timingMeasure records a span between two times in milliseconds.
func (l *Layer) timingMeasure(name string, start, end float64) (isolate.None, error) {
	l.cfg.Phases.AddWall(name, l.timing.duration(start), l.timing.duration(end))
	return isolate.None{}, nil
}
