package report

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"golang.org/x/perf/benchfmt"

	"example.com/thaw/harness"
)

// encoded is what JSON writes of a result.
func encoded(t testing.TB, r *harness.Result) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := JSON(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// shown is what Table writes of it.
func shown(t *testing.T, r *harness.Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := Table(&b, r, Style{CPU: true}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestRead reads what was written: the table and the file of it are the same.
func TestRead(t *testing.T) {
	process := &virtual{mode: harness.ModeProcess, rebuild: true, cpu: true}
	isolate := func() *virtual { return &virtual{mode: harness.ModeIsolate, cpu: true} }
	withAA, err := harness.Experiment{
		Arms: fourArms()[:2], Rounds: 9, Seed: 7, AA: true, Baseline: fourArms()[1].ID, Floor: 0.01,
	}.Run(t.Context(), isolate())
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]*harness.Result{
		"process": result(t, process, 8, fourArms()...),
		"one":     result(t, &virtual{mode: harness.ModeIsolate}, 1, fourArms()[0]),
		"aa":      withAA,
		"doubts":  doubtful(t),
		"merged":  merged(t, result(t, process, 3, fourArms()[0]), result(t, process, 4, fourArms()[0])),
	} {
		if err := r.Summarize(); err != nil {
			t.Fatal(err)
		}
		file := encoded(t, r)
		again, err := Read(bytes.NewReader(file))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got, want := shown(t, again), shown(t, r); got != want {
			t.Errorf("%s: the table is\n%s\nwant\n%s", name, got, want)
		}
		if got := encoded(t, again); !bytes.Equal(got, file) {
			t.Errorf("%s: the file is\n%s\nwant\n%s", name, got, file)
		}
	}
}

func merged(t *testing.T, a, b *harness.Result) *harness.Result {
	b.StartedAt = b.StartedAt.Add(time.Hour)
	m, err := harness.Merge(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// doubtful has a warning of every kind that needs more than times, and a negative rest.
func doubtful(t *testing.T) *harness.Result {
	r := result(t, &virtual{mode: harness.ModeProcess, cpu: true}, 6, fourArms()[:2]...)
	r.Arms[1].Cache = "disk"
	load := 7.0
	r.Machine.Load1 = &load
	r.Samples = r.Samples[:len(r.Samples)-1]
	r.Partial = true
	for i := range r.Samples {
		s := &r.Samples[i]
		s.Cold.Answer.Status = 500
		s.Cold.Answer.Header = http.Header{"X-Round": {s.Arm, "1"}, "Date": {"now"}}
		s.ErrorLog, s.CacheWarnings = "it broke\nhere", []string{"the entry is damaged"}
		last := &s.Cold.Profile.Phases[len(s.Cold.Profile.Phases)-1].Cost
		s.Cold.Profile.Total.Wall -= last.Wall + 5
		last.Wall = -5
	}
	r.Globals = []harness.GlobalTouch{{Arm: r.Arms[0].ID, Global: "URL", Phase: "request", Files: []string{"07_url.js"}}}
	return r
}

// TestReadLater reads a file with members that this thaw does not know, and one without
// those that were added later.
func TestReadLater(t *testing.T) {
	file := string(encoded(t, result(t, &virtual{mode: harness.ModeIsolate}, 6, fourArms()[:2]...)))
	later := strings.NewReplacer(`"schema"`, `"new": {"a": [1, null]}, "schema"`, `"wallNs"`, `"new": [{}], "wallNs"`).Replace(file)
	for _, text := range []string{later, without(file, "answer", "givenSha256", "baseline", "summary", "comparisons", "warnings")} {
		if _, err := Read(strings.NewReader(text)); err != nil {
			t.Error(err)
		}
	}
}

// without calls members something else.
func without(file string, names ...string) string {
	for _, name := range names {
		file = strings.ReplaceAll(file, `"`+name+`":`, `"-`+name+`":`)
	}
	return file
}

func TestReadRefuses(t *testing.T) {
	file := string(encoded(t, result(t, &virtual{mode: harness.ModeIsolate, cpu: true}, 2, fourArms()[:2]...)))
	change := func(old, new string) string {
		if !strings.Contains(file, old) {
			t.Fatalf("the file has no %s", old)
		}
		return strings.Replace(file, old, new, 1)
	}
	const id = `"effect@10 goja minify=off"`
	for _, test := range []struct{ text, want string }{
		{"", "it is empty; a result is written by thaw bench --json"},
		{" \n", "it is empty"},
		{"thaw bench", "it is not JSON: line 1: invalid character 'h' in literal true (expecting 'r')"},
		{file[:strings.Index(file, `"wallNs"`)], "it is cut off at line 110, samples[0].phases.boot; take the whole file"},
		{file + file, "it is not JSON: line "},
		{`{"arms": []}`, `schema is missing; want a result of thaw bench --json, which has "thaw.bench/1"`},
		{`[]`, "the file is a list; want an object"},
		{`{"schema": 1}`, "schema is 1; want a text"},
		{change("thaw.bench/1", "thaw.build/1"), `schema is "thaw.build/1"; this thaw reads "thaw.bench/1"`},
		{change(`"rounds": 2`, `"rounds": 0`), "rounds is 0; want 1 or more"},
		{change(`"rounds": 2`, `"rounds": 3`), "samples has 4, and rounds and arms make 6"},
		{change(`"rounds": 2`, `"rounds": "2"`), `rounds is "2"; want a whole number`},
		{change(`"warmup": 1`, `"warmup": -1`), "warmup is -1"},
		{change(`"mode": "isolate"`, `"mode": "thread"`), `mode is "thread"; want isolate or process`},
		{change(`"floor": 0`, `"floor": 2`), "floor is 2; want a share"},
		{change(`"cores": 2`, `"cores": 0`), "machine.cores is 0"},
		{change(`"load1": 0.25`, `"load1": 1e999`), "machine.load1 is 1e999; want a smaller number"},
		{change(`"arm": `+id, `"arm": "nobody"`), `.arm is "nobody", which is no arm; arms has ` + id},
		{change(`"round": 1`, `"round": 3`), "samples[0].round is 3; want 1 to 2, which is rounds"},
		{change(`"round": 2`, `"round": 1`), "samples[2] is of "},
		{change(`"id": `+id, `"id": "effect@10 goja minify=on"`), `arms[1].id is "effect@10 goja minify=on", as that of an arm before it`},
		{change(`"id": `+id, `"id": ""`), "arms[0].id is missing"},
		{change(`"sha256": "effect@10off"`, `"sha256": "other"`), `arms[0].bundle is "effect@10off", and apps has no such bundle`},
		{change(`"levers": {`, `"levers": [], "x": {`), "arms[0].levers is a list; want an object"},
		{change(`"wallNs": `, `"wallNs": NaN, "was": `), "it is not JSON: line 110, samples[0].phases.boot.wallNs: invalid character 'N'"},
		{change(`"wallNs": `, `"wallNs": 1.5, "was": `), "samples[0].phases.boot.wallNs is 1.5; want a whole number"},
		{change(`"wallNs": `, `"wallNs": null, "was": `), "samples[0].totalNs is "},
		{change(`"wallNs": `, `"wallNs": -`), "samples[0].phases.boot.wallNs is -"},
		{change(`"wallNs": `, `"wallNs": 99999999999999999999, "was": `), "samples[0].phases.boot.wallNs is 99999999999999999999; want a smaller number"},
		{change(`"wallNs": `, `"wallNs": 9223372036854775807, "was": `), "samples[0].phases.boot.wallNs is 9223372036854775807; no cold start takes so long"},
		{change(`"cpuNs": `, `"cpuNs": -`), "samples[0].phases.boot.cpuNs is -"},
		{change(`"totalNs": `, `"totalNs": 1`), "samples[0].totalNs is 1"},
		{change(`"boot": {`, `"boots": {`), "samples[0].phases.boots is no phase; there are spawn, boot, parse"},
		{change(`"boot": {`, `"boot": {}, "boot": {`), "line 109, samples[0].phases.boot: duplicate object member name"},
		{change(`"answer": 0`, `"answer": 1`), "samples[0].answer is 1, and answers has 1"},
		{change(`"sampledNs": `, `"sampledNs": 9`), "sampledNs is 9100000000 and elapsedNs 110000000"},
		{change(`"bodyBytes": `, `"bodyBytes": -`), "answers[0].bodyBytes is -5; want 0 or more"},
		{change(`"bodyBytes": 5`, `"bodyBytes": 5, "body": "?"`), `answers[0].body is "?"`},
		{change(`"partial": false`, `"partial": false, "measure": "time"`), `measure is "time"; want thread, cpu or wall`},
		{change(`"status": 200`, `"status": 404`), "samples[0].answer is 0, which has another status"},
		{change(`"base": `, `"base": "nobody", "was": `), `comparisons[0].base is "nobody", which is no arm`},
		{change(`"partial": false`, `"partial": false, "baseline": "nobody"`), `baseline is "nobody", which is no arm`},
		{change(`"levers": {`, `"base": "nobody", "levers": {`), `arms[0].base is "nobody", which is no arm`},
		{change(`"levers": {`, `"again": true, "levers": {`), `arms[0].base is "", and the arm has again true`},
		{change(`"levers": {`, `"again": true, "base": `+id+`, "levers": {`), "arms[0].base is " + id + ", and the arm has again true"},
		{change(`"partial": false`, `"partial": false, "sessions": [{"rounds": 1}]`), "sessions have 1 round, and rounds is 2"},
		{change(`"partial": false`, `"partial": false, "sessions": [{"rounds": -1}, {"rounds": 3}]`), "sessions[0].rounds is -1"},
		{without(file, "arms"), "arms is empty: nothing was measured"},
		{without(file, "samples"), "samples is empty: nothing was measured"},
	} {
		r, err := Read(strings.NewReader(test.text))
		if err == nil || r != nil || !strings.HasPrefix(err.Error(), "report: ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, %v; want %s", r, err, test.want)
		}
	}
}

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json")
	if _, err := ReadFile(path); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Error(err)
	}
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := "report: " + path + ": it is cut off at line 1; take the whole file"
	if _, err := ReadFile(path); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if _, err := Read(iotest.ErrReader(errBroken)); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}

// FuzzRead: what is read can be shown, compared, exported, and read again to the same file.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"json-few", "json-full", "json-empty", "json-scale"} {
		file, err := os.ReadFile(filepath.Join("testdata", name+".golden"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		r, err := Read(bytes.NewReader(file))
		if err != nil {
			return
		}
		shown(t, r)
		written := encoded(t, r)
		again, err := Read(bytes.NewReader(written))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(encoded(t, again), written) {
			t.Errorf("read again, it is another result than\n%s", written)
		}
		c, err := harness.CompareResults("", 0, r, again)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(Changes(io.Discard, c, []string{"a", "b"}, Style{}), CSV(io.Discard, r), Trace(io.Discard, r, r.Samples[0]), HTML(io.Discard, r)); err != nil {
			t.Error(err)
		}
		var b bytes.Buffer
		if err := GoBenchmark(&b, r); err != nil {
			t.Error(err)
		}
		for in := benchfmt.NewReader(&b, "export"); in.Scan(); {
			if bad, ok := in.Result().(*benchfmt.SyntaxError); ok {
				t.Error(bad)
			}
		}
	})
}
