package report

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"example.com/thaw/harness"
	"example.com/thaw/isolate/phase"
)

const (
	plainWidth = 80 // of a waterfall on no terminal
	leastBar   = 10
	mostSubs   = 10 // of one phase
)

// Waterfall draws one cold start: a bar for each phase, one after the other.
// Phases are exclusive, so a phase that others interrupted is drawn in one piece
// before them. Sub-phases stand under theirs, without a bar.
func Waterfall(w io.Writer, p phase.Profile, style Style) error {
	bars := waterfall{profile: p}
	bars.add()
	width := style.Width
	if width == 0 {
		width = plainWidth
	}
	columns := []column{bars.name, bars.wall}
	if p.Total.HasCPU {
		columns = append(columns, bars.cpu)
	}
	room := max(leastBar, width-total(columns)-gap)
	bar := column{}
	for _, b := range bars.bars {
		bar.cells = append(bar.cells, b.draw(p.Total.Wall, room))
	}
	text := grid(append(columns, bar), style, func(row int) bool { return strings.HasPrefix(bars.name.cells[row], " ") })
	_, err := io.WriteString(w, text)
	return err
}

type waterfall struct {
	profile phase.Profile

	name, wall, cpu column
	bars            []bar
}

// A bar is a stretch of the total. Where it takes no time it is not drawn.
type bar struct{ from, length time.Duration }

func (f *waterfall) add() {
	f.name.title = "phase"
	f.wall = column{title: "wall", right: true}
	f.cpu = column{title: "cpu", right: true}
	var at time.Duration
	for _, e := range f.profile.Phases {
		f.row(name(e), e.Cost, bar{at, e.Cost.Wall})
		at += e.Cost.Wall
		for _, s := range e.Sub[:min(len(e.Sub), mostSubs)] {
			f.row("  "+s.Name, s.Cost, bar{})
		}
		if rest := len(e.Sub) - mostSubs; rest > 0 {
			var sum phase.Cost
			for _, s := range e.Sub[mostSubs:] {
				sum.Wall += s.Cost.Wall
			}
			f.row(fmt.Sprintf("  %d more", rest), sum, bar{})
		}
	}
	f.row(harness.PhaseTotal, f.profile.Total, bar{})
}

func name(e phase.Entry) string {
	if e.Hit == nil {
		return e.Name
	}
	if *e.Hit {
		return e.Name + " (hit)"
	}
	return e.Name + " (miss)"
}

func (f *waterfall) row(name string, c phase.Cost, b bar) {
	f.name.cells = append(f.name.cells, name)
	f.wall.cells = append(f.wall.cells, duration(float64(c.Wall)))
	cpu := ""
	if c.HasCPU {
		cpu = duration(float64(c.Process))
	}
	f.cpu.cells = append(f.cpu.cells, cpu)
	f.bars = append(f.bars, b)
}

// draw scales the bar so that total fills room. What is too short to be seen is a thin line.
func (b bar) draw(total time.Duration, room int) string {
	if b.length <= 0 || total <= 0 {
		return ""
	}
	cell := func(d time.Duration) int {
		return min(room, int(math.Round(float64(d)/float64(total)*float64(room))))
	}
	from, to := cell(b.from), cell(b.from+b.length)
	if from == to {
		return strings.Repeat(" ", min(from, room-1)) + "▏"
	}
	return strings.Repeat(" ", from) + strings.Repeat("█", to-from)
}
