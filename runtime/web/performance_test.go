package web_test

import (
	"context"
	"testing"
	"time"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/web"
)

// TestPhases holds that measures and pairs of marks become spans whose ends have
// the CPU times of the moments that they name.
func TestPhases(t *testing.T) {
	for name, e := range engines(t) {
		t.Run(name, func(t *testing.T) {
			clock := time.Duration(0)
			recorder := phase.New(func() phase.Stamp {
				s := phase.Read()
				clock += time.Second
				return phase.Stamp{Wall: s.Wall, Thread: clock, Process: clock, HasCPU: true}
			})
			evaluate := recorder.Begin(phase.Evaluate)
			layer := web.New(web.NewLibrary(e), web.Config{Phases: recorder})
			runScript(t, e, layer, `
				performance.mark("define:start");
				performance.mark("define:end");
				const start = performance.now();
				performance.measure("build", { start, end: performance.now() });
				performance.measure("mine", "define:start", "define:end");
			`)
			evaluate.End()
			p := recorder.Profile()
			for _, name := range []string{phase.Define, phase.Build} {
				entry, ok := p.Phase(name)
				if !ok {
					t.Fatalf("no phase %s", name)
				}
				if !entry.Cost.HasCPU || entry.Cost.Thread != time.Second {
					t.Errorf("%s has thread CPU %v (%v), want the second between its ends", name, entry.Cost.Thread, entry.Cost.HasCPU)
				}
			}
			if define, _ := p.Phase(phase.Define); len(define.Sub) != 1 || define.Sub[0].Name != "mine" {
				t.Errorf("define has sub-phases %v, want mine", define.Sub)
			}
		})
	}
}

// TestFrozenPhases holds that marks make spans of real time where time is frozen,
// and times that an app read make none.
func TestFrozenPhases(t *testing.T) {
	for name, e := range engines(t) {
		t.Run(name, func(t *testing.T) {
			wall := time.Duration(0)
			recorder := phase.New(func() phase.Stamp {
				wall += time.Second
				return phase.Stamp{Wall: phase.Read().Wall + wall}
			})
			evaluate := recorder.Begin(phase.Evaluate)
			frozen := func() time.Time { return time.UnixMilli(1234) }
			layer := web.New(web.NewLibrary(e), web.Config{Phases: recorder, Frozen: frozen})
			runScript(t, e, layer, `
				const times = [performance.mark("define:start").startTime, performance.mark("define:end").startTime, performance.now(),
					performance.measure("whole", "define:start").duration, performance.timeOrigin, new Event("x").timeStamp];
				performance.measure("since the origin");
				performance.measure("read", { start: performance.now(), end: performance.now() });
				performance.measure("half read", { start: "define:start", duration: 5 });
				performance.mark("given:start", { startTime: 1 }), performance.mark("given:end", { startTime: 2 });
				if (times.join() !== "1234,1234,1234,0,0,0") throw new Error(times.join());
			`)
			evaluate.End()
			p := recorder.Profile()
			define, ok := p.Phase(phase.Define)
			if !ok || define.Cost.Wall < time.Second {
				t.Errorf("define took %v, recorded: %t", define.Cost.Wall, ok)
			}
			found := false
			for _, entry := range p.Phases {
				for _, sub := range append(entry.Sub, entry) {
					found = found || sub.Name == "whole"
					switch sub.Name {
					case "since the origin", "read", "half read", "given":
						t.Errorf("%s is recorded as %v: nobody can know", sub.Name, sub.Cost.Wall)
					}
				}
			}
			if !found {
				t.Error("the measure from a mark to now is not recorded")
			}
		})
	}
}

func runScript(t *testing.T, e isolate.Engine, layer *web.Layer, text string) {
	t.Helper()
	ctx := context.Background()
	iso, err := e.New(ctx, isolate.Options{Ops: layer.Ops()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { iso.Close() })
	if err := layer.Boot(ctx, iso); err != nil {
		t.Fatal(err)
	}
	run(t, ctx, e, iso, "test.js", text)
}
