package report

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"example.com/thaw/harness"
)

// aged is a later result of some arms, which take so much longer in each phase.
func aged(t *testing.T, rounds int, percent int, arms ...harness.Arm) *harness.Result {
	r := result(t, &virtual{mode: harness.ModeIsolate, cpu: true}, rounds, arms...)
	r.StartedAt = r.StartedAt.Add(time.Duration(percent+rounds) * time.Hour)
	for i := range r.Samples {
		p := &r.Samples[i].Cold.Profile
		if r.Samples[i].Arm == fourArms()[1].ID { // which stays the same
			continue
		}
		p.Total.Wall = 0
		for j := range p.Phases {
			c := &p.Phases[j].Cost
			more := c.Wall * time.Duration(percent) / 100
			c.Wall, c.Thread = c.Wall+more, c.Thread+more
			p.Total.Wall += c.Wall
			p.Total.Thread += more
		}
	}
	if err := r.Summarize(); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestChanges(t *testing.T) {
	all := fourArms()
	smaller := all[0]
	smaller.Bundle = harness.Bundle{SHA256: "smaller", Bytes: 600_000}
	counted := func(r *harness.Result, calls int64) *harness.Result {
		r.Counts = []harness.Counts{
			{Arm: all[0].ID, Total: map[harness.Count]int64{harness.Calls: calls, harness.BytesParsed: 1 << 20, harness.OpCalls: 7}},
			{Arm: all[1].ID, Total: map[harness.Count]int64{harness.Calls: 10}},
		}
		return r
	}
	elsewhere := aged(t, 9, 40, all[2])
	elsewhere.Machine.CPU = "Another Processor"
	elsewhere.Arms[0].App = "moved"
	elsewhere.Arms[0].ID = strings.Replace(elsewhere.Arms[0].ID, "hello", "moved", 1)
	for i := range elsewhere.Samples {
		elsewhere.Samples[i].Arm = elsewhere.Arms[0].ID
	}
	if err := elsewhere.Summarize(); err != nil {
		t.Fatal(err)
	}
	few := aged(t, 2, 9, all[2])
	few.Samples[0].Cold.Profile.Phases[2].Cost.HasCPU = false
	other := aged(t, 6, 9, all[2])
	other.Samples[4].Cold.Answer.Header = http.Header{"Etag": {"1"}}
	other.Samples[4].Cold.Answer.SHA256 = "other"
	for _, test := range []struct {
		name    string
		results []*harness.Result
		files   []string
		style   Style
	}{
		{"changes", []*harness.Result{counted(aged(t, 10, 0, all[:3]...), 12000), counted(aged(t, 12, -20, smaller, all[1], all[3]), 9000)}, []string{"main.json", "out/pr.json"}, Style{}},
		{"changes-three", []*harness.Result{aged(t, 9, 0, all[2]), aged(t, 10, 0, all[2]), elsewhere}, []string{"a/run.json", "b/run.json", "c/run.json"}, Style{}},
		{"changes-answer", []*harness.Result{aged(t, 6, 0, all[2]), other}, []string{"old.json", "new.json"}, Style{}},
		{"changes-few", []*harness.Result{aged(t, 1, 0, all[2]), few}, []string{"old.json", "new.json"}, Style{Width: 60, Color: true}},
	} {
		c, err := harness.CompareResults("", 0.01, test.results...)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Changes(&b, c, test.files, test.style); err != nil {
			t.Fatal(err)
		}
		golden(t, test.name, b.Bytes())
		if err := Changes(broken{}, c, test.files, test.style); !errors.Is(err, errBroken) {
			t.Error(err)
		}
	}
}
