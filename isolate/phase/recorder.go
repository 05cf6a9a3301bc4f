package phase

import (
	"cmp"
	"slices"
	"time"
)

// A Recorder collects the spans of one cold start. One goroutine uses it at a
// time; that goroutine is locked to its thread while thread CPU is of interest.
// A nil Recorder records nothing.
type Recorder struct {
	read  func() Stamp
	start Stamp
	spans []span
	marks []Stamp
}

type span struct {
	name     string
	from, to Stamp
	hit      *bool
	added    bool // named afterwards, so that it may not fit into the others
}

// New returns a Recorder whose total begins now. read is the clock; nil means Read.
func New(read func() Stamp) *Recorder {
	if read == nil {
		read = Read
	}
	return &Recorder{read: read, start: read()}
}

// Since returns a Recorder whose total began at start, such as the moment at
// which a parent process started this one.
func Since(start Stamp) *Recorder { return &Recorder{read: Read, start: start} }

// Restart forgets what was recorded and begins a new total now, so that what is
// done again in the same isolate is measured apart.
func (r *Recorder) Restart() {
	if r != nil {
		r.spans, r.marks = r.spans[:0], r.marks[:0]
		r.start = r.read()
	}
}

// Now reads the clocks and remembers the reading, so that a span that is named
// later by its times alone (AddWall) still has CPU times. On a nil Recorder it is
// the zero Stamp, without a clock read.
func (r *Recorder) Now() Stamp {
	if r == nil {
		return Stamp{}
	}
	s := r.read()
	r.marks = append(r.marks, s)
	return s
}

// Wall is the present as Stamp.Wall. It is not remembered. A nil Recorder takes it from the
// system's clock.
func (r *Recorder) Wall() time.Duration {
	if r == nil {
		return time.Since(origin)
	}
	return r.read().Wall
}

// A Span is a stretch of time that was begun. Its End ends it; the zero Span's
// End does nothing.
type Span struct {
	r     *Recorder
	index int
}

// Begin begins a span of the given name.
func (r *Recorder) Begin(name string) Span {
	if r == nil {
		return Span{}
	}
	s := r.read()
	r.spans = append(r.spans, span{name: name, from: s, to: s})
	return Span{r, len(r.spans) - 1}
}

// End ends the span at the present.
func (s Span) End() {
	if s.r != nil {
		s.r.spans[s.index].to = s.r.read()
	}
}

// SetHit says whether the work of the span was spared by a cache.
func (s Span) SetHit(hit bool) {
	if s.r != nil {
		kept := hit // so that hit itself does not escape where nothing is recorded
		s.r.spans[s.index].hit = &kept
	}
}

// Add adds a span that has passed. It is cut to the innermost span, of those that
// were begun, in which it ended, or else in which it began.
func (r *Recorder) Add(name string, from, to Stamp) {
	if r != nil {
		r.spans = append(r.spans, span{name: name, from: from, to: to, added: true})
	}
}

// AddWall adds a span that has passed and is known by its wall times, which are
// Stamp.Wall. Ends that Now has read get their CPU times back.
func (r *Recorder) AddWall(name string, from, to time.Duration) {
	if r != nil {
		r.Add(name, r.recall(from), r.recall(to))
	}
}

// recall finds the reading at wall time t, to the microsecond: JavaScript's
// numbers of milliseconds do not keep every nanosecond.
func (r *Recorder) recall(t time.Duration) Stamp {
	i, _ := slices.BinarySearchFunc(r.marks, t-time.Microsecond, func(s Stamp, t time.Duration) int { return cmp.Compare(s.Wall, t) })
	for ; i < len(r.marks) && r.marks[i].Wall <= t+time.Microsecond; i++ {
		if (r.marks[i].Wall - t).Abs() < time.Microsecond {
			return r.marks[i]
		}
	}
	return Stamp{Wall: t}
}
