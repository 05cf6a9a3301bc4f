package ecmaregexp

import (
	"unicode"
	"unicode/utf16"
)

// atomEscape reads an escape outside of a class, after its backslash.
func (p *parser) atomEscape() node {
	c := p.peek()
	switch {
	case c < 0:
		p.fail(`\ at end of pattern`)
	case c >= '1' && c <= '9':
		if n, ok := p.backReference(); ok {
			return n
		}
	case c == 'k' && p.named:
		p.pos++
		if !p.eat("<") {
			p.fail("Invalid named reference")
		}
		n := &backReferenceNode{folded: p.IgnoreCase}
		p.backward = append(p.backward, pendingName{p.groupName(), n})
		return n
	}
	if set, ok := p.classEscape(); ok {
		return p.classNode(set, false)
	}
	return p.char(p.charEscape(false))
}

// backReference reads \1 and the like. Without u and v a number for which there is no
// group is an octal escape.
func (p *parser) backReference() (node, bool) {
	start := p.pos
	n, _ := p.decimal()
	if n <= p.total {
		return &backReferenceNode{groups: []int{n}, folded: p.IgnoreCase}, true
	}
	if p.unicodeMode() {
		p.fail("Invalid escape")
	}
	p.pos = start
	return nil, false
}

// classEscape reads \d, \w, \s, \p and their opposites.
func (p *parser) classEscape() (class, bool) {
	var set *charSet
	c := p.peek()
	switch c {
	case 'd', 'D':
		set = digits
	case 's', 'S':
		set = spaces
	case 'w', 'W':
		set = p.wordChars()
	case 'p', 'P':
		if !p.unicodeMode() {
			return class{}, false
		}
		p.pos++
		return p.property(c == 'P'), true
	default:
		return class{}, false
	}
	p.pos++
	if c < 'a' {
		set = set.complement()
	}
	return class{chars: set}, true
}

// charEscape reads an escape that stands for one character.
func (p *parser) charEscape(inClass bool) rune {
	c := p.peek()
	if c < 0 {
		p.fail(`\ at end of pattern`)
	}
	p.pos++
	switch c {
	case 't':
		return '\t'
	case 'n':
		return '\n'
	case 'v':
		return '\v'
	case 'f':
		return '\f'
	case 'r':
		return '\r'
	case 'c':
		return p.control(inClass)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return p.octal(c)
	case 'x':
		if v, ok := p.hex(2); ok {
			return v
		}
		return p.identity(c, "Invalid escape")
	case 'u':
		if v, ok := p.unicodeEscape(); ok {
			return v
		}
		return p.identity(c, "Invalid Unicode escape")
	case '-':
		if p.unicodeMode() && inClass {
			return c
		}
	}
	return p.identity(c, "Invalid escape")
}

// identity is c itself: with u and v only for syntax characters.
func (p *parser) identity(c rune, msg string) rune {
	if p.unicodeMode() && !isSyntax(c) || p.named && c == 'k' {
		p.fail("%s", msg)
	}
	return c
}

func isSyntax(c rune) bool {
	switch c {
	case '^', '$', '\\', '.', '*', '+', '?', '(', ')', '[', ']', '{', '}', '|', '/':
		return true
	}
	return false
}

// control reads the letter of \cX. Annex B takes a digit or _ too inside of a class,
// and the backslash for itself where neither follows.
func (p *parser) control(inClass bool) rune {
	c := p.peek()
	letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	if letter || !p.unicodeMode() && inClass && (c >= '0' && c <= '9' || c == '_') {
		p.pos++
		return c & 31
	}
	if p.unicodeMode() {
		p.fail("Invalid unicode escape")
	}
	p.pos-- // the c is read again, as a character
	return '\\'
}

func (p *parser) octal(c rune) rune {
	if p.unicodeMode() {
		if next := p.peek(); c != '0' || next >= '0' && next <= '9' {
			p.fail("Invalid decimal escape")
		}
		return 0
	}
	v := c - '0'
	for n := 1; n < 3 && p.peek() >= '0' && p.peek() <= '7' && v*8+p.peek()-'0' <= 0o377; n++ {
		v = v*8 + p.peek() - '0'
		p.pos++
	}
	return v
}

// hex reads exactly n hexadecimal digits, or nothing.
func (p *parser) hex(n int) (v rune, ok bool) {
	if p.pos+n > len(p.src) {
		return 0, false
	}
	for _, c := range p.src[p.pos : p.pos+n] {
		d := hexDigit(c)
		if d < 0 {
			return 0, false
		}
		v = v*16 + d
	}
	p.pos += n
	return v, true
}

func hexDigit(c rune) rune {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10
	}
	return -1
}

// unicodeEscape reads what follows \u: four digits, a pair of surrogates, or {digits}.
func (p *parser) unicodeEscape() (rune, bool) {
	if p.unicodeMode() && p.eat("{") {
		v, n := rune(0), 0
		for ; hexDigit(p.peek()) >= 0; n++ {
			if v = v*16 + hexDigit(p.peek()); v > maxRune {
				p.fail("Invalid Unicode escape")
			}
			p.pos++
		}
		if n == 0 || !p.eat("}") {
			p.fail("Invalid Unicode escape")
		}
		return v, true
	}
	v, ok := p.hex(4)
	if !ok || !p.unicodeMode() || v < 0xD800 || v > 0xDBFF {
		return v, ok
	}
	start := p.pos
	if p.eat(`\u`) {
		if low, ok := p.hex(4); ok && low >= 0xDC00 && low <= 0xDFFF {
			return utf16.DecodeRune(v, low), true
		}
	}
	p.pos = start
	return v, true
}

// groupName reads a name and its >.
func (p *parser) groupName() string {
	var name []rune
	for {
		c := p.peek()
		if c < 0 {
			p.fail("Invalid capture group name")
		}
		p.pos++
		switch {
		case c == '>' && len(name) > 0:
			return string(name)
		case c == '\\':
			c = p.nameEscape()
		case c >= 0xD800 && c <= 0xDBFF && p.peek() >= 0xDC00 && p.peek() <= 0xDFFF:
			c = utf16.DecodeRune(c, p.peek())
			p.pos++
		}
		if !isIdentifier(c, len(name) == 0) {
			p.fail("Invalid capture group name")
		}
		name = append(name, c)
	}
}

func (p *parser) nameEscape() rune {
	if !p.eat("u") {
		p.fail("Invalid Unicode escape")
	}
	saved := p.Flags
	p.Unicode = true
	c, ok := p.unicodeEscape()
	p.Flags = saved
	if !ok {
		p.fail("Invalid Unicode escape")
	}
	return c
}

func isIdentifier(c rune, first bool) bool {
	if c == '$' || c == '_' || unicode.IsLetter(c) || unicode.Is(unicode.Nl, c) || unicode.Is(unicode.Other_ID_Start, c) {
		return true
	}
	return !first && (unicode.In(c, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue) || c == 0x200C || c == 0x200D)
}
