package ecmaregexp

import "unicode"

// canonicalize is Canonicalize of ECMA-262, 22.2.2.7.3: two characters match without
// regard to case if they have the same result.
func canonicalize(r rune, unicodeMode bool) rune {
	if unicodeMode {
		return foldSimple(r)
	}
	if r < 128 {
		if 'a' <= r && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}
	return upperUnit(r)
}

// foldSimple stands for the class of r under Unicode's simple case folding by its least member.
func foldSimple(r rune) rune {
	if r < 128 {
		if 'a' <= r && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	return least
}

// upperUnit is toUppercase where that is one code unit and does not lead into ASCII.
func upperUnit(r rune) rune {
	if uppercaseIsLong(r) {
		return r
	}
	u := unicode.ToUpper(r)
	if u < 128 || u > 0xFFFF {
		return r
	}
	return u
}

// uppercaseIsLong is true where the full uppercase mapping of a character with a simple one has
// more than one character (SpecialCasing of Unicode): the Greek letters with iota subscript.
func uppercaseIsLong(r rune) bool {
	switch {
	case 0x1F80 <= r && r <= 0x1FAF:
		return true
	case r == 0x1FB3, r == 0x1FBC, r == 0x1FC3, r == 0x1FCC, r == 0x1FF3, r == 0x1FFC, r == 0xDF, r == 0x149:
		return true
	}
	return false
}

// containsFolded reports whether s has a character that equals r without regard to case.
func (s *charSet) containsFolded(r rune, unicodeMode bool) bool {
	if s.contains(r) {
		return true
	}
	want := canonicalize(r, unicodeMode)
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		if canonicalize(f, unicodeMode) == want && s.contains(f) {
			return true
		}
	}
	return false
}
