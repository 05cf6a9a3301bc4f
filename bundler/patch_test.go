package bundler_test

import (
	"path/filepath"
	"strings"
	"testing"

	"example.com/thaw/bundler"
)

// patched is an app with a file of its own, a text, a package, and one that nobody imports.
var patched = map[string]string{
	"app/src/worker.js":            "import { name } from './name.js';\nimport text from './text.txt';\nimport of from 'package';\nexport default { fetch: () => name + text.trim() + of };\n",
	"app/src/name.js":              "export const name =\n  'one';\n",
	"app/src/text.txt":             "two\n",
	"app/src/idle.js":              "export const idle = 1;\n",
	"app/package.json":             `{"main": "src/worker.js"}`,
	"node_modules/package/main.js": "export default\n  'three';\n",

	"node_modules/package/package.json": `{"main": "main.js", "type": "module"}`,
}

// change is a diff of one line of a file; gitChange has the header of git too.
func change(file string, line int, old, new string) string {
	return "--- " + file + "\n+++ " + file + "\n@@ -" + string('0'+rune(line)) + " +" + string('0'+rune(line)) + " @@\n-" + old + "\n+" + new + "\n"
}

func gitChange(file string, line int, old, new string) string {
	body := change(file, line, old, new)
	body = strings.Replace(strings.Replace(body, "--- ", "--- a/", 1), "+++ ", "+++ b/", 1)
	return "diff --git a/" + file + " b/" + file + "\nindex 1234567..89abcde 100644\n" + body
}

func TestPatch(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, patched)
	for name, test := range map[string]struct{ diff, want string }{
		"none":     {"", "onetwothree"},
		"plain":    {change("src/name.js", 2, "  'one';", "  '1';"), "1twothree"},
		"git":      {gitChange("app/src/name.js", 2, "  'one';", "  '1';"), "1twothree"}, // from the folder above
		"prefixed": {strings.Replace(change("src/name.js", 2, "  'one';", "  '1';"), "+++ ", "+++ b/", 1), "1twothree"},
		"text":     {change("src/text.txt", 1, "two", "2"), "one2three"},
		"package":  {gitChange("node_modules/package/main.js", 2, "  'three';", "  '3';"), "onetwo3"},
		"two": {
			gitChange("app/src/name.js", 2, "  'one';", "  '1';") + gitChange("app/src/text.txt", 1, "two", "2"), "12three",
		},
		"imports": {change("src/worker.js", 1, "import { name } from './name.js';", "import { idle as name } from './idle.js';"), "1twothree"},
	} {
		b := load(t, filepath.Join(dir, "app"), bundler.Options{Engine: bundler.Goja, Patch: test.diff})
		if got := answer(t, string(b.Code)); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

func TestPatchFixture(t *testing.T) {
	o := bundler.Options{Engine: bundler.Goja, Fixtures: func(string) (bundler.Entry, error) {
		return bundler.Entry{Name: "f", Main: "main.js", Files: map[string]string{"main.js": "export default { fetch: () => 'one' };\n"}}, nil
	}}
	o.Patch = change("main.js", 1, "export default { fetch: () => 'one' };", "export default { fetch: () => 'two' };")
	if got := answer(t, string(load(t, "fixture:f", o).Code)); got != "two" {
		t.Errorf("answer %s", got)
	}
}

func TestPatchRefuses(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, patched)
	fine := change("src/name.js", 2, "  'one';", "  '1';")
	for _, test := range []struct{ diff, want string }{
		{"something else", "patch: it changes nothing; want a unified diff"},
		{"--- a\n+++ b\n@@ -x +1 @@\n", "patch: "},
		{change("src/other.js", 1, "a", "b"), "patch: src/other.js: no such file in the app's folder, app, or above it"},
		{change("src/name.js", 2, "  'two';", "  '1';"), "patch: src/name.js: conflict"},
		{change("src/idle.js", 1, "export const idle = 1;", "export const idle = 2;"), "patch: src/idle.js is not in the bundle"},
		{change("package.json", 1, `{"main": "src/worker.js"}`, `{}`), "patch: package.json"},
		{fine + fine, "patch: src/name.js is there twice"},
		{"diff --git a/x.js b/x.js\nnew file mode 100644\n--- /dev/null\n+++ b/x.js\n@@ -0,0 +1 @@\n+1\n", "patch: x.js: only changes within files"},
		{"diff --git a/src/name.js b/src/name.js\ndeleted file mode 100644\n--- a/src/name.js\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-export const name =\n-  'one';\n", "patch: src/name.js: only changes within files"},
	} {
		b, err := bundler.Load(t.Context(), filepath.Join(dir, "app"), bundler.Options{Patch: test.diff})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s\n%v, %v; want %s", test.diff, b, err, test.want)
		}
	}
	if _, err := bundler.Load(t.Context(), filepath.Join(dir, "app", "src", "name.js"), bundler.Options{NoBundle: true, Patch: fine}); err == nil || !strings.Contains(err.Error(), "ready-made") {
		t.Errorf("a ready-made bundle: %v", err)
	}
}

// FuzzPatch holds that no diff panics, and that what is wrong with one says so.
func FuzzPatch(f *testing.F) {
	f.Add(change("main.js", 1, "export default 1;", "export default 2;"))
	f.Add(gitChange("main.js", 1, "export default 1;", "export default {"))
	f.Add("--- main.js\n+++ main.js\n@@ -1,1 +1,9999999999 @@\n")
	f.Add("GIT binary patch\nliteral 0\n")
	f.Fuzz(func(t *testing.T, diff string) {
		o := bundler.Options{Patch: diff, Fixtures: func(string) (bundler.Entry, error) {
			return bundler.Entry{Name: "f", Main: "main.js", Files: map[string]string{"main.js": "export default 1;\n"}}, nil
		}}
		if _, err := bundler.Load(t.Context(), "fixture:f", o); err != nil && !strings.HasPrefix(err.Error(), "bundler: ") && !strings.Contains(err.Error(), "main.js") {
			t.Errorf("%q: %v", diff, err)
		}
	})
}
