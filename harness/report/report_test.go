package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/thaw/harness"
	"example.com/thaw/harness/stats"
	"example.com/thaw/isolate/phase"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with testdata/NAME.golden.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (go test -update accepts it); got\n%s", path, got)
	}
}

// virtual answers without doing anything. Costs follow from the arm and the round.
type virtual struct {
	mode    string
	rebuild bool
	cpu     bool
	rounds  map[string]int
}

func (v *virtual) Mode() string { return v.mode }

func (v *virtual) ColdStart(_ context.Context, arm harness.Arm) (harness.Sample, error) {
	if v.rounds == nil {
		v.rounds = map[string]int{}
	}
	v.rounds[arm.ID]++
	unit := time.Duration(len(arm.ID)*1000+7*v.rounds[arm.ID]) * time.Nanosecond
	answer := harness.Answer{Status: 200, Body: []byte("hello")}
	p := v.profile(unit, phase.Boot, 9, phase.Parse, 1200, phase.Evaluate, 340, phase.Request, 21, phase.Other, 2)
	if v.mode == harness.ModeProcess {
		p = v.profile(unit, phase.Spawn, 3000, phase.Parse, 1200, phase.Define, 100, phase.Build, 7, phase.Request, 21, phase.Other, 2)
	}
	hit := v.rounds[arm.ID]%2 == 0
	p.Phases[1].Hit = &hit
	p.Phases[2].Sub = []phase.Entry{{Name: "routes", Cost: phase.Cost{Wall: 5 * unit}}}
	s := harness.Sample{
		Cold: harness.Pass{Profile: p, Answer: answer},
		Warm: harness.Pass{Profile: v.profile(unit, phase.Request, 3), Answer: answer},
	}
	if v.rebuild {
		s.HeapBytes, s.ProcessCPU = 13<<20, 40*time.Millisecond
		s.Rebuild = &harness.Pass{Profile: v.profile(unit, phase.Define, 80, phase.Build, 5, phase.Request, 4), Answer: answer}
	}
	return s, nil
}

// profile takes pairs of a phase and its length in units.
func (v *virtual) profile(unit time.Duration, pairs ...any) phase.Profile {
	p := phase.Profile{Total: phase.Cost{HasCPU: v.cpu}}
	for pair := range slices.Chunk(pairs, 2) {
		c := phase.Cost{Wall: unit * time.Duration(pair[1].(int)), HasCPU: v.cpu}
		if v.cpu {
			c.Thread, c.Process = c.Wall/2, c.Wall*3/4
		}
		p.Total.Wall += c.Wall
		p.Total.Thread += c.Thread
		p.Total.Process += c.Process
		p.Phases = append(p.Phases, phase.Entry{Name: pair[0].(string), Cost: c})
	}
	return p
}

func result(t testing.TB, v harness.Runner, rounds int, arms ...harness.Arm) *harness.Result {
	t.Helper()
	r, err := harness.Experiment{Arms: arms, Rounds: rounds, Warmup: 1, Seed: 42}.Run(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	steady(r)
	return r
}

// steady takes out what depends on the machine.
func steady(r *harness.Result) {
	load := 0.25
	r.Thaw, r.Command = "v0.1.0", []string{"thaw", "bench", "hello"}
	r.StartedAt = time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)
	r.Elapsed, r.Sampled = 110*time.Millisecond, 100*time.Millisecond
	r.Machine = harness.Machine{
		CPU: "Some Processor", Cores: 2, OS: "linux", Arch: "amd64", Go: "go1.26.8", GOMAXPROCS: 2, GOGC: 100, Load1: &load,
	}
	r.Warnings = slices.DeleteFunc(r.Warnings, func(w harness.Warning) bool { return w.Code == harness.WarnLoad })
}

func arm(app, runtime, minify string, bytes int64) harness.Arm {
	return harness.Arm{
		ID: app + " " + runtime + " minify=" + minify, App: app, Runtime: runtime,
		Levers:  []harness.Lever{{Name: "minify", Value: minify}, {Name: "target", Value: "es2022"}},
		Bundle:  harness.Bundle{SHA256: app + minify, Bytes: bytes, Gzip: bytes / 4, Modules: 12, Inputs: inputs(bytes)},
		Request: harness.Request{Method: "GET", Path: "/"},
		Check:   nil,
	}
}

func inputs(bytes int64) []harness.Input {
	return []harness.Input{
		{Path: "../node_modules/effect/dist/index.js", Package: "effect", Bytes: bytes / 2},
		{Path: "src/index.ts", Bytes: bytes / 8},
	}
}

func fourArms() []harness.Arm {
	return []harness.Arm{
		arm("effect@10", "goja", "off", 1_182_000), arm("effect@10", "goja", "on", 661_000),
		arm("hello", "goja", "off", 900), arm("hello", "goja", "on", 600),
	}
}

func TestTable(t *testing.T) {
	tests := []struct {
		name   string
		result *harness.Result
		style  Style
	}{
		{"table-isolate", result(t, &virtual{mode: harness.ModeIsolate, cpu: true}, 10, fourArms()...), Style{}},
		{"table-cpu-narrow", result(t, &virtual{mode: harness.ModeIsolate, cpu: true}, 10, fourArms()[:2]...), Style{CPU: true, Width: 80}},
		{"table-no-cpu", result(t, &virtual{mode: harness.ModeIsolate}, 10, fourArms()[0]), Style{CPU: true}},
		{"table-process-few", result(t, &virtual{mode: harness.ModeProcess, rebuild: true}, 1, fourArms()[:2]...), Style{}},
		{"table-color", result(t, &virtual{mode: harness.ModeProcess, cpu: true}, 2, fourArms()[3]), Style{Color: true, CPU: true}},
		{"table-verdicts", verdictResult(t), Style{}},
		{"table-sessions", merged(t, result(t, &virtual{mode: harness.ModeIsolate}, 3, fourArms()[0]), result(t, &virtual{mode: harness.ModeIsolate}, 4, fourArms()[0])), Style{}},
		{"table-empty", &harness.Result{Rounds: 3, Arms: fourArms(), Partial: true, Warnings: []harness.Warning{
			{Code: harness.WarnPartial, Text: "the experiment ended after 0 of 12 samples"},
		}}, Style{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := Table(&b, test.result, test.style); err != nil {
				t.Fatal(err)
			}
			golden(t, test.name, b.Bytes())
		})
	}
}

// verdictResult has every kind of verdict.
func verdictResult(t testing.TB) *harness.Result {
	r := result(t, &virtual{mode: harness.ModeIsolate}, 10, fourArms()...)
	r.Floor, r.Noise = 0.01, 0.012
	one := func(arm string, diff, reach float64, v stats.Verdict) harness.Comparison {
		return harness.Comparison{Base: r.Arms[0].ID, Arm: arm, Comparison: changed(stats.Comparison{
			Paired: true, BaseN: 30, ArmN: 30, BaseMedian: 40e6, ArmMedian: 40e6 + diff,
			Diff: diff, Lo: diff - reach, Hi: diff + reach, P: 0.004, Adjusted: 0.02, Agree: 21, Verdict: v,
		})}
	}
	few := one("few", 1e6, math.Inf(1), stats.NoVerdict)
	few.Warnings = []stats.Warning{{Code: stats.FewSamples, Text: "not enough samples for a verdict: 3 of 6 rounds"}}
	other := one("other", -20e6, 1e5, stats.NoVerdict)
	other.Withheld = "other answers with another body than the first"
	r.Comparisons = []harness.Comparison{
		one("fast", -4.8e6, 6e5, stats.Faster), one("slow", 9e7, 6e5, stats.Slower),
		one("same", 1e5, 2e5, stats.Tie), one("unclear", 1e5, 2e6, stats.Tie), few, other,
	}
	aa := one("first a/a", 4.8e5, 5e5, stats.NoVerdict)
	r.AA = []harness.Comparison{aa}
	again := r.Arms[0]
	again.ID, again.Again = aa.Arm, true
	r.Arms = append(r.Arms, again)
	r.Summaries = append(r.Summaries, harness.Summary{Arm: aa.Arm})
	return r
}

// changed fills the shares of a comparison that was made by hand.
func changed(c stats.Comparison) stats.Comparison {
	c.Change, c.ChangeLo, c.ChangeHi = c.Relative(c.Diff), c.Relative(c.Lo), c.Relative(c.Hi)
	return c
}

func TestTableFits(t *testing.T) {
	r := result(t, &virtual{mode: harness.ModeIsolate, cpu: true}, 6, fourArms()...)
	for width := 50; width <= 200; width += 10 {
		var b strings.Builder
		if err := Table(&b, r, Style{Width: width}); err != nil {
			t.Fatal(err)
		}
		table, _, _ := strings.Cut(b.String(), "6 rounds")
		for line := range strings.Lines(table) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > width {
				t.Errorf("width %d: a line of %d:\n%s", width, n, table)
				break
			}
		}
	}
}

func TestJSON(t *testing.T) {
	v := &virtual{mode: harness.ModeProcess, rebuild: true, cpu: true}
	for name, r := range map[string]*harness.Result{
		"json-few":   result(t, v, 2, fourArms()[:2]...),
		"json-full":  result(t, &virtual{mode: harness.ModeIsolate}, 6, fourArms()[3]),
		"json-empty": {Thaw: "v0.1.0", Mode: harness.ModeIsolate, Partial: true},
	} {
		var b bytes.Buffer
		if err := JSON(&b, r); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.Bytes())
		if !json.Valid(b.Bytes()) || bytes.Contains(b.Bytes(), []byte("null")) {
			t.Errorf("%s is not JSON, or has null", name)
		}
	}
}

// TestJSONFields holds the output to the field names of the schema: each must be
// there when everything is known.
func TestJSONFields(t *testing.T) {
	var b bytes.Buffer
	r := result(t, &virtual{mode: harness.ModeProcess, rebuild: true, cpu: true}, 7, fourArms()[:2]...)
	r.Floor, r.AA, r.Noise = 0.01, r.Comparisons[:1], 0.02
	r.Warnings = []harness.Warning{{Code: "c", Text: "t", Arm: "a"}}
	if err := JSON(&b, r); err != nil {
		t.Fatal(err)
	}
	var d any
	if err := json.Unmarshal(b.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	for _, path := range strings.Fields(`schema thaw startedAt mode rounds seed
		machine.cpu machine.cores machine.os machine.arch machine.go machine.load1
		apps.name apps.bundle.sha256 apps.bundle.bytes apps.bundle.gzip apps.bundle.modules
		command apps.bundle.inputs.path apps.bundle.inputs.package apps.bundle.inputs.bytes
		arms.givenSha256 answers.status answers.bodySha256
		arms.id arms.app arms.runtime arms.levers.minify
		samples.arm samples.round samples.phases.parse.wallNs samples.phases.parse.cpuNs samples.phases.parse.hit
		samples.totalNs samples.cpuNs samples.heapBytes samples.status samples.bodySha256
		summary.arm summary.phases.parse.medianNs summary.phases.parse.loNs summary.phases.parse.hiNs
		summary.phases.parse.p90Ns summary.phases.parse.cpuMedianNs summary.total.medianNs
		floor comparisons.base comparisons.arm comparisons.diffNs comparisons.loNs comparisons.hiNs comparisons.ratio
		comparisons.p comparisons.adjustedP comparisons.signP comparisons.agree comparisons.pairs comparisons.verdict
		noise aa.base aa.arm aa.diffNs
		warnings.code warnings.text warnings.arm`) {
		at := d
		for name := range strings.SplitSeq(path, ".") {
			if list, ok := at.([]any); ok && len(list) > 0 {
				at = list[0]
			}
			object, _ := at.(map[string]any)
			at = object[name]
		}
		if at == nil || reflect.ValueOf(at).IsZero() && path != "samples.phases.parse.hit" {
			t.Errorf("%s is %v", path, at)
		}
	}
}

func TestWaterfall(t *testing.T) {
	v := &virtual{cpu: true}
	ms := time.Millisecond / 100
	busy := v.profile(ms, phase.Boot, 120, phase.Parse, 2900, phase.Evaluate, 1, phase.Define, 700, phase.Build, 0, phase.Request, 310, phase.Other, 4)
	hit := true
	busy.Phases[1].Hit = &hit
	for n := range 12 {
		busy.Phases[3].Sub = append(busy.Phases[3].Sub, phase.Entry{Name: "group " + string(rune('a'+n)), Cost: phase.Cost{Wall: 20 * ms}})
	}
	v.cpu = false
	for name, test := range map[string]struct {
		profile phase.Profile
		style   Style
	}{
		"waterfall-plain":  {busy, Style{}},
		"waterfall-narrow": {busy, Style{Width: 20, Color: true}},
		"waterfall-no-cpu": {v.profile(ms, phase.Parse, 1, phase.Other, 1), Style{Width: 40}},
		"waterfall-empty":  {phase.Profile{}, Style{}},
	} {
		var b bytes.Buffer
		if err := Waterfall(&b, test.profile, test.style); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.Bytes())
	}
}

func TestStyleFor(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if s := StyleFor(f); s != (Style{}) {
		t.Errorf("a file has style %+v", s)
	}
}

func TestWriteErrors(t *testing.T) {
	r := result(t, &virtual{mode: harness.ModeIsolate}, 1, fourArms()[0])
	for name, write := range map[string]func() error{
		"table":     func() error { return Table(broken{}, r, Style{}) },
		"JSON":      func() error { return JSON(broken{}, r) },
		"waterfall": func() error { return Waterfall(broken{}, phase.Profile{}, Style{}) },
	} {
		if err := write(); !errors.Is(err, errBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

var errBroken = errors.New("broken pipe")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }

func TestWarnings(t *testing.T) {
	for n, want := range map[int]string{0: "", 4: "a0: w|a1: w|a2: w|a3: w", 6: "a0: w|a1: w|a2: w|3 more like the last are in the file of --json (c)"} {
		r := &harness.Result{}
		for i := range n {
			r.Warnings = append(r.Warnings, harness.Warning{Code: "c", Text: "w", Arm: fmt.Sprintf("a%d", i)})
		}
		if got := strings.Join(warnings(r), "|"); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
		r.Warnings = append(r.Warnings, harness.Warning{Code: "other", Text: "of all"})
		if got := warnings(r); got[len(got)-1] != "of all" {
			t.Errorf("%d: %v", n, got)
		}
	}
}

// TestManyTies: what would settle them is said once.
func TestManyTies(t *testing.T) {
	r := verdictResult(t)
	tie := r.Comparisons[3]
	r.Comparisons = nil
	for n := range 5 {
		c := tie
		c.Arm = fmt.Sprintf("tie %d", n)
		c.Lo -= float64(n) * 1e5
		r.Comparisons = append(r.Comparisons, c)
	}
	got := reasons(r)
	if len(got) != 1 || !strings.HasPrefix(got[0], "5 ties exclude no difference of interest: about ") || !strings.HasSuffix(got[0], " would find one of 2 %.") {
		t.Errorf("%q", got)
	}
}
