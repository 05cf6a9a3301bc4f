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
