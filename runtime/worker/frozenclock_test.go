package worker_test

import (
	"encoding/json"
	"testing"
	"time"

	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// ticking is a clock by which a second passes whenever it is read, so that
// nothing can take no time.
type ticking struct{ *loop.Virtual }

func (c ticking) Now() time.Time {
	c.After(time.Second)
	return c.Virtual.Now()
}

var clockStart = time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.UTC)

// clockApp reads every clock at the top level, in a microtask of it, and around
// what a handler waits for.
var clockApp = app(`(() => {
	const read = () => [Date.now(), +new Date(), Date.parse(Date()), performance.now(), performance.timeOrigin,
		performance.mark("m").startTime, new Event("e").timeStamp, new File([], "f").lastModified];
	const top = read(), micro = []; Promise.resolve().then(() => micro.push(...read()));
	const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
	return { default: { async fetch(request) {
		const handler = read(), start = Date.now(), steps = [];
		for (const step of [() => null, () => wait(0), () => wait(7), () => wait(7), () => request.text()]) {
			await step();
			steps.push(Date.now() - start);
		}
		return Response.json({ top, micro, handler, steps });
	} } };
})()`)

type clockAnswer struct{ Top, Micro, Handler, Steps []float64 }

func getClock(t *testing.T, i *worker.Instance) (a clockAnswer) {
	t.Helper()
	_, body := get(t, i, "/")
	if err := json.Unmarshal([]byte(body), &a); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return a
}

func (a clockAnswer) check(t *testing.T) {
	t.Helper()
	for n := range a.Top {
		if a.Top[n] != 0 || a.Micro[n] != 0 {
			t.Errorf("clock %d is %v at the top level and %v in a microtask of it, want the epoch", n, a.Top[n], a.Micro[n])
		}
	}
	now := a.Handler[0]
	if now <= float64(clockStart.UnixMilli()) {
		t.Errorf("in the handler it is %v, want what the clock says", now)
	}
	second := float64(int64(now) / 1000 * 1000) // Date() has no more
	for n, want := range []float64{now, now, second, now, 0, now, 0, now} {
		if a.Handler[n] != want {
			t.Errorf("clock %d is %v in the handler, want %v", n, a.Handler[n], want)
		}
	}
	for n, want := range []float64{0, 0, 7, 14, 14} {
		if a.Steps[n] != want {
			t.Errorf("after step %d %v ms have passed, want %v", n, a.Steps[n], want)
		}
	}
}

func frozenConfig(lib *web.Library) worker.Config {
	return worker.Config{Web: lib, Source: clockApp, FrozenClock: true, Clock: ticking{loop.NewVirtual(clockStart)}}
}

func TestFrozenClock(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, err := worker.Start(t.Context(), frozenConfig(lib))
		if err != nil {
			t.Fatal(err)
		}
		defer i.Close()
		first, second := getClock(t, i), getClock(t, i)
		first.check(t)
		if second.Handler[0] <= first.Handler[0] {
			t.Errorf("the second request is at %v, not after the first at %v", second.Handler[0], first.Handler[0])
		}
	})
}

// TestRunningClock is what the clocks do without FrozenClock.
func TestRunningClock(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		cfg := frozenConfig(lib)
		cfg.FrozenClock = false
		i, err := worker.Start(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer i.Close()
		a := getClock(t, i)
		if a.Top[0] < float64(clockStart.UnixMilli()) || a.Top[4] < float64(clockStart.UnixMilli()) {
			t.Errorf("at the top level it is %v since %v, want what the clock says", a.Top[0], a.Top[4])
		}
		for n := 1; n < len(a.Steps); n++ {
			if a.Steps[n] <= a.Steps[n-1] {
				t.Errorf("steps end at %v: the clock stood still", a.Steps)
			}
		}
	})
}

func TestFrozenClockSnapshot(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		for _, stage := range worker.Stages() {
			cfg := frozenConfig(lib)
			s := take(t, cfg, stage)
			cfg.Clock = ticking{loop.NewVirtual(clockStart.Add(24 * time.Hour))}
			a := getClock(t, startFrom(t, cfg, s))
			a.check(t)
			if a.Handler[0] < float64(clockStart.Add(24*time.Hour).UnixMilli()) {
				t.Errorf("%s: it is %v, by the clock of the snapshot", stage, a.Handler[0])
			}
		}
	})
}

// TestFrozenClockPhases holds that the phases of an app take their time all the same.
func TestFrozenClockPhases(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		wall := time.Duration(0)
		recorder := phase.New(func() phase.Stamp {
			wall += time.Second
			return phase.Stamp{Wall: phase.Read().Wall + wall}
		})
		cfg := worker.Config{Web: lib, FrozenClock: true, Phases: recorder, Source: app(`(() => {
			performance.mark("define:start"); performance.mark("define:end");
			return { default: { fetch: () => new Response("x") } } })()`)}
		i, err := worker.Start(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer i.Close()
		if define, ok := cfg.Phases.Profile().Phase(phase.Define); !ok || define.Cost.Wall < time.Second {
			t.Errorf("define took %v, recorded: %t", define.Cost.Wall, ok)
		}
	})
}
