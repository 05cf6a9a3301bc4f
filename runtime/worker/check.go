package worker

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
)

// A Check is what CheckSnapshot found out about an app.
type Check struct {
	Stage  Stage
	Bytes  int64 // of the snapshot
	Status int   // of the answer of an instance that started without the snapshot

	// Readings are of clocks, random numbers and env before the snapshot is taken. What
	// the app keeps of them is the same in all instances that start from it. A frozen
	// clock at the top level is not among them: it is 0 in every instance.
	Readings    []Reading
	Differences []Difference
}

// A Reading is a place in an app that reads a clock, a random number or env.
type Reading struct {
	Kind      web.AmbientKind
	API       string // what it calls, as an app writes it: "Date.now", "new Date()", "env.NAME"
	Position  string // FILE:LINE:COLUMN in the app's sources; "" if the engine does not know
	Times     int    // how often
	InRequest bool   // in the request before the snapshot, not at the top level
}

// Honest reports whether instances from the snapshot answered as those without
// it do, where they did not differ among themselves.
func (c *Check) Honest() bool {
	return !slices.ContainsFunc(c.Differences, func(d Difference) bool { return d.Kind != Fresh })
}

// How many instances answer. Those from the snapshot cost little, and are more so that
// a random number of few values is not the same in all of them.
const (
	checkWithout = 2
	checkFrom    = 16
)

// CheckSnapshot finds out whether instances that start from a snapshot of an app
// can be told from those that start without one. It has several of each answer a
// request, and compares the answers. Each has a clock of its own, which is more
// than a year from the others' and by which other times pass, so that whatever
// an answer takes from a clock differs. One more is started to see where the app
// reads a clock or a random number before the snapshot is taken. An app that is
// refused a snapshot is an error, as of TakeSnapshot.
func CheckSnapshot(ctx context.Context, cfg Config, stage Stage, request func() (*http.Request, error)) (*Check, error) {
	cfg.Phases, cfg.Snapshot = nil, nil
	if cfg.Clock == nil {
		cfg.Clock = loop.System
	}
	found, err := readings(ctx, cfg, stage, request)
	if err != nil {
		return nil, err
	}
	s, err := TakeSnapshot(ctx, cfg, stage, request)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	var answers []answer
	for n := range checkWithout + checkFrom {
		one := cfg
		one.Clock = &apart{Clock: cfg.Clock, steps: n + 1}
		if n >= checkWithout {
			one.Snapshot = s
		}
		a, err := answerOf(ctx, one, request)
		if err != nil {
			return nil, err
		}
		answers = append(answers, a)
	}
	return &Check{
		Stage: stage, Bytes: s.Bytes(), Status: answers[0].status,
		Readings: found, Differences: differences(answers[:checkWithout], answers[checkWithout:]),
	}, nil
}

// apart is a clock that differs from another one, and from itself with other
// steps, in every field of a date, and in how much passes from one reading to the next.
type apart struct {
	loop.Clock
	steps int
	reads atomic.Int64
}

// Now implements loop.Clock.
func (c *apart) Now() time.Time {
	const step = 401*24*time.Hour + 5*time.Hour + 7*time.Minute + 11*time.Second + 13*time.Millisecond
	passed := time.Duration(c.reads.Add(1)) * 17 * time.Millisecond
	return c.Clock.Now().Add(time.Duration(c.steps) * (step + passed))
}

// readings starts an instance only to watch it.
func readings(ctx context.Context, cfg Config, stage Stage, request func() (*http.Request, error)) ([]Reading, error) {
	cfg.Log, cfg.Touched, cfg.Called = nil, nil, nil
	i, err := openInstance(ctx, cfg)
	if err != nil {
		return nil, err
	}
	defer i.Close()
	list := readingList{of: i}
	if err := i.layer.TraceAmbient(i.ctx, list.add); err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	if err := i.start(ctx); err != nil {
		return nil, err
	}
	if stage == StageWarm {
		list.inRequest = true
		if err := i.answer(ctx, request); err != nil {
			return nil, err
		}
	}
	return list.found, nil
}

// A readingList counts readings by place, in the order in which they came.
type readingList struct {
	of        *Instance
	inRequest bool
	found     []Reading
}

func (l *readingList) add(a web.Ambient) {
	if l.of.cfg.FrozenClock && l.of.topLevel && a.Kind() == web.AmbientClock {
		return
	}
	r := Reading{Kind: a.Kind(), API: a.API, Position: l.of.Origin(a.Stack), InRequest: l.inRequest}
	same := func(o Reading) bool {
		return o.API == r.API && o.Position == r.Position && o.InRequest == r.InRequest
	}
	n := slices.IndexFunc(l.found, same)
	if n < 0 {
		n = len(l.found)
		l.found = append(l.found, r)
	}
	l.found[n].Times++
}

// answerOf has an instance of its own answer a request.
func answerOf(ctx context.Context, cfg Config, request func() (*http.Request, error)) (a answer, err error) {
	i, err := Start(ctx, cfg)
	if err != nil {
		return a, err
	}
	defer i.Close()
	req, err := request()
	if err != nil {
		return a, err
	}
	res, err := i.Fetch(ctx, req)
	if err != nil {
		return a, err
	}
	defer res.Body.Close()
	if err := Failure(res); err != nil {
		return a, fmt.Errorf("worker: the request of the check: %w", err)
	}
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return a, fmt.Errorf("worker: reading the response: %w", err)
	}
	return answer{res.StatusCode, res.Header, string(body)}, i.Wait(ctx)
}
