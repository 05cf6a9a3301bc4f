package loop

import "time"

// A Clock is the time under a loop.
type Clock interface {
	Now() time.Time
	// After returns a channel that receives when d has passed, and never if d is
	// negative, and a function that frees what it holds.
	After(d time.Duration) (expired <-chan time.Time, stop func())
}

// System is the operating system's clock.
var System Clock = system{}

type system struct{}

func (system) Now() time.Time { return time.Now() }

func (system) After(d time.Duration) (<-chan time.Time, func()) {
	if d < 0 {
		return nil, func() {}
	}
	t := time.NewTimer(d)
	return t.C, func() { t.Stop() }
}
