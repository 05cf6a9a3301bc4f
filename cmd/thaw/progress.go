package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
)

// styleOf is the style that suits what is written to.
func styleOf(w io.Writer) report.Style {
	if f, ok := w.(*os.File); ok {
		return report.StyleFor(f)
	}
	return report.Style{}
}

// A progressLine shows how far an experiment is, on a terminal. On anything else it does nothing.
type progressLine struct {
	w            io.Writer // nil does nothing
	began, shown time.Time
	width        int // of the terminal, in characters
	drawn        int // characters of the line that stands there
}

// progressPeriod is the least time between two lines: a terminal takes time to draw one.
const progressPeriod = 100 * time.Millisecond

func newProgressLine(w io.Writer) *progressLine {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return &progressLine{}
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		width = 80
	}
	return &progressLine{w: w, began: time.Now(), width: width}
}

// update shows what has been done by now.
func (l *progressLine) update(p harness.Progress) { l.updateAt(time.Now(), p) }

func (l *progressLine) updateAt(now time.Time, p harness.Progress) {
	if l.w == nil || p.Done == 0 || now.Sub(l.shown) < progressPeriod {
		return
	}
	l.shown = now
	left := time.Duration(float64(now.Sub(l.began)) / float64(p.Done) * float64(p.Total-p.Done))
	l.draw(fmt.Sprintf("%d/%d  %v left  %s", p.Done, p.Total, left.Round(time.Second), p.Arm.ID))
}

// draw puts a line in the place of the one that stands there.
func (l *progressLine) draw(line string) {
	text := []rune(line)
	text = text[:min(len(text), max(l.width-1, 0))]
	fmt.Fprintf(l.w, "\r%s%s\r", string(text), strings.Repeat(" ", max(l.drawn-len(text), 0)))
	l.drawn = len(text)
}

// finish takes the line away.
func (l *progressLine) finish() {
	if l.w != nil {
		l.draw("")
	}
}
