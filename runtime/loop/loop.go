// Package loop is the event loop of an instance: tasks, timers and pending
// operations, run one at a time.
//
// The loop has no goroutine of its own. Whoever waits for something runs it: Run
// takes the loop's turn, runs tasks until its own condition holds, and gives the
// turn to the next that waits. So an idle instance costs no goroutine, and a
// single caller does all of its instance's work on its own thread, where CPU
// time can be measured.
package loop

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// ErrStalled reports that nothing is left that could bring about what Run waits
// for: no task, no timer, no pending operation.
var ErrStalled = errors.New("loop: waits for something that can never happen")

// ErrClosed reports the use of a loop that was closed.
var ErrClosed = errors.New("loop: closed")

// A Task is a piece of work of the loop. An error from it is final: the loop is
// broken and every Run returns it.
type Task func(ctx context.Context) error

// A Loop runs tasks in the order in which they were posted, and timers in the
// order of their times. Tasks come before timers, but tasks without end do not
// keep a timer from its turn. Its methods may be called from any goroutine.
type Loop struct {
	clock Clock
	turn  chan struct{} // holds one token; who has it may run tasks
	wake  chan struct{} // signals the one that runs; capacity 1

	mu      sync.Mutex
	tasks   []Task
	timers  timerHeap
	byID    map[float64]*timer
	seq     uint64
	pending int
	streak  int // tasks since a timer was looked at
	closed  bool
	frozen  bool
	now     time.Time // of a frozen loop
	broken  error
}

// New returns a loop on the given clock; nil means the system's.
func New(clock Clock) *Loop {
	if clock == nil {
		clock = System
	}
	l := &Loop{clock: clock, turn: make(chan struct{}, 1), wake: make(chan struct{}, 1), byID: map[float64]*timer{}}
	l.turn <- struct{}{}
	return l
}

// NewFrozen returns a loop whose time stands still while a task runs: see Now.
func NewFrozen(clock Clock) *Loop {
	l := New(clock)
	l.frozen, l.now = true, l.clock.Now()
	return l
}

// Frozen reports whether the loop was made by NewFrozen.
func (l *Loop) Frozen() bool { return l.frozen }

// Now is the loop's time. That of a frozen loop is when the task that runs began,
// and for a timer when it was set for, however late it is. It never goes back, and never beyond the
// next timer. So a task can't learn from it how long it or another one took.
func (l *Loop) Now() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.time()
}

func (l *Loop) time() time.Time {
	if l.frozen {
		return l.now
	}
	return l.clock.Now()
}

// advance brings the time of a frozen loop to that of a task.
func (l *Loop) advance(now time.Time) {
	if len(l.timers) > 0 && l.timers[0].at.Before(now) {
		now = l.timers[0].at
	}
	if now.After(l.now) {
		l.now = now
	}
}

// Post adds a task, unless the loop is closed.
func (l *Loop) Post(t Task) {
	l.mu.Lock()
	l.add(t)
	l.mu.Unlock()
	l.signal()
}

func (l *Loop) add(t Task) {
	if !l.closed {
		l.tasks = append(l.tasks, t)
	}
}

func (l *Loop) signal() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// Begin announces an operation that is pending outside of the loop, such as a
// read from a socket, and keeps Run from reporting a stall. The operation ends
// with exactly one call of the returned function, whose task, if not nil, is
// posted. Further calls do nothing.
func (l *Loop) Begin() (end func(Task)) {
	l.mu.Lock()
	l.pending++
	l.mu.Unlock()
	var once sync.Once
	return func(t Task) {
		once.Do(func() {
			l.mu.Lock()
			l.pending--
			if t != nil {
				l.add(t)
			}
			l.mu.Unlock()
			l.signal()
		})
	}
}

// Run runs the loop until done is closed. It returns nil then; ErrStalled when
// nothing is left that could close it; the cause of ctx when that ends first; and
// the error of a task that broke the loop. A nil done means until nothing is left
// to do, for which Run returns nil. Tasks are given ctx.
//
// Several goroutines may be in Run: one has the turn, the others wait for their
// conditions or for the turn.
func (l *Loop) Run(ctx context.Context, done <-chan struct{}) error {
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-l.turn:
	}
	defer func() { l.turn <- struct{}{} }()
	for {
		select {
		case <-done:
			return nil
		default:
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if idle, err := l.step(ctx, done); err != nil {
			return err
		} else if idle {
			if done == nil {
				return nil
			}
			return ErrStalled
		}
	}
}

// step runs one task, or waits for one. idle reports that none can come.
func (l *Loop) step(ctx context.Context, done <-chan struct{}) (idle bool, err error) {
	task, wait, idle, err := l.next()
	if err != nil || idle {
		return idle, err
	}
	if task != nil {
		if err := task(ctx); err != nil {
			return false, l.breakWith(err)
		}
		return false, nil
	}
	expired, stop := l.after(wait)
	defer stop()
	select {
	case <-l.wake:
	case <-expired:
	case <-done:
	case <-ctx.Done():
	}
	return false, nil
}

// A wait is one for the next timer.
type wait struct {
	d       time.Duration // negative if there is none: the wait is for a pending operation
	pending bool          // there are such operations
}

func (l *Loop) after(w wait) (expired <-chan time.Time, stop func()) {
	if patient, ok := l.clock.(PatientClock); ok && w.pending && w.d >= 0 {
		return patient.AfterPending(w.d)
	}
	return l.clock.After(w.d)
}

// next returns a task that is due, or how long to wait for one.
func (l *Loop) next() (t Task, w wait, idle bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.broken != nil {
		return nil, wait{}, false, l.broken
	}
	if len(l.tasks) > 0 && !l.timerWaitsLong() {
		t, l.tasks = l.tasks[0], l.tasks[1:]
		if l.frozen {
			l.advance(l.clock.Now())
		}
		return t, wait{}, false, nil
	}
	l.streak = 0
	if len(l.timers) > 0 {
		w = wait{l.timers[0].at.Sub(l.clock.Now()), l.pending > 0}
		if w.d <= 0 {
			return l.fire(), wait{}, false, nil
		}
		return nil, w, false, nil
	}
	return nil, wait{-1, l.pending > 0}, l.pending == 0, nil
}

// tasksInRow is how many tasks run before a timer that is due.
const tasksInRow = 100

// timerWaitsLong reports whether a timer is due and has waited for many tasks.
func (l *Loop) timerWaitsLong() bool {
	l.streak++
	if l.streak <= tasksInRow {
		return false
	}
	l.streak = 0
	return len(l.timers) > 0 && !l.timers[0].at.After(l.clock.Now())
}

func (l *Loop) breakWith(err error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.broken == nil {
		l.broken = err
	}
	return err
}

// Turn runs f while no task runs, with the loop's turn. It returns the cause of
// ctx if that ends before the turn comes, the error that broke the loop, or f's.
func (l *Loop) Turn(ctx context.Context, f Task) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-l.turn:
	}
	defer func() { l.turn <- struct{}{} }()
	l.mu.Lock()
	err := l.broken
	l.mu.Unlock()
	if err != nil {
		return err
	}
	if err := f(ctx); err != nil {
		return l.breakWith(err)
	}
	return nil
}

// Break makes every Run return err, as if a task had returned it.
func (l *Loop) Break(err error) {
	_ = l.breakWith(err)
	l.signal()
}

// Counts is what a loop has left to do, for leak checks and messages.
type Counts struct{ Tasks, Timers, Pending int }

func (c Counts) String() string {
	return fmt.Sprintf("%d tasks, %d timers, %d pending operations", c.Tasks, c.Timers, c.Pending)
}

// Counts returns what is left to do.
func (l *Loop) Counts() Counts {
	l.mu.Lock()
	defer l.mu.Unlock()
	return Counts{len(l.tasks), len(l.timers), l.pending}
}

// Close waits for the turn, drops what is left and what comes later, and breaks the
// loop with ErrClosed.
func (l *Loop) Close() {
	l.Break(ErrClosed)
	<-l.turn
	l.mu.Lock()
	l.closed = true
	l.tasks, l.timers, l.byID = nil, nil, map[float64]*timer{}
	l.mu.Unlock()
	l.turn <- struct{}{}
}

// SetTimer has task run once after d, which may be zero, under an id that the
// caller chose. A timer of the same id is replaced.
func (l *Loop) SetTimer(id float64, d time.Duration, task Task) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clear(id)
	l.seq++
	t := &timer{id: id, at: l.time().Add(max(d, 0)), seq: l.seq, task: task}
	l.byID[id] = t
	heap.Push(&l.timers, t)
	l.signal()
}

// ClearTimer forgets a timer, if it has not run.
func (l *Loop) ClearTimer(id float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clear(id)
}

func (l *Loop) clear(id float64) {
	if t := l.byID[id]; t != nil {
		heap.Remove(&l.timers, t.index)
		delete(l.byID, id)
	}
}

// fire removes the first timer and returns its task.
func (l *Loop) fire() Task {
	l.advance(l.timers[0].at)
	t := heap.Pop(&l.timers).(*timer)
	delete(l.byID, t.id)
	return t.task
}
