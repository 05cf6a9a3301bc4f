package web_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

var (
	wptDir   = flag.String("wpt", "", "checkout of web-platform-tests, whose tests TestWPT runs")
	wptTier  = flag.String("wpt.tier", "core", "tier of tests.txt to run")
	wptLines = flag.String("wpt.out", "", "write what each test found to FILE, as lines of JSON")
	update   = flag.Bool("update", false, "write what TestWPT found to testdata/wpt/expectations.json")
)

// wptLimit is how long a test may take. It is long, so that a busy machine changes
// no result. A test that waits for what can't come ends when its loop is idle.
const wptLimit = 180 * time.Second

// TestWPT runs tests of web-platform-tests as TestWPT/FILE/ENGINE, and compares
// what they find with testdata/wpt/expectations.json. make wpt calls it.
func TestWPT(t *testing.T) {
	if *wptDir == "" {
		t.Skip("no checkout: make wpt WPT=DIR")
	}
	checkout := suite(*wptDir)
	tests, err := checkout.tests(*wptTier)
	if err != nil {
		t.Fatal(err)
	}
	prepare, report := readTestdata(t, "prelude.js"), readTestdata(t, "report.js")
	known := readExpectations(t)
	var found findings
	t.Cleanup(func() { // when all parallel tests are done
		found.print(t)
		if *wptLines != "" {
			found.write(t, *wptLines)
		}
		if *update {
			known.update(t, &found)
		}
	})
	for _, test := range tests {
		t.Run(test.String(), func(t *testing.T) {
			t.Parallel()
			script, err := checkout.script(test, prepare, report)
			if err != nil {
				t.Fatal(err)
			}
			for name, e := range engines(t) {
				t.Run(name, func(t *testing.T) {
					outcome := runPlatformTest(t.Context(), e, checkout, test, script)
					found.add(test, name, outcome)
					if !*update {
						known.compare(t, test, name, outcome)
					}
				})
			}
		})
	}
}

func readTestdata(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata/wpt", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// tests lists the tests of a tier, each variant for itself.
func (s suite) tests(tier string) ([]platformTest, error) {
	list, err := os.ReadFile("testdata/wpt/tests.txt")
	if err != nil {
		return nil, err
	}
	var tests []platformTest
	for line := range strings.Lines(string(list)) {
		file, ok := strings.CutPrefix(strings.TrimSpace(line), tier+" ")
		if !ok {
			continue
		}
		text, err := s.read("/" + file)
		if err != nil {
			return nil, err
		}
		variants := meta(text, "variant")
		if len(variants) == 0 {
			variants = []string{""}
		}
		for _, v := range variants {
			tests = append(tests, platformTest{file, v})
		}
	}
	if len(tests) == 0 {
		return nil, fmt.Errorf("no test of tier %q", tier)
	}
	return tests, nil
}

// An outcome is what a test reported, in the words of testharness.js.
type outcome struct {
	Harness int       `json:"harness"` // 0 is OK
	Message string    `json:"message"`
	Tests   []subtest `json:"tests"` // not nil
}

// A subtest is one test() of a file.
type subtest struct {
	Name    string `json:"name"`
	Status  int    `json:"status"` // 0 is a pass
	Message string `json:"message"`
}

// failures are the messages of what did not pass, by name. A harness that did not
// end well is one more subtest that failed.
func (o outcome) failures() map[string]string {
	all := map[string]string{}
	for _, s := range o.Tests {
		if s.Status != 0 {
			all[s.Name] = s.Message
		}
	}
	if o.Harness != 0 {
		all[harnessName] = o.Message
	}
	return all
}

const harnessName = "(harness)"

// runPlatformTest runs a script that ends in a report. One that breaks off has
// an outcome with the reason.
func runPlatformTest(ctx context.Context, e isolate.Engine, checkout suite, test platformTest, script string) outcome {
	ctx, cancel := context.WithTimeout(ctx, wptLimit)
	defer cancel()
	var result outcome
	reported := false
	failed := func(err error) outcome { return outcome{1, err.Error(), []subtest{}} }
	scope, err := worker.Open(ctx, worker.Config{
		Web: web.NewLibrary(e), Location: test.location(), Outbound: checkout,
		Log: func(entry web.Entry) {
			if text, ok := strings.CutPrefix(entry.Text, "@@WPT "); ok {
				reported = json.Unmarshal([]byte(text), &result) == nil
				cancel() // a port that is left open would keep the loop alive
			}
		},
	})
	if err != nil {
		return failed(err)
	}
	defer scope.Close()
	err = scope.Run(ctx, isolate.Source{Name: test.source(), Text: script})
	if idle := scope.Idle(ctx); err == nil {
		err = idle
	}
	if !reported { // timeout is of testharness.js, which then reports what it has
		err = cmp.Or(err, scope.Run(ctx, isolate.Source{Name: "timeout.js", Text: "timeout()"}), scope.Idle(ctx))
	}
	if !reported {
		return failed(cmp.Or(err, errors.New("the harness did not report")))
	}
	return result
}

// findings collects what the tests found. It is safe for concurrent use.
type findings struct {
	mu  sync.Mutex
	all []finding
}

// A finding is what a test found on an engine.
type finding struct {
	test   platformTest
	engine string
	outcome
}

func (f *findings) add(test platformTest, engine string, o outcome) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, finding{test, engine, o})
}

// print logs the passes of each folder.
func (f *findings) print(t *testing.T) {
	type count struct{ passed, all int }
	folders := map[string]count{}
	for _, found := range f.all {
		key := fmt.Sprintf("%-8s %s", found.engine, folder(found.test.File))
		c := folders[key]
		for _, s := range found.Tests {
			c.all++
			if s.Status == 0 {
				c.passed++
			}
		}
		folders[key] = c
	}
	keys := make([]string, 0, len(folders))
	for key := range folders {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		c := folders[key]
		t.Logf("%-32s %6d of %6d  %5.1f %%", key, c.passed, c.all, 100*float64(c.passed)/float64(max(c.all, 1)))
	}
}

// folder is what the passes of a file are counted under.
func folder(file string) string {
	parts := strings.Split(file, "/")
	switch parts[0] {
	case "fetch", "dom", "html", "xhr":
		if len(parts) > 2 {
			return parts[0] + "/" + parts[1]
		}
	}
	return parts[0]
}

// write writes a line of JSON for each test to the files NAME.ENGINE, as the runners of other projects do.
func (f *findings) write(t *testing.T, name string) {
	t.Helper()
	lines := map[string]*strings.Builder{}
	for _, found := range f.all {
		if lines[found.engine] == nil {
			lines[found.engine] = &strings.Builder{}
		}
		line := struct {
			File    string `json:"file"`
			Variant string `json:"variant"`
			outcome
		}{found.test.File, found.test.Variant, found.outcome}
		if err := json.NewEncoder(lines[found.engine]).Encode(line); err != nil {
			t.Fatal(err)
		}
	}
	for engine, b := range lines {
		if err := os.WriteFile(name+"."+engine, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
