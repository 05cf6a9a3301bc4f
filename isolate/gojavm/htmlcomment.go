package gojavm

import (
	"errors"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"
)

// parseWithHTMLComments parses what goja's parser does not know: the HTML-like
// comments of classic scripts (ECMA-262, B.1.1). Where a syntax error points at
// one, it is overwritten by an ordinary comment mark of the same length, so that
// all positions stay.
func parseWithHTMLComments(name, text string) (*ast.Program, error) {
	for {
		tree, err := parse(name, text)
		if err == nil {
			return tree, nil
		}
		next, ok := overwriteHTMLComment(text, err)
		if !ok {
			return nil, err
		}
		text = next
	}
}

func overwriteHTMLComment(text string, err error) (string, bool) {
	var list parser.ErrorList
	if !errors.As(err, &list) || len(list) == 0 {
		return "", false
	}
	at := list[0].Position
	start := 0
	for range at.Line - 1 {
		end := strings.IndexByte(text[start:], '\n')
		if end < 0 {
			return "", false
		}
		start += end + 1
	}
	line, _, _ := strings.Cut(text[start:], "\n")
	if i := strings.Index(line, "<!--"); i >= 0 && i < at.Column+2 && i+3 >= at.Column-1 {
		return text[:start+i] + "//--" + text[start+i+4:], true
	}
	if strings.HasPrefix(strings.TrimLeft(line, " \t"), "-->") {
		i := strings.Index(line, "-->")
		return text[:start+i] + "// " + text[start+i+3:], true
	}
	return "", false
}
