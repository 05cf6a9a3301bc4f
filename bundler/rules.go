package bundler

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A Rule says how files that match one of its globs are imported.
type Rule struct {
	Type        string   `json:"type" toml:"type"` // a key of ruleTypes
	Globs       []string `json:"globs" toml:"globs"`
	Fallthrough bool     `json:"fallthrough" toml:"fallthrough"` // later rules of the same type hold too
}

// ruleTypes are the types of rule, and the Kind of the modules they make.
var ruleTypes = map[string]string{
	"Text":         "text",
	"Data":         "data",
	"CompiledWasm": "wasm",
	"ESModule":     "esm",
	"CommonJS":     "cjs",
}

// defaultRules are wrangler's.
var defaultRules = []Rule{
	{Type: "Text", Globs: []string{"**/*.txt", "**/*.html", "**/*.sql"}},
	{Type: "Data", Globs: []string{"**/*.bin"}},
	{Type: "CompiledWasm", Globs: []string{"**/*.wasm"}},
}

func (r Rule) check() error {
	if _, ok := ruleTypes[r.Type]; !ok {
		return fmt.Errorf("type %q: want Text, Data, CompiledWasm, ESModule or CommonJS", r.Type)
	}
	if len(r.Globs) == 0 {
		return fmt.Errorf("globs is missing")
	}
	for _, g := range r.Globs {
		if !doublestar.ValidatePattern(g) {
			return fmt.Errorf("glob %q is malformed", g)
		}
	}
	return nil
}

// rules are a config's rules and then the default ones, without those that an
// earlier rule of the same type ends by not falling through.
func rules(c *Config) (all []Rule, warnings []Warning) {
	ended := map[string]bool{}
	add := func(r Rule) bool {
		if ended[r.Type] {
			return false
		}
		ended[r.Type] = !r.Fallthrough
		all = append(all, r)
		return true
	}
	if c != nil {
		for _, r := range c.Rules {
			if !add(r) {
				warnings = append(warnings, dropped("", r))
			}
		}
	}
	for _, r := range defaultRules {
		if !add(r) {
			warnings = append(warnings, dropped("default ", r))
		}
	}
	return all, warnings
}

func dropped(which string, r Rule) Warning {
	return Warning{Text: fmt.Sprintf("the %srule %s %s does not hold: an earlier rule of that type has no fallthrough",
		which, r.Type, strings.Join(r.Globs, " "))}
}

// kind is how a file is imported, or "" where no rule matches. path is absolute.
func kind(rules []Rule, root, path string) string {
	relative, err := filepath.Rel(root, path)
	if err != nil {
		return ""
	}
	relative = filepath.ToSlash(relative)
	for strings.HasPrefix(relative, "../") { // a package above the root
		relative = relative[len("../"):]
	}
	for _, r := range rules {
		matches := func(glob string) bool { return doublestar.MatchUnvalidated(strings.TrimPrefix(glob, "./"), relative) }
		if slices.ContainsFunc(r.Globs, matches) {
			return ruleTypes[r.Type]
		}
	}
	return ""
}

// suffixes is a pattern of the paths that any rule could match. esbuild tests it
// before it calls a plugin, so that a JavaScript file costs no more than that.
func suffixes(rules []Rule) string {
	var ends []string
	for _, r := range rules {
		for _, g := range r.Globs {
			literal := g[strings.LastIndexAny(g, `*?[]{}/\`)+1:]
			ends = append(ends, regexp.QuoteMeta(literal)+"$")
		}
	}
	return strings.Join(ends, "|")
}
