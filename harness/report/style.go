package report

import (
	"os"

	"golang.org/x/term"
)

// A Style is how text is laid out. The zero value is for what is no terminal.
type Style struct {
	Width int  // columns to fit into; 0 is any number
	Color bool // emphasis by ANSI escape sequences
	CPU   bool // CPU time under each wall time
}

// StyleFor is the style that suits a file: plain unless it is a terminal, and
// without colour if NO_COLOR (no-color.org) is set or the terminal is dumb.
func StyleFor(f *os.File) Style {
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return Style{}
	}
	return Style{Width: width, Color: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

// The emphases, by their ANSI codes (ECMA-48, SGR).
const (
	bold   = "1"
	faint  = "2"
	yellow = "33"
)

func (s Style) paint(code, text string) string {
	if !s.Color || code == "" || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}
