package web_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"testing"
)

const expectationsFile = "testdata/wpt/expectations.json"

// An expectations holds what each test is known to find, by its name.
type expectations map[string]expected

// An expected is what a test is known to find.
type expected struct {
	Subtests map[string]int `json:"subtests"` // how many there are, by engine
	Failures []failure      `json:"failures,omitempty"`
}

// A failure is some subtests that fail for one reason.
type failure struct {
	Reason   string   `json:"reason"`
	Engines  []string `json:"engines"`
	Subtests []string `json:"subtests"`
}

func readExpectations(t *testing.T) expectations {
	t.Helper()
	text, err := os.ReadFile(expectationsFile)
	if os.IsNotExist(err) {
		return expectations{}
	}
	if err != nil {
		t.Fatal(err)
	}
	known := expectations{}
	if err := json.Unmarshal(text, &known); err != nil {
		t.Fatalf("%s: %v", expectationsFile, err)
	}
	return known
}

// reasons are those of the subtests of e that are known to fail on an engine.
func (e expected) reasons(engine string) map[string]string {
	all := map[string]string{}
	for _, f := range e.Failures {
		if slices.Contains(f.Engines, engine) {
			for _, name := range f.Subtests {
				all[name] = f.Reason
			}
		}
	}
	return all
}

// compare fails t for each difference between what was found and what is known.
func (k expectations) compare(t *testing.T, test platformTest, engine string, o outcome) {
	want := k[test.String()]
	reasons := want.reasons(engine)
	got := o.failures()
	for name, message := range got {
		if reason, ok := reasons[name]; !ok {
			t.Errorf("%q fails: %s", name, message)
		} else if reason == "" {
			t.Errorf("%q has no reason in %s", name, expectationsFile)
		}
	}
	for name, reason := range reasons {
		if _, fails := got[name]; !fails {
			t.Errorf("%q passes, which %s does not know: %s", name, expectationsFile, reason)
		}
	}
	if n := want.Subtests[engine]; n != len(o.Tests) {
		t.Errorf("%d subtests, want %d", len(o.Tests), n)
	}
}

// update writes what was found, with the reasons that are known, and asks for the others.
func (k expectations) update(t *testing.T, found *findings) {
	t.Helper()
	for name, engines := range found.byTest() {
		k[name] = merge(k[name], engines)
	}
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	w.SetIndent("", " ")
	if err := w.Encode(k); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(expectationsFile, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, e := range k {
		for _, f := range e.Failures {
			if f.Reason == "" {
				t.Errorf("%s: give a reason for %s on %q: %q and %d more", expectationsFile, name, f.Engines, f.Subtests[0], len(f.Subtests)-1)
			}
		}
	}
}

// byTest is what was found, by test and engine.
func (f *findings) byTest() map[string]map[string]outcome {
	all := map[string]map[string]outcome{}
	for _, found := range f.all {
		name := found.test.String()
		if all[name] == nil {
			all[name] = map[string]outcome{}
		}
		all[name][found.engine] = found.outcome
	}
	return all
}

// merge is what engines found, in place of what old says of them.
func merge(old expected, engines map[string]outcome) expected {
	type cause struct{ reason, engine string }
	fails := map[string][]cause{} // by subtest
	counts := map[string]int{}
	for engine, n := range old.Subtests {
		if _, ran := engines[engine]; ran {
			continue
		}
		counts[engine] = n
		for name, reason := range old.reasons(engine) {
			fails[name] = append(fails[name], cause{reason, engine})
		}
	}
	for engine, o := range engines {
		counts[engine] = len(o.Tests)
		reasons := old.reasons(engine)
		for name := range o.failures() {
			fails[name] = append(fails[name], cause{reasons[name], engine})
		}
	}
	result := expected{Subtests: counts}
	for name, causes := range fails {
		byReason := map[string][]string{}
		for _, c := range causes {
			byReason[c.reason] = append(byReason[c.reason], c.engine)
		}
		for reason, names := range byReason {
			slices.Sort(names)
			result.add(name, reason, names)
		}
	}
	result.sort()
	return result
}

// add notes that a subtest fails on engines for a reason.
func (e *expected) add(name, reason string, engines []string) {
	for i, f := range e.Failures {
		if f.Reason == reason && slices.Equal(f.Engines, engines) {
			e.Failures[i].Subtests = append(f.Subtests, name)
			return
		}
	}
	e.Failures = append(e.Failures, failure{reason, engines, []string{name}})
}

func (e *expected) sort() {
	for _, f := range e.Failures {
		slices.Sort(f.Subtests)
	}
	slices.SortFunc(e.Failures, func(a, b failure) int { return slices.Compare(a.Subtests, b.Subtests) })
}
