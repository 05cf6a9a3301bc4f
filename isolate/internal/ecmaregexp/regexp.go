// Package ecmaregexp is the regular expressions of ECMA-262 (2025): the grammar of
// section 22.2.1 with annex B.1.2, and a backtracking matcher with the semantics of 22.2.2.
//
// Text is what a string of JavaScript is made of, ASCII bytes or UTF-16 code units, as it is; with the flag
// u or v, surrogate pairs are put together where a match comes by. A match keeps its choices on a stack of its own, so that neither the
// pattern nor the text can exhaust Go's, and it can be ended from outside.
package ecmaregexp

import (
	"fmt"
	"sync"
	"unicode/utf16"
)

// Flags are the flags of a regular expression.
type Flags struct {
	HasIndices, Global, IgnoreCase, Multiline, DotAll, Unicode, UnicodeSets, Sticky bool
}

func (f *Flags) set(c rune, on bool) (known bool) {
	switch c {
	case 'd':
		f.HasIndices = on
	case 'g':
		f.Global = on
	case 'i':
		f.IgnoreCase = on
	case 'm':
		f.Multiline = on
	case 's':
		f.DotAll = on
	case 'u':
		f.Unicode = on
	case 'v':
		f.UnicodeSets = on
	case 'y':
		f.Sticky = on
	default:
		return false
	}
	return true
}

// A Regexp is a parsed pattern. It is safe for concurrent use.
type Regexp struct {
	Flags  Flags
	Groups []string // the name of each group, "" for one without; group 0 is the match

	tree    node
	compile sync.Once
	prog    program
}

// ParseFlags reads the flags of a regular expression, each at most once and not both u and v.
func ParseFlags(text string) (f Flags, err error) {
	seen := map[rune]bool{}
	for _, c := range text {
		if seen[c] || !f.set(c, true) {
			//lint:ignore ST1005 it is what JavaScript sees as the message
			return f, fmt.Errorf("Invalid flags supplied to RegExp constructor '%s'", text)
		}
		seen[c] = true
	}
	if f.Unicode && f.UnicodeSets {
		//lint:ignore ST1005 as above
		return f, fmt.Errorf("Invalid flags supplied to RegExp constructor '%s'", text)
	}
	return f, nil
}

// Parse reads a pattern in UTF-16. The error is a syntax error as JavaScript words it,
// without the pattern. The program is made at the first match, or by Compile.
func Parse(pattern []uint16, flags Flags) (*Regexp, error) {
	var src []rune
	if flags.Unicode || flags.UnicodeSets {
		src = codePoints(pattern)
	} else {
		src = make([]rune, len(pattern))
		for i, u := range pattern {
			src[i] = rune(u)
		}
	}
	p := &parser{src: src, Flags: flags}
	tree, err := p.parse()
	if err != nil {
		return nil, err
	}
	re := &Regexp{Flags: flags, tree: tree, Groups: make([]string, p.groups+1)}
	for _, g := range p.names {
		re.Groups[g.index] = g.name
	}
	return re, nil
}

// Compile makes the program now that else the first match makes.
func (re *Regexp) Compile() { re.program() }

func (re *Regexp) program() *program {
	re.compile.Do(func() {
		re.prog = compile(re.tree, re.Flags.Unicode || re.Flags.UnicodeSets)
		re.tree = nil
	})
	return &re.prog
}

// codePoints decodes UTF-16; surrogates without a partner stay as they are.
func codePoints(units []uint16) []rune {
	out := make([]rune, 0, len(units))
	for i := 0; i < len(units); i++ {
		r := rune(units[i])
		if i+1 < len(units) && utf16.IsSurrogate(r) {
			if both := utf16.DecodeRune(r, rune(units[i+1])); both != 0xFFFD {
				out = append(out, both)
				i++
				continue
			}
		}
		out = append(out, r)
	}
	return out
}
