package ecmaregexp

import (
	"unicode/utf16"
	"unsafe"
)

// A Text is a string of JavaScript in one of the two forms that it can have. It aliases
// what it was made from.
type Text struct {
	ascii []uint8
	units []uint16
}

// ASCII is the text of a string without a byte from 128.
func ASCII(s string) Text { return Text{ascii: unsafe.Slice(unsafe.StringData(s), len(s))} }

// ASCIIBytes is the text of bytes below 128.
func ASCIIBytes(b []byte) Text { return Text{ascii: b} }

// UTF16 is the text of UTF-16 code units, which need not be well-formed.
func UTF16(units []uint16) Text { return Text{units: units} }

// A unit is what a string of one form is made of.
type unit interface{ uint8 | uint16 }

// at is the character at pos and the position after it.
func (m *machine[U]) at(pos int) (c rune, end int) {
	c = rune(m.in[pos])
	if c < 0xD800 || !m.prog.unicode || !m.splitsPair(pos+1) {
		return c, pos + 1
	}
	return utf16.DecodeRune(c, rune(m.in[pos+1])), pos + 2
}

// before is the character before pos and its position.
func (m *machine[U]) before(pos int) (c rune, start int) {
	c = rune(m.in[pos-1])
	if c < 0xD800 || !m.splitsPair(pos-1) {
		return c, pos - 1
	}
	return utf16.DecodeRune(rune(m.in[pos-2]), c), pos - 2
}

func (m *machine[U]) after(pos int) int {
	if m.splitsPair(pos + 1) {
		return pos + 2
	}
	return pos + 1
}

// splitsPair reports whether pos lies inside of what is one character.
func (m *machine[U]) splitsPair(pos int) bool {
	return m.prog.unicode && pos > 0 && pos < len(m.in) &&
		rune(m.in[pos-1])&^0x3FF == 0xD800 && rune(m.in[pos])&^0x3FF == 0xDC00
}
