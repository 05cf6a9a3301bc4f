package thaw

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// arrows lists, for each package of ours, which of ours it may import. Imports
// point one way: DESIGN's table, with the packages that came later. Tests may
// import anything.
var arrows = map[string]string{
	".":                    "",
	"bundler":              "",
	"bundler/bundlecache":  "bundler isolate/codecache",
	"bundler/prebuilt":     "bundler",
	"fixtures":             "",
	"isolate/phase":        "",
	"revision":             "",
	"isolate":              "isolate/phase",
	"isolate/isolatetest":  "isolate",
	"isolate/gojavm":       "isolate isolate/gojavm/internal/* isolate/internal/*",
	"isolate/codecache":    "isolate",
	"isolate/quickjs":      "isolate isolate/codecache isolate/internal/*",
	"runtime/loop":         "isolate",
	"runtime/web":          "isolate isolate/codecache isolate/phase runtime/loop",
	"runtime/worker":       "isolate isolate/codecache isolate/phase runtime/loop runtime/web",
	"runtime/engines":      "bundler bundler/bundlecache fixtures isolate isolate/gojavm isolate/quickjs",
	"runtime/workertest":   "bundler isolate runtime/engines runtime/web runtime/worker",
	"harness/stats":        "",
	"harness":              "bundler fixtures harness/stats isolate isolate/codecache isolate/phase runtime/engines runtime/web runtime/worker",
	"harness/report/chart": "",
	"harness/budget":       "harness harness/internal/* harness/report harness/stats isolate/phase",
	"harness/report":       "bundler harness harness/internal/* harness/report/chart harness/stats isolate/codecache isolate/phase runtime/worker",
	"bench":                "bundler fixtures harness harness/report harness/stats isolate isolate/codecache isolate/phase runtime/engines runtime/worker",
	"cmd/thaw":             "*",
}

// TestArrows fails on a package that is not in the table, and on an import that
// the table does not allow.
func TestArrows(t *testing.T) {
	const module = "example.com/thaw"
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		pkg := relative(module, fields[0])
		may, ok := arrows[pkg]
		if !ok && !strings.Contains(pkg, "/internal/") {
			t.Errorf("%s is not in the table of arrows", pkg)
		}
		for _, path := range fields[1:] {
			if strings.HasPrefix(path, module+"/") && !allowed(may, relative(module, path)) {
				t.Errorf("%s imports %s", pkg, relative(module, path))
			}
		}
	}
}

func relative(module, path string) string {
	if path == module {
		return "."
	}
	return strings.TrimPrefix(path, module+"/")
}

// allowed matches a path against the names in may, of which one that ends in *
// stands for all that begin with the rest.
func allowed(may, path string) bool {
	return slices.ContainsFunc(strings.Fields(may), func(name string) bool {
		prefix, star := strings.CutSuffix(name, "*")
		return name == path || star && strings.HasPrefix(path, prefix)
	})
}
