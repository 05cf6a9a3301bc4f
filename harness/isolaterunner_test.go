package harness

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/gojavm"
	"example.com/thaw/isolate/phase"
	"example.com/thaw/isolate/quickjs"
)

// engines knows the engines by their usual names.
func engines(runtime string) (isolate.Engine, error) {
	switch runtime {
	case "goja":
		return gojavm.New(), nil
	case "quickjs":
		return quickjs.Open(quickjs.Options{})
	}
	return nil, fmt.Errorf("no engine %q", runtime)
}

// script makes an arm on goja from a service worker.
func script(text string) Arm {
	return Arm{
		ID: "app goja", App: "app", Runtime: "goja",
		Source:  isolate.Source{Name: "worker.js", Text: text},
		Request: Request{Method: "POST", Path: "/x?y=1", Header: http.Header{"X-Name": {"n"}}, Body: []byte("body")},
	}
}

const counter = `
	let count = 0;
	addEventListener("fetch", (event) => {
		const { method, url, headers } = event.request;
		event.respondWith(event.request.text().then((body) =>
			new Response([method, url, headers.get("x-name"), body, env(), ++count].join(" "), { status: 201 })));
	});
	function env() { return typeof NAME === "string" ? NAME : "none"; }
`

func TestIsolateRunner(t *testing.T) {
	r := NewIsolateRunner(engines)
	defer r.Close()
	for range 2 { // each cold start has module state of its own
		s, err := r.ColdStart(t.Context(), script(counter))
		if err != nil {
			t.Fatal(err)
		}
		testPass(t, s.Cold, "POST http://localhost/x?y=1 n body none 1", phase.Boot, phase.Parse, phase.Evaluate, phase.Request, phase.Other)
		testPass(t, s.Warm, "POST http://localhost/x?y=1 n body none 2", phase.Request, phase.Other)
		if s.Rebuild != nil || s.ErrorLog != "" || s.ProcessCPU != 0 {
			t.Errorf("sample %+v", s)
		}
	}
}

// testPass looks at an answer, and that a profile has the phases and adds up.
func testPass(t *testing.T, p Pass, body string, phases ...string) {
	t.Helper()
	if p.Answer.Status != 201 || string(p.Answer.Body) != body {
		t.Errorf("answer %d %q, want %q", p.Answer.Status, p.Answer.Body, body)
	}
	var names []string
	var sum phase.Cost
	for _, e := range p.Profile.Phases {
		names = append(names, e.Name)
		sum.Wall += e.Cost.Wall
		sum.Process += e.Cost.Process
		if e.Name != phase.Other && e.Cost.Wall < 0 { // 0 is what a coarse clock says
			t.Errorf("%s took %v", e.Name, e.Cost.Wall)
		}
	}
	if got, want := strings.Join(names, " "), strings.Join(phases, " "); got != want {
		t.Errorf("phases %s, want %s", got, want)
	}
	if sum.Wall != p.Profile.Total.Wall {
		t.Errorf("phases add up to %v, total is %v", sum.Wall, p.Profile.Total.Wall)
	}
	if p.Profile.Total.HasCPU && sum.Process != p.Profile.Total.Process {
		t.Errorf("CPU adds up to %v, total is %v", sum.Process, p.Profile.Total.Process)
	}
}

func TestIsolateRunnerFails(t *testing.T) {
	r := NewIsolateRunner(engines)
	defer r.Close()
	arm := script(`throw new TypeError("at the top")`)
	var thrown *isolate.Exception
	if _, err := r.ColdStart(t.Context(), arm); !errors.As(err, &thrown) || thrown.Message != "at the top" {
		t.Errorf("top level throws: %v", err)
	}
	arm = script(`addEventListener("fetch", () => { throw new RangeError("in the handler") })`)
	s, err := r.ColdStart(t.Context(), arm)
	if err != nil || s.Cold.Answer.Status != 500 || !strings.Contains(s.ErrorLog, "RangeError: in the handler") {
		t.Errorf("handler throws: %+v, %v", s, err)
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
}

// rebuilding marks its phases as the fixtures do. The form is that of a module
// that was bundled for goja.
const rebuilding = `
	let builds = 0, answer;
	function start() {
		performance.mark("define:start");
		for (let i = 0; i < 1000; i++) answer = i;
		performance.mark("define:end");
		performance.mark("build:start");
		answer = "build " + ++builds;
		performance.mark("build:end");
	}
	start();
	__host.module = Promise.resolve({
		rebuild: async () => start(),
		default: { fetch: () => new Response(answer, { status: 201 }) },
	});
`

func TestIsolateRunnerRebuilds(t *testing.T) {
	r := NewIsolateRunner(engines)
	defer r.Close()
	arm := script(rebuilding)
	arm.Rebuild = 3
	s, err := r.ColdStart(t.Context(), arm)
	if err != nil {
		t.Fatal(err)
	}
	testPass(t, s.Cold, "build 1",
		phase.Boot, phase.Parse, phase.Evaluate, phase.Define, phase.Build, phase.Request, phase.Other)
	testPass(t, s.Warm, "build 1", phase.Request, phase.Other)
	if s.Rebuild == nil {
		t.Fatal("no rebuild pass")
	}
	testPass(t, *s.Rebuild, "build 4", phase.Define, phase.Build, phase.Request, phase.Other)
	for _, name := range []string{phase.Define, phase.Build} {
		if e, _ := s.Rebuild.Profile.Phase(name); e.Cost.HasCPU != s.Rebuild.Profile.Total.HasCPU {
			t.Errorf("%s has CPU times: %v", name, e.Cost.HasCPU)
		}
	}
}
