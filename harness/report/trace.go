package report

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"example.com/thaw/harness"
	"example.com/thaw/isolate/phase"
)

// Trace writes one sample as trace events in the JSON object format of Chromium, which Perfetto shows. Phases are
// exclusive, so they stand one after the other, each in one piece, with their sub-phases below; a track each is for the cold
// start, the warm pass and the rebuild.
func Trace(w io.Writer, r *harness.Result, s harness.Sample) error {
	arm, _ := r.Arm(s.Arm)
	t := trace{Unit: "ns", Other: map[string]any{
		"thaw": r.Thaw, "startedAt": r.StartedAt, "mode": r.Mode, "cpu": r.Machine.CPU, "os": r.Machine.OS, "arch": r.Machine.Arch, "go": r.Machine.Go,
		"arm": s.Arm, "round": s.Round, "bundleSha256": arm.Bundle.SHA256,
		"layout": "phases are exclusive: each stands in one piece, in the order in which they begin",
	}}
	t.named("process_name", 0, "thaw "+s.Arm)
	for i, p := range passesOf(s) {
		t.named("thread_name", i+1, p.name)
		t.pass(i+1, p)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(t); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

type trace struct {
	Events []traceEvent   `json:"traceEvents"`
	Unit   string         `json:"displayTimeUnit"`
	Other  map[string]any `json:"otherData"`

	at time.Duration // the end of what is there
}

// A traceEvent is a complete event (ph X), or metadata (ph M), which have no times.
type traceEvent struct {
	Name     string         `json:"name"`
	Category string         `json:"cat,omitempty"`
	Phase    string         `json:"ph"`
	Start    *float64       `json:"ts,omitempty"`  // µs
	Length   *float64       `json:"dur,omitempty"` // µs
	Process  int            `json:"pid"`
	Thread   int            `json:"tid"`
	Args     map[string]any `json:"args,omitempty"`
}

const traceProcess = 1

func (t *trace) named(kind string, thread int, name string) {
	t.Events = append(t.Events, traceEvent{Name: kind, Phase: "M", Process: traceProcess, Thread: thread, Args: map[string]any{"name": name}})
}

// pass adds a pass behind the ones before it.
func (t *trace) pass(thread int, p pass) {
	start := t.at
	t.add(thread, "pass", phase.Entry{Name: p.name, Cost: p.profile.Total}, start)
	for _, e := range p.profile.Phases {
		t.add(thread, "phase", e, t.at)
		sub := t.at
		for _, s := range e.Sub {
			t.add(thread, "sub-phase", s, sub)
			sub += max(s.Cost.Wall, 0)
		}
		t.at += max(e.Cost.Wall, 0)
	}
	t.at = max(t.at, start+p.profile.Total.Wall)
}

// add leaves out what took no time: other may be negative in process mode.
func (t *trace) add(thread int, category string, e phase.Entry, start time.Duration) {
	if e.Cost.Wall <= 0 {
		return
	}
	args := map[string]any{}
	if e.Cost.HasCPU {
		args["cpuNs"] = int64(e.Cost.Process)
	}
	if e.Cost.HasThread() {
		args["threadNs"] = int64(e.Cost.Thread)
	}
	if text := cached(e); text != "" {
		args["cache"] = text
	}
	from, length := micros(start), micros(e.Cost.Wall)
	t.Events = append(t.Events, traceEvent{e.Name, category, "X", &from, &length, traceProcess, thread, args})
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }
