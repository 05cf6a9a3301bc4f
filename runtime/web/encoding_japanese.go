package web

import "unicode/utf8"

type eucJPDecoder struct{ index index }

func (d eucJPDecoder) next(b []byte, last bool) (rune, int) {
	switch {
	case b[0] < utf8.RuneSelf:
		return rune(b[0]), 1
	case b[0] != 0x8e && b[0] != 0x8f && !within(b[0], 0xa1, 0xfe):
		return invalid, 1
	case len(b) < 2:
		return invalid, 0
	case b[0] == 0x8e && within(b[1], 0xa1, 0xdf):
		return katakana(b[1]), 2
	}
	size := 2
	if b[0] == 0x8f && within(b[1], 0xa1, 0xfe) {
		size = 3 // JIS X 0212
	}
	if len(b) < size {
		return invalid, 0
	}
	if within(b[size-2], 0xa1, 0xfe) && within(b[size-1], 0xa1, 0xfe) {
		if r := d.index.codePoint(b[:size]...); r != invalid {
			return r, size
		}
	}
	return failed(b[:size])
}

// katakana is the half-width katakana of a byte from 0xA1 to 0xDF.
func katakana(b byte) rune { return 0xff61 - 0xa1 + rune(b) }

type shiftJISDecoder struct{ index index }

func (d shiftJISDecoder) next(b []byte, last bool) (rune, int) {
	switch {
	case b[0] <= 0x80:
		return rune(b[0]), 1
	case within(b[0], 0xa1, 0xdf):
		return katakana(b[0]), 1
	case !within(b[0], 0x81, 0x9f) && !within(b[0], 0xe0, 0xfc):
		return invalid, 1
	case len(b) < 2:
		return invalid, 0
	}
	if within(b[1], 0x40, 0x7e) || within(b[1], 0x80, 0xfc) {
		if r := d.codePoint(b[0], b[1]); r != invalid {
			return r, 2
		}
	}
	return failed(b[:2])
}

func (d shiftJISDecoder) codePoint(lead, trail byte) rune {
	if !within(lead, 0xf0, 0xf9) {
		return d.index.codePoint(lead, trail)
	}
	offset := rune(0x40) // user-defined characters, which the standard maps to private use
	if trail >= 0x7f {
		offset = 0x41
	}
	return 0xe000 + rune(lead-0xf0)*188 + rune(trail) - offset
}

// iso2022JPMode is the decoder output state: what bytes stand for.
type iso2022JPMode int

const (
	jpASCII iso2022JPMode = iota
	jpRoman
	jpKatakana
	jpDouble // lead and trail bytes of JIS X 0208
)

const escape = 0x1b

type iso2022JPDecoder struct {
	index  index // of EUC-JP, which has the same rows with the high bit set
	mode   iso2022JPMode
	output bool // an escape sequence was the last thing read
}

// save is the state as a number from 0 to 7, and restore takes it back.
func (d *iso2022JPDecoder) save() int {
	if d.output {
		return int(d.mode) | 4
	}
	return int(d.mode)
}

func (d *iso2022JPDecoder) restore(state int) {
	d.mode, d.output = iso2022JPMode(state&3), state&4 != 0
}

func (d *iso2022JPDecoder) next(b []byte, last bool) (rune, int) {
	if b[0] == escape {
		return d.escape(b, last)
	}
	r, size := d.plain(b, last)
	if size > 0 {
		d.output = false
	}
	return r, size
}

// escape reads an escape sequence. Two in a row are an error, and so is one that
// is not known, whose bytes after the first are then read as text.
func (d *iso2022JPDecoder) escape(b []byte, last bool) (rune, int) {
	if len(b) < 3 && !last && iso2022JPBegins(b) {
		return noRune, 0
	}
	mode, ok := iso2022JPEscape(b)
	if !ok {
		d.output = false
		return invalid, 1
	}
	again := d.output
	d.mode, d.output = mode, true
	if again {
		return invalid, 3
	}
	return noRune, 3
}

func iso2022JPBegins(b []byte) bool { return len(b) == 1 || b[1] == '$' || b[1] == '(' }

func iso2022JPEscape(b []byte) (iso2022JPMode, bool) {
	if len(b) < 3 {
		return 0, false
	}
	switch string(b[1:3]) {
	case "(B":
		return jpASCII, true
	case "(J":
		return jpRoman, true
	case "(I":
		return jpKatakana, true
	case "$@", "$B":
		return jpDouble, true
	}
	return 0, false
}

// plain reads what is no escape sequence.
func (d *iso2022JPDecoder) plain(b []byte, last bool) (rune, int) {
	switch c := b[0]; {
	case d.mode == jpDouble:
		return d.double(b, last)
	case d.mode == jpKatakana && within(c, 0x21, 0x5f):
		return 0xff61 - 0x21 + rune(c), 1
	case d.mode == jpKatakana || c >= utf8.RuneSelf || c == 0x0e || c == 0x0f:
		return invalid, 1
	case d.mode == jpRoman && c == '\\':
		return '\u00A5', 1
	case d.mode == jpRoman && c == '~':
		return '\u203E', 1
	default:
		return rune(c), 1
	}
}

func (d *iso2022JPDecoder) double(b []byte, last bool) (rune, int) {
	switch {
	case !within(b[0], 0x21, 0x7e):
		return invalid, 1
	case len(b) < 2:
		return invalid, 0
	case b[1] == escape:
		return invalid, 1
	case !within(b[1], 0x21, 0x7e):
		return invalid, 2
	}
	return d.index.codePoint(b[0]|0x80, b[1]|0x80), 2
}
