package ecmaregexp

import (
	"cmp"
	"slices"
	"unicode"
)

const maxRune = 0x10FFFF

// A span is a closed range of characters.
type span struct{ lo, hi rune }

// A charSet is a set of characters as sorted spans that do not touch. It is not changed once made.
type charSet struct{ spans []span }

func newCharSet(list ...span) *charSet {
	s := slices.Clone(list)
	slices.SortFunc(s, func(a, b span) int { return cmp.Compare(a.lo, b.lo) })
	out := s[:0]
	for _, x := range s {
		if n := len(out); n > 0 && x.lo <= out[n-1].hi+1 {
			out[n-1].hi = max(out[n-1].hi, x.hi)
			continue
		}
		out = append(out, x)
	}
	return &charSet{out}
}

func fromTable(t *unicode.RangeTable) *charSet {
	var list []span
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			list = append(list, span{lo, hi})
			return
		}
		for r := lo; r <= hi; r += stride {
			list = append(list, span{r, r})
		}
	}
	for _, r := range t.R16 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range t.R32 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	return newCharSet(list...)
}

func (s *charSet) contains(r rune) bool {
	lo, hi := 0, len(s.spans)
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		switch x := s.spans[mid]; {
		case r < x.lo:
			hi = mid
		case r > x.hi:
			lo = mid + 1
		default:
			return true
		}
	}
	return false
}

func union(sets ...*charSet) *charSet {
	var list []span
	for _, s := range sets {
		list = append(list, s.spans...)
	}
	return newCharSet(list...)
}

func (s *charSet) complement() *charSet {
	var list []span
	next := rune(0)
	for _, x := range s.spans {
		if x.lo > next {
			list = append(list, span{next, x.lo - 1})
		}
		next = x.hi + 1
	}
	if next <= maxRune {
		list = append(list, span{next, maxRune})
	}
	return &charSet{list}
}

func (s *charSet) intersect(t *charSet) *charSet {
	var list []span
	for i, j := 0, 0; i < len(s.spans) && j < len(t.spans); {
		a, b := s.spans[i], t.spans[j]
		if lo, hi := max(a.lo, b.lo), min(a.hi, b.hi); lo <= hi {
			list = append(list, span{lo, hi})
		}
		if a.hi < b.hi {
			i++
		} else {
			j++
		}
	}
	return &charSet{list}
}

func (s *charSet) subtract(t *charSet) *charSet { return s.intersect(t.complement()) }

var (
	digits = newCharSet(span{'0', '9'})
	words  = newCharSet(span{'a', 'z'}, span{'A', 'Z'}, span{'0', '9'}, span{'_', '_'})
	// foldedWords is WordCharacters with the flags u and i: two more letters fold to ASCII.
	foldedWords = union(words, newCharSet(span{0x17F, 0x17F}, span{0x212A, 0x212A}))
	lineEnds    = newCharSet(span{'\n', '\n'}, span{'\r', '\r'}, span{0x2028, 0x2029})
	spaces      = union(lineEnds, fromTable(unicode.Zs), newCharSet(span{'\t', '\t'}, span{'\v', '\f'}, span{0xFEFF, 0xFEFF}))
)
