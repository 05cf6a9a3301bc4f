package report

import (
	"strings"
	"unicode/utf8"
)

// A column is a title and a cell for each row.
type column struct {
	title string
	right bool // numbers stand right
	cells []string
}

func (c column) width() int {
	w := utf8.RuneCountInString(c.title)
	for _, cell := range c.cells {
		w = max(w, utf8.RuneCountInString(cell))
	}
	return w
}

func (c column) pad(text string, width int) string {
	space := strings.Repeat(" ", width-utf8.RuneCountInString(text))
	if c.right {
		return space + text
	}
	return text + space
}

// gap stands between two columns.
const gap = 2

// blocks parts rest into lists of columns that fit into width beside the columns
// of fixed, which each block repeats. A width of 0 fits everything.
func blocks(fixed, rest []column, width int) [][]column {
	var all [][]column
	block, used := fixed, total(fixed)
	for _, c := range rest {
		w := gap + c.width()
		if width > 0 && used+w > width && len(block) > len(fixed) {
			all = append(all, block)
			block, used = fixed, total(fixed)
		}
		block = append(block[:len(block):len(block)], c)
		used += w
	}
	return append(all, block)
}

func total(columns []column) int {
	w := 0
	for i, c := range columns {
		if i > 0 {
			w += gap
		}
		w += c.width()
	}
	return w
}

// grids lays columns out in as many grids as the width asks for, one under the other. faintRow is as in grid.
func grids(fixed, rest []column, style Style, faintRow func(row int) bool) string {
	var all []string
	for _, block := range blocks(fixed, rest, style.Width) {
		all = append(all, grid(block, style, faintRow))
	}
	return strings.Join(all, "\n")
}

// noRow is the faintRow of a grid whose rows all matter.
func noRow(int) bool { return false }

// grid lays columns out as lines: the titles, then the rows. faintRow says which
// rows stand back.
func grid(columns []column, style Style, faintRow func(row int) bool) string {
	rows := 0
	for _, c := range columns {
		rows = max(rows, len(c.cells))
	}
	var b strings.Builder
	line := func(code string, text func(column) string) {
		var l strings.Builder
		for i, c := range columns {
			if i > 0 {
				l.WriteString(strings.Repeat(" ", gap))
			}
			l.WriteString(c.pad(text(c), c.width()))
		}
		b.WriteString(style.paint(code, strings.TrimRight(l.String(), " ")) + "\n")
	}
	line(bold, func(c column) string { return c.title })
	for row := range rows {
		code := ""
		if faintRow(row) {
			code = faint
		}
		line(code, func(c column) string { return c.cells[row] })
	}
	return b.String()
}
