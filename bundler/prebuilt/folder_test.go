package prebuilt_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"example.com/thaw/bundler"
	"example.com/thaw/bundler/prebuilt"
)

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// build bundles an app with a wrangler config for both engines and writes it to a folder. The
// app is gone then.
func build(t *testing.T) (map[string]*bundler.Bundle, string) {
	t.Helper()
	src, dir := t.TempDir(), t.TempDir()
	write(t, src, map[string]string{
		"wrangler.toml": "name = \"app\"\nmain = \"main.ts\"\n[vars]\nA = \"a\"\nN = 12345678901234567\n[[kv_namespaces]]\nbinding = \"KV\"\n",
		"main.ts":       "export const b: number = 1;\nexport default { fetch: () => new Response('ok') };\n",
	})
	bundles := map[string]*bundler.Bundle{}
	for _, p := range []bundler.Profile{bundler.Goja, bundler.QuickJS} {
		b, err := bundler.Load(t.Context(), src, bundler.Options{Engine: p})
		if err != nil {
			t.Fatal(err)
		}
		bundles[p.Name] = b
	}
	m := prebuilt.Manifest{Thaw: "1", Levers: map[string]string{"minify": "on"}, Request: &prebuilt.Request{Method: "POST", Path: "/x", Body: []byte{0, 255}}}
	if err := prebuilt.Write(dir, m, bundles, map[string]string{"quickjs": "evaluated"}); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(src); err != nil {
		t.Fatal(err)
	}
	return bundles, dir
}

func open(t *testing.T, dir string) *prebuilt.Folder {
	t.Helper()
	f, err := prebuilt.Open(dir)
	if err != nil || f == nil {
		t.Fatalf("Open = %v, %v", f, err)
	}
	return f
}

func TestFolder(t *testing.T) {
	bundles, dir := build(t)
	moved := filepath.Join(t.TempDir(), "moved")
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	f := open(t, moved)
	if got := f.Engines(); !reflect.DeepEqual(got, []string{"goja", "quickjs"}) || !f.Has("goja") || f.Has("v8") {
		t.Errorf("Engines = %q", got)
	}
	if f.Snapshot("quickjs") != "evaluated" || f.Snapshot("goja") != "" || f.Snapshot("v8") != "" {
		t.Error("the snapshots are others")
	}
	if f.Thaw != "1" || f.Levers["minify"] != "on" || string(f.Request.Body) != "\x00\xff" || f.Request.Method != "POST" {
		t.Errorf("%+v", f.Manifest)
	}
	for engine, want := range bundles {
		got, err := f.Load(engine)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Warnings) > 0 {
			t.Errorf("warnings %v", got.Warnings)
		}
		if got.Config.Dir != moved {
			t.Errorf("config in %s", got.Config.Dir)
		}
		// What depends on the place, or is not kept.
		if text := mapText(t, got); text == "" || text != mapText(t, want) {
			t.Errorf("%s: the map is %q", engine, text)
		}
		got.Map = nil
		want.Map = nil
		got.Config.File, got.Config.Dir, got.Inputs, got.Root, got.Metafile = want.Config.File, want.Config.Dir, want.Inputs, want.Root, want.Metafile
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v\nwant %+v", engine, got, want)
		}
	}
}

func mapText(t *testing.T, b *bundler.Bundle) string {
	t.Helper()
	text, err := b.Map()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestFaults: a folder that isn't what was written is no app.
func TestFaults(t *testing.T) {
	replace := func(file, old, text string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			was, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil || !strings.Contains(string(was), old) {
				t.Fatalf("%s has no %q: %v", file, old, err)
			}
			write(t, dir, map[string]string{file: strings.Replace(string(was), old, text, 1)})
		}
	}
	remove := func(file string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, file)); err != nil {
				t.Fatal(err)
			}
		}
	}
	manifest := func(text string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) { write(t, dir, map[string]string{prebuilt.ManifestName: text}) }
	}
	tests := []struct {
		name   string
		spoil  func(t *testing.T, dir string)
		engine string
		want   string
	}{
		{"code changed", replace("quickjs.js", "ok", "no"), "quickjs", "quickjs.js is not what was built"},
		{"code cut", replace("quickjs.js", "ok", ""), "quickjs", "quickjs.js is not what was built"},
		{"code missing", remove("quickjs.js"), "quickjs", "quickjs.js"},
		{"manifest cut", replace("thaw.json", "{", ""), "quickjs", "thaw.json: invalid"},
		{"manifest empty", manifest(""), "quickjs", "thaw.json: unexpected end of JSON input: build the app again"},
		{"of another version", replace("thaw.json", "thaw.build/1", "thaw.build/2"), "quickjs", `schema "thaw.build/2"`},
		{"no manifest of ours", manifest("{}"), "quickjs", `schema ""`},
		{"no bundles", manifest(`{"schema":"thaw.build/1"}`), "quickjs", "no bundles"},
		{"a field of the wrong type", replace("thaw.json", `"module": true`, `"module": 1`), "quickjs", "module"},
		{"a config of the wrong type", replace("thaw.json", `name = \"app\"`, `name = 1`), "quickjs", "config: "},
		{"a file outside", replace("thaw.json", `"quickjs.js"`, `"../quickjs.js"`), "quickjs", `file "../quickjs.js" is not one of the folder`},
		{"another engine", func(*testing.T, string) {}, "v8", "was built for goja and quickjs, not for v8: build it again"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, dir := build(t)
			test.spoil(t, dir)
			f, err := prebuilt.Open(dir)
			if err == nil {
				_, err = f.Load(test.engine)
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
			if err := prebuilt.Check(dir); err != nil {
				t.Errorf("it can't be built again: %v", err)
			}
		})
	}
}

// TestBadMap runs all the same; stacks are not mapped.
func TestBadMap(t *testing.T) {
	_, dir := build(t)
	write(t, dir, map[string]string{"goja.js.map": "{}"})
	b, err := open(t, dir).Load("goja")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := b.Map(); err == nil || text != nil {
		t.Errorf("the map is %q, %v", text, err)
	}
}

func TestOthers(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"app.js": ""})
	if err := os.MkdirAll(filepath.Join(dir, "sub", prebuilt.ManifestName), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", dir, filepath.Join(dir, "app.js"), filepath.Join(dir, "missing"), filepath.Join(dir, "sub"), "fixture:hello"} {
		if f, err := prebuilt.Open(name); f != nil || err != nil {
			t.Errorf("Open(%q) = %v, %v", name, f, err)
		}
	}
	for name, ok := range map[string]bool{
		dir: false, filepath.Join(dir, "app.js"): false, filepath.Join(dir, "missing"): true, t.TempDir(): true,
	} {
		if err := prebuilt.Check(name); (err == nil) != ok {
			t.Errorf("Check(%s) = %v", name, err)
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte(`{"schema":"thaw.build/1","bundles":[{"engine":"goja","code":{"name":"goja.js","bytes":1,"sha256":""}}]}`))
	f.Add([]byte(`{"schema":"thaw.build/1","bundles":[{"code":{"name":".."}}]}`))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		write(t, dir, map[string]string{prebuilt.ManifestName: string(data)})
		folder, err := prebuilt.Open(dir)
		if err != nil {
			return
		}
		for _, engine := range folder.Engines() {
			if _, err := folder.Load(engine); err == nil {
				t.Error("a bundle out of nothing")
			}
		}
	})
}
