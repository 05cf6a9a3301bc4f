package bundler_test

import (
	"path/filepath"
	"slices"
	"testing"

	"example.com/thaw/bundler"
)

func TestReadyMade(t *testing.T) {
	const (
		module = "#!/usr/bin/env node\nconst a = 1 ;export{a as default,  a as b}; // kept\r\n"
		script = "addEventListener( 'fetch', e => e.respondWith('mark:s') )"
	)
	for _, c := range []struct {
		name, text string
		engine     bundler.Profile
		module     bool
		form       bundler.Form
		exports    []string
	}{
		{"module.js", module, bundler.QuickJS, true, bundler.ModuleForm, []string{"b", "default"}},
		{"empty.mjs", ``, bundler.QuickJS, true, bundler.ServiceWorkerForm, nil},
		{"script.js", script, bundler.QuickJS, false, bundler.ServiceWorkerForm, nil},
		{"script.js", script, bundler.Goja, false, bundler.ServiceWorkerForm, nil},
	} {
		t.Run(c.name+"/"+c.engine.Name, func(t *testing.T) {
			dir := t.TempDir()
			writeFiles(t, dir, map[string]string{c.name: c.text})
			b := load(t, filepath.Join(dir, c.name), bundler.Options{Engine: c.engine, NoBundle: true})
			same(t, "Code", string(b.Code), c.text)
			same(t, "Module", b.Module, c.module)
			same(t, "Form", b.Form, c.form)
			if !slices.Equal(b.Exports, c.exports) {
				t.Errorf("Exports = %q, want %q", b.Exports, c.exports)
			}
		})
	}
}

func TestReadyMadeConverted(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"a.js": `const m = await "mark:"; export default { fetch: (x) => m + x };`})
	b := load(t, filepath.Join(dir, "a.js"), bundler.Options{Engine: bundler.Goja, NoBundle: true})
	same(t, "Module", b.Module, false)
	same(t, "answer", answer(t, string(b.Code)), "mark:you")
	checkMap(t, b)
}

// TestReadyMadeMap bundles a bundle again: its map is found inline and beside it.
func TestReadyMadeMap(t *testing.T) {
	first := load(t, "testdata/apps/typescript", bundler.Options{})
	for _, name := range []string{"worker.js.map", "a%20b.map"} {
		dir := t.TempDir()
		file := filepath.Join(dir, "worker.js")
		writeFiles(t, dir, map[string]string{
			"worker.js":     string(first.Code) + "//# sourceMappingURL=" + name + "\n",
			"worker.js.map": string(mapText(t, first)),
			"a b.map":       string(mapText(t, first)),
		})
		b := load(t, file, bundler.Options{NoBundle: true})
		same(t, "Map", string(mapText(t, b)), string(mapText(t, first)))
		checkMap(t, b)
	}
}
