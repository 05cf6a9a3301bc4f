package harness

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"example.com/thaw/harness/stats"
	"example.com/thaw/isolate/phase"
)

// doubts are those about the totals of an arm's samples.
func doubts(samples []Sample) []stats.Warning {
	var wall []float64
	for _, s := range samples {
		wall = append(wall, float64(s.Cold.Profile.Total.Wall))
	}
	all := stats.Inspect(wall)
	for i, w := range all {
		if w.Code == stats.Outlying {
			all[i].Text += farthest(samples, wall)
		}
	}
	return all
}

// farthest names the round of the worst outlier, and its cause where the clocks tell it.
func farthest(samples []Sample, wall []float64) string {
	median := stats.Median(wall)
	worst := 0
	for _, i := range stats.Outliers(wall) {
		if math.Abs(wall[i]-median) > math.Abs(wall[worst]-median) {
			worst = i
		}
	}
	s := samples[worst]
	total := s.Cold.Profile.Total
	ms := strconv.FormatFloat(math.Round(total.Wall.Seconds()*1e5)/100, 'f', -1, 64)
	return fmt.Sprintf("; the farthest is round %d with %s ms%s", s.Round, ms, cause(total, typical(samples)))
}

// typical has the median of each clock.
func typical(samples []Sample) phase.Cost {
	var c costs
	for _, s := range samples {
		c.add(phase.Entry{Cost: s.Cold.Profile.Total})
	}
	if len(c.thread) < len(samples) {
		return phase.Cost{Wall: time.Duration(stats.Median(c.wall))}
	}
	return phase.Cost{
		Wall:    time.Duration(stats.Median(c.wall)),
		Thread:  time.Duration(stats.Median(c.thread)),
		Process: time.Duration(stats.Median(c.cpu)),
		HasCPU:  true,
	}
}

// cause says where most of what is beyond the typical time went, or is "".
func cause(c, typical phase.Cost) string {
	more := c.Wall - typical.Wall
	if more <= 0 || !c.HasThread() || !typical.HasCPU {
		return ""
	}
	thread, process := c.Thread-typical.Thread, c.Process-typical.Process
	switch {
	case thread > more/2:
		return ", more of it CPU time of the measuring thread than usual"
	case process-thread > more/2:
		return ", while other threads of the process worked, such as Go's garbage collector"
	}
	return ", which it spent waiting: other programs had the processor, or there was I/O"
}

// waits says that a part of every sample's time is none of what a CPU clock shows, or is "".
func waits(samples []Sample, m Measure) string {
	least := 1.0
	for _, s := range samples {
		total := s.Cold.Profile.Total
		busy, _ := m.Of(total)
		least = min(least, 1-busy/max(float64(total.Wall), 1))
	}
	const much = 0.2
	if least < much {
		return ""
	}
	return fmt.Sprintf("%.0f %% of every sample's wall time or more is no CPU time, so verdicts don't see it: the app waits, or other programs had the processor", 100*least)
}
