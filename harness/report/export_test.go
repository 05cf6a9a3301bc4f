package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"

	"example.com/thaw/harness"
	"example.com/thaw/isolate/phase"
)

func TestCSV(t *testing.T) {
	r := result(t, &virtual{mode: harness.ModeProcess, rebuild: true, cpu: true}, 1, fourArms()[:2]...)
	r.Samples[1].Cold.Profile.Total.HasCPU = false
	var b bytes.Buffer
	if err := CSV(&b, r); err != nil {
		t.Fatal(err)
	}
	golden(t, "export-csv", b.Bytes())
	rows, err := csv.NewReader(&b).ReadAll() // which wants as many fields in each row
	if err != nil || len(rows) != 1+2*(1+7+1+3) {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	if err := CSV(broken{}, r); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}

func TestGoBenchmark(t *testing.T) {
	odd := arm("./my app/100%=x\t\x00é", "goja", "a/b c", 900)
	r := result(t, &virtual{mode: harness.ModeIsolate, cpu: true}, 2, odd, fourArms()[3])
	r.Machine.CPU = "Some\n Processor"
	var b bytes.Buffer
	if err := GoBenchmark(&b, r); err != nil {
		t.Fatal(err)
	}
	golden(t, "export-gobench", b.Bytes())
	results := 0
	for in := benchfmt.NewReader(&b, "export"); in.Scan(); {
		switch record := in.Result().(type) {
		case *benchfmt.SyntaxError:
			t.Error(record)
		case *benchfmt.Result:
			results++
			base, parts := record.Name.Parts()
			if string(base) != "ColdStart" || len(parts) != 6 || string(parts[5]) != "-2" {
				t.Errorf("name %s: %s and %q", record.Name, base, parts)
			}
			if record.GetConfig("cpu") != "Some Processor" || record.GetConfig("mode") != "isolate" {
				t.Errorf("config %v", record.Config)
			}
		}
	}
	if want := 2 * 2 * 6; results != want {
		t.Errorf("%d results, want %d", results, want)
	}
	if err := GoBenchmark(broken{}, r); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}

// TestBenchstat runs the real benchstat: it reads the export, and finds the medians and p that CompareResults finds.
func TestBenchstat(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "benchstat.exe")
	if out, err := exec.Command("go", "build", "-o", program, "golang.org/x/perf/cmd/benchstat").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	results := []*harness.Result{aged(t, 10, 0, fourArms()...), aged(t, 13, 1, fourArms()...)}
	args := []string{"-format", "csv", "-filter", ".unit:sec/op"}
	for i, r := range results {
		args = append(args, filepath.Join(dir, fmt.Sprintf("%d.txt", i)))
		file, err := os.Create(args[len(args)-1])
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(GoBenchmark(file, r), file.Close()); err != nil {
			t.Fatal(err)
		}
	}
	var stderr bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("benchstat: %v\n%s", err, &stderr)
	}
	c, err := harness.CompareResults(harness.MeasureWall, 0, results...)
	if err != nil {
		t.Fatal(err)
	}
	rows := benchstatRows(t, out)
	for _, change := range c.All {
		arm, _ := results[0].Arm(change.Arm)
		name := goBenchmark{result: results[0]}.name(arm, change.Phase).String()
		row := rows[name]
		if len(row) < 6 {
			t.Errorf("%s: benchstat has %q", name, row)
			continue
		}
		for i, cell := range []string{row[0], row[2]} {
			seconds, err := strconv.ParseFloat(cell, 64)
			if want := change.Sides[i].Times.Median / 1e9; err != nil || math.Abs(seconds/want-1) > 1e-12 {
				t.Errorf("%s: benchstat has a median of %s s, CompareResults one of %v", name, cell, want)
			}
		}
		side := change.Sides[1]
		if want := fmt.Sprintf("p=%0.3f n=%d+%d", side.Comparison.P, change.Sides[0].Times.N, side.Times.N); row[5] != want {
			t.Errorf("%s: benchstat has %s, CompareResults %s", name, row[5], want)
		}
	}
	if len(rows) != len(c.All) {
		t.Errorf("benchstat has %d rows, CompareResults %d", len(rows), len(c.All))
	}
}

// benchstatRows are the rows about benchmarks of a CSV of benchstat: name to what comes behind it.
func benchstatRows(t *testing.T, out []byte) map[string][]string {
	t.Helper()
	rows := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, "ColdStart/") {
			continue
		}
		fields, err := csv.NewReader(strings.NewReader(line)).Read()
		if err != nil {
			t.Fatal(err)
		}
		rows[fields[0]] = fields[1:]
	}
	return rows
}

func TestTrace(t *testing.T) {
	r := result(t, &virtual{mode: harness.ModeProcess, rebuild: true, cpu: true}, 3, fourArms()[:1]...)
	s := r.Samples[1]
	s.Cold.Profile.Phases[5].Cost.Wall = -5 // other
	var b bytes.Buffer
	if err := Trace(&b, r, s); err != nil {
		t.Fatal(err)
	}
	golden(t, "export-trace", b.Bytes())
	var file struct {
		TraceEvents []struct {
			Name, Cat, Ph string
			Ts, Dur       *float64
			Pid, Tid      int
		}
		DisplayTimeUnit string
	}
	if err := json.Unmarshal(b.Bytes(), &file); err != nil || file.DisplayTimeUnit != "ns" {
		t.Fatal(err)
	}
	// Each track is a tree: an event ends before the one around it, and tracks are one after the other.
	ends := map[string]float64{}
	var names []string
	for _, e := range file.TraceEvents {
		if e.Ph == "M" {
			ends = map[string]float64{"pass": math.Inf(1)}
			continue
		}
		around := map[string]string{"pass": "pass", "phase": "pass", "sub-phase": "phase"}[e.Cat]
		if e.Ph != "X" || e.Pid != 1 || e.Ts == nil || e.Dur == nil || *e.Dur <= 0 || *e.Ts+*e.Dur > ends[around]+1e-6 {
			t.Errorf("%+v", e)
			continue
		}
		ends[e.Cat] = *e.Ts + *e.Dur
		names = append(names, e.Name)
	}
	want := "cold spawn parse define routes build request warm request rebuild define build request"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("events %s, want %s", got, want)
	}
	if err := Trace(broken{}, r, s); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}

func TestTraceEmpty(t *testing.T) {
	var b bytes.Buffer
	if err := Trace(&b, &harness.Result{}, harness.Sample{Cold: harness.Pass{Profile: phase.Profile{}}}); err != nil || !json.Valid(b.Bytes()) {
		t.Errorf("%v: %s", err, &b)
	}
}
