package ecmaregexp

import (
	"cmp"
	"slices"
	"strings"
)

// A class is the value of a character class: characters, and with v also strings and
// sequences of emoji, which are no single characters.
type class struct {
	chars     *charSet
	strings   [][]rune // of no or several characters
	sequences []node   // patterns of properties of strings
}

func (c class) single() bool { return len(c.strings) == 0 && len(c.sequences) == 0 }

// classNode matches one element of c, of strings the longest first.
func (p *parser) classNode(c class, invert bool) node {
	chars := setNode{set: c.chars, invert: invert, folded: p.IgnoreCase}
	if c.single() {
		return chars
	}
	if invert {
		p.fail("Negated character class may contain strings")
	}
	list := slices.Clone(c.sequences)
	texts := slices.Clone(c.strings)
	slices.SortStableFunc(texts, func(a, b []rune) int { return cmp.Compare(len(b), len(a)) })
	for _, text := range texts {
		if len(text) > 0 {
			list = append(list, p.text(text))
		}
	}
	list = append(list, chars)
	if n := len(texts); n > 0 && len(texts[n-1]) == 0 {
		list = append(list, emptyNode{})
	}
	return alternativeNode{list}
}

func (p *parser) text(text []rune) node {
	var list []node
	for _, c := range text {
		list = append(list, p.char(c))
	}
	return sequenceNode{list}
}

// class reads a character class after its bracket.
func (p *parser) class() node {
	invert := p.eat("^")
	if p.UnicodeSets {
		return p.classNode(p.classContents(), invert)
	}
	var list []span
	for !p.eat("]") {
		if p.peek() < 0 {
			p.fail("Unterminated character class")
		}
		list = append(list, p.classRange()...)
	}
	return setNode{set: newCharSet(list...), invert: invert, folded: p.IgnoreCase}
}

// classRange reads a character, an escape that stands for a set, or a range.
func (p *parser) classRange() []span {
	low, lowIsChar := p.classAtom()
	rest := p.src[p.pos:]
	if len(rest) < 2 || rest[0] != '-' || rest[1] == ']' {
		return low
	}
	p.pos++
	high, highIsChar := p.classAtom()
	if !lowIsChar || !highIsChar {
		if p.unicodeMode() {
			p.fail("Invalid character class")
		}
		return append(append(slices.Clone(low), high...), span{'-', '-'})
	}
	if low[0].lo > high[0].lo {
		p.fail("Range out of order in character class")
	}
	return []span{{low[0].lo, high[0].lo}}
}

// classAtom reads one member of a class without v, and tells a character from a set.
func (p *parser) classAtom() (list []span, isChar bool) {
	c := p.peek()
	if c < 0 {
		p.fail("Unterminated character class")
	}
	p.pos++
	if c != '\\' {
		return []span{{c, c}}, true
	}
	if p.eat("b") {
		return []span{{'\b', '\b'}}, true
	}
	if set, ok := p.classEscape(); ok {
		if !set.single() {
			p.fail("Invalid property name in character class")
		}
		return set.chars.spans, false
	}
	r := p.charEscape(true)
	return []span{{r, r}}, true
}

// classContents reads a class with v, up to and with its closing bracket: a union, or
// operands joined by && or --.
func (p *parser) classContents() class {
	p.enter()
	defer func() { p.depth-- }()
	result := class{chars: newCharSet()}
	if p.eat("]") {
		return result
	}
	result, isOperand := p.classMember()
	operator := ""
	for !p.eat("]") {
		next := p.setOperator()
		if operator != "" && next != operator || next != "" && !isOperand {
			p.fail("Invalid set operation in character class")
		}
		operator = next
		right, rightIsOperand := p.classMember()
		if operator != "" && !rightIsOperand {
			p.fail("Invalid set operation in character class")
		}
		result = combine(operator, result, right)
		isOperand = false
		if operator != "" {
			isOperand = true
		} else if p.atOperator() {
			p.fail("Invalid set operation in character class")
		}
	}
	return result
}

func (p *parser) atOperator() bool {
	rest := p.src[p.pos:]
	return len(rest) > 1 && rest[0] == rest[1] && (rest[0] == '&' || rest[0] == '-')
}

func (p *parser) setOperator() string {
	for _, op := range []string{"--", "&&"} {
		if p.eat(op) {
			if p.peek() == '&' && op == "&&" {
				p.fail("Invalid character in character class")
			}
			return op
		}
	}
	return ""
}

// classMember reads one operand of a class with v, or a range, which is no operand of
// && and --.
func (p *parser) classMember() (c class, isOperand bool) {
	switch {
	case p.peek() < 0:
		p.fail("Unterminated character class")
	case p.eat("["):
		return p.nestedClass(), true
	case p.eat(`\q{`):
		return p.stringDisjunction(), true
	case p.peek() == '\\':
		start := p.pos
		p.pos++
		if c, ok := p.classEscape(); ok {
			return c, true
		}
		p.pos = start
	}
	low := p.setCharacter()
	rest := p.src[p.pos:]
	if len(rest) < 2 || rest[0] != '-' || rest[1] == '-' {
		return class{chars: newCharSet(span{low, low})}, true
	}
	p.pos++
	high := p.setCharacter()
	if low > high {
		p.fail("Range out of order in character class")
	}
	return class{chars: newCharSet(span{low, high})}, false
}

func (p *parser) nestedClass() class {
	invert := p.eat("^")
	c := p.classContents()
	if !invert {
		return c
	}
	if !c.single() {
		p.fail("Negated character class may contain strings")
	}
	return class{chars: p.closeOverCase(c.chars).complement()}
}

// closeOverCase adds what equals a member without regard to case, so that a complement
// leaves it out.
func (p *parser) closeOverCase(s *charSet) *charSet {
	if !p.IgnoreCase {
		return s
	}
	list := slices.Clone(s.spans)
	for _, x := range caseVariants() {
		if !s.contains(x) && s.containsFolded(x, true) {
			list = append(list, span{x, x})
		}
	}
	return newCharSet(list...)
}

// setCharacter reads a ClassSetCharacter.
func (p *parser) setCharacter() rune {
	c := p.peek()
	rest := p.src[p.pos:]
	switch {
	case c < 0:
		p.fail("Unterminated character class")
	case c == '\\':
		p.pos++
		if p.eat("b") {
			return '\b'
		}
		if next := p.peek(); next > 0 && next < 128 && strings.ContainsRune("&-!#%,:;<=>@`~", next) {
			p.pos++
			return next
		}
		return p.charEscape(true)
	case c < 128 && strings.ContainsRune("()[]{}/-|", c):
		p.fail("Invalid character in character class")
	case len(rest) > 1 && rest[1] == c && c < 128 && strings.ContainsRune("&!#$%*+,.:;<=>?@^`~", c):
		p.fail("Invalid set operation in character class")
	}
	p.pos++
	return c
}

// stringDisjunction reads the rest of \q{abc|d}.
func (p *parser) stringDisjunction() class {
	c := class{}
	var list []span
	var text []rune
	for {
		end := p.eat("}")
		if end || p.eat("|") {
			if len(text) == 1 {
				list = append(list, span{text[0], text[0]})
			} else {
				c.strings = append(c.strings, text)
			}
			text = nil
			if end {
				c.chars = newCharSet(list...)
				return c
			}
			continue
		}
		text = append(text, p.setCharacter())
	}
}

func combine(operator string, a, b class) class {
	switch operator {
	case "--":
		a.chars = a.chars.subtract(b.chars)
		a.strings = keep(a.strings, b.strings, false)
		if len(b.sequences) > 0 {
			a.sequences = nil
		}
	case "&&":
		a.chars = a.chars.intersect(b.chars)
		a.strings = keep(a.strings, b.strings, true)
		if len(b.sequences) == 0 {
			a.sequences = nil
		}
	default:
		a.chars = union(a.chars, b.chars)
		a.strings = append(slices.Clone(a.strings), b.strings...)
		a.sequences = append(slices.Clone(a.sequences), b.sequences...)
	}
	return a
}

// keep is those of list that are in other, or those that are not.
func keep(list, other [][]rune, in bool) (out [][]rune) {
	for _, x := range list {
		if slices.ContainsFunc(other, func(y []rune) bool { return slices.Equal(x, y) }) == in {
			out = append(out, x)
		}
	}
	return out
}
