package report

import (
	"cmp"
	"slices"
	"strconv"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report/chart"
)

// An htmlLines is a chart of lines over sizes. Across, all is in percent of the width; down, in pixels.
type htmlLines struct {
	Title, Caption, Desc string
	Height               int
	Bottom               int // of the plot, above the labels of the sizes
	Columns              []htmlTick
	Rows                 []htmlLevel
	Lines                []htmlSegment
	Bars                 []htmlSegment // intervals
	Points               []htmlPoint
	Labels               []htmlLevel // beside the ends of the lines
}

// An htmlLevel is a text at a height, and the class of what it is about.
type htmlLevel struct {
	Y           int
	Text, Class string
}

// An htmlSegment is a line from one point to another.
type htmlSegment struct {
	X1, X2 chart.Percent
	Y1, Y2 int
	Class  string
}

const (
	linesHeight = 300
	linesBottom = 270
	linesTop    = 16
	linesLeft   = 3  // percent, so that the label of the first size has room
	linesRight  = 78 // percent: the labels of the lines stand right of it
)

// htmlScale shows how the phases grow with the size of an app, if it was measured at enough sizes.
func htmlScale(r *harness.Result, _ armNames) (htmlSection, error) {
	section := htmlSection{ID: "scale", Title: "How it grows"}
	fits, err := r.FitScale()
	if err != nil || len(fits) == 0 {
		return section, err
	}
	section.Lead = []string{"A dot is the median of " + measureName(fits[0].Total.Measure) + " at one size, the line through it its interval, and the long line the fit."}
	most := longestInterval(r, fits)
	for _, f := range fits {
		s := scale{f, Style{}}
		section.Lines = append(section.Lines, newHTMLLines(r, s, most))
		fixed, rest := s.columns()
		t := newHTMLTable("Lines: "+s.title(), append(fixed, rest...))
		t.Folded = true
		section.Tables = append(section.Tables, t)
	}
	return section, nil
}

// longestInterval is the end of the longest interval, so that all charts have the same scale and nothing is cut.
func longestInterval(r *harness.Result, fits []harness.ScaleFit) float64 {
	var most float64
	for _, f := range fits {
		for _, p := range f.Phases {
			most = max(most, slices.Max(p.Medians))
			for _, arm := range f.Arms {
				sum, _ := r.Summary(arm)
				if of, ok := sum.Phase(p.Name); ok && of.By(p.Measure).HasInterval() {
					most = max(most, of.By(p.Measure).Hi)
				}
			}
		}
	}
	return most
}

func newHTMLLines(r *harness.Result, s scale, most float64) htmlLines {
	c := htmlLines{Title: s.title(), Caption: s.sentence(), Desc: s.sentence(), Height: linesHeight, Bottom: linesBottom}
	sizes := chart.NewLinear(0, float64(slices.Max(s.Sizes)), 7)
	times := chart.NewLinear(0, most, 6)
	x := func(size float64) chart.Percent { return linesLeft + sizes.At(size)*(linesRight-linesLeft)/100 }
	y := func(ns float64) int { return linesBottom - int(times.At(ns)/100*(linesBottom-linesTop)) }
	text := tickTime(most)
	for _, v := range times.Ticks {
		c.Rows = append(c.Rows, htmlLevel{Y: y(v), Text: text(v)})
	}
	c.columns(s.Sizes, x)
	for _, p := range s.Phases {
		class := "p-" + p.Name
		c.Lines = append(c.Lines, fitSegment(p, s.Sizes, x, y, class))
		for i, size := range s.Sizes {
			at := x(float64(size))
			sum, _ := r.Summary(s.Arms[i])
			if of, ok := sum.Phase(p.Name); ok && of.By(p.Measure).HasInterval() {
				c.Bars = append(c.Bars, htmlSegment{at, at, y(of.By(p.Measure).Lo), y(of.By(p.Measure).Hi), class})
			}
			c.Points = append(c.Points, htmlPoint{X: at, Y: y(p.Medians[i]), Class: class, Title: p.Name + " @" + strconv.Itoa(size) + ": " + duration(p.Medians[i])})
		}
		c.Labels = append(c.Labels, htmlLevel{y(p.Medians[len(p.Medians)-1]), p.Name, class})
	}
	c.spread()
	return c
}

// columns labels the sizes, as far as there is room.
func (c *htmlLines) columns(sizes []int, x func(float64) chart.Percent) {
	const room = 8 // percent
	last := chart.Percent(-room)
	for _, size := range sizes {
		tick := htmlTick{At: x(float64(size)), Anchor: "middle"}
		if tick.At-last >= room {
			tick.Text, last = strconv.Itoa(size), tick.At
		}
		c.Columns = append(c.Columns, tick)
	}
}

// fitSegment is the fitted line, from the smallest to the largest size.
func fitSegment(p harness.PhaseFit, sizes []int, x func(float64) chart.Percent, y func(float64) int, class string) htmlSegment {
	at := func(size float64) int { return y(p.Fixed.Median + p.PerUnit.Median*size) }
	first, last := float64(slices.Min(sizes)), float64(slices.Max(sizes))
	return htmlSegment{x(first), x(last), at(first), at(last), class}
}

// spread moves labels apart that would cover each other. All phases have room.
func (c *htmlLines) spread() {
	const line = 15
	slices.SortStableFunc(c.Labels, func(a, b htmlLevel) int { return cmp.Compare(a.Y, b.Y) })
	lowest := linesBottom + line
	for i := len(c.Labels) - 1; i >= 0; i-- {
		c.Labels[i].Y = min(c.Labels[i].Y, lowest-line)
		lowest = c.Labels[i].Y
	}
}
