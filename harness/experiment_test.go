package harness

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/thaw/isolate/phase"
)

// fakeRunner answers without doing anything: costs are virtual, and its hooks
// change what they are given.
type fakeRunner struct {
	ran    []string
	change func(arm Arm, n int, s *Sample) error // n counts the cold starts from 1
}

func (f *fakeRunner) Mode() string { return ModeIsolate }

func (f *fakeRunner) ColdStart(_ context.Context, arm Arm) (Sample, error) {
	f.ran = append(f.ran, arm.ID)
	s := Sample{
		Cold:      Pass{profile(phase.Parse, 30, phase.Request, 10), answer(200, "hello")},
		Warm:      Pass{profile(phase.Request, 4), answer(200, "hello")},
		HeapBytes: 1 << 20,
	}
	var err error
	if f.change != nil {
		err = f.change(arm, len(f.ran), &s)
	}
	return s, err
}

// profile takes pairs of a phase and its milliseconds. Nine tenths of the wall time are
// CPU time of the thread, and all of it of the process.
func profile(pairs ...any) phase.Profile {
	var p phase.Profile
	for i := 0; i < len(pairs); i += 2 {
		wall := time.Duration(pairs[i+1].(int)) * time.Millisecond
		cost := phase.Cost{Wall: wall, Thread: wall / 10 * 9, Process: wall, HasCPU: true}
		p.Phases = append(p.Phases, phase.Entry{Name: pairs[i].(string), Cost: cost})
		p.Total.Wall += cost.Wall
		p.Total.Thread += cost.Thread
		p.Total.Process += cost.Process
		p.Total.HasCPU = true
	}
	return p
}

func answer(status int, body string) Answer {
	return Answer{Status: status, Header: http.Header{"Content-Type": {"text/plain"}}, Body: []byte(body)}
}

func arms(ids ...string) []Arm {
	var all []Arm
	for _, id := range ids {
		all = append(all, Arm{ID: id, App: "app", Request: Request{Method: "GET", Path: "/"}})
	}
	return all
}

func TestRunInterleaves(t *testing.T) {
	e := Experiment{Arms: arms("a", "b", "c"), Rounds: 20, Warmup: 2, Seed: 7}
	var first, again, other fakeRunner
	for _, f := range []*fakeRunner{&first, &again} {
		if _, err := e.Run(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	e.Seed = 8
	if _, err := e.Run(t.Context(), &other); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(first.ran, again.ran) {
		t.Error("one seed gave two orders")
	}
	if slices.Equal(first.ran, other.ran) {
		t.Error("two seeds gave one order")
	}
	orders := map[string]bool{}
	for round := range slices.Chunk(first.ran, 3) {
		orders[strings.Join(round, "")] = true
		if sorted := slices.Sorted(slices.Values(round)); !slices.Equal(sorted, []string{"a", "b", "c"}) {
			t.Errorf("a round measured %v", round)
		}
	}
	if len(orders) < 4 {
		t.Errorf("22 rounds went in %d orders only", len(orders))
	}
}

func TestRunDiscardsWarmup(t *testing.T) {
	f := fakeRunner{change: func(_ Arm, n int, s *Sample) error {
		s.HeapBytes = int64(n)
		return nil
	}}
	var told []Progress
	e := Experiment{Arms: arms("a", "b"), Rounds: 3, Warmup: 2, Progress: func(p Progress) { told = append(told, p) }}
	res, err := e.Run(t.Context(), &f)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.ran) != 10 || len(res.Samples) != 6 || res.Partial {
		t.Fatalf("%d cold starts, %d samples, partial %v", len(f.ran), len(res.Samples), res.Partial)
	}
	for i, s := range res.Samples {
		if s.HeapBytes != int64(i+5) || s.Round != i/2+1 || s.Arm != f.ran[i+4] {
			t.Errorf("sample %d is cold start %d of arm %s in round %d", i, s.HeapBytes, s.Arm, s.Round)
		}
	}
	if len(told) != 10 || !told[3].Warmup || told[3].Round != 2 || told[4].Warmup || told[4].Round != 1 || told[9].Done != 10 || told[9].Total != 10 {
		t.Errorf("progress: %+v", told)
	}
}

func TestRunSummarizes(t *testing.T) {
	f := fakeRunner{change: func(arm Arm, n int, s *Sample) error {
		s.Cold.Profile = profile(phase.Parse, n, phase.Define, 2*n, phase.Other, 1)
		if arm.ID == "b" {
			s.Rebuild = &Pass{profile(phase.Define, 7, phase.Request, 3), answer(200, "hello")}
		}
		return nil
	}}
	res, err := Experiment{Arms: arms("a"), Rounds: 9}.Run(t.Context(), &f)
	if err != nil {
		t.Fatal(err)
	}
	sum, ok := res.Summary("a")
	if !ok || len(sum.Phases) != 3 || sum.Rebuild != nil {
		t.Fatalf("summary: %+v", sum)
	}
	const ms = float64(time.Millisecond)
	define, _ := sum.Phase(phase.Define)
	if define.Wall.Median != 10*ms || define.CPU.Median != 10*ms || define.Thread.Median != 9*ms || define.Wall.Min != 2*ms {
		t.Errorf("define: %+v", define)
	}
	if sum.Total.Wall.Median != 16*ms || !sum.Total.Wall.HasInterval() {
		t.Errorf("total: %+v", sum.Total)
	}
	if sum.Warm.Wall.Median != 4*ms || sum.Warm.Name != phase.Warm {
		t.Errorf("warm: %+v", sum.Warm)
	}
	f.ran = nil
	res, err = Experiment{Arms: arms("b"), Rounds: 1}.Run(t.Context(), &f)
	if err != nil {
		t.Fatal(err)
	}
	if sum, _ := res.Summary("b"); len(sum.Rebuild) != 2 || sum.Rebuild[0].Wall.Median != 7*ms {
		t.Errorf("rebuild: %+v", sum.Rebuild)
	}
}

func TestRunStopsAtFailure(t *testing.T) {
	broken := errors.New("broken")
	f := fakeRunner{change: func(_ Arm, n int, s *Sample) error {
		if n == 4 {
			return broken
		}
		return nil
	}}
	res, err := Experiment{Arms: arms("a", "b"), Rounds: 5, Warmup: 1}.Run(t.Context(), &f)
	var failed *SampleError
	if !errors.As(err, &failed) || !errors.Is(err, broken) || failed.Round != 1 || failed.Warmup || failed.Arm != f.ran[3] {
		t.Fatalf("error %v", err)
	}
	if want := fmt.Sprintf("harness: %s, round 1: broken", f.ran[3]); err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
	if len(f.ran) != 4 || !res.Partial || len(res.Samples) != 1 || len(res.Summaries) != 1 {
		t.Errorf("after %d cold starts: %+v", len(f.ran), res)
	}
}

func TestRunStopsWhenCancelled(t *testing.T) {
	interrupted := errors.New("interrupted")
	ctx, cancel := context.WithCancelCause(t.Context())
	f := fakeRunner{change: func(_ Arm, n int, s *Sample) error {
		if n == 3 {
			cancel(interrupted)
			return errors.New("cut short")
		}
		return nil
	}}
	res, err := Experiment{Arms: arms("a"), Rounds: 5}.Run(ctx, &f)
	if err != interrupted {
		t.Errorf("error %v, want the cause", err)
	}
	if !res.Partial || len(res.Samples) != 2 {
		t.Fatalf("partial %v, %d samples", res.Partial, len(res.Samples))
	}
	if w := res.Warnings[0]; w.Code != WarnPartial || w.Text != "the experiment ended after 2 of 5 samples" {
		t.Errorf("warning %+v", w)
	}
}

func TestRunChecksEveryAnswer(t *testing.T) {
	check := func(status int, _ http.Header, body []byte) error {
		if string(body) != "hello" {
			return fmt.Errorf("GET /: body %q, want %q", body, "hello")
		}
		return nil
	}
	passes := map[string]func(*Sample){
		"first request":         func(s *Sample) { s.Cold.Answer = answer(500, "oops") },
		"warm request":          func(s *Sample) { s.Warm.Answer = answer(500, "oops") },
		"request after rebuild": func(s *Sample) { s.Rebuild = &Pass{Answer: answer(500, "oops")} },
	}
	for name, spoil := range passes {
		f := fakeRunner{change: func(_ Arm, n int, s *Sample) error {
			spoil(s)
			s.ErrorLog = "TypeError: x is undefined"
			return nil
		}}
		e := Experiment{Arms: arms("a"), Rounds: 1}
		if _, err := e.Run(t.Context(), &f); err != nil {
			t.Errorf("%s, no check: %v", name, err)
		}
		e.Arms[0].Check = check
		_, err := e.Run(t.Context(), &f)
		want := `harness: a, round 1: wrong answer to the ` + name + `: GET /: body "oops", want "hello"` +
			"\nthe app logged: TypeError: x is undefined"
		if err == nil || err.Error() != want {
			t.Errorf("error %q\nwant  %q", err, want)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	for want, e := range map[string]Experiment{
		"harness: an experiment needs at least one arm":           {Rounds: 1},
		"harness: 0 rounds; at least 1 is needed":                 {Arms: arms("a")},
		"harness: -1 warm-up rounds; there can't be fewer than 0": {Arms: arms("a"), Rounds: 1, Warmup: -1},
		`harness: two arms are called "a"`:                        {Arms: arms("a", "b", "a"), Rounds: 1},
	} {
		if res, err := e.Run(t.Context(), &fakeRunner{}); err == nil || err.Error() != want || res != nil {
			t.Errorf("%v, %v; want %s", res, err, want)
		}
	}
}
