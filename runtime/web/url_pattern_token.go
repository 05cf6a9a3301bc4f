package web

import (
	"unicode"

	"example.com/thaw/isolate"
)

// The tokens of a pattern string.
// Spec: https://urlpattern.spec.whatwg.org/#tokens
type patternToken struct {
	kind  tokenKind
	index int    // of its first code point in the pattern string
	value string // what it stands for, without its syntax
}

type tokenKind int

const (
	tokenOpen tokenKind = iota
	tokenClose
	tokenRegExp
	tokenName
	tokenChar
	tokenEscapedChar
	tokenOtherModifier
	tokenAsterisk
	tokenEnd
	tokenInvalidChar
)

type patternTokenizer struct {
	input   []rune
	lenient bool // the "lenient" tokenize policy; else "strict"
	list    []patternToken
	index   int
}

// tokenizePattern is "tokenize".
func tokenizePattern(input []rune, lenient bool) ([]patternToken, error) {
	t := &patternTokenizer{input: input, lenient: lenient}
	for t.index < len(input) {
		if err := t.next(); err != nil {
			return nil, err
		}
	}
	t.add(tokenEnd, t.index, t.index, t.index)
	return t.list, nil
}

func (t *patternTokenizer) next() error {
	one := func(kind tokenKind) error {
		t.add(kind, t.index+1, t.index, t.index+1)
		return nil
	}
	switch t.input[t.index] {
	case '*':
		return one(tokenAsterisk)
	case '+', '?':
		return one(tokenOtherModifier)
	case '{':
		return one(tokenOpen)
	case '}':
		return one(tokenClose)
	case '\\':
		return t.escaped()
	case ':':
		return t.name()
	case '(':
		return t.regExp()
	}
	return one(tokenChar)
}

// add is "add a token" with the value from start to end, and goes on at next.
func (t *patternTokenizer) add(kind tokenKind, next, start, end int) {
	t.list = append(t.list, patternToken{kind, t.index, string(t.input[start:end])})
	t.index = next
}

// fail is "process a tokenizing error".
func (t *patternTokenizer) fail(next, start int, why string) error {
	if !t.lenient {
		return isolate.Throw("TypeError", "URLPattern: %s at %d of %q", why, t.index, string(t.input))
	}
	t.add(tokenInvalidChar, next, start, next)
	return nil
}

func (t *patternTokenizer) escaped() error {
	if t.index == len(t.input)-1 {
		return t.fail(t.index+1, t.index, "nothing is escaped")
	}
	t.add(tokenEscapedChar, t.index+2, t.index+1, t.index+2)
	return nil
}

func (t *patternTokenizer) name() error {
	start := t.index + 1
	end := start
	for end < len(t.input) && isNameCodePoint(t.input[end], end == start) {
		end++
	}
	if end == start {
		return t.fail(start, t.index, "a group has no name")
	}
	t.add(tokenName, end, start, end)
	return nil
}

func (t *patternTokenizer) regExp() error {
	start := t.index + 1
	end, why := regExpEnd(t.input, start)
	if why == "" && end == start {
		why = "an empty regular expression"
	}
	if why != "" {
		return t.fail(start, t.index, why)
	}
	t.add(tokenRegExp, end+1, start, end)
	return nil
}

// regExpEnd finds the parenthesis that closes the one before start, or says what
// is wrong.
func regExpEnd(input []rune, start int) (end int, why string) {
	depth := 1
	for i := start; i < len(input); i++ {
		switch c := input[i]; {
		case c >= 0x80:
			return 0, "a regular expression that is not ASCII"
		case c == '?' && i == start:
			return 0, "a regular expression that begins with a question mark"
		case c == '\\':
			if i++; i == len(input) || input[i] >= 0x80 {
				return 0, "a wrong escape in a regular expression"
			}
		case c == ')':
			if depth--; depth == 0 {
				return i, ""
			}
		case c == '(':
			if depth++; i+1 >= len(input) || input[i+1] != '?' {
				return 0, "a capturing group in a regular expression"
			}
		}
	}
	return 0, "a regular expression without an end"
}

// isNameCodePoint is "is a valid name code point".
func isNameCodePoint(r rune, first bool) bool {
	if r == '$' || r == '_' || unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) {
		return !unicode.In(r, unicode.Pattern_Syntax, unicode.Pattern_White_Space) || r == '$' || r == '_'
	}
	if first {
		return false
	}
	return r == '\u200c' || r == '\u200d' || unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}
