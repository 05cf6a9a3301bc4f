package phase

import "time"

// A Stamp is a reading of the clocks. CPU times are absent (HasCPU false) where
// the operating system does not offer them, and at instants that were named
// only afterwards.
type Stamp struct {
	Wall    time.Duration // monotonic, since an arbitrary instant of this process
	Thread  time.Duration // CPU of the calling thread; meaningful on a locked thread
	Process time.Duration // CPU of all threads, Go's garbage collector included
	HasCPU  bool
}

// origin is the zero of Stamp.Wall.
var origin = time.Now()

// Read reads the clocks. Thread CPU is that of the calling thread, so the caller
// locks its goroutine to a thread (runtime.LockOSThread) before it compares two.
func Read() Stamp {
	s := Stamp{Wall: time.Since(origin)}
	s.Thread, s.Process, s.HasCPU = cpu()
	return s
}

// Sub is the time from earlier to s. HasCPU is true when both have CPU times.
func (s Stamp) Sub(earlier Stamp) Cost {
	c := Cost{Wall: s.Wall - earlier.Wall, HasCPU: s.HasCPU && earlier.HasCPU}
	if c.HasCPU {
		c.Thread, c.Process = s.Thread-earlier.Thread, s.Process-earlier.Process
	}
	return c
}

// A Cost is what a stretch of time took.
type Cost struct {
	Wall    time.Duration
	Thread  time.Duration // CPU of the measuring thread; 0 if the work was another process's
	Process time.Duration // CPU of all threads of the process
	HasCPU  bool          // Thread and Process were measured
}

// HasThread reports whether Thread was measured. It was not where it is 0 beside
// a Process that is not: then the work was another process's.
func (c Cost) HasThread() bool { return c.HasCPU && (c.Thread != 0 || c.Process == 0) }

// Minus is what d leaves of c. It has CPU times if both have.
func (c Cost) Minus(d Cost) Cost {
	c.Wall -= d.Wall
	if c.HasCPU = c.HasCPU && d.HasCPU; c.HasCPU {
		c.Thread -= d.Thread
		c.Process -= d.Process
	} else {
		c.Thread, c.Process = 0, 0
	}
	return c
}

// Plus is what both took. It has CPU times if both have.
func (c Cost) Plus(d Cost) Cost {
	c.Wall += d.Wall
	if c.HasCPU = c.HasCPU && d.HasCPU; c.HasCPU {
		c.Thread += d.Thread
		c.Process += d.Process
	} else {
		c.Thread, c.Process = 0, 0
	}
	return c
}
