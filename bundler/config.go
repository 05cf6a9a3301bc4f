package bundler

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/tidwall/jsonc"
)

// A Config is what a wrangler config file says about an app. See
// https://developers.cloudflare.com/workers/wrangler/configuration/. The minify
// setting is not followed: it is a lever (Options.Minify).
type Config struct {
	File string `json:"-" toml:"-"` // path of the file
	Dir  string `json:"-" toml:"-"` // its folder, to which Main, Alias and TSConfig are relative

	Name               string            `json:"name" toml:"name"`
	Main               string            `json:"main" toml:"main"`
	CompatibilityDate  string            `json:"compatibility_date" toml:"compatibility_date"`
	CompatibilityFlags []string          `json:"compatibility_flags" toml:"compatibility_flags"`
	Vars               map[string]any    `json:"vars" toml:"vars"`
	Define             map[string]string `json:"define" toml:"define"`
	Alias              map[string]string `json:"alias" toml:"alias"`
	Rules              []Rule            `json:"rules" toml:"rules"`
	NoBundle           bool              `json:"no_bundle" toml:"no_bundle"`
	TSConfig           string            `json:"tsconfig" toml:"tsconfig"`
	JSXFactory         string            `json:"jsx_factory" toml:"jsx_factory"`
	JSXFragment        string            `json:"jsx_fragment" toml:"jsx_fragment"`
	Limits             Limits            `json:"limits" toml:"limits"`
	Build              CustomBuild       `json:"build" toml:"build"`

	// Raw is the whole file, for what has no field above.
	Raw map[string]any `json:"-" toml:"-"`
}

// Limits are a config's limits on one invocation.
type Limits struct {
	CPUMs float64 `json:"cpu_ms" toml:"cpu_ms"` // milliseconds; 0 is no limit of its own
}

// A CustomBuild is the command that makes Main. It is never run here.
type CustomBuild struct {
	Command string `json:"command" toml:"command"`
}

// configNames is wrangler's order when a folder has several.
var configNames = []string{"wrangler.json", "wrangler.jsonc", "wrangler.toml"}

// findConfig is the config file of a folder, or "".
func findConfig(dir string) (file string, warnings []Warning) {
	var found []string
	for _, name := range configNames {
		if isFile(filepath.Join(dir, name)) {
			found = append(found, name)
		}
	}
	switch len(found) {
	case 0:
		return "", nil
	case 1:
		return filepath.Join(dir, found[0]), nil
	}
	return filepath.Join(dir, found[0]), []Warning{{
		Text: fmt.Sprintf("several wrangler configs: %s was taken, not %s", found[0], strings.Join(found[1:], ", ")),
	}}
}

// ReadConfig reads a wrangler config file. The extension says which language it
// is in: .toml, or else JSON with comments.
func ReadConfig(file string) (*Config, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("bundler: wrangler config: %w", err)
	}
	c, err := ParseConfig(filepath.Base(file), data)
	if err != nil {
		return nil, err
	}
	c.File, c.Dir = file, filepath.Dir(file)
	return c, nil
}

// ParseConfig parses the text of a wrangler config. name gives its language, and
// stands in errors, which are of type *Error.
func ParseConfig(name string, data []byte) (*Config, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	c := &Config{}
	parse := parseJSON
	if filepath.Ext(name) == ".toml" {
		parse = parseTOML
	}
	if err := parse(name, data, c); err != nil {
		return nil, err
	}
	if err := parse(name, data, &c.Raw); err != nil {
		return nil, err
	}
	for i, r := range c.Rules {
		if err := r.check(); err != nil {
			return nil, &Error{[]Message{{File: name, Text: fmt.Sprintf("rules[%d]: %v", i, err)}}}
		}
	}
	return c, nil
}

func parseJSON(name string, data []byte, into any) error {
	// ToJSON keeps every offset, so that errors point into the file as written.
	err := json.Unmarshal(jsonc.ToJSON(data), into)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		return at(name, string(data), int(syntax.Offset)-1, "%v", syntax)
	case errors.As(err, &kind):
		return at(name, string(data), int(kind.Offset)-1, "%s can't be a JSON %s", field(kind.Field), kind.Value)
	}
	return &Error{[]Message{{File: name, Text: err.Error()}}}
}

func parseTOML(name string, data []byte, into any) error {
	err := toml.Unmarshal(data, into)
	var decode *toml.DecodeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &decode):
		return tomlError(name, data, decode)
	}
	return &Error{[]Message{{File: name, Text: err.Error()}}}
}

// tomlError places a fault. Text about Go types says nothing to the writer of a
// config, so it is replaced.
func tomlError(name string, data []byte, e *toml.DecodeError) error {
	text := strings.TrimPrefix(e.Error(), "toml: ")
	if key := strings.Join(e.Key(), "."); key != "" && strings.Contains(text, "bundler.") {
		text = field(key) + " has a value of the wrong type"
	}
	row, column := e.Position()
	m := Message{Text: text, File: name, Line: row, Column: column}
	if lines := strings.Split(string(data), "\n"); row >= 1 && row <= len(lines) {
		m.LineText = strings.TrimSuffix(lines[row-1], "\r")
	}
	return &Error{[]Message{m}}
}

func field(name string) string {
	if name == "" {
		return "the config"
	}
	return name
}
