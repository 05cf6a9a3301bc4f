package main

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/thaw/harness/stats"
)

// A table is laid out so that it can be read as text, too.
type table struct {
	head []string
	rows [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) write(b *strings.Builder) {
	widths := make([]int, len(t.head))
	for _, row := range append([][]string{t.head}, t.rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	line := func(row []string) {
		for i, cell := range row {
			b.WriteString("| " + cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+1))
		}
		b.WriteString("|\n")
	}
	line(t.head)
	for _, w := range widths {
		b.WriteString("|" + strings.Repeat("-", w+2))
	}
	b.WriteString("|\n")
	for _, row := range t.rows {
		line(row)
	}
}

// milliseconds of a summary of nanoseconds.
func milliseconds(s stats.Summary) stats.Summary {
	s.Median, s.Lo, s.Hi = s.Median/1e6, s.Lo/1e6, s.Hi/1e6
	return s
}

// median is "-" where there are no values.
func median(s stats.Summary) string {
	if s.N == 0 {
		return "-"
	}
	return number(s.Median)
}

func interval(s stats.Summary) string {
	if !s.HasInterval() {
		return "-"
	}
	return number(s.Lo) + " to " + number(s.Hi)
}

// number has three significant digits.
func number(v float64) string {
	decimals := 2
	switch a := math.Abs(v); {
	case a >= 100:
		decimals = 0
	case a >= 10:
		decimals = 1
	case a < 1:
		decimals = 3
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}
