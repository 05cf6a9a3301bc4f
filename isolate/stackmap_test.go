package isolate_test

import (
	"testing"

	"example.com/thaw/isolate"
)

// bundleMap maps line 1, column 0 to src/a.ts:1:0, column 9 to src/a.ts:2:4, and
// line 2, column 0 to src/b.ts:10:2.
const bundleMap = `{"version":3,"sources":["src/a.ts","src/b.ts"],"names":[],"mappings":"AAAA,SACI;ACQF"}`

func TestStackMap(t *testing.T) {
	var m isolate.StackMap
	m.Add(isolate.Source{Name: "worker.js", Map: isolate.NewSourceMap([]byte(bundleMap))})
	m.Add(isolate.Source{Name: "broken.js", Map: isolate.NewSourceMap([]byte(`{"version":3,`))})
	m.Add(isolate.Source{Name: "none.js"})
	for _, tc := range []struct{ in, want string }{
		{"    at f (worker.js:1:1)", "    at f (src/a.ts:1:1)"},
		{"    at f (worker.js:1:12)", "    at f (src/a.ts:2:5)"},
		{"    at worker.js:2:3", "    at src/b.ts:10:3"},
		{"    at f (worker.js:1:10)\n    at worker.js:2:1", "    at f (src/a.ts:2:5)\n    at src/b.ts:10:3"},
		{"    at f (other-worker.js:1:10)", "    at f (other-worker.js:1:10)"},
		{"    at f (broken.js:1:10)", "    at f (broken.js:1:10)"},
		{"    at f (none.js:1:10)", "    at f (none.js:1:10)"},
		{"    at f (worker.js:99999:1)", "    at f (worker.js:99999:1)"},
		{"", ""},
	} {
		if got := m.Map(tc.in); got != tc.want {
			t.Errorf("Map(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
}
