package harness

import (
	"testing"
	"time"

	"example.com/thaw/isolate/phase"
)

func TestGOGC(t *testing.T) {
	for text, want := range map[string]int{"off": -1, "0": 0, "100": 100} {
		if got, err := ParseGOGC(text); err != nil || got != want {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "on", "-1", "1.5", "99999999999", "100%"} {
		if _, err := ParseGOGC(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
		_, err := Experiment{Arms: []Arm{{ID: "a", GOGC: text}}, Rounds: 1}.Run(t.Context(), &fakeRunner{})
		if refused := err != nil; refused != (text != "") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestGOGCMeasure: what the collector does on other threads is compared too.
func TestGOGCMeasure(t *testing.T) {
	all := arms("a", "b")
	all[1].GOGC = "off"
	res, err := Experiment{Arms: all, Rounds: 6}.Run(t.Context(), &fakeRunner{})
	if err != nil || res.Comparisons[0].Measure != MeasureCPU {
		t.Errorf("%v, %+v", err, res)
	}
}

// TestGOGCPerSample: the percentage is a sample's own, in both modes.
func TestGOGCPerSample(t *testing.T) {
	const churn = "for (let i = 0, a; i < 2e5; i++) a = [i, i, i, i];"
	for _, r := range []Runner{NewIsolateRunner(engines), processRunner(t, "_sample")} {
		cpu := map[string]time.Duration{}
		for _, gogc := range []string{"off", "1"} {
			arm := script(churn + hello)
			arm.ID, arm.GOGC = gogc, gogc
			s, err := r.ColdStart(t.Context(), arm)
			if err != nil {
				t.Fatal(err)
			}
			cpu[gogc] = s.Cold.Profile.Total.Process
		}
		if phase.Read().HasCPU && cpu["1"] < cpu["off"] {
			t.Errorf("mode %s: %v of CPU time with GOGC=1, %v without collections", r.Mode(), cpu["1"], cpu["off"])
		}
	}
	if got := ThisMachine().GOGC; got == 1 || got == -1 {
		t.Errorf("GOGC is %d after the samples", got)
	}
}
