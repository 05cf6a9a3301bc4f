package phase

import (
	"cmp"
	"slices"
	"time"
)

// An Entry is one phase, or a sub-phase, of a Profile.
type Entry struct {
	Name string
	Cost Cost  // exclusive: what nested phases took is not in it
	Hit  *bool // the work was spared by a cache; nil where there is none

	// Sub holds the spans within the phase that are no phases themselves. Their
	// costs are parts of Cost.
	Sub []Entry
}

// A Profile is one cold start by phase.
type Profile struct {
	Total   Cost
	Phases  []Entry       // in the order of Names, each name once, the last is Other
	Started time.Duration // Stamp.Wall at which the total begins
}

// Phase returns the entry of the given name.
func (p Profile) Phase(name string) (Entry, bool) {
	for _, e := range p.Phases {
		if e.Name == name {
			return e, true
		}
	}
	return Entry{}, false
}

// node is a span in the tree by containment.
type node struct {
	span
	children []*node
}

// Profile ends the total at the present and returns the exclusive phases. A nil
// Recorder's is zero.
func (r *Recorder) Profile() Profile {
	if r == nil {
		return Profile{}
	}
	return profile(r.spans, r.start, r.read())
}

func profile(spans []span, start, end Stamp) Profile {
	root := tree(fit(spans), span{from: start, to: end})
	acc := accumulator{phases: map[string]*Entry{}}
	acc.walk(root, "")
	p := Profile{Total: end.Sub(start), Started: start.Wall}
	rest := p.Total
	for _, name := range Names() {
		if e := acc.phases[name]; e != nil && name != Other {
			p.Phases = append(p.Phases, *e)
			rest = rest.Minus(e.Cost)
		}
	}
	p.Phases = append(p.Phases, Entry{Name: Other, Cost: rest, Sub: acc.other})
	return p
}

// fit cuts the spans that were named afterwards to those that were begun, and
// drops the ones that lie in none.
func fit(spans []span) []span {
	fitted := make([]span, 0, len(spans))
	for _, s := range spans {
		if s.added {
			around := innermost(spans, s.to.Wall)
			if around == nil {
				around = innermost(spans, s.from.Wall)
			}
			if around == nil {
				continue
			}
			s.from, s.to = later(s.from, around.from), earlier(s.to, around.to)
		}
		if s.from.Wall <= s.to.Wall {
			fitted = append(fitted, s)
		}
	}
	return fitted
}

// innermost is the last begun of the spans that contain an instant.
func innermost(spans []span, t time.Duration) *span {
	var found *span
	for i := range spans {
		if s := &spans[i]; !s.added && s.from.Wall <= t && t <= s.to.Wall {
			found = s
		}
	}
	return found
}

func later(a, b Stamp) Stamp {
	if a.Wall < b.Wall {
		return b
	}
	return a
}

func earlier(a, b Stamp) Stamp {
	if a.Wall > b.Wall {
		return b
	}
	return a
}

// tree nests spans by containment. Spans with equal starts nest the longer
// around the shorter; equal spans nest in the order in which they were begun. One
// that only partly lies within another is cut at its end.
func tree(spans []span, total span) *node {
	sorted := slices.Clone(spans)
	slices.SortStableFunc(sorted, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.from.Wall, b.from.Wall), cmp.Compare(b.to.Wall, a.to.Wall))
	})
	root := &node{span: total}
	path := []*node{root}
	for _, s := range sorted {
		for len(path) > 1 && path[len(path)-1].to.Wall <= s.from.Wall {
			path = path[:len(path)-1]
		}
		parent := path[len(path)-1]
		s.from, s.to = later(s.from, parent.from), earlier(s.to, parent.to)
		n := &node{span: s}
		parent.children = append(parent.children, n)
		path = append(path, n)
	}
	return root
}

type accumulator struct {
	phases map[string]*Entry
	other  []Entry
}

// walk adds n's descendants to the phases. within is the innermost phase around n.
func (a *accumulator) walk(n *node, within string) {
	for _, c := range n.children {
		if !Known(c.name) || c.name == Other {
			a.sub(within, c)
			a.walk(c, within)
			continue
		}
		e := a.phase(c.name)
		e.Cost = e.Cost.Plus(c.to.Sub(c.from).Minus(a.nested(c)))
		if c.hit != nil {
			e.Hit = c.hit
		}
		a.walk(c, c.name)
	}
}

// nested is what the nearest phases below n took in all.
func (a *accumulator) nested(n *node) Cost {
	sum := Cost{HasCPU: true}
	for _, c := range n.children {
		if Known(c.name) && c.name != Other {
			sum = sum.Plus(c.to.Sub(c.from))
		} else {
			sum = sum.Plus(a.nested(c))
		}
	}
	return sum
}

func (a *accumulator) phase(name string) *Entry {
	e := a.phases[name]
	if e == nil {
		e = &Entry{Name: name, Cost: Cost{HasCPU: true}}
		a.phases[name] = e
	}
	return e
}

func (a *accumulator) sub(within string, n *node) {
	e := Entry{Name: n.name, Cost: n.to.Sub(n.from).Minus(a.nested(n))}
	if within == "" {
		a.other = append(a.other, e)
		return
	}
	p := a.phase(within)
	p.Sub = append(p.Sub, e)
}
