package quickjs

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"example.com/thaw/isolate"
)

// regexpLiteral matches a regular expression literal at the start of a text.
var regexpLiteral = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*`)
})

// locate gives a syntax error that has no position one. QuickJS leaves it out
// where the error is in the pattern of a literal: it is the first literal of src
// that fails in the same way by itself.
func (v *vm) locate(src isolate.Source, e *isolate.Exception) {
	for i := strings.IndexByte(src.Text, '/'); i >= 0; {
		if literal := regexpLiteral().FindString(src.Text[i:]); literal != "" && v.failsAlike(literal, e) {
			before := src.Text[:i]
			line := 1 + strings.Count(before, "\n")
			column := 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
			e.Stack = v.stacks.Map(fmt.Sprintf("    at %s:%d:%d", src.Name, line, column))
			return
		}
		next := strings.IndexByte(src.Text[i+1:], '/')
		if next < 0 {
			return
		}
		i += 1 + next
	}
}

func (v *vm) failsAlike(literal string, e *isolate.Exception) bool {
	_, err := v.bytecode(isolate.Source{Name: "literal.js", Text: literal})
	x, ok := err.(*isolate.Exception)
	return ok && x.Message == e.Message
}
