package bundler

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// An Error is one or more faults in an app's files.
type Error struct{ Messages []Message }

// A Message is a fault or a doubt, and its place where it has one.
type Message struct {
	Text     string
	File     string // relative to the app's root, or as given; "" for none
	Line     int    // from 1; 0 for none
	Column   int    // from 1, in characters; 0 for none
	LineText string // the source line
}

// shown is how many messages an Error prints; the rest is a count.
const shown = 10

// Error lists the first ten messages, each with its place and source line.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("bundler: ")
	for i, m := range e.Messages[:min(len(e.Messages), shown)] {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(m.String())
	}
	if more := len(e.Messages) - shown; more > 0 {
		fmt.Fprintf(&b, "\nand %d more", more)
	}
	return b.String()
}

// String is "file:line:column: text", with the source line and a caret under it.
func (m Message) String() string {
	s := m.Text
	if place := m.place(); place != "" {
		s = place + ": " + s
	}
	if m.LineText == "" || m.Column == 0 {
		return s
	}
	line, caret := excerpt(m.LineText, m.Column)
	return s + "\n    " + line + "\n    " + caret
}

// String is Message.String.
func (w Warning) String() string { return Message(w).String() }

func (m Message) place() string {
	switch {
	case m.File == "" || m.Line == 0:
		return m.File
	case m.Column == 0:
		return fmt.Sprintf("%s:%d", m.File, m.Line)
	}
	return fmt.Sprintf("%s:%d:%d", m.File, m.Line, m.Column)
}

// excerpt is a line and a caret under one of its columns. Of a long line, such as
// the only one of a minified file, it is the part around the column.
func excerpt(line string, column int) (text, caret string) {
	const width, before = 120, 60
	runes := []rune(strings.ToValidUTF8(line, string(utf8.RuneError)))
	at := min(column-1, len(runes))
	from := max(0, min(at-before, len(runes)-width))
	to := min(len(runes), from+width)
	var pad strings.Builder
	for _, r := range runes[from:at] {
		if r != '\t' {
			r = ' '
		}
		pad.WriteRune(r)
	}
	return string(runes[from:to]), pad.String() + "^"
}

// at makes an Error of one message at a byte offset of a file's text.
func at(file, text string, offset int, format string, args ...any) *Error {
	offset = max(0, min(offset, len(text)))
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	line, _, _ := strings.Cut(text[start:], "\n")
	return &Error{[]Message{{
		Text:     fmt.Sprintf(format, args...),
		File:     file,
		Line:     strings.Count(text[:start], "\n") + 1,
		Column:   utf8.RuneCountInString(text[start:offset]) + 1,
		LineText: strings.TrimSuffix(line, "\r"),
	}}}
}
