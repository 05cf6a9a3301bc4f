package harness

import (
	"time"

	"example.com/thaw/isolate/phase"
)

// A Pass is one measured run of a request and of the work around it.
type Pass struct {
	Profile phase.Profile
	Answer  Answer
}

// A Sample is one cold start.
type Sample struct {
	Arm   string // Arm.ID
	Round int    // from 1

	Cold    Pass
	Warm    Pass  // the same request again, in the same isolate
	Rebuild *Pass // the last of Arm.Rebuild passes of define, build and request; nil if none

	HeapBytes  int64         // the isolate's heap after the first request; 0 if its engine can't tell
	ProcessCPU time.Duration // process mode: user and system time of the child's whole life, in scheduler ticks
	ErrorLog   string        // what the app logged as errors, one after the other, cut at 4 KiB

	// Took is the time from the begin of the cold start to the end of the last pass. Making ready for it and
	// cleaning up are not in it. 0 if not known, as in a result that was read from a file.
	Took time.Duration

	CacheWarnings []string // what went wrong with Arm.Cache; the sample is right all the same
}

// passes lists what was measured in the order in which it was, with a name for errors.
func (s *Sample) passes() []namedPass {
	all := []namedPass{{"first request", &s.Cold}, {"warm request", &s.Warm}}
	if s.Rebuild != nil {
		all = append(all, namedPass{"request after rebuild", s.Rebuild})
	}
	return all
}

type namedPass struct {
	name string
	*Pass
}
