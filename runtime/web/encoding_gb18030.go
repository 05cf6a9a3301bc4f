package web

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

type gb18030Decoder struct{ index index }

func (d gb18030Decoder) next(b []byte, last bool) (rune, int) {
	switch {
	case b[0] < utf8.RuneSelf:
		return rune(b[0]), 1
	case b[0] == 0x80:
		return '\u20AC', 1
	case b[0] == 0xff:
		return invalid, 1
	case len(b) < 2:
		return invalid, 0
	case within(b[1], '0', '9'):
		return d.four(b)
	}
	if within(b[1], 0x40, 0x7e) || within(b[1], 0x80, 0xfe) {
		if r := d.two(b[0], b[1]); r != invalid {
			return r, 2
		}
	}
	return failed(b[:2])
}

func (d gb18030Decoder) two(lead, trail byte) rune {
	pair := uint16(lead)<<8 | uint16(trail)
	i, found := slices.BinarySearchFunc(gb18030Runs, pair, func(r gb18030Run, pair uint16) int { return cmp.Compare(r.first, pair) })
	if !found {
		i--
	}
	if i >= 0 && gb18030Runs[i].first>>8 == uint16(lead) {
		run := gb18030Runs[i]
		if n := gb18030Column(trail) - gb18030Column(byte(run.first)); n < run.n {
			return run.codePoint + n
		}
	}
	return d.index.codePoint(lead, trail)
}

// gb18030Column counts trail bytes, of which 0x7F is none.
func gb18030Column(trail byte) rune {
	if trail > 0x7f {
		return rune(trail) - 0x41
	}
	return rune(trail) - 0x40
}

// four decodes a sequence of four bytes, of which the first two are right.
func (d gb18030Decoder) four(b []byte) (rune, int) {
	switch {
	case len(b) < 3:
		return invalid, 0
	case !within(b[2], 0x81, 0xfe):
		return invalid, 1
	case len(b) < 4:
		return invalid, 0
	case !within(b[3], '0', '9'):
		return invalid, 1
	case [4]byte(b) == [4]byte{0x84, 0x31, 0xa4, 0x37}:
		return utf8.RuneError, 4
	case [4]byte(b) == [4]byte{0x81, 0x35, 0xf4, 0x37}: // pointer 7457 of the standard's ranges
		return 0xe7c7, 4
	}
	return d.index.codePoint(b[:4]...), 4
}

// A gb18030Run is a row's stretch of consecutive code points.
type gb18030Run struct {
	first     uint16 // its first two bytes
	n         rune   // how many
	codePoint rune   // of the first
}

// gb18030Runs is what the standard's index has and x/text has not: private use,
// and the characters that GB 18030-2005 and -2022 moved out of it. Sorted.
var gb18030Runs = []gb18030Run{
	{0xa140, 96, 0xe4c6},
	{0xa240, 96, 0xe526},
	{0xa2ab, 6, 0xe766},
	{0xa2e4, 1, 0xe76d},
	{0xa2ef, 2, 0xe76e},
	{0xa2fd, 2, 0xe770},
	{0xa340, 95, 0xe586},
	{0xa440, 96, 0xe5e6},
	{0xa4f4, 11, 0xe772},
	{0xa540, 96, 0xe646},
	{0xa5f7, 8, 0xe77d},
	{0xa640, 96, 0xe6a6},
	{0xa6b9, 8, 0xe785},
	{0xa6d9, 1, 0xfe10},
	{0xa6da, 1, 0xfe12},
	{0xa6db, 1, 0xfe11},
	{0xa6dc, 4, 0xfe13},
	{0xa6ec, 2, 0xfe17},
	{0xa6f3, 1, 0xfe19},
	{0xa6f6, 9, 0xe797},
	{0xa740, 96, 0xe706},
	{0xa7c2, 15, 0xe7a0},
	{0xa7f2, 13, 0xe7af},
	{0xa896, 11, 0xe7bc},
	{0xa8bc, 1, 0x1e3f},
	{0xa8c1, 4, 0xe7c9},
	{0xa8ea, 21, 0xe7cd},
	{0xa958, 1, 0xe7e2},
	{0xa95b, 1, 0xe7e3},
	{0xa95d, 3, 0xe7e4},
	{0xa997, 13, 0xe7f4},
	{0xa9f0, 15, 0xe801},
	{0xaaa1, 94, 0xe000},
	{0xaba1, 94, 0xe05e},
	{0xaca1, 94, 0xe0bc},
	{0xada1, 94, 0xe11a},
	{0xaea1, 94, 0xe178},
	{0xafa1, 94, 0xe1d6},
	{0xd7fa, 5, 0xe810},
	{0xf8a1, 94, 0xe234},
	{0xf9a1, 94, 0xe292},
	{0xfaa1, 94, 0xe2f0},
	{0xfba1, 94, 0xe34e},
	{0xfca1, 94, 0xe3ac},
	{0xfda1, 94, 0xe40a},
	{0xfe51, 3, 0xe816},
	{0xfe59, 1, 0x9fb4},
	{0xfe61, 1, 0x9fb5},
	{0xfe66, 2, 0x9fb6},
	{0xfe6c, 1, 0xe831},
	{0xfe6d, 1, 0x9fb8},
	{0xfe76, 1, 0xe83b},
	{0xfe7e, 1, 0x9fb9},
	{0xfe90, 1, 0x9fba},
	{0xfe91, 1, 0xe855},
	{0xfea0, 1, 0x9fbb},
	{0xfea1, 94, 0xe468},
}
