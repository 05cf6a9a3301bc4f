package report

import (
	"slices"
	"strings"

	"example.com/thaw/bundler"
	"example.com/thaw/harness"
)

// armNames gives the arms of a result names that are short: only what differs between them.
type armNames struct {
	byID map[string]armName
}

// An armName is what tells an arm from others.
type armName struct {
	App     string // without the scheme of a fixture
	Runtime string
	Levers  []string // those that differ, such as "minify=on"
}

func newArmNames(r *harness.Result) armNames {
	n := armNames{map[string]armName{}}
	differ := varying(withoutAA(r).Arms)
	for _, a := range r.Arms {
		n.byID[a.ID] = newArmName(a, differ)
	}
	return n
}

func newArmName(a harness.Arm, levers []string) armName {
	n := armName{App: strings.TrimPrefix(a.App, bundler.FixturePrefix), Runtime: a.Runtime}
	for _, l := range a.Levers {
		if slices.Contains(levers, l.Name) && l.Value != "" {
			n.Levers = append(n.Levers, l.Name+"="+l.Value)
		}
	}
	return n
}

// of returns the name of the arm of that ID: the ID itself where the result has no such arm.
func (n armNames) of(id string) armName {
	if name, ok := n.byID[id]; ok {
		return name
	}
	return armName{App: id}
}

// String has all words.
func (n armName) String() string { return strings.TrimSpace(n.App + " " + n.detail()) }

// detail are the words after the app.
func (n armName) detail() string {
	return strings.TrimSpace(n.Runtime + " " + strings.Join(n.Levers, " "))
}

// without are the words that the other name, of the same app, does not have.
func (n armName) without(other armName) string {
	var words []string
	if n.Runtime != other.Runtime {
		words = append(words, n.Runtime)
	}
	for _, l := range n.Levers {
		if !slices.Contains(other.Levers, l) {
			words = append(words, l)
		}
	}
	return strings.Join(words, " ")
}

// apps lists the apps of the arms that have samples, each once.
func apps(r *harness.Result) []string {
	var all []string
	for _, a := range r.Arms {
		if _, ok := r.Summary(a.ID); ok && !slices.Contains(all, a.App) {
			all = append(all, a.App)
		}
	}
	return all
}
