package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// An ownKind is what a lever of the user's own can turn.
type ownKind struct {
	name, what string // as in KIND:WHAT
	flag       string // of thaw run
	turn       func(c *combination, what string) error
}

func ownKinds() []ownKind {
	return []ownKind{
		{"define", "NAME=EXPRESSION", "define", func(c *combination, what string) error { return addPair(&c.options.Define, what) }},
		{"alias", "NAME=NAME", "alias", func(c *combination, what string) error { return addPair(&c.options.Alias, what) }},
		{"external", "PATH", "external", func(c *combination, what string) error { return addTo(&c.options.External, what) }},
		{"drop", "console|debugger|LABEL", "drop", func(c *combination, what string) error { return addTo(&c.options.Drop, what) }},
		{"patch", "FILE", "patch", setPatch},
		{"env", "NAME=VALUE", "var", func(c *combination, what string) error { return addPair(&c.vars, what) }},
	}
}

// ownKindsList is how the kinds are written.
func ownKindsList() string {
	var all []string
	for _, k := range ownKinds() {
		all = append(all, k.name+":"+k.what)
	}
	return strings.Join(all, ", ")
}

func addPair(to *map[string]string, text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return fmt.Errorf("%q: want NAME=VALUE", text)
	}
	if *to = maps.Clone(*to); *to == nil {
		*to = map[string]string{}
	}
	(*to)[name] = value
	return nil
}

func addTo(list *[]string, text string) error {
	*list = append(slices.Clip(*list), text)
	return nil
}

func setPatch(c *combination, path string) (err error) {
	if c.options.Patch != "" {
		return fmt.Errorf("%s: there is another patch already", path)
	}
	c.options.Patch, err = readPatch(path)
	return err
}

// ownTrials reads the values of --lever.
func ownTrials(texts []string) ([]trial, error) {
	var all []trial
	for _, text := range texts {
		name, spec, ok := strings.Cut(text, "=")
		kindName, what, hasKind := strings.Cut(spec, ":")
		i := slices.IndexFunc(ownKinds(), func(k ownKind) bool { return k.name == kindName })
		switch {
		case !ok || name == "" || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r == ':' }):
			return nil, usagef("--lever %q: want NAME=KIND:WHAT, with a name of your own", text)
		case !hasKind || i < 0:
			return nil, usagef("--lever %q: want %s= and one of %s", text, name, ownKindsList())
		case what == "":
			return nil, usagef("--lever %q: want %s:%s", text, kindName, ownKinds()[i].what)
		case slices.Contains(trialNames(), name):
			return nil, usagef("--lever %q: thaw has a lever of this name", text)
		}
		kind := ownKinds()[i]
		var unreadable *fs.PathError
		if err := kind.turn(&combination{}, what); errors.As(err, &unreadable) {
			return nil, fmt.Errorf("--lever %q: %w", text, err)
		} else if err != nil {
			return nil, usagef("--lever %q: %v", text, err)
		}
		n := slices.IndexFunc(all, func(t trial) bool { return t.name == name })
		if n < 0 {
			n = len(all)
			all = append(all, ownTrial(name))
		}
		all[n] = all[n].and(kind, what)
	}
	return all, nil
}

func ownTrial(name string) trial {
	return trial{
		name: name, values: []string{"on"}, saves: "on", usual: usually("off"), own: true,
		turn:  func(*combination, string) error { return nil },
		words: func(string) []string { return nil },
	}
}

// and turns one more thing with the lever.
func (t trial) and(kind ownKind, what string) trial {
	turn, words := t.turn, t.words
	t.turn = func(c *combination, value string) error {
		if err := turn(c, value); err != nil {
			return err
		}
		return kind.turn(c, what)
	}
	t.words = func(value string) []string { return append(slices.Clip(words(value)), "--"+kind.flag, what) }
	return t
}
