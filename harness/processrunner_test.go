package harness

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/phase"
)

// TestMain is also the main of the children that a ProcessRunner starts.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 {
		os.Exit(m.Run())
	}
	switch os.Args[1] {
	case "_sample":
		if ServeSample(context.Background(), engines, os.Stdin, os.Stdout) != nil {
			os.Exit(1)
		}
	case "_crash":
		fmt.Fprintln(os.Stderr, "out of luck")
		os.Exit(3)
	case "_busy":
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin) // until the parent has gone
			os.Exit(0)
		}()
		for turns := 0; ; turns++ { // without end
		}
	default:
		os.Exit(m.Run())
	}
}

// processRunner starts this test program with an argument.
func processRunner(t testing.TB, argument string) *ProcessRunner {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewProcessRunner(program, argument)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func TestProcessRunner(t *testing.T) {
	r := processRunner(t, "_sample")
	for range 2 {
		s, err := r.ColdStart(t.Context(), script(counter))
		if err != nil {
			t.Fatal(err)
		}
		testPass(t, s.Cold, "POST http://localhost/x?y=1 n body none 1",
			phase.Spawn, phase.Boot, phase.Parse, phase.Evaluate, phase.Request, phase.Other)
		testPass(t, s.Warm, "POST http://localhost/x?y=1 n body none 2", phase.Request, phase.Other)
		other, _ := s.Cold.Profile.Phase(phase.Other)
		var parts []string
		for _, s := range other.Sub {
			parts = append(parts, s.Name)
		}
		if !slices.Equal(parts, []string{"order", "read", "listen"}) {
			t.Errorf("other: %+v", other)
		}
	}
}

func TestProcessRunnerFails(t *testing.T) {
	r := processRunner(t, "_sample")
	arm := script(`throw new TypeError("at the top")`)
	var thrown *isolate.Exception
	if _, err := r.ColdStart(t.Context(), arm); !errors.As(err, &thrown) || thrown.Message != "at the top" {
		t.Errorf("top level throws: %v", err)
	}
	arm = script(counter)
	arm.Rebuild = 1
	if _, err := r.ColdStart(t.Context(), arm); err == nil || !strings.Contains(err.Error(), "harness: rebuild 1 of 1") {
		t.Errorf("no rebuild: %v", err)
	}
	arm.Runtime = "v8"
	if _, err := r.ColdStart(t.Context(), arm); err == nil || err.Error() != `harness: no engine "v8"` {
		t.Errorf("unknown engine: %v", err)
	}
	crash := processRunner(t, "_crash")
	if _, err := crash.ColdStart(t.Context(), script(counter)); err == nil ||
		err.Error() != "harness: the process of a sample ended early: out of luck" {
		t.Errorf("crash: %v", err)
	}
	missing := &ProcessRunner{command: []string{"./no-such-program"}, dir: t.TempDir()}
	if _, err := missing.ColdStart(t.Context(), script(counter)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing program: %v", err)
	}
}

// TestProcessRunnerCancelled ends the context while a child's top level never ends.
func TestProcessRunnerCancelled(t *testing.T) {
	r := processRunner(t, "_sample")
	gone := errors.New("gone")
	ctx, cancel := context.WithCancelCause(t.Context())
	started := make(chan struct{})
	go func() {
		<-started
		cancel(gone)
	}()
	e := Experiment{Arms: []Arm{script(`for (;;) {}`)}, Rounds: 2}
	res, err := e.Run(ctx, startedRunner{r, started})
	if err != gone || !res.Partial || len(res.Samples) != 0 {
		t.Errorf("error %v, result %+v", err, res)
	}
}

// startedRunner tells when its first cold start begins.
type startedRunner struct {
	Runner
	started chan struct{}
}

func (r startedRunner) ColdStart(ctx context.Context, arm Arm) (Sample, error) {
	close(r.started)
	return r.Runner.ColdStart(ctx, arm)
}

// TestServeSampleAbandoned closes the child's stdin while its top level never ends.
func TestServeSampleAbandoned(t *testing.T) {
	file := filepath.Join(t.TempDir(), "app.js")
	if err := os.WriteFile(file, []byte(`for (;;) {}`), 0o600); err != nil {
		t.Fatal(err)
	}
	instructions, err := json.Marshal(order{Runtime: "goja", SourceFile: file})
	if err != nil {
		t.Fatal(err)
	}
	err = ServeSample(t.Context(), engines, bytes.NewReader(instructions), io.Discard)
	if !errors.Is(err, errAbandoned) {
		t.Errorf("error %v", err)
	}
}

func TestServeSampleRefuses(t *testing.T) {
	for name, test := range map[string]struct{ stdin, want string }{
		"no order": {"", "harness: reading the order of the parent process: EOF"},
		"no JSON":  {"hello", "harness: reading the order of the parent process: invalid character 'h' looking for beginning of value"},
		"no file":  {`{"Runtime":"goja","SourceFile":"testdata/none.js"}`, "harness: open testdata/none.js: "},
	} {
		var out strings.Builder
		err := ServeSample(t.Context(), engines, strings.NewReader(test.stdin), &out)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) || !strings.Contains(out.String(), `"Error":`) {
			t.Errorf("%s: %v, stdout %s", name, err, &out)
		}
	}
}

// FuzzReply reads what a child may send: whatever it is, it makes a sample or an error.
func FuzzReply(f *testing.F) {
	f.Add([]byte(`{"Address":"127.0.0.1:1"}{"Report":{"Main":5,"Profile":{"Phases":[{"Name":"boot","Cost":{"Wall":3}},{"Name":"other"}]}}}`))
	f.Add([]byte(`{"Error":"TypeError: x","Exception":{"Class":"TypeError","Message":"x"}}`))
	f.Add([]byte(`{"Report":null}{`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p := childProcess{replies: json.NewDecoder(bytes.NewReader(data))}
		for {
			r, err := p.reply()
			if errors.Is(err, errEnded) {
				return
			}
			if (err == nil) != (r.Error == "") {
				t.Fatalf("reply %+v, error %v", r, err)
			}
			if r.Report != nil {
				testSum(t, r.Report.profile(1, 1000))
			}
		}
	})
}

// testSum looks that the wall times of a profile that has phase other add up.
func testSum(t *testing.T, p phase.Profile) {
	t.Helper()
	var sum time.Duration
	others := 0
	for _, e := range p.Phases {
		sum += e.Cost.Wall
		if e.Name == phase.Other {
			others++
		}
	}
	if others == 1 && p.Phases[len(p.Phases)-1].Name == phase.Other && sum != p.Total.Wall {
		t.Errorf("phases add up to %v, total is %v: %+v", sum, p.Total.Wall, p)
	}
}
