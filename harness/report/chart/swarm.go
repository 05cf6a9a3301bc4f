package chart

import (
	"cmp"
	"slices"
)

// Swarm returns for each dot the row that it stands in, so that dots do not cover each other:
// 0 is the middle row, positive ones are below it and negative ones above. at are the middles
// of the dots in any unit and any order, and size is their width in that unit. No row is
// further than most from the middle; dots that find no room there share the middle row.
func Swarm(at []float64, size float64, most int) []int {
	order := make([]int, len(at))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
	rows := make([]int, len(at))
	last := map[int]float64{} // the rightmost dot of each row
	for _, i := range order {
		rows[i] = freeRow(last, at[i], size, most)
		last[rows[i]] = at[i]
	}
	return rows
}

// freeRow is the row nearest to the middle whose last dot is a dot's width away.
func freeRow(last map[int]float64, at, size float64, most int) int {
	for distance := range most + 1 {
		for _, row := range []int{distance, -distance} {
			if before, taken := last[row]; !taken || at-before >= size {
				return row
			}
		}
	}
	return 0
}
