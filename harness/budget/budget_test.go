package budget

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.com/thaw/harness"
	"example.com/thaw/isolate/phase"
)

var runtimes = []string{"goja", "quickjs"}

const example = `{
  "schema": "thaw.budget/1",
  "thaw": "v1",
  "runtimes": {
    "quickjs": {
      "bundle": {"bytes": "80 KiB", "gzip": 25000, "modules": 3},
      "counts": {"total": {"calls": 100, "allocatedBytes": "1MB", "touchedPages": 300}, "request": {"opCalls": 0}},
      "times": {"total": {"wall": "50ms"}, "evaluate": {"cpu": "1.5ms", "hard": true}}
    },
    "goja": {"counts": {"total": {"calls": 7}}}
  }
}`

func parsed(t *testing.T, text string) Budget {
	t.Helper()
	b, err := Parse([]byte(text), runtimes)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestParse(t *testing.T) {
	want := Budget{"v1", []Runtime{
		{"quickjs", []Limit{
			{OnBundle, "", BundleBytes, 80 << 10, true},
			{OnBundle, "", BundleGzip, 25000, true},
			{OnBundle, "", BundleModules, 3, true},
			{OnCounts, harness.PhaseTotal, "calls", 100, true},
			{OnCounts, harness.PhaseTotal, "allocatedBytes", 1e6, true},
			{OnCounts, harness.PhaseTotal, "touchedPages", 300, true},
			{OnCounts, phase.Request, "opCalls", 0, true},
			{OnTimes, harness.PhaseTotal, WallTime, 50e6, false},
			{OnTimes, phase.Evaluate, CPUTime, 15e5, true},
		}},
		{"goja", []Limit{{OnCounts, harness.PhaseTotal, "calls", 7, true}}},
	}}
	b := parsed(t, example)
	if !reflect.DeepEqual(b, want) {
		t.Errorf("got %+v, want %+v", b, want)
	}
	var file bytes.Buffer
	if err := b.Write(&file); err != nil {
		t.Fatal(err)
	}
	if again := parsed(t, file.String()); !reflect.DeepEqual(again, want) {
		t.Errorf("%s\nis %+v, want %+v", file.String(), again, want)
	}
	if hard := b.Hard(); len(hard.Runtimes) != 2 || len(hard.Runtimes[0].Limits) != len(want.Runtimes[0].Limits)-1 {
		t.Errorf("hard are %+v", hard)
	}
	for _, l := range b.Strict().Runtimes[0].Limits {
		if !l.Hard {
			t.Errorf("%v is not hard", l)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	wrap := func(runtime string) string {
		return `{"schema": "thaw.budget/1", "runtimes": {"goja": ` + runtime + `}}`
	}
	for _, c := range []struct{ text, want string }{
		{"", "budget: it is empty"},
		{" \n", "budget: it is empty"},
		{example[:115], "budget: it is cut off at line 6, runtimes.quickjs.bundle"},
		{`[]`, "budget: the file is a list; want an object"},
		{`{"runtimes": {}}`, `budget: schema is missing; want "thaw.budget/1"`},
		{`{"schema": "thaw.bench/1"}`, `budget: schema is "thaw.bench/1"; this thaw reads "thaw.budget/1"`},
		{`{"schema": "thaw.budget/1", "thaw": 2}`, `budget: thaw is 2; want a text`},
		{`{"schema": 1}`, `budget: schema is 1; want a text`},
		{`{"schema": "thaw.budget/1"}`, `budget: runtimes is missing`},
		{`{"schema": "thaw.budget/1", "app": "x"}`, `budget: app is no field of a budget; there are schema, thaw, runtimes`},
		{`{"schema": "thaw.budget/1", "runtimes": {"v8": {}}}`, `budget: runtimes.v8 is no runtime; there are goja, quickjs`},
		{wrap(`{}`), `runtimes.goja limits nothing`},
		{wrap(`{"count": {}}`), `runtimes.goja.count is no kind of limits; there are bundle, counts, times`},
		{wrap(`{"bundle": {"size": 1}}`), `runtimes.goja.bundle.size is no fact of a bundle; there are bytes, gzip, modules`},
		{wrap(`{"bundle": {"bytes": "1 parsec"}}`), `runtimes.goja.bundle.bytes is "1 parsec"; want a number of bytes, or a text such as "80 KiB"`},
		{wrap(`{"bundle": {"bytes": -1}}`), `runtimes.goja.bundle.bytes is -1; want a number of bytes`},
		{wrap(`{"counts": {"start": {"calls": 1}}}`), `runtimes.goja.counts.start is no phase; there are total, spawn, boot, parse`},
		{wrap(`{"counts": {"total": {"call": 1}}}`), `runtimes.goja.counts.total.call is no count; there are bytesParsed, `},
		{wrap(`{"counts": {"boot": {"touchedPages": 1}}}`), `runtimes.goja.counts.boot.touchedPages is counted of the whole cold start only: put it into total`},
		{wrap(`{"counts": {"total": {"calls": 1.5}}}`), `runtimes.goja.counts.total.calls is 1.5; want a whole number of 0 or more`},
		{wrap(`{"counts": {"total": {"calls": -3}}}`), `runtimes.goja.counts.total.calls is -3; want a whole number of 0 or more`},
		{wrap(`{"counts": {"total": {"calls": "NaN"}}}`), `runtimes.goja.counts.total.calls is "NaN"; want a whole number of 0 or more`},
		{wrap(`{"counts": {"total": {"calls": NaN}}}`), `it is not JSON: line 1, runtimes.goja.counts.total`},
		{wrap(`{"counts": {"total": {"calls": null}}}`), `calls is null; want a whole number`},
		{wrap(`{"counts": {"total": {}}}`), `runtimes.goja.counts.total limits nothing`},
		{wrap(`{"counts": {"total": {"calls": 1, "calls": 2}}}`), `duplicate`},
		{wrap(`{"counts": {"total": {"calls": 1e300}}}`), `calls is 1e300; want a whole number`},
		{wrap(`{"times": {"total": {"wall": 50}}}`), `runtimes.goja.times.total.wall is 50; want a time such as "50ms"`},
		{wrap(`{"times": {"total": {"wall": "50 parsecs"}}}`), `runtimes.goja.times.total.wall is "50 parsecs"; want a time such as "50ms" (units ns, us, ms, s, m, h)`},
		{wrap(`{"times": {"total": {"wall": "-1ms"}}}`), `want a time such as`},
		{wrap(`{"times": {"total": {"p99": "1ms"}}}`), `runtimes.goja.times.total.p99 is no time, and not "hard"; there are wall, cpu`},
		{wrap(`{"times": {"total": {"hard": true}}}`), `runtimes.goja.times.total limits nothing`},
		{wrap(`{"times": {"total": {"wall": "1ms", "hard": "yes"}}}`), `runtimes.goja.times.total.hard is "yes"; want true or false`},
	} {
		if _, err := Parse([]byte(c.text), runtimes); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.text, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(example))
	f.Add([]byte(example[:200]))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := Parse(text, runtimes)
		if err != nil {
			return
		}
		var file bytes.Buffer
		if err := b.Write(&file); err != nil {
			t.Fatal(err)
		}
		again, err := Parse(file.Bytes(), runtimes)
		if err != nil {
			t.Fatalf("%s: %v", file.String(), err)
		}
		if len(again.Runtimes) != len(b.Runtimes) {
			t.Errorf("%s: %d runtimes, want %d", file.String(), len(again.Runtimes), len(b.Runtimes))
		}
	})
}

// measured is a result with times of 1 to 9 ms, and counts.
func measured() *harness.Result {
	arm := harness.Arm{ID: "app quickjs", App: "app", Runtime: "quickjs", Bundle: harness.Bundle{
		Bytes: 90 << 10, Gzip: 24999, Modules: 2, Inputs: []harness.Input{{Path: "a.js", Bytes: 60 << 10}, {Path: "b.js", Bytes: 3}},
	}}
	r := &harness.Result{Arms: []harness.Arm{arm}, Counts: []harness.Counts{{
		Arm:    arm.ID,
		Total:  map[harness.Count]int64{harness.Calls: 125, harness.OpCalls: 3, harness.AllocatedBytes: 1e6, harness.TouchedPages: 300},
		Phases: []harness.PhaseCounts{{Phase: phase.Request, Counts: map[harness.Count]int64{harness.OpCalls: 3}}},
	}}}
	for ms := range 9 {
		wall := time.Duration(ms+1) * time.Millisecond
		cost := phase.Cost{Wall: wall, Process: 2 * wall, HasCPU: true}
		r.Samples = append(r.Samples, harness.Sample{Arm: arm.ID, Round: ms + 1, Cold: harness.Pass{Profile: phase.Profile{
			Total: cost, Phases: []phase.Entry{{Name: phase.Evaluate, Cost: cost}},
		}}})
	}
	return r
}

func TestCheck(t *testing.T) {
	r := measured()
	v, err := parsed(t, example).Judge(r, r.Arms[0], "app")
	if err != nil {
		t.Fatal(err)
	}
	if !v.Failed() {
		t.Error("it did not fail")
	}
	var sentences []string
	for _, f := range v.Failures() {
		sentences = append(sentences, f.Sentence())
	}
	want := []string{
		"evaluate cpu is 10.0 ms, over the budget of 1.50 ms by 8.50 ms (567 %); on this machine, 9 rounds pass with a probability of under 1 %",
		"request opCalls is 3, over the budget of 0 by 3",
		"total calls is 125, over the budget of 100 by 25 (25 %)",
		"bundle bytes is 90.0 KiB, over the budget of 80.0 KiB by 10.0 KiB (12.5 %)",
	}
	if !reflect.DeepEqual(sentences, want) {
		t.Errorf("got %q, want %q", sentences, want)
	}
}

func TestCheckRefuses(t *testing.T) {
	r := measured()
	for _, l := range []struct {
		limit Limit
		want  string
	}{
		{Limit{Kind: OnCounts, Phase: harness.PhaseTotal, Name: "heapBytes"}, "budget: runtimes.x.counts.total.heapBytes: quickjs can't count that"},
		{Limit{Kind: OnTimes, Phase: harness.PhaseTotal, Name: WallTime}, "budget: runtimes.x.times.total.wall: nothing was measured"},
	} {
		other := *r
		if l.limit.Kind == OnTimes {
			other.Samples = nil
		}
		_, err := Runtime{"x", []Limit{l.limit}}.Check(&other, r.Arms[0])
		if err == nil || err.Error() != l.want {
			t.Errorf("got %v, want %s", err, l.want)
		}
	}
}

func TestPropose(t *testing.T) {
	r := measured()
	if err := r.Summarize(); err != nil {
		t.Fatal(err)
	}
	b, err := Propose(r)
	if err != nil {
		t.Fatal(err)
	}
	findings, err := b.Runtime("quickjs").Check(r, r.Arms[0])
	if err != nil {
		t.Fatal(err)
	}
	limits := map[string]int64{}
	for _, f := range findings {
		if f.Over {
			t.Errorf("what is now is over: %s", f.Sentence())
		}
		limits[f.Limit.String()] = f.Max
	}
	want := map[string]int64{"bundle bytes": 97000, "bundle gzip": 27000, "total calls": 140, "total opCalls": 4, "total touchedPages": 320, "evaluate calls": 0, "request calls": 0, "total time": 12e6}
	if !reflect.DeepEqual(limits, want) {
		t.Errorf("got %v, want %v", limits, want)
	}
}

func TestText(t *testing.T) {
	r := measured()
	b := parsed(t, `{"schema": "thaw.budget/1", "runtimes": {"quickjs": {"bundle": {"modules": 2}, "counts": {"total": {"calls": 100}}, "times": {"total": {"wall": "4ms"}}}}}`)
	v, err := b.Judge(r, r.Arms[0], "app")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		write func(*bytes.Buffer) error
		want  string
	}{
		"text": {func(w *bytes.Buffer) error { return v.Text(w) }, `app on quickjs
limit           budget   now      share  passes
bundle modules  2        2        100 %        ok
total calls     100      125      125 %        OVER
total time      4.00 ms  5.00 ms  125 %  41 %  over (warning)
passes: the probability that the median of 9 more rounds on this machine is within the budget.
quickjs: total calls is 125, over the budget of 100 by 25 (25 %).
quickjs: total time is 5.00 ms, over the budget of 4.00 ms by 1.00 ms (25 %); on this machine, 9 rounds pass with a probability of 41 %.
Largest modules of the bundle: a.js 60.0 KiB, b.js 3 B.
`},
		"markdown": {func(w *bytes.Buffer) error { return v.Markdown(w) }, `### app on quickjs is over its budget

| limit | budget | now | share | passes |  |
| --- | ---: | ---: | ---: | ---: | --- |
| bundle modules | 2 | 2 | 100 % |  | ok |
| total calls | 100 | 125 | 125 % |  | OVER |
| total time | 4.00 ms | 5.00 ms | 125 % | 41 % | over (warning) |

passes: the probability that the median of 9 more rounds on this machine is within the budget.

- total calls is 125, over the budget of 100 by 25 (25 %).
- total time is 5.00 ms, over the budget of 4.00 ms by 1.00 ms (25 %); on this machine, 9 rounds pass with a probability of 41 %.

Largest modules of the bundle:

- ` + "`a.js` 60.0 KiB\n- `b.js` 3 B\n\n"},
		"annotations": {func(w *bytes.Buffer) error { return v.Annotations(w, "dir/b,1.json") }, `::error file=dir/b%2C1.json,title=thaw gate%3A app on quickjs::total calls is 125, over the budget of 100 by 25 (25 %25)
::warning file=dir/b%2C1.json,title=thaw gate%3A app on quickjs::total time is 5.00 ms, over the budget of 4.00 ms by 1.00 ms (25 %25); on this machine, 9 rounds pass with a probability of 41 %25
`},
	} {
		var b bytes.Buffer
		if err := c.write(&b); err != nil {
			t.Fatal(err)
		}
		if b.String() != c.want {
			t.Errorf("%s: got\n%q\nwant\n%q", name, b.String(), c.want)
		}
	}
}

func TestBeyondWorkers(t *testing.T) {
	r := measured()
	for i := range r.Samples { // of 200 ms and more
		cost := &r.Samples[i].Cold.Profile.Phases[0].Cost
		cost.Process *= 200
	}
	if err := r.Summarize(); err != nil {
		t.Fatal(err)
	}
	arm := r.Arms[0]
	arm.Bundle.Bytes = 70 << 20
	want := []string{
		"Cloudflare Workers refuse a bundle of more than 64.0 MiB; this one has 70.0 MiB.",
		"Cloudflare Workers refuse a start-up of more than 1s of CPU; it takes 2.00 s on quickjs, which is slower than their V8.",
	}
	if got := beyondWorkers(r, arm); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := beyondWorkers(&harness.Result{Arms: r.Arms}, r.Arms[0]); got != nil {
		t.Errorf("of what was not measured: %q", got)
	}
}
