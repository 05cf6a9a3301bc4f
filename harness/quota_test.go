package harness

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

// TestQuota: a busy process with a quota of a tenth of a core takes longer than its CPU time says.
func TestQuota(t *testing.T) {
	r := processRunner(t, "_sample")
	arm := script("for (let i = 0; i < 5e6; i++);" + hello)
	arm.CPUQuota = 0.1
	s, err := r.ColdStart(t.Context(), arm)
	if errors.Is(err, ErrQuota) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	total := s.Cold.Profile.Total
	if total.HasCPU && total.Process > 30*time.Millisecond && total.Wall < 3*total.Process {
		t.Errorf("%v of CPU time in %v", total.Process, total.Wall)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

func TestQuotaRefuses(t *testing.T) {
	i := NewIsolateRunner(engines)
	defer i.Close()
	arm := script(hello)
	arm.CPUQuota = 0.5
	if _, err := i.ColdStart(t.Context(), arm); !errors.Is(err, ErrQuotaMode) {
		t.Error(err)
	}
	p := processRunner(t, "_sample")
	arm.CPUQuota = 1e-9
	if _, err := p.ColdStart(t.Context(), arm); !errors.Is(err, ErrQuota) {
		t.Error(err)
	}
	for _, quota := range []float64{-1, math.Inf(1), math.NaN()} {
		arm.CPUQuota = quota
		if _, err := (Experiment{Arms: []Arm{arm}, Rounds: 1}).Run(t.Context(), p); err == nil || !strings.Contains(err.Error(), "CPU quota") {
			t.Errorf("%v: %v", quota, err)
		}
	}
}

// TestQuotaMeasure: what waits for its quota is compared by wall time.
func TestQuotaMeasure(t *testing.T) {
	all := arms("a", "b")
	all[1].CPUQuota = 0.5
	res, err := Experiment{Arms: all, Rounds: 6}.Run(t.Context(), waiting(ModeProcess, nil))
	if err != nil || res.Comparisons[0].Measure != MeasureWall {
		t.Errorf("%v, %+v", err, res)
	}
}
