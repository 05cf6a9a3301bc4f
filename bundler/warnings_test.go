package bundler_test

import (
	"testing"

	"example.com/thaw/bundler"
)

func TestWarnings(t *testing.T) {
	const worker = "export default {}"
	for _, c := range []struct {
		name    string
		files   map[string]string
		options bundler.Options
		want    string
	}{
		{
			name:  "several configs",
			files: map[string]string{"wrangler.toml": `main = "gone"`, "wrangler.jsonc": `{"main": "a.js"}`, "a.js": worker},
			want:  "several wrangler configs: wrangler.jsonc was taken, not wrangler.toml",
		},
		{
			name: "rule that ends the default one",
			files: map[string]string{
				"wrangler.toml": "main = \"a.js\"\nrules = [{ type = \"Text\", globs = [\"**/*.md\"] }]",
				"a.js":          worker,
			},
			want: "the default rule Text **/*.txt **/*.html **/*.sql does not hold: an earlier rule of that type has no fallthrough",
		},
		{
			name:    "target beyond the engine",
			files:   map[string]string{"index.js": worker},
			options: bundler.Options{Engine: bundler.Goja, Target: "esnext"},
			want:    "target esnext: goja parses no more than es2022, which was used",
		},
		{
			name:  "no default export",
			files: map[string]string{"index.js": "export const fetch = 1"},
			want:  "the entry has exports, but no default one with the handlers",
		},
		{
			name:  "CSS",
			files: map[string]string{"index.js": "import './a.css';" + worker, "a.css": "a { b: c }"},
			want:  "imported CSS is left out: a Worker has no style sheets",
		},
		{
			name:  "esbuild's own",
			files: map[string]string{"index.js": "if (typeof x === 'nul') {}\n" + worker},
			want:  "index.js:1:18: The \"typeof\" operator will never evaluate to \"nul\"\n    if (typeof x === 'nul') {}\n                     ^",
		},
		{
			name:    "module converted for goja",
			files:   map[string]string{"index.js": worker},
			options: bundler.Options{Engine: bundler.Goja, NoBundle: true},
			want:    "goja has no ES modules: the ready-made bundle was converted to a script",
		},
		{
			name:    "unreadable source map",
			files:   map[string]string{"index.js": worker + "\n//# sourceMappingURL=data:application/json;base64,?\n"},
			options: bundler.Options{NoBundle: true},
			want:    "source map: illegal base64 data at input byte 0",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			writeFiles(t, dir, c.files)
			b := load(t, dir, c.options)
			if len(b.Warnings) != 1 || b.Warnings[0].String() != c.want {
				t.Errorf("Warnings = %q, want %q", b.Warnings, c.want)
			}
		})
	}
}
