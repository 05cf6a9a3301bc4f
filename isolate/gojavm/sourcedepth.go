package gojavm

import "strings"

// goja's parser and compiler recurse in Go over what is nested in source text, and Go's
// stack has an end that cannot be recovered from. So the text is measured first.
const (
	// maxSourceNesting is how deep brackets may be nested. For parentheses the parser takes
	// time that grows with the square.
	maxSourceNesting = 5_000

	// maxOperatorNesting is how many operators and statements may be nested in one
	// another by no bracket, as in !!!x, a => b => c, x ? y : z ? 1 : 2 or if (a) if (b).
	maxOperatorNesting = 10_000

	// maxElses is how many else a text may have: each can be nested in the one before it.
	maxElses = 50_000
)

// tooDeeplyNested reports whether goja must not be given a source text.
func tooDeeplyNested(text string) bool {
	s := sourceScan{text: text}
	s.run()
	return s.deep
}

// A sourceScan goes through the tokens of a source text, roughly: it need not tell valid text from
// other, and takes more for nested than is.
type sourceScan struct {
	text   string
	pos    int
	levels []sourceLevel // open brackets
	nested int           // operators since the last end of a statement or element, in all open brackets
	elses  int           // all of the text: each is a statement in a statement
	value  bool          // the last token ended an operand, so that a slash divides
	paren  bool          // the last token was a closing parenthesis
	deep   bool
}

// A sourceLevel is an open bracket.
type sourceLevel struct {
	nested   int  // before the bracket
	template bool // it is ${ in a template
}

func (s *sourceScan) run() {
	for s.pos < len(s.text) && !s.deep {
		c := s.text[s.pos]
		switch {
		case c <= ' ':
			s.pos++
		case isWordByte(c):
			s.word()
		default:
			s.mark(c)
		}
		s.deep = s.deep || len(s.levels) > maxSourceNesting || s.nested > maxOperatorNesting || s.elses > maxElses
	}
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// nestingWords are the words after which an operand or a statement is nested.
var nestingWords = map[string]bool{
	"typeof": true, "void": true, "delete": true, "await": true, "yield": true, "new": true,
	"if": true, "while": true, "for": true, "do": true, "with": true, "instanceof": true, "in": true, "extends": true,
}

var wordsBeforeOperand = map[string]bool{
	"return": true, "throw": true, "case": true, "of": true, "default": true, "async": true, "function": true,
	"class": true, "const": true, "let": true, "var": true, "static": true, "get": true, "set": true,
}

func (s *sourceScan) word() {
	start := s.pos
	for s.pos < len(s.text) && isWordByte(s.text[s.pos]) {
		s.pos++
	}
	w := s.text[start:s.pos]
	if s.value && !s.paren && !nestingWords[w] && w != "else" {
		s.nested = s.outer() // the last statement ended without a semicolon
	}
	s.paren = false
	switch {
	case w == "else":
		s.elses++
		s.value = false
	case nestingWords[w]:
		s.nested++
		s.value = false
	default:
		s.value = !wordsBeforeOperand[w]
	}
}

// mark is a token that is no word.
func (s *sourceScan) mark(c byte) {
	s.pos++
	s.paren = c == ')'
	switch c {
	case '(', '[', '{':
		s.open(false)
	case ')', ']', '}':
		s.close(c)
	case ';', ',':
		s.nested = s.outer()
		s.value = false
	case '"', '\'':
		s.pos = skipString(s.text, s.pos-1) + 1
		s.value = true
	case '`':
		s.template()
	case '/':
		s.slash()
	default: // an operator, a colon or a dot
		s.nested++
		s.value = false
	}
}

func (s *sourceScan) open(template bool) {
	s.levels = append(s.levels, sourceLevel{s.nested, template})
	s.value = false
}

func (s *sourceScan) close(c byte) {
	s.value = c != '}'
	n := len(s.levels) - 1
	if n < 0 {
		return
	}
	level := s.levels[n]
	s.levels, s.nested = s.levels[:n], level.nested
	switch {
	case level.template:
		s.template()
	case c == '}' && !s.goesOn():
		s.nested = s.outer()
	case c != '}':
		s.nested++ // what follows calls or indexes it, or is the body of its statement
	}
}

// outer is how many operators the innermost open bracket is in.
func (s *sourceScan) outer() int {
	if n := len(s.levels); n > 0 {
		return s.levels[n-1].nested
	}
	return 0
}

// goesOn reports whether a closing brace may end an operand, by what follows it.
func (s *sourceScan) goesOn() bool {
	rest := strings.TrimLeft(s.text[s.pos:min(len(s.text), s.pos+100)], " \t\r\n")
	return rest == "" || strings.IndexByte(".?:=+-*/%&|^<>([`", rest[0]) >= 0 || strings.HasPrefix(rest, "in")
}

// template goes on in a template, after its start or after the end of a substitution.
func (s *sourceScan) template() {
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		s.pos++
		switch {
		case c == '\\':
			s.pos++
		case c == '`':
			s.value = true
			return
		case c == '$' && s.pos < len(s.text) && s.text[s.pos] == '{':
			s.pos++
			s.open(true)
			return
		}
	}
}

// slash is a comment, a regular expression or a division.
func (s *sourceScan) slash() {
	if end := skipComment(s.text, s.pos-1); end >= s.pos {
		s.pos = end
		return
	}
	if s.value {
		s.nested++
		s.value = false
		return
	}
	s.pos = skipRegExp(s.text, s.pos)
	s.value = true
}

// skipString is the end of the string that begins at i: its quote, or the end of the line.
func skipString(text string, i int) int {
	quote := text[i]
	for i++; i < len(text) && text[i] != quote && text[i] != '\n'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}

// skipComment is the end of the comment that begins at i, or i if none does.
func skipComment(text string, i int) int {
	rest := text[i:]
	switch {
	case strings.HasPrefix(rest, "//"):
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			return i + n
		}
		return len(text)
	case strings.HasPrefix(rest, "/*"):
		if n := strings.Index(rest[2:], "*/"); n >= 0 {
			return i + 2 + n + 2
		}
		return len(text)
	}
	return i
}

// skipRegExp is the end of the regular expression whose slash is before i. It
// ends at the end of the line at the latest.
func skipRegExp(text string, i int) int {
	for class := false; i < len(text) && text[i] != '\n'; i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			return i + 1
		}
	}
	return min(i, len(text))
}
