package bundler_test

import (
	"errors"
	"reflect"
	"testing"

	"example.com/thaw/bundler"
)

// TestConfigLanguages holds that one config in three languages is the same.
func TestConfigLanguages(t *testing.T) {
	texts := map[string]string{
		"wrangler.json":  `{"name": "n", "vars": {"A": "b", "O": {"k": [true]}}, "rules": [{"type": "Data", "globs": ["*.x"], "fallthrough": true}], "limits": {"cpu_ms": 5}, "no_bundle": true}`,
		"wrangler.jsonc": "\ufeff{/* c */ \"name\": \"n\", \"vars\": {\"A\": \"b\", \"O\": {\"k\": [true,],},}, // d\n \"rules\": [{\"type\": \"Data\", \"globs\": [\"*.x\"], \"fallthrough\": true}], \"limits\": {\"cpu_ms\": 5}, \"no_bundle\": true,}",
		"wrangler.toml":  "name = 'n'\nno_bundle = true\nvars = { A = 'b', O = { k = [true] } }\n[[rules]]\ntype = 'Data'\nglobs = ['*.x']\nfallthrough = true\n[limits]\ncpu_ms = 5\n",
	}
	want := bundler.Config{
		Name:     "n",
		NoBundle: true,
		Vars:     map[string]any{"A": "b", "O": map[string]any{"k": []any{true}}},
		Rules:    []bundler.Rule{{Type: "Data", Globs: []string{"*.x"}, Fallthrough: true}},
		Limits:   bundler.Limits{CPUMs: 5},
	}
	for name, text := range texts {
		c, err := bundler.ParseConfig(name, []byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		same(t, name+": Raw", len(c.Raw), 5)
		c.Raw = nil
		if !reflect.DeepEqual(*c, want) {
			t.Errorf("%s: %+v, want %+v", name, *c, want)
		}
	}
}

func TestConfigFaults(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"wrangler.json", ``, "bundler: wrangler.json:1:1: unexpected end of JSON input"},
		{"wrangler.json", "{\n  \"name\": \"x\"\n  \"main\": 1\n}", "bundler: wrangler.json:3:3: invalid character '\"' after object key:value pair\n      \"main\": 1\n      ^"},
		{"wrangler.jsonc", "{\n  // c\n  \"main\": 5 }", "bundler: wrangler.jsonc:3:11: main can't be a JSON number\n      \"main\": 5 }\n              ^"},
		{"wrangler.json", "[]", "bundler: wrangler.json:1:1: the config can't be a JSON array\n    []\n    ^"},
		{"wrangler.toml", "name = \"x\"\nmain = [", "bundler: wrangler.toml:2:8: array is incomplete\n    main = [\n           ^"},
		{"wrangler.toml", "main = 5", "bundler: wrangler.toml:1:8: main has a value of the wrong type\n    main = 5\n           ^"},
		{"wrangler.toml", "rules = [{ type = \"Texts\", globs = [\"*\"] }]", `bundler: wrangler.toml: rules[0]: type "Texts": want Text, Data, CompiledWasm, ESModule or CommonJS`},
		{"wrangler.toml", "rules = [{ type = \"Text\" }]", `bundler: wrangler.toml: rules[0]: globs is missing`},
		{"wrangler.toml", "rules = [{ type = \"Text\", globs = [\"[\"] }]", `bundler: wrangler.toml: rules[0]: glob "[" is malformed`},
	} {
		_, err := bundler.ParseConfig(c.name, []byte(c.text))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s %q:\n%v\nwant:\n%s", c.name, c.text, err, c.want)
		}
	}
}

// FuzzConfig holds that no text of a config panics, and that what is wrong with
// it is an *Error that names the file.
func FuzzConfig(f *testing.F) {
	for _, text := range []string{
		"", "{}", "[", "name = 'x'", `{"main": 1}`, "{/*", "[a]\n[a]", "a.b = 1\na = 2", `{"rules":[{"type":"Text","globs":["[","{a,b"]}]}`,
		"vars = { a = 1979-05-27T07:32:00Z }", "\ufeff{\"vars\":{\"a\":1e400}}", "x = nan",
	} {
		for _, name := range []string{"wrangler.toml", "wrangler.jsonc"} {
			f.Add(name == "wrangler.toml", []byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, isTOML bool, text []byte) {
		name := "wrangler.jsonc"
		if isTOML {
			name = "wrangler.toml"
		}
		_, err := bundler.ParseConfig(name, text)
		var e *bundler.Error
		if err != nil && (!errors.As(err, &e) || len(e.Messages) == 0 || e.Messages[0].File != name) {
			t.Errorf("error without a place: %v", err)
		}
	})
}
