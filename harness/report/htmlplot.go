package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.com/thaw/harness/report/chart"
)

// An htmlFigure is a chart of rows that share an axis. The text of each row is
// HTML beside its plot, so that it wraps on a narrow screen.
type htmlFigure struct {
	ID      string
	Title   string
	Caption string
	Legend  []htmlKey
	Axis    htmlAxis
	Rows    []htmlRow
	More    []htmlRow // shown on demand
	Folded  bool      // all of it is shown on demand
}

// most rows of a figure that are shown at once.
const mostRows = 24

// newHTMLFigure hides rows beyond mostRows until they are asked for.
func newHTMLFigure(title, caption string, axis htmlAxis, rows []htmlRow) htmlFigure {
	shown := len(rows)
	if shown > mostRows {
		shown = mostRows * 2 / 3
	}
	return htmlFigure{Title: title, Caption: caption, Axis: axis, Rows: rows[:shown], More: rows[shown:]}
}

// number names the figure and the lines that the ticks of its axis go on as, which are in the page once.
func (f *htmlFigure) number(id string) {
	f.ID, f.Axis.Grid = id, id+"-grid"
	for _, rows := range [][]htmlRow{f.Rows, f.More} {
		for i := range rows {
			rows[i].Plot.Grid = f.Axis.Grid
		}
	}
}

// An htmlKey explains a colour.
type htmlKey struct{ Class, Text string }

// An htmlRow is a line of a figure.
type htmlRow struct {
	Name   string // what it is about
	Detail string // the rest of the name
	Value  string
	Under  string // what qualifies Value
	Class  string
	Plot   htmlPlot
}

// An htmlPlot is one SVG. Across, all is in percent of its width, so that it fits every screen
// and its text keeps its size; down, all is in pixels.
type htmlPlot struct {
	Title  string // says what can be seen, for who can't
	Desc   string
	Height int
	Grid   string // ID of the figure's grid
	Bars   []htmlBar
	Lines  []htmlLine
	Points []htmlPoint
	Dots   htmlDots
}

// An htmlBar is a rectangle. Label stands in it where there is room: Room is "" for never,
// "wide" for only on a wide screen, and "any".
type htmlBar struct {
	X, W                chart.Percent
	Y, H                int
	Class, Title, Label string
	Room                string
}

// Middle is where the label stands.
func (b htmlBar) Middle() chart.Percent { return b.X + b.W/2 }

// Baseline is that of a label in the middle.
func (b htmlBar) Baseline() int { return b.Y + b.H/2 + 4 }

// An htmlLine goes across at one height, or down the whole plot where From is To.
type htmlLine struct {
	From, To chart.Percent
	Y1, Y2   int
	Class    string
}

// An htmlPoint is one value with a mark of its own.
type htmlPoint struct {
	X     chart.Percent
	Y     int
	Class string
	Title string
}

// htmlDots are many values in one path, in a box that is htmlDotsWidth wide and as high as the plot.
// Each is a line without length, whose round ends make a dot.
type htmlDots struct{ Path string }

const htmlDotsWidth = 1000

// newHTMLDots places values so that they do not cover each other on a plot of usual width.
func newHTMLDots(axis chart.Axis, values []float64, height int) htmlDots {
	const diameter, plotWidth = 6, 620 // pixels
	at := make([]float64, len(values))
	for i, v := range values {
		at[i] = float64(axis.At(v)) / 100 * htmlDotsWidth
	}
	most := (height/diameter - 1) / 2
	rows := chart.Swarm(at, diameter*htmlDotsWidth/plotWidth, most)
	var b strings.Builder
	for i, x := range at {
		fmt.Fprintf(&b, "M%d %dh0", int(math.Round(x)), height/2+rows[i]*diameter)
	}
	return htmlDots{b.String()}
}

// An htmlAxis are the ticks over the rows of a figure.
type htmlAxis struct {
	Title  string
	Values string // what the values beside the rows are
	Ticks  []htmlTick
	Grid   string // its ID
}

// An htmlTick is a labelled position. Minor ones have no label on a narrow screen.
type htmlTick struct {
	At     chart.Percent
	Text   string
	Anchor string // text-anchor
	Minor  bool
}

func newHTMLAxis(title, values string, axis chart.Axis, text func(float64) string) htmlAxis {
	const edge = 7 // percent: nearer to an end, half a label would not fit on a narrow screen
	a := htmlAxis{Title: title, Values: values}
	for i, v := range axis.Ticks {
		t := htmlTick{At: axis.At(v), Text: text(v), Anchor: "middle", Minor: i%2 == 1}
		switch {
		case t.At < edge:
			t.Anchor = "start"
		case t.At > 100-edge:
			t.Anchor = "end"
		}
		a.Ticks = append(a.Ticks, t)
	}
	return a
}

// tickTime writes round times in the unit that suits the largest.
func tickTime(largest float64) func(float64) string {
	unit := unitOf(largest)
	return func(ns float64) string {
		if ns == 0 {
			return "0"
		}
		const digits = 1e6 // a tick has fewer, but for what rounding adds
		return strconv.FormatFloat(math.Round(ns/unit.ns*digits)/digits, 'f', -1, 64) + " " + unit.name
	}
}

// unitOf is the largest unit of which there is one in ns.
func unitOf(ns float64) timeUnit {
	unit := timeUnits[0]
	for _, u := range timeUnits {
		if ns >= u.ns {
			unit = u
		}
	}
	return unit
}

// minus sets the minus sign of a number as such.
func minus(text string) string { return strings.ReplaceAll(text, "-", "\u2212") }

// level is that of all intervals.
const level = "95 %: "

// within is an interval in words.
func within(lo, hi string) string { return lo + " to " + hi }
