package harness

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// A Count names something that is counted in a cold start. It is the same on every
// machine and in every run, whatever else the machine does.
type Count string

// The counts, in the order in which reports show them. See isolate.Counts.
const (
	BytesParsed      Count = "bytesParsed"
	FunctionsParsed  Count = "functionsParsed"
	BytecodeBytes    Count = "bytecodeBytes"
	FunctionsEntered Count = "functionsEntered"
	Calls            Count = "calls"
	LayerCalls       Count = "layerCalls"
	OpCalls          Count = "opCalls" // from JavaScript to Go
	Allocations      Count = "allocations"
	AllocatedBytes   Count = "allocatedBytes"
	TouchedPages     Count = "touchedPages" // of 4 KiB, of the engine's linear memory; of the whole cold start only
	HeapBytes        Count = "heapBytes"    // the size of that memory; of the whole cold start only
)

// CountNames lists the counts.
func CountNames() []Count {
	return []Count{
		BytesParsed, FunctionsParsed, BytecodeBytes, FunctionsEntered, Calls, LayerCalls, OpCalls,
		Allocations, AllocatedBytes, TouchedPages, HeapBytes,
	}
}

// InPhases reports whether a count is known of each phase, and not of the cold start alone.
func (c Count) InPhases() bool { return c != TouchedPages && c != HeapBytes }

// Counts are what was counted in a cold start of an arm. What its engine can't count is absent.
type Counts struct {
	Arm string // Arm.ID

	// Withheld is why there is nothing else; "" if there is.
	Withheld string

	Total  map[Count]int64
	Phases []PhaseCounts    // in the order of phase.Names; they add up to Total
	Ops    map[string]int64 // calls of each op that was called
}

// PhaseCounts are the counts of one phase.
type PhaseCounts struct {
	Phase  string
	Counts map[Count]int64
}

// Phase returns the counts of a phase; none if the cold start did not have it.
func (c Counts) Phase(name string) map[Count]int64 {
	for _, p := range c.Phases {
		if p.Phase == name {
			return p.Counts
		}
	}
	return nil
}

// ErrUnsteady reports an app that did not do the same in two cold starts with the same
// clock and random numbers.
var ErrUnsteady = errors.New("harness: two cold starts with the same clock and random numbers are not alike, so there are no counts")

// A CountRunner counts what cold starts do, in new isolates of this process. One goroutine uses it at a time.
type CountRunner struct{ isolates *IsolateRunner }

// NewCountRunner returns a runner that makes each engine when an arm first needs it.
func NewCountRunner(e Engines) *CountRunner {
	return &CountRunner{NewIsolateRunner(func(runtime string) (isolate.Engine, error) {
		plain, err := e(runtime)
		if err != nil {
			return nil, err
		}
		counter, ok := plain.(isolate.Counter)
		if !ok {
			return nil, errors.Join(fmt.Errorf("%s can't count: %w", runtime, errors.ErrUnsupported), plain.Close())
		}
		counting, err := counter.Counting(web.IsFile)
		return counting, errors.Join(err, plain.Close())
	})}
}

// Close closes the snapshots and the engines.
func (r *CountRunner) Close() error { return r.isolates.Close() }

// Count counts what a cold start of arm does, to the end of its first request. It is done three times:
// once so that the files of the Web APIs have been compiled, and twice to see that the counts are the same; the
// error wraps ErrUnsteady if they are not. A cache on disk counts as one in memory. The app sees a
// clock that begins at the same time, and the same random numbers.
func (r *CountRunner) Count(ctx context.Context, arm Arm) (Counts, error) {
	if arm.Cache == codecache.Disk {
		arm.Cache = codecache.Memory
	}
	var all [3]Counts
	var answers [3]Answer
	for i := range all {
		var err error
		if all[i], answers[i], err = r.coldStart(ctx, arm); err != nil {
			return Counts{}, err
		}
	}
	if d := all[1].difference(all[2]); d != "" {
		return Counts{}, fmt.Errorf("%w: %s", ErrUnsteady, d)
	}
	if d := difference(answers[1], answers[2]); d != nil {
		return Counts{}, fmt.Errorf("%w: they answer with another %s", ErrUnsteady, d)
	}
	return all[1], nil
}

// difference is the first count that is another in d, or "".
func (c Counts) difference(d Counts) string {
	for _, phase := range c.Phases {
		for _, name := range CountNames() {
			if a, b := phase.Counts[name], d.Phase(phase.Phase)[name]; a != b {
				return fmt.Sprintf("%s of %s are %d and %d", name, phase.Phase, a, b)
			}
		}
	}
	for _, name := range CountNames() {
		if a, b := c.Total[name], d.Total[name]; a != b {
			return fmt.Sprintf("%s are %d and %d", name, a, b)
		}
	}
	return ""
}

// coldStart counts one cold start.
func (r *CountRunner) coldStart(ctx context.Context, arm Arm) (c Counts, answer Answer, err error) {
	arm.fix = fixClock
	lib, err := r.isolates.libraries.get(ctx, arm)
	if err != nil {
		return c, answer, err
	}
	if err := r.isolates.snapshots.prepare(ctx, lib, arm); err != nil {
		return c, answer, err
	}
	t := newTally(lib.Engine().(isolate.CountingEngine))
	var logged errorLog
	cfg := arm.config(lib)
	cfg.Log, cfg.Called, cfg.Phases = logged.log, t.called, phase.New(t.read)
	inst, err := r.isolates.snapshots.start(ctx, cfg, arm)
	if err != nil {
		return c, answer, err
	}
	defer inst.Close()
	req, err := arm.Request.to(ctx, Host)
	if err != nil {
		return c, answer, err
	}
	if answer, err = (measurement{inst, cfg.Phases}).exchange(ctx, req); err != nil {
		return c, answer, err
	}
	if c, err = t.counts(cfg.Phases, inst); err != nil {
		return c, answer, err
	}
	c.Arm = arm.ID
	if arm.Check != nil {
		if wrong := arm.Check(answer.Status, answer.Header, answer.Body); wrong != nil {
			err = wrongAnswer("first request", wrong, logged.String())
		}
	}
	answer.seal()
	return c, answer, err
}

// fixClock gives an app a time and random numbers that are the same in each run.
func fixClock(cfg *worker.Config) {
	cfg.Clock = newStepClock()
	cfg.Random = rand.NewChaCha8([32]byte{1})
}

// A stepClock is a clock by which a microsecond passes at each look, and a wait at once. It may
// be used from any goroutine.
type stepClock struct {
	mu  sync.Mutex
	now time.Time
}

func newStepClock() *stepClock {
	return &stepClock{now: time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)}
}

// Now implements loop.Clock.
func (c *stepClock) Now() time.Time { return c.pass(time.Microsecond) }

// After implements loop.Clock.
func (c *stepClock) After(d time.Duration) (<-chan time.Time, func()) {
	if d < 0 {
		return nil, func() {}
	}
	expired := make(chan time.Time, 1)
	expired <- c.pass(d)
	return expired, func() {}
}

// patience is how long an operation may take in truth before a timer comes first.
const patience = 2 * time.Second

// AfterPending implements loop.PatientClock.
func (c *stepClock) AfterPending(d time.Duration) (<-chan time.Time, func()) {
	expired := make(chan time.Time, 1)
	timer := time.AfterFunc(patience, func() { expired <- c.pass(d) })
	return expired, func() { timer.Stop() }
}

func (c *stepClock) pass(d time.Duration) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	return c.now
}

// A tally is where the counters stood at each reading of a recorder's clock, by which a
// millisecond passes at each reading. An app's performance.now is by the same clock.
type tally struct {
	engine   isolate.CountingEngine
	readings []reading
	opCalls  int64
	ops      map[string]int64
}

type reading struct {
	isolate.Counts
	opCalls int64
}

const tick = time.Millisecond

func newTally(e isolate.CountingEngine) *tally {
	return &tally{engine: e, ops: map[string]int64{}}
}

func (t *tally) called(op string) {
	t.opCalls++
	t.ops[op]++
}

// read is the recorder's clock.
func (t *tally) read() phase.Stamp {
	t.readings = append(t.readings, reading{t.engine.Counts(), t.opCalls})
	return phase.Stamp{Wall: time.Duration(len(t.readings)-1) * tick}
}

// at is the last reading at a time or before it.
func (t *tally) at(wall time.Duration) reading {
	return t.readings[min(max(int(wall/tick), 0), len(t.readings)-1)]
}

// grown says how each counter is read.
var grown = map[Count]func(reading) int64{
	BytesParsed:      func(r reading) int64 { return r.BytesParsed },
	FunctionsParsed:  func(r reading) int64 { return r.FunctionsParsed },
	FunctionsEntered: func(r reading) int64 { return r.FunctionsEntered },
	Calls:            func(r reading) int64 { return r.Calls },
	LayerCalls:       func(r reading) int64 { return r.LayerCalls },
	OpCalls:          func(r reading) int64 { return r.opCalls },
	BytecodeBytes:    func(r reading) int64 { return r.BytecodeBytes },
	Allocations:      func(r reading) int64 { return r.Allocations },
	AllocatedBytes:   func(r reading) int64 { return r.AllocatedBytes },
}

// ofHeap are the counters of an engine with isolate.Counts.HasHeap.
var ofHeap = []Count{BytecodeBytes, Allocations, AllocatedBytes}

// counts are those until now.
func (t *tally) counts(rec *phase.Recorder, inst *worker.Instance) (Counts, error) {
	c := Counts{Total: map[Count]int64{}, Ops: maps.Clone(t.ops)}
	byPhase := map[string]map[Count]int64{}
	for name, read := range grown {
		if slices.Contains(ofHeap, name) && !t.engine.Counts().HasHeap {
			continue
		}
		for p, n := range rec.Count(func(wall time.Duration) int64 { return read(t.at(wall)) }) {
			if byPhase[p] == nil {
				byPhase[p] = map[Count]int64{}
			}
			byPhase[p][name] = n
			c.Total[name] += n
		}
	}
	for _, name := range phase.Names() {
		if counts := byPhase[name]; counts != nil {
			c.Phases = append(c.Phases, PhaseCounts{name, counts})
		}
	}
	pages, err := inst.TouchedPages()
	switch {
	case err == nil:
		c.Total[TouchedPages] = pages
	case !errors.Is(err, errors.ErrUnsupported):
		return Counts{}, err
	}
	if heap, ok := inst.HeapBytes(); ok {
		c.Total[HeapBytes] = heap
	}
	return c, nil
}
