package harness

import (
	"testing"
	"time"

	"example.com/thaw/isolate/phase"
)

func TestPenalties(t *testing.T) {
	r := &fakeRunner{change: func(arm Arm, n int, s *Sample) error {
		s.Cold.Profile = profile(phase.Define, 30+n%3, phase.Request, 10)
		s.Rebuild = &Pass{profile(phase.Define, 20+n%3, phase.Build, 5, phase.Request, 10), answer(200, "hello")}
		if arm.ID == "b" {
			s.Rebuild = nil
		}
		if arm.ID == "c" { // a span that was named afterwards has no CPU time
			s.Rebuild.Profile.Phases[0].Cost = phase.Cost{Wall: 20 * time.Millisecond}
		}
		return nil
	}}
	res, err := Experiment{Arms: arms("a", "b", "c"), Rounds: 10}.Run(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := res.Summary("a")
	if len(a.Penalties) != 2 {
		t.Fatalf("%+v; want those of define and request", a.Penalties)
	}
	if p := a.Penalties[0]; p.Phase != phase.Define || p.Measure != MeasureThread || p.Diff != 9e6 || p.Lo != 9e6 || p.BaseN != 10 {
		t.Errorf("define %+v", p) // nine tenths of the wall time are the thread's
	}
	if p := a.Penalties[1]; p.Phase != phase.Request || p.Diff != 0 {
		t.Errorf("request %+v", p)
	}
	if b, _ := res.Summary("b"); b.Penalties != nil {
		t.Errorf("without a rebuild: %+v", b.Penalties)
	}
	c, _ := res.Summary("c")
	if p := c.Penalties[0]; p.Measure != MeasureWall || p.Diff < 10e6 || p.Diff > 12e6 {
		t.Errorf("without CPU time: %+v", p)
	}
}
