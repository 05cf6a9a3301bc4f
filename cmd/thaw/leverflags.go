package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/thaw/bundler"
)

// leverFlags are the flags that turn the levers on a bundle, and on the script that an
// engine makes of it. Those that take a comma list make arms in bench; elsewhere they
// take one value.
type leverFlags struct {
	noBundle                                  bool
	minify, target, treeShaking               []string
	charset, legalComments                    []string
	stripDebug, regex                         []string
	define, alias, external, drop, conditions []string
	patch                                     string
}

func (f *leverFlags) add(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.BoolVar(&f.noBundle, "no-bundle", false, "APP is a ready-made bundle, used byte for byte")
	fs.StringSliceVar(&f.minify, "minify", []string{"off"}, "off, on, or whitespace, identifiers and syntax joined by +")
	fs.StringSliceVar(&f.target, "target", nil, "newest JavaScript syntax of the bundle, such as es2022 (default: what the engine parses)")
	fs.StringSliceVar(&f.treeShaking, "tree-shaking", []string{"on"}, "on or off")
	fs.StringSliceVar(&f.charset, "charset", []string{"ascii"}, "ascii or utf8")
	fs.StringSliceVar(&f.legalComments, "legal-comments", []string{"none"}, "none, inline or eof")
	fs.StringSliceVar(&f.stripDebug, "strip-debug", []string{"off"}, "off or on: scripts without positions and function source; stack traces have no lines (quickjs)")
	fs.StringSliceVar(&f.regex, "regex", nil, "eager or lazy: compile regular expression literals with the script or at their first match (lazy: goja; default: lazy where the engine can)")
	fs.StringArrayVar(&f.define, "define", nil, "replace a name by a JavaScript expression: NAME=EXPRESSION")
	fs.StringArrayVar(&f.alias, "alias", nil, "replace a package by another: NAME=NAME")
	fs.StringSliceVar(&f.external, "external", nil, "import paths to leave in the bundle")
	fs.StringSliceVar(&f.drop, "drop", nil, "console, debugger, or labels of statements to remove")
	fs.StringVar(&f.patch, "patch", "", "unified diff `FILE`, such as git diff prints, to apply to what is bundled; the files stay as they are")
	fs.StringSliceVar(&f.conditions, "conditions", nil, "conditions of package exports (default workerd,worker,browser)")
}

// leverNames lists the flags of leverFlags.
func leverNames() []string {
	var names []string
	cmd := &cobra.Command{}
	new(leverFlags).add(cmd)
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// set gives levers the values that a lever set had.
func (f *leverFlags) set(values map[string]string) {
	for name, list := range map[string]*[]string{
		"minify": &f.minify, "target": &f.target, "tree-shaking": &f.treeShaking, "charset": &f.charset,
		"legal-comments": &f.legalComments, "strip-debug": &f.stripDebug, "regex": &f.regex,
	} {
		if value, ok := values[name]; ok {
			*list = []string{value}
		}
	}
}

// A lever is one thing that is turned in an arm.
type lever struct {
	name, value string
	words       []string // the flags that turn it; nil is --NAME VALUE
}

// flags are those of thaw run that turn the lever.
func (l lever) flags() []string {
	if l.words != nil {
		return l.words
	}
	return []string{"--" + l.name, l.value}
}

// A leverSet is one combination, with what is done with it.
type leverSet struct {
	levers  []lever
	options bundler.Options
	script  scriptLevers
	vars    map[string]string // of the env, beside those of the config
	eager   bool              // load all Web APIs at boot
}

// sets returns every combination of the comma lists, the last list turning
// fastest. The levers of a set are those that have more than one value, or one
// that is not the default.
func (f *leverFlags) sets() ([]leverSet, error) {
	base := bundler.Options{NoBundle: f.noBundle, External: f.external, Drop: f.drop, Conditions: f.conditions}
	var err error
	if base.Define, err = pairs("define", f.define); err != nil {
		return nil, err
	}
	if base.Alias, err = pairs("alias", f.alias); err != nil {
		return nil, err
	}
	if f.patch != "" {
		if base.Patch, err = readPatch(f.patch); err != nil {
			return nil, fmt.Errorf("--patch: %w", err)
		}
	}
	sets := []leverSet{{options: base}}
	for _, axis := range f.axes() {
		if sets, err = axis.spread(sets); err != nil {
			return nil, err
		}
	}
	return sets, nil
}

// one is the single combination of a command that makes no arms.
func (f *leverFlags) one() (leverSet, error) {
	for _, axis := range f.axes() {
		if len(axis.values) > 1 {
			return leverSet{}, usagef("--%s %s: takes one value here; \"thaw bench\" compares several", axis.name, strings.Join(axis.values, ","))
		}
	}
	sets, err := f.sets()
	if err != nil {
		return leverSet{}, err
	}
	return sets[0], nil
}

// An axis is a lever with the values to try.
type axis struct {
	name, usual string
	values      []string
	apply       func(*leverSet, string) error
}

func (f *leverFlags) axes() []axis {
	return []axis{
		{"minify", "off", f.minify, setMinify},
		{"target", "", f.target, choose(func(s *leverSet) *string { return &s.options.Target }, bundler.Targets()...)},
		{"tree-shaking", "on", f.treeShaking, setTreeShaking},
		{"charset", "ascii", f.charset, choose(func(s *leverSet) *string { return &s.options.Charset }, "ascii", "utf8")},
		{"legal-comments", "none", f.legalComments, choose(func(s *leverSet) *string { return &s.options.LegalComments }, "none", "inline", "eof")},
		{"strip-debug", "off", f.stripDebug, setStripDebug},
		{"regex", "", f.regex, choose(func(s *leverSet) *string { return &s.script.regex }, regexEager, regexLazy)},
	}
}

func (a axis) spread(sets []leverSet) ([]leverSet, error) {
	if len(a.values) == 0 {
		return sets, nil
	}
	var out []leverSet
	for _, s := range sets {
		for i, v := range a.values {
			if slices.Contains(a.values[:i], v) {
				return nil, usagef("--%s: %q is there twice", a.name, v)
			}
			t := s
			t.levers = slices.Clone(s.levers)
			if err := a.apply(&t, v); err != nil {
				return nil, usagef("--%s %q: %v", a.name, v, err)
			}
			if len(a.values) > 1 || v != a.usual {
				t.levers = append(t.levers, lever{name: a.name, value: v})
			}
			out = append(out, t)
		}
	}
	return out, nil
}

func setMinify(s *leverSet, v string) error {
	o := &s.options
	switch v {
	case "off":
		o.Minify = bundler.Minify{}
		return nil
	case "on":
		o.Minify = bundler.Minify{Whitespace: true, Identifiers: true, Syntax: true}
		return nil
	}
	for part := range strings.SplitSeq(v, "+") {
		switch part {
		case "whitespace":
			o.Minify.Whitespace = true
		case "identifiers":
			o.Minify.Identifiers = true
		case "syntax":
			o.Minify.Syntax = true
		default:
			return fmt.Errorf("want off, on, or whitespace, identifiers and syntax joined by +")
		}
	}
	return nil
}

func setTreeShaking(s *leverSet, v string) error {
	on, err := onOrOff(v)
	s.options.TreeShaking = &on
	return err
}

func onOrOff(v string) (bool, error) {
	if v != "on" && v != "off" {
		return false, fmt.Errorf("want on or off")
	}
	return v == "on", nil
}

// choose sets a text option to one of a few values.
func choose(field func(*leverSet) *string, values ...string) func(*leverSet, string) error {
	return func(s *leverSet, v string) error {
		if !slices.Contains(values, v) {
			return fmt.Errorf("want one of %s", strings.Join(values, ", "))
		}
		*field(s) = v
		return nil
	}
}

func readPatch(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err == nil && len(bytes.TrimSpace(text)) == 0 {
		err = fmt.Errorf("%s is empty; want a unified diff", path)
	}
	return string(text), err
}

func pairs(flag string, list []string) (map[string]string, error) {
	m := map[string]string{}
	for _, text := range list {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return nil, usagef("--%s %q: want NAME=VALUE", flag, text)
		}
		m[name] = value
	}
	return m, nil
}
