package thaw_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// apis names what a folder of web-platform-tests is about.
var apis = map[string]string{
	"FileAPI":             "Blob, File",
	"WebCryptoAPI":        "crypto",
	"compression":         "CompressionStream, DecompressionStream",
	"console":             "console",
	"dom/abort":           "AbortController, AbortSignal",
	"dom/events":          "Event, EventTarget, CustomEvent",
	"encoding":            "TextEncoder, TextDecoder, their streams",
	"fetch/api":           "fetch, Headers, Request, Response",
	"fetch/content-type":  "MIME types",
	"fetch/data-urls":     "data: URLs",
	"hr-time":             "performance",
	"html/infrastructure": "messages between ports",
	"html/webappapis":     "timers, structuredClone, atob, queueMicrotask, reportError",
	"streams":             "streams",
	"url":                 "URL, URLSearchParams",
	"urlpattern":          "URLPattern",
	"webidl":              "DOMException",
	"webmessaging":        "MessageChannel, BroadcastChannel",
	"xhr/formdata":        "FormData",
}

// TestAPIs holds README's table of APIs to what tier core of web-platform-tests is known to find.
func TestAPIs(t *testing.T) {
	text, err := os.ReadFile("runtime/web/testdata/wpt/expectations.json")
	if err != nil {
		t.Fatal(err)
	}
	var known map[string]struct {
		Subtests map[string]int
		Failures []struct {
			Reason            string
			Engines, Subtests []string
		}
	}
	if err := json.Unmarshal(text, &known); err != nil {
		t.Fatal(err)
	}
	tests, err := os.ReadFile("runtime/web/testdata/wpt/tests.txt")
	if err != nil {
		t.Fatal(err)
	}
	folders := map[string]*apiResult{}
	for name, found := range known {
		file, _, _ := strings.Cut(name, "?")
		if !strings.Contains(string(tests), "\ncore "+file+"\n") {
			continue
		}
		r := folders[apiFolder(file)]
		if r == nil {
			r = &apiResult{all: map[string]int{}, failed: map[string]int{}, reasons: map[string]map[string]int{}}
			folders[apiFolder(file)] = r
		}
		for engine, n := range found.Subtests {
			r.all[engine] += n
		}
		for _, f := range found.Failures {
			for _, engine := range f.Engines {
				r.fail(engine, f.Reason, len(f.Subtests))
			}
		}
	}
	testGenerated(t, "apis", apisTable(t, folders))
}

// apiFolder is the folder under which a file is counted.
func apiFolder(file string) string {
	first, rest, _ := strings.Cut(file, "/")
	if second, _, ok := strings.Cut(rest, "/"); ok && slices.Contains([]string{"fetch", "dom", "html", "xhr"}, first) {
		return first + "/" + second
	}
	return first
}

// An apiResult counts the tests of a folder, by engine.
type apiResult struct {
	all, failed map[string]int
	reasons     map[string]map[string]int // by reason and engine
}

func (r *apiResult) fail(engine, reason string, n int) {
	r.failed[engine] += n
	if r.reasons[reason] == nil {
		r.reasons[reason] = map[string]int{}
	}
	r.reasons[reason][engine] += n
}

func (r *apiResult) cell(engine string) string {
	all, failed := r.all[engine], r.failed[engine]
	if all == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %% of %d", 100*float64(max(all-failed, 0))/float64(all), all)
}

// gaps are the reasons of failures, each with the number of tests on each engine.
func (r *apiResult) gaps() string {
	var all []string
	for _, reason := range slices.Sorted(maps.Keys(r.reasons)) {
		var counts []string
		for _, engine := range slices.Sorted(maps.Keys(r.reasons[reason])) {
			counts = append(counts, fmt.Sprintf("%s %d", engine, r.reasons[reason][engine]))
		}
		all = append(all, fmt.Sprintf("%s (%s)", reason, strings.Join(counts, ", ")))
	}
	return strings.Join(all, "; ")
}

func apisTable(t *testing.T, folders map[string]*apiResult) string {
	var b strings.Builder
	b.WriteString("\n| APIs | tests in | goja | quickjs | what fails |\n| --- | --- | --- | --- | --- |\n")
	for _, name := range slices.Sorted(maps.Keys(folders)) {
		r := folders[name]
		if apis[name] == "" {
			t.Errorf("folder %s has no name of an API", name)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", apis[name], name, r.cell("goja"), r.cell("quickjs"), escape(r.gaps()))
	}
	b.WriteString("\n")
	return b.String()
}
