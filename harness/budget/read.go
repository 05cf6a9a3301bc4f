package budget

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"example.com/thaw/harness"
	"example.com/thaw/harness/internal/jsonfault"
	"example.com/thaw/harness/internal/jsonobject"
)

// ReadFile reads a budget. runtimes are the names that there are. Whatever is not known is an error, which names
// the field and what is known: a limit that is misspelt would hold nothing.
func ReadFile(path string, runtimes []string) (Budget, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Budget{}, fmt.Errorf("budget: %w", err)
	}
	b, err := Parse(text, runtimes)
	if err != nil {
		return Budget{}, fmt.Errorf("budget: %s: %s", path, strings.TrimPrefix(err.Error(), "budget: "))
	}
	return b, nil
}

// Parse is ReadFile of a text.
func Parse(text []byte, runtimes []string) (Budget, error) {
	b, err := parse(text, runtimes)
	if err != nil {
		return Budget{}, fmt.Errorf("budget: %w", err)
	}
	return b, nil
}

func parse(text []byte, runtimes []string) (Budget, error) {
	if strings.TrimSpace(string(text)) == "" {
		return Budget{}, errors.New("it is empty; thaw gate APP --budget FILE --write makes a budget")
	}
	var whole jsontext.Value
	if err := json.Unmarshal(text, &whole); err != nil {
		return Budget{}, jsonfault.Explain(text, err)
	}
	var b Budget
	schema := ""
	err := members(value{whole, "the file"}, "", func(m member) error {
		switch m.name {
		case "schema":
			return m.decode(&schema, "a text")
		case "thaw":
			return m.decode(&b.Thaw, "a text")
		case "runtimes":
			return readRuntimes(m.value, runtimes, &b)
		}
		return unknown(m.field, "field of a budget", []string{"schema", "thaw", "runtimes"})
	})
	switch {
	case err != nil:
		return Budget{}, err
	case schema == "":
		return Budget{}, fmt.Errorf("schema is missing; want %q", Schema)
	case schema != Schema:
		return Budget{}, fmt.Errorf("schema is %q; this thaw reads %q", schema, Schema)
	case len(b.Runtimes) == 0:
		return Budget{}, errors.New("runtimes is missing: the budget limits nothing")
	}
	return b, nil
}

func readRuntimes(v value, runtimes []string, b *Budget) error {
	return members(v, "runtimes", func(m member) error {
		if !slices.Contains(runtimes, m.name) {
			return unknown(m.field, "runtime", runtimes)
		}
		r := Runtime{Name: m.name}
		if err := members(m.value, m.field, func(m member) error { return readKind(m, &r) }); err != nil {
			return err
		}
		if len(r.Limits) == 0 {
			return fmt.Errorf("%s limits nothing", m.field)
		}
		b.Runtimes = append(b.Runtimes, r)
		return nil
	})
}

func readKind(m member, r *Runtime) error {
	switch kind := Kind(m.name); kind {
	case OnBundle:
		return members(m.value, m.field, func(m member) error { return readLimit(m, Limit{Kind: kind, Name: m.name, Hard: true}, r) })
	case OnCounts, OnTimes:
		return members(m.value, m.field, func(place member) error {
			if !slices.Contains(places(), place.name) {
				return unknown(place.field, "phase", places())
			}
			return readPlace(place, kind, r)
		})
	}
	return unknown(m.field, "kind of limits", []string{string(OnBundle), string(OnCounts), string(OnTimes)})
}

// readPlace reads the limits of a phase.
func readPlace(place member, kind Kind, r *Runtime) error {
	hard := kind == OnCounts
	from := len(r.Limits)
	err := members(place.value, place.field, func(m member) error {
		if kind == OnTimes && m.name == "hard" {
			return m.decode(&hard, "true or false")
		}
		return readLimit(m, Limit{Kind: kind, Phase: place.name, Name: m.name}, r)
	})
	for i := range r.Limits[from:] {
		r.Limits[from+i].Hard = hard
	}
	if err == nil && len(r.Limits) == from {
		err = fmt.Errorf("%s limits nothing", place.field)
	}
	return err
}

func readLimit(m member, l Limit, r *Runtime) (err error) {
	known := limited(l.Kind, l.Phase)
	if !slices.Contains(known, l.Name) {
		if c := harness.Count(l.Name); l.Kind == OnCounts && slices.Contains(harness.CountNames(), c) {
			return fmt.Errorf("%s is counted of the whole cold start only: put it into %s", m.field, harness.PhaseTotal)
		}
		what := map[Kind]string{OnBundle: "fact of a bundle", OnCounts: "count", OnTimes: `time, and not "hard"`}[l.Kind]
		return unknown(m.field, what, known)
	}
	switch {
	case l.Kind == OnTimes:
		l.Max, err = m.duration()
	case l.Kind == OnBundle && l.Name != BundleModules, strings.HasSuffix(l.Name, "Bytes"), l.Name == string(harness.BytesParsed):
		l.Max, err = m.size()
	default:
		l.Max, err = m.number("a whole number of 0 or more, such as 1200")
	}
	r.Limits = append(r.Limits, l)
	return err
}

// A value is a part of the file.
type value struct {
	text  jsontext.Value
	field string // its place, such as runtimes.goja.times
}

// A member is one of an object.
type member struct {
	value
	name string
}

// members has f read each member of an object.
func members(v value, prefix string, f func(member) error) error {
	if v.text.Kind() != jsontext.KindBeginObject {
		return v.not("an object")
	}
	var all jsonobject.Object[jsontext.Value]
	if err := json.Unmarshal(v.text, &all); err != nil {
		return err
	}
	for _, m := range all {
		if err := f(member{value{m.Value, strings.TrimPrefix(prefix+"."+m.Name, ".")}, m.Name}); err != nil {
			return err
		}
	}
	return nil
}

// not says what was wanted, and what is there.
func (v value) not(wanted string) error {
	return fmt.Errorf("%s is %s; want %s", v.field, jsonfault.Shown(v.text), wanted)
}

func (v value) decode(to any, wanted string) error {
	if err := json.Unmarshal(v.text, to); err != nil || v.text.Kind() == jsontext.KindNull {
		return v.not(wanted)
	}
	return nil
}

func (v value) number(wanted string) (int64, error) {
	var n int64
	if err := v.decode(&n, wanted); err != nil || n < 0 {
		return 0, v.not(wanted)
	}
	return n, nil
}

// size reads a number of bytes, or a text with a unit.
func (v value) size() (int64, error) {
	const wanted = `a number of bytes, or a text such as "80 KiB" (units B, kB, KiB, MB, MiB)`
	if v.text.Kind() != jsontext.KindString {
		return v.number(wanted)
	}
	var text string
	if err := v.decode(&text, wanted); err != nil {
		return 0, err
	}
	n, err := humanize.ParseBytes(text)
	if err != nil || n > 1<<62 {
		return 0, v.not(wanted)
	}
	return int64(n), nil
}

func (v value) duration() (int64, error) {
	const wanted = `a time such as "50ms" (units ns, us, ms, s, m, h)`
	var text string
	if err := v.decode(&text, wanted); err != nil {
		return 0, err
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, v.not(wanted)
	}
	return int64(d), nil
}
