package loop_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"example.com/thaw/runtime/loop"
)

// note returns a task that appends a name to a list.
func note(list *[]string, name string) loop.Task {
	return func(context.Context) error {
		*list = append(*list, name)
		return nil
	}
}

func TestOrder(t *testing.T) {
	l := loop.New(loop.NewVirtual(time.Unix(0, 0)))
	var got []string
	l.SetTimer(1, 20*time.Millisecond, note(&got, "20ms"))
	l.SetTimer(2, 10*time.Millisecond, note(&got, "10ms first"))
	l.SetTimer(3, 10*time.Millisecond, note(&got, "10ms second"))
	l.SetTimer(4, 5*time.Millisecond, note(&got, "cleared"))
	l.SetTimer(5, -time.Second, note(&got, "past"))
	l.SetTimer(6, 7*time.Millisecond, note(&got, "replaced"))
	l.SetTimer(6, 8*time.Millisecond, note(&got, "8ms"))
	l.ClearTimer(4)
	l.ClearTimer(99)
	l.Post(note(&got, "task 1"))
	l.Post(note(&got, "task 2"))
	if err := l.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	want := []string{"task 1", "task 2", "past", "8ms", "10ms first", "10ms second", "20ms"}
	if !slices.Equal(got, want) {
		t.Errorf("order is %q, want %q", got, want)
	}
	if c := l.Counts(); c != (loop.Counts{}) {
		t.Errorf("left: %v", c)
	}
}

func TestTasksDoNotStarveTimers(t *testing.T) {
	l := loop.New(loop.NewVirtual(time.Unix(0, 0)))
	stop, ran := false, 0
	l.SetTimer(1, 0, func(context.Context) error { stop = true; return nil })
	var again loop.Task
	again = func(context.Context) error {
		if ran++; !stop && ran < 100_000 {
			l.Post(again)
		}
		return nil
	}
	l.Post(again)
	if err := l.Run(t.Context(), nil); err != nil || !stop || ran == 100_000 {
		t.Errorf("Run = %v after %d tasks; the timer ran: %v", err, ran, stop)
	}
}

func TestStall(t *testing.T) {
	l := loop.New(loop.NewVirtual(time.Unix(0, 0)))
	ran := false
	l.SetTimer(1, time.Hour, func(context.Context) error { ran = true; return nil })
	if err := l.Run(t.Context(), make(chan struct{})); !errors.Is(err, loop.ErrStalled) || !ran {
		t.Errorf("Run = %v, ran %v; want ErrStalled after the timer", err, ran)
	}
}

func TestPendingOperationKeepsItRunning(t *testing.T) {
	l := loop.New(nil)
	done := make(chan struct{})
	end := l.Begin()
	go end(func(context.Context) error { close(done); return nil })
	if err := l.Run(t.Context(), done); err != nil {
		t.Error(err)
	}
	end(func(context.Context) error { t.Error("an operation ended twice"); return nil })
	if err := l.Run(t.Context(), nil); err != nil {
		t.Error(err)
	}
}

func TestTaskErrorBreaksTheLoop(t *testing.T) {
	l := loop.New(nil)
	bad := errors.New("spent")
	l.Post(func(context.Context) error { return bad })
	l.Post(func(context.Context) error { t.Error("a task ran after the end"); return nil })
	for range 2 {
		if err := l.Run(t.Context(), nil); !errors.Is(err, bad) {
			t.Errorf("Run = %v, want %v", err, bad)
		}
	}
	if err := l.Turn(t.Context(), func(context.Context) error { return nil }); !errors.Is(err, bad) {
		t.Errorf("Turn = %v, want %v", err, bad)
	}
}

func TestContext(t *testing.T) {
	l := loop.New(nil)
	defer l.Begin()(nil)
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	l.Post(func(context.Context) error { cancel(cause); return nil })
	if err := l.Run(ctx, make(chan struct{})); !errors.Is(err, cause) {
		t.Errorf("Run = %v, want %v", err, cause)
	}
	if err := l.Run(ctx, nil); !errors.Is(err, cause) {
		t.Errorf("Run = %v, want %v", err, cause)
	}
}

// TestManyWaiters has many goroutines run one loop, each for a condition of its
// own that another's task brings about.
func TestManyWaiters(t *testing.T) {
	l := loop.New(nil)
	const n = 50
	done := make([]chan struct{}, n)
	for i := range done {
		done[i] = make(chan struct{})
	}
	inside := 0
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			l.Post(func(context.Context) error {
				inside++ // unsynchronized: the race detector sees two tasks at once
				close(done[(i+1)%n])
				return nil
			})
			end := l.Begin() // others may still post
			defer end(nil)
			if err := l.Run(t.Context(), done[i]); err != nil {
				t.Errorf("waiter %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	if inside != n {
		t.Errorf("%d tasks ran, want %d", inside, n)
	}
}

func TestClose(t *testing.T) {
	l := loop.New(nil)
	started := make(chan struct{})
	result := make(chan error)
	defer l.Begin()(nil)
	l.Post(func(context.Context) error { close(started); return nil })
	go func() { result <- l.Run(context.Background(), make(chan struct{})) }()
	<-started
	l.SetTimer(1, time.Hour, nil)
	l.Close()
	l.Close()
	l.Post(func(context.Context) error { return nil })
	if err := <-result; !errors.Is(err, loop.ErrClosed) {
		t.Errorf("Run = %v, want ErrClosed", err)
	}
	if c := l.Counts(); c.Tasks != 0 || c.Timers != 0 {
		t.Errorf("left after Close: %v", c)
	}
}

func BenchmarkPostRun(b *testing.B) {
	l := loop.New(nil)
	task := func(context.Context) error { return nil }
	for b.Loop() {
		l.Post(task)
		if err := l.Run(b.Context(), nil); err != nil {
			b.Fatal(err)
		}
	}
}

// ticking is a clock by which a second passes whenever it is read.
type ticking struct{ *loop.Virtual }

func (c ticking) Now() time.Time {
	c.After(time.Second)
	return c.Virtual.Now()
}

func TestFrozen(t *testing.T) {
	l := loop.NewFrozen(ticking{loop.NewVirtual(time.Unix(0, 0))})
	if !l.Frozen() || loop.New(nil).Frozen() {
		t.Error("Frozen does not tell how the loop was made")
	}
	start := l.Now()
	var times []time.Duration
	record := func(context.Context) error {
		times = append(times, l.Now().Sub(start), l.Now().Sub(start))
		return nil
	}
	l.Post(func(ctx context.Context) error {
		l.SetTimer(1, 0, record)
		l.SetTimer(2, 3*time.Millisecond, record)
		l.SetTimer(3, 3*time.Millisecond, func(ctx context.Context) error {
			l.Post(record) // the next timer is overdue by then
			return record(ctx)
		})
		l.SetTimer(4, 5*time.Millisecond, record)
		return record(ctx)
	})
	if err := l.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	posted := times[0]
	if posted <= 0 {
		t.Errorf("the task was posted at %v, and it is %v in it", start, posted)
	}
	for i, want := range []time.Duration{0, 0, 3, 3, 5, 5} { // milliseconds; of each task twice
		want = posted + want*time.Millisecond
		if got := times[2*i : 2*i+2]; got[0] != want || got[1] != want {
			t.Errorf("in task %d it is %v, want %v", i, got, want)
		}
	}
}

// A patient clock never lets a timer come before an operation.
type patient struct{ *loop.Virtual }

func (patient) AfterPending(time.Duration) (<-chan time.Time, func()) { return nil, func() {} }

func TestPatientClock(t *testing.T) {
	l := loop.New(patient{loop.NewVirtual(time.Unix(0, 0))})
	var got []string
	l.SetTimer(1, time.Millisecond, note(&got, "timer"))
	end := l.Begin()
	go end(note(&got, "operation"))
	if err := l.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if want := []string{"operation", "timer"}; !slices.Equal(got, want) {
		t.Errorf("order is %q, want %q", got, want)
	}
}
