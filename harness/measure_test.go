package harness

import (
	"testing"
	"time"

	"example.com/thaw/harness/stats"
	"example.com/thaw/isolate/phase"
)

// waiting answers as if arm b waited 10 ms more, on each clock that is not CPU time.
func waiting(mode string, change func(*phase.Cost)) Runner {
	return modeRunner{mode, &fakeRunner{change: func(arm Arm, n int, s *Sample) error {
		total := &s.Cold.Profile.Total
		if arm.ID == "b" {
			total.Wall += 10 * time.Millisecond
		}
		if change != nil {
			change(total)
		}
		return nil
	}}}
}

type modeRunner struct {
	mode string
	*fakeRunner
}

func (r modeRunner) Mode() string { return r.mode }

func TestMeasure(t *testing.T) {
	noThread := func(c *phase.Cost) { c.Thread = 0 }
	noCPU := func(c *phase.Cost) { *c = phase.Cost{Wall: c.Wall} }
	for _, test := range []struct {
		name    string
		runner  Runner
		measure Measure
		want    Measure
		verdict stats.Verdict
	}{
		{"isolate", waiting(ModeIsolate, nil), "", MeasureThread, stats.Tie},
		{"process", waiting(ModeProcess, nil), "", MeasureCPU, stats.Tie},
		{"wall asked for", waiting(ModeIsolate, nil), MeasureWall, MeasureWall, stats.Slower},
		{"cpu asked for", waiting(ModeIsolate, nil), MeasureCPU, MeasureCPU, stats.Tie},
		{"no thread clock", waiting(ModeIsolate, noThread), "", MeasureWall, stats.Slower},
		{"no CPU clock", waiting(ModeProcess, noCPU), MeasureCPU, MeasureWall, stats.Slower},
	} {
		res, err := Experiment{Arms: arms("a", "b"), Rounds: 10, Measure: test.measure}.Run(t.Context(), test.runner)
		if err != nil {
			t.Fatal(err)
		}
		c := res.Comparisons[0]
		if c.Measure != test.want || c.Verdict != test.verdict || c.Wall.Diff != 10e6 || c.Wall.Verdict != stats.NoVerdict {
			t.Errorf("%s: %+v", test.name, c)
		}
	}
}

func TestWaits(t *testing.T) {
	res, err := Experiment{Arms: arms("a", "b"), Rounds: 6}.Run(t.Context(), waiting(ModeIsolate, nil))
	if err != nil {
		t.Fatal(err)
	}
	w := notLoad(res)
	if len(w) != 1 || w[0].Code != WarnWaits || w[0].Arm != "b" {
		t.Errorf("warnings %+v", w)
	}
}
