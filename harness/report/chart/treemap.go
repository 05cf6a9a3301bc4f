package chart

// A Rect is a rectangle, in any unit.
type Rect struct{ X, Y, W, H float64 }

// Treemap parts a rectangle into one for each area, in their order and in proportion to them, with
// sides as equal as can be (Bruls, Huizing and van Wijk, Squarified Treemaps, 2000). areas are
// finite, not below 0, and best in descending order. Where all are 0, so are the rectangles.
func Treemap(areas []float64, in Rect) []Rect {
	var sum float64
	for _, a := range areas {
		sum += a
	}
	all := make([]Rect, 0, len(areas))
	if sum <= 0 {
		return append(all, make([]Rect, len(areas))...)
	}
	scaled := make([]float64, len(areas))
	for i, a := range areas {
		scaled[i] = a / sum * in.W * in.H
	}
	for len(scaled) > 0 {
		n := rowLength(scaled, min(in.W, in.H))
		var row []Rect
		row, in = layRow(scaled[:n], in)
		all = append(all, row...)
		scaled = scaled[n:]
	}
	return all
}

// rowLength is how many of the areas make the row along a side whose worst rectangle is the least oblong.
func rowLength(areas []float64, side float64) int {
	n := 1
	for n < len(areas) && oblong(areas[:n+1], side) <= oblong(areas[:n], side) {
		n++
	}
	return n
}

// oblong is the ratio of the longer side to the shorter one of the worst rectangle of a row.
func oblong(areas []float64, side float64) float64 {
	var sum, least, most float64
	for i, a := range areas {
		sum += a
		most = max(most, a)
		if i == 0 || a < least {
			least = a
		}
	}
	if least <= 0 || side <= 0 {
		return 0
	}
	return max(side*side*most/(sum*sum), sum*sum/(side*side*least))
}

// layRow fills the shorter side of a rectangle with areas, and returns what is left of it.
func layRow(areas []float64, in Rect) (row []Rect, rest Rect) {
	var sum float64
	for _, a := range areas {
		sum += a
	}
	tall := in.H <= in.W // the row is a column at the left
	side := min(in.W, in.H)
	if side <= 0 {
		return make([]Rect, len(areas)), in
	}
	depth, at := sum/side, 0.0
	for _, a := range areas {
		length := 0.0
		if sum > 0 {
			length = a / sum * side
		}
		if tall {
			row = append(row, Rect{in.X, in.Y + at, depth, length})
		} else {
			row = append(row, Rect{in.X + at, in.Y, length, depth})
		}
		at += length
	}
	if tall {
		return row, Rect{in.X + depth, in.Y, max(0, in.W-depth), in.H}
	}
	return row, Rect{in.X, in.Y + depth, in.W, max(0, in.H-depth)}
}
