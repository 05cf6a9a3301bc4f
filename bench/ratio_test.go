package main

import (
	"strings"
	"testing"
	"time"

	"example.com/thaw/harness"
	"example.com/thaw/isolate/phase"
)

// made is a result in which each arm took these milliseconds by round.
func made(arms map[string][]int) *harness.Result {
	r := &harness.Result{}
	for arm, rounds := range arms {
		for i, ms := range rounds {
			total := phase.Cost{Wall: time.Duration(ms) * time.Millisecond}
			r.Samples = append(r.Samples, harness.Sample{Arm: arm, Round: i + 1, Cold: pass(total, harness.Answer{})})
		}
	}
	return r
}

func TestRatio(t *testing.T) {
	// In each round b takes twice as much as a, though the machine becomes slower.
	r := made(map[string][]int{"a": {1, 2, 3, 40, 50, 60}, "b": {2, 4, 6, 80, 100, 120}})
	if s := ratio(r, "b", "a", wall); s.N != 6 || s.Lo != 2 || s.Median != 2 || s.Hi != 2 {
		t.Errorf("ratio %+v", s)
	}
	if s := ratio(r, "b", "a", cpu); s.N != 0 {
		t.Errorf("a ratio of CPU times that there are not: %+v", s)
	}
	if s := ratio(r, "b", "c", wall); s.N != 0 {
		t.Errorf("a ratio to an arm that there is not: %+v", s)
	}
}

func TestHolds(t *testing.T) {
	r := made(map[string][]int{
		"hello workerd": {9, 9, 9, 9, 9, 9}, "hello bun --bytecode": {1, 1, 1, 1, 1, 1},
		"hello goja cache=disk": {2, 2, 2, 2, 2, 2}, "hello" + processID: {3, 3, 3, 3, 3, 3},
	})
	var text strings.Builder
	for _, e := range experiments() {
		if e.name == "process" {
			holds(&text, []finding{{e, r}}, nil)
		}
	}
	for _, want := range []string{
		"| fresh process, hello: wall time of workerd / the better of goja and quickjs        | ≥ 3.00 | 4.50     | 4.50 to 4.50   | holds      |",
		"| fresh process, hello: wall time of bun --bytecode / the better of goja and quickjs | ≥ 1.00 | 0.500    | 0.500 to 0.500 | **misses** |",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%s\nlacks %s", text.String(), want)
		}
	}
	if strings.Contains(text.String(), "effect") {
		t.Errorf("a verdict on what was not measured:\n%s", text.String())
	}
}

func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{0: "0.000", 0.0312: "0.031", 1: "1.00", 9.994: "9.99", 12.34: "12.3", 123.4: "123"} {
		if got := number(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}
