package ecmaregexp

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

const (
	maxDepth  = 1_000 // of nested groups and classes
	maxGroups = 1 << 15
	maxRepeat = 1<<31 - 1
)

// A parser reads a pattern by the grammar of ECMA-262, 22.2.1, with annex B.1.2
// where neither u nor v is set.
type parser struct {
	src   []rune // code points with u or v, else code units
	pos   int
	depth int
	Flags // i, m and s change under modifiers

	named    bool // the pattern has named groups, so that \k is a reference
	groups   int  // capturing groups met so far
	total    int  // capturing groups in the whole pattern
	names    []groupName
	path     []int // alternatives that are open, as pairs of disjunction and number
	choices  int   // disjunctions met so far
	backward []pendingName
}

// A groupName is a named group and the alternatives that it is in: the same name may
// stand in different alternatives of one disjunction.
type groupName struct {
	name  string
	index int
	path  []int
}

// A pendingName is a \k whose group may come later in the pattern.
type pendingName struct {
	name string
	node *backReferenceNode
}

//lint:ignore ST1005 it ends what JavaScript sees as a message
var errTooDeep = errors.New("Regular expression too large")

func (p *parser) unicodeMode() bool { return p.Unicode || p.UnicodeSets }

func (p *parser) parse() (n node, err error) {
	defer func() {
		if x := recover(); x != nil {
			e, ok := x.(parseError)
			if !ok {
				panic(x)
			}
			err = e.error
		}
	}()
	p.total, p.named = countGroups(p.src, p.UnicodeSets)
	p.named = p.named || p.unicodeMode()
	n = p.disjunction()
	if p.pos < len(p.src) {
		p.fail("Unmatched ')'")
	}
	p.resolveNames()
	return n, nil
}

type parseError struct{ error }

func (p *parser) fail(format string, args ...any) { panic(parseError{fmt.Errorf(format, args...)}) }

func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		panic(parseError{errTooDeep})
	}
}

// countGroups looks ahead for capturing groups, which \1 and \k need to know.
func countGroups(src []rune, nestedClasses bool) (total int, named bool) {
	class := 0
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case '[':
			if class == 0 || nestedClasses {
				class++
			}
		case ']':
			class = max(class-1, 0)
		case '(':
			if class > 0 {
				continue
			}
			rest := src[i+1:]
			if len(rest) > 0 && rest[0] == '?' {
				if len(rest) < 3 || rest[1] != '<' || rest[2] == '=' || rest[2] == '!' {
					continue
				}
				named = true
			}
			total++
		}
	}
	return total, named
}

func (p *parser) peek() rune {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return -1
}

func (p *parser) eat(text string) bool {
	rest := p.src[p.pos:]
	n := 0
	for _, r := range text {
		if n >= len(rest) || rest[n] != r {
			return false
		}
		n++
	}
	p.pos += n
	return true
}

func (p *parser) disjunction() node {
	p.enter()
	defer func() { p.depth-- }()
	id := p.choices
	p.choices++
	depth := len(p.path)
	var list []node
	for {
		p.path = append(p.path[:depth:depth], id, len(list))
		list = append(list, p.alternative())
		if !p.eat("|") {
			break
		}
	}
	p.path = p.path[:depth]
	if len(list) == 1 {
		return list[0]
	}
	return alternativeNode{list}
}

func (p *parser) alternative() node {
	var list []node
	for p.pos < len(p.src) && p.peek() != '|' && p.peek() != ')' {
		list = append(list, p.term())
	}
	switch len(list) {
	case 0:
		return emptyNode{}
	case 1:
		return list[0]
	}
	return sequenceNode{list}
}

func (p *parser) term() node {
	first := p.groups
	n, quantifiable := p.assertion()
	if n == nil {
		n, quantifiable = p.atom(), true
	}
	return p.quantified(n, first, quantifiable)
}

// assertion reads an assertion, or nothing. Of them only lookaheads can be
// repeated, and only without u and v (annex B).
func (p *parser) assertion() (n node, quantifiable bool) {
	switch {
	case p.eat("^"):
		return lineStartNode{p.Multiline}, false
	case p.eat("$"):
		return lineEndNode{p.Multiline}, false
	case p.eat(`\b`):
		return boundaryNode{false, p.wordChars()}, false
	case p.eat(`\B`):
		return boundaryNode{true, p.wordChars()}, false
	case p.eat("(?="):
		return p.look(false, false), !p.unicodeMode()
	case p.eat("(?!"):
		return p.look(false, true), !p.unicodeMode()
	case p.eat("(?<="):
		return p.look(true, false), false
	case p.eat("(?<!"):
		return p.look(true, true), false
	}
	return nil, false
}

func (p *parser) look(behind, invert bool) node {
	return lookNode{p.group(), behind, invert}
}

// group reads the rest of a group.
func (p *parser) group() node {
	n := p.disjunction()
	if !p.eat(")") {
		p.fail("Unterminated group")
	}
	return n
}

func (p *parser) wordChars() *charSet {
	if p.IgnoreCase && p.unicodeMode() {
		return foldedWords
	}
	return words
}

func (p *parser) atom() node {
	c := p.peek()
	switch c {
	case '.':
		p.pos++
		if p.DotAll {
			return setNode{set: newCharSet(), invert: true}
		}
		return setNode{set: lineEnds, invert: true}
	case '(':
		p.pos++
		return p.atomGroup()
	case '[':
		p.pos++
		return p.class()
	case '\\':
		p.pos++
		return p.atomEscape()
	case '*', '+', '?':
		p.fail("Nothing to repeat")
	case '{':
		if p.unicodeMode() {
			p.fail("Nothing to repeat")
		}
		start := p.pos
		if _, _, ok := p.braces(); ok {
			p.fail("Nothing to repeat")
		}
		p.pos = start
	case '}', ']':
		if p.unicodeMode() {
			p.fail("Lone quantifier brackets")
		}
	}
	p.pos++
	return p.char(c)
}

func (p *parser) char(c rune) node {
	if p.IgnoreCase {
		return charNode{canonicalize(c, p.unicodeMode()), true}
	}
	return charNode{c, false}
}

func (p *parser) atomGroup() node {
	if !p.eat("?") {
		return p.capture("")
	}
	switch {
	case p.eat(":"):
		return p.group()
	case p.eat("<"):
		return p.capture(p.groupName())
	}
	saved := p.Flags
	p.modifiers()
	n := p.group()
	p.Flags = saved
	return n
}

func (p *parser) capture(name string) node {
	p.groups++
	if p.groups > maxGroups {
		panic(parseError{errTooDeep})
	}
	index := p.groups
	if name != "" {
		p.declare(name, index)
	}
	return captureNode{index, p.group()}
}

func (p *parser) declare(name string, index int) {
	for _, g := range p.names {
		if g.name == name && !exclusive(g.path, p.path) {
			p.fail("Duplicate capture group name")
		}
	}
	p.names = append(p.names, groupName{name, index, slices.Clone(p.path)})
}

// exclusive reports whether two places are in different alternatives of one disjunction.
func exclusive(a, b []int) bool {
	for i := 0; i+1 < len(a) && i+1 < len(b) && a[i] == b[i]; i += 2 {
		if a[i+1] != b[i+1] {
			return true
		}
	}
	return false
}

// modifiers reads ims-ims: after (?.
func (p *parser) modifiers() {
	seen := ""
	on := true
	next := p.Flags
	for {
		c := p.peek()
		switch {
		case p.eat(":"):
			if seen == "" && !on {
				p.fail("Invalid flag group")
			}
			p.Flags = next
			return
		case c == '-' && on:
			on = false
		case c == 'i' || c == 'm' || c == 's':
			if strings.ContainsRune(seen, c) {
				p.fail("Repeated flag in flag group")
			}
			seen += string(c)
			next.set(c, on)
		default:
			p.fail("Invalid group")
		}
		p.pos++
	}
}

func (p *parser) resolveNames() {
	for _, b := range p.backward {
		for _, g := range p.names {
			if g.name == b.name {
				b.node.groups = append(b.node.groups, g.index)
			}
		}
		if len(b.node.groups) == 0 {
			p.fail("Invalid named capture referenced")
		}
	}
}
