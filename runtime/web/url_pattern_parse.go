package web

import (
	"slices"
	"strconv"
	"strings"

	"example.com/thaw/isolate"
)

// A patternPart is one piece of a pattern string.
// Spec: https://urlpattern.spec.whatwg.org/#parts
type patternPart struct {
	kind           partKind
	value          string
	modifier       string // "", "?", "*" or "+"
	name           string
	prefix, suffix string
}

type partKind int

const (
	fixedText partKind = iota
	regExpPart
	segmentWildcard
	fullWildcard
)

// patternOptions control how a pattern string behaves.
type patternOptions struct {
	delimiter  string // code point, or ""
	prefix     string // code point, or ""
	ignoreCase bool
}

var (
	hostnameOptions = patternOptions{delimiter: "."}
	pathnameOptions = patternOptions{delimiter: "/", prefix: "/"}
)

const fullWildcardRegExp = ".*"

// segmentWildcardRegExp is "generate a segment wildcard regexp".
func (o patternOptions) segmentWildcardRegExp() string {
	return "[^" + escapeRegExp(o.delimiter) + "]+?"
}

// An encodingCallback validates and encodes a simple text piece of a pattern.
type encodingCallback func(string) (string, error)

type patternParser struct {
	options  patternOptions
	encode   encodingCallback
	tokens   []patternToken
	index    int
	parts    []patternPart
	pending  string // the pending fixed value
	nextName int    // the next numeric name
}

// parsePattern is "parse a pattern string".
func parsePattern(input string, options patternOptions, encode encodingCallback) ([]patternPart, error) {
	tokens, err := tokenizePattern([]rune(input), false)
	if err != nil {
		return nil, err
	}
	p := &patternParser{options: options, encode: encode, tokens: tokens}
	for p.index < len(p.tokens) {
		if err := p.next(); err != nil {
			return nil, err
		}
	}
	return p.parts, nil
}

// next reads a group, a piece of fixed text, braces or the end.
func (p *patternParser) next() error {
	char := p.try(tokenChar)
	name := p.try(tokenName)
	matcher := p.tryMatcher(name)
	if name != nil || matcher != nil {
		return p.group(char, name, matcher)
	}
	fixed := char
	if fixed == nil {
		fixed = p.try(tokenEscapedChar)
	}
	if fixed != nil {
		p.pending += fixed.value
		return nil
	}
	if p.try(tokenOpen) != nil {
		return p.braces()
	}
	if err := p.addPending(); err != nil {
		return err
	}
	return p.require(tokenEnd)
}

// group adds what matches, with the character before it if that is the prefix.
func (p *patternParser) group(char, name, matcher *patternToken) error {
	prefix := ""
	if char != nil {
		prefix = char.value
	}
	if prefix != p.options.prefix {
		p.pending += prefix
		prefix = ""
	}
	if err := p.addPending(); err != nil {
		return err
	}
	return p.add(prefix, name, matcher, "", p.modifier())
}

// braces adds what is in braces, of which the first is read.
func (p *patternParser) braces() error {
	prefix := p.text()
	name := p.try(tokenName)
	matcher := p.tryMatcher(name)
	suffix := p.text()
	if err := p.require(tokenClose); err != nil {
		return err
	}
	return p.add(prefix, name, matcher, suffix, p.modifier())
}

// try is "try to consume a token".
func (p *patternParser) try(kind tokenKind) *patternToken {
	if p.index >= len(p.tokens) || p.tokens[p.index].kind != kind {
		return nil
	}
	p.index++
	return &p.tokens[p.index-1]
}

// tryMatcher is "try to consume a regexp or wildcard token".
func (p *patternParser) tryMatcher(name *patternToken) *patternToken {
	t := p.try(tokenRegExp)
	if t == nil && name == nil {
		t = p.try(tokenAsterisk)
	}
	return t
}

// modifier is the value of "try to consume a modifier token".
func (p *patternParser) modifier() string {
	t := p.try(tokenOtherModifier)
	if t == nil {
		t = p.try(tokenAsterisk)
	}
	if t == nil {
		return ""
	}
	return t.value
}

// require is "consume a required token".
func (p *patternParser) require(kind tokenKind) error {
	if p.try(kind) != nil {
		return nil
	}
	what := "nothing"
	if kind == tokenClose {
		what = "a closing brace"
	}
	t := p.tokens[min(p.index, len(p.tokens)-1)]
	return isolate.Throw("TypeError", "URLPattern: %s was expected in place of %q at %d of the pattern", what, t.value, t.index)
}

// text is "consume text".
func (p *patternParser) text() string {
	var text strings.Builder
	for {
		t := p.try(tokenChar)
		if t == nil {
			t = p.try(tokenEscapedChar)
		}
		if t == nil {
			return text.String()
		}
		text.WriteString(t.value)
	}
}

// addPending is "maybe add a part from the pending fixed value".
func (p *patternParser) addPending() error {
	if p.pending == "" {
		return nil
	}
	value, err := p.encode(p.pending)
	if err != nil {
		return err
	}
	p.pending = ""
	p.parts = append(p.parts, patternPart{kind: fixedText, value: value})
	return nil
}

// add is "add a part".
func (p *patternParser) add(prefix string, name, matcher *patternToken, suffix, modifier string) error {
	if name == nil && matcher == nil && modifier == "" {
		p.pending += prefix
		return nil
	}
	if err := p.addPending(); err != nil {
		return err
	}
	if name == nil && matcher == nil {
		return p.addFixed(prefix, modifier)
	}
	part := patternPart{modifier: modifier, name: p.name(name)}
	if slices.ContainsFunc(p.parts, func(other patternPart) bool { return other.name == part.name }) {
		return isolate.Throw("TypeError", "URLPattern: two groups have the name %q", part.name)
	}
	part.kind, part.value = p.matcher(matcher)
	var err error
	if part.prefix, err = p.encode(prefix); err != nil {
		return err
	}
	if part.suffix, err = p.encode(suffix); err != nil {
		return err
	}
	p.parts = append(p.parts, part)
	return nil
}

// addFixed adds text in braces that has a modifier.
func (p *patternParser) addFixed(text, modifier string) error {
	if text == "" {
		return nil
	}
	value, err := p.encode(text)
	if err != nil {
		return err
	}
	p.parts = append(p.parts, patternPart{kind: fixedText, value: value, modifier: modifier})
	return nil
}

// name is the name of a group, which may have none in the pattern.
func (p *patternParser) name(token *patternToken) string {
	if token != nil {
		return token.value
	}
	p.nextName++
	return strconv.Itoa(p.nextName - 1)
}

// matcher tells the wildcards from other regular expressions, however they are written.
func (p *patternParser) matcher(token *patternToken) (partKind, string) {
	segment := p.options.segmentWildcardRegExp()
	switch {
	case token == nil || token.kind == tokenRegExp && token.value == segment:
		return segmentWildcard, ""
	case token.kind == tokenAsterisk || token.value == fullWildcardRegExp:
		return fullWildcard, ""
	}
	return regExpPart, token.value
}
