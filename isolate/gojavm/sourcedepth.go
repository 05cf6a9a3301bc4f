package gojavm

// maxSourceNesting is how deep brackets may be nested in source text. goja's parser and
// compiler recurse over them in Go, and for parentheses in time that grows with the square.
const maxSourceNesting = 5_000

// sourceDepth is how deep the brackets of a source text are nested. It skips strings
// and comments, but does not know templates and regular expressions, whose brackets count.
func sourceDepth(text string) (deepest int) {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '(', '[', '{':
			depth++
			deepest = max(deepest, depth)
		case ')', ']', '}':
			depth = max(depth-1, 0)
		case '"', '\'':
			i = skipString(text, i)
		case '/':
			i = skipComment(text, i)
		}
	}
	return deepest
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

func skipComment(text string, i int) int {
	if i+1 >= len(text) {
		return i
	}
	switch text[i+1] {
	case '/':
		for i < len(text) && text[i] != '\n' {
			i++
		}
	case '*':
		for i += 2; i+1 < len(text) && (text[i] != '*' || text[i+1] != '/'); {
			i++
		}
		i++
	}
	return i
}
