package loop

import (
	"sync"
	"time"
)

// A Clock is the time under a loop.
type Clock interface {
	Now() time.Time
	// After returns a channel that receives when d has passed, and never if d is
	// negative, and a function that frees what it holds.
	After(d time.Duration) (expired <-chan time.Time, stop func())
}

// A PatientClock is a Clock whose waits take no time, so that a timer would always come before an operation
// that is pending outside of the loop.
type PatientClock interface {
	Clock
	// AfterPending is After while operations are pending: it lets them end first.
	AfterPending(d time.Duration) (expired <-chan time.Time, stop func())
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

// Virtual is a clock that stands still while tasks run and jumps to the end of
// every wait, so that timers keep their order and take no time. It may be used
// from any goroutine.
type Virtual struct {
	mu  sync.Mutex
	now time.Time
}

// NewVirtual returns a clock that begins at start.
func NewVirtual(start time.Time) *Virtual { return &Virtual{now: start} }

// Now implements Clock.
func (c *Virtual) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// After implements Clock: the wait is over at once, and d later.
func (c *Virtual) After(d time.Duration) (<-chan time.Time, func()) {
	if d < 0 {
		return nil, func() {}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	expired := make(chan time.Time, 1)
	expired <- c.now
	return expired, func() {}
}
