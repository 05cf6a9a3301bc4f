package bundler

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Options are the levers on a bundle. The zero value bundles for an engine with
// ES modules, unminified, with wrangler's defaults. Where the app's wrangler
// config sets the same thing, Options win.
type Options struct {
	Engine   Profile
	NoBundle bool // the app is ready-made: its bytes are the bundle

	Minify        Minify
	Target        string            // "es2020" ... "esnext"; "" is the engine's own, which it can't exceed
	TreeShaking   *bool             // nil is esbuild's default, on
	Charset       string            // "ascii" (default) or "utf8"
	LegalComments string            // "none" (default), "inline" or "eof"
	Define        map[string]string // name to JavaScript expression
	Alias         map[string]string // package to its substitute
	External      []string          // import paths left in the bundle as they are
	Drop          []string          // "console", "debugger", or labels of statements
	Conditions    []string          // of package exports; nil is workerd, worker, browser
	Patch         string            // unified diff of the app's files, applied to what is bundled; disk stays as it is

	// Fixtures answers the apps that start with "fixture:", without that prefix.
	// It is nil where there are none.
	Fixtures func(ref string) (Entry, error) `json:"-"`
}

// Minify has one switch for each of esbuild's three kinds of minification.
type Minify struct {
	Whitespace  bool
	Identifiers bool
	Syntax      bool
}

// An Entry is an app whose text does not come from disk.
type Entry struct {
	Name       string            // of the app, such as "effect@10"
	Files      map[string]string // slash-separated path to text
	Main       string            // the entry, a key of Files
	ResolveDir string            // absolute folder where packages are looked for; "" for none
}

var conditions = []string{"workerd", "worker", "browser"}

// targets is in order of age, so that the older of two can be taken.
var targets = []struct {
	name   string
	target api.Target
}{
	{"es5", api.ES5},
	{"es2015", api.ES2015},
	{"es2016", api.ES2016},
	{"es2017", api.ES2017},
	{"es2018", api.ES2018},
	{"es2019", api.ES2019},
	{"es2020", api.ES2020},
	{"es2021", api.ES2021},
	{"es2022", api.ES2022},
	{"es2023", api.ES2023},
	{"es2024", api.ES2024},
	{"esnext", api.ESNext},
}

var charsets = map[string]api.Charset{"": api.CharsetASCII, "ascii": api.CharsetASCII, "utf8": api.CharsetUTF8}

var legalComments = map[string]api.LegalComments{
	"": api.LegalCommentsNone, "none": api.LegalCommentsNone,
	"inline": api.LegalCommentsInline, "eof": api.LegalCommentsEndOfFile,
}

// check finds a value that esbuild would not understand before anything is read.
func (o Options) check() error {
	for _, name := range []string{o.Target, o.Engine.Target} {
		if age(name) < 0 {
			return fmt.Errorf("bundler: target %q: want one of %s", name, strings.Join(Targets(), ", "))
		}
	}
	if _, ok := charsets[o.Charset]; !ok {
		return fmt.Errorf("bundler: charset %q: want ascii or utf8", o.Charset)
	}
	if _, ok := legalComments[o.LegalComments]; !ok {
		return fmt.Errorf("bundler: legal comments %q: want none, inline or eof", o.LegalComments)
	}
	return nil
}

// Targets lists the values of Options.Target, oldest first.
func Targets() []string {
	names := make([]string, len(targets))
	for i, t := range targets {
		names[i] = t.name
	}
	return names
}

// age is the index of a target, the newest for "", or -1.
func age(name string) int {
	if name == "" {
		return len(targets) - 1
	}
	return slices.Index(Targets(), strings.ToLower(name))
}

// target is the older of what is asked for and what the engine parses.
func (o Options) target() (api.Target, []Warning) {
	engine := age(o.Engine.Target)
	if o.Target == "" || age(o.Target) <= engine {
		return targets[min(age(o.Target), engine)].target, nil
	}
	return targets[engine].target, []Warning{{
		Text: fmt.Sprintf("target %s: %s parses no more than %s, which was used", o.Target, o.Engine.Name, targets[engine].name),
	}}
}

func (o Options) supported() map[string]bool {
	lacks := make(map[string]bool, len(o.Engine.Lower))
	for _, feature := range o.Engine.Lower {
		lacks[feature] = false
	}
	return lacks
}

// define is NODE_ENV, under the config's definitions, under the options'.
func (o Options) define(c *Config) map[string]string {
	all := map[string]string{"process.env.NODE_ENV": `"production"`}
	if c != nil {
		maps.Copy(all, c.Define)
	}
	maps.Copy(all, o.Define)
	return all
}

func (o Options) alias(c *Config) map[string]string {
	all := map[string]string{}
	if c != nil {
		maps.Copy(all, c.Alias)
	}
	maps.Copy(all, o.Alias)
	return all
}

// drop splits Drop as esbuild has it: two flags and labels.
func (o Options) drop() (what api.Drop, labels []string) {
	for _, name := range o.Drop {
		switch name {
		case "console":
			what |= api.DropConsole
		case "debugger":
			what |= api.DropDebugger
		default:
			labels = append(labels, name)
		}
	}
	return what, labels
}

func (o Options) treeShaking() api.TreeShaking {
	switch {
	case o.TreeShaking == nil:
		return api.TreeShakingDefault
	case *o.TreeShaking:
		return api.TreeShakingTrue
	}
	return api.TreeShakingFalse
}
