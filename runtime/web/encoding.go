package web

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"

	"example.com/thaw/isolate"
)

func (l *Layer) encodingOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op1("op_utf8_encode", utf8Encode),
		isolate.Op3("op_utf8_decode", utf8Decode),
		isolate.Op1("op_encoding_from_label", encodingFromLabel),
		isolate.Op4("op_decode", decodeOp),
	}
}

// utf8Encode is "UTF-8 encode". A lone surrogate became U+FFFD when s crossed.
func utf8Encode(s string) ([]byte, error) { return []byte(s), nil }

// utf8Decode decodes all of b, without its byte order mark unless keepBOM.
func utf8Decode(b []byte, fatal, keepBOM bool) (string, error) {
	if !keepBOM && len(b) >= 3 && b[0] == 0xef && b[1] == 0xbb && b[2] == 0xbf {
		b = b[3:]
	}
	if utf8.Valid(b) {
		return string(b), nil
	}
	text, _, err := decode(utf8Decoder{}, b, fatal, false)
	return string(text), err
}

// encodingFromLabel is "get an encoding": its name in lower case, or "" where
// there is none.
func encodingFromLabel(label string) (string, error) {
	label = strings.Trim(label, "\t\n\f\r ")
	if strings.TrimSpace(label) != label || !isASCII(label) {
		return "", nil // htmlindex forgives more white space, and folds case beyond ASCII
	}
	e, err := htmlindex.Get(label)
	if err != nil {
		return "", nil
	}
	name, err := htmlindex.Name(e)
	if err != nil {
		return "", nil
	}
	return name, nil
}

// decodeOp decodes b, which may be the part of a stream. Its result begins with a
// character that says how many bytes at the end of b were left, and the state of
// the decoder: rest | state<<2.
func decodeOp(encoding string, b []byte, flags, state float64) (string, error) {
	const fatal, stream = 1, 2
	d, err := newDecoder(encoding)
	if err != nil {
		return "", err
	}
	jp, stateful := d.(*iso2022JPDecoder)
	if stateful {
		jp.restore(int(state))
	}
	text, rest, err := decode(d, b, int(flags)&fatal != 0, int(flags)&stream != 0)
	if err != nil {
		return "", err
	}
	head := rune(rest)
	if stateful {
		head |= rune(jp.save()) << 2
	}
	return string(head) + string(text), nil
}

// A decoder is a decoder of the Encoding standard.
type decoder interface {
	// next decodes the code point at the start of b, which isn't empty, and says how
	// many bytes it took: invalid is an error of the standard, and noRune is
	// nothing. It takes 0 bytes if it needs more than there are, which never
	// happens where last is true and those bytes are not an error as a whole.
	next(b []byte, last bool) (r rune, size int)
}

// Results of next that are no code points.
const (
	invalid rune = -1 - iota
	noRune
)

// decode runs d over b. Without stream, an incomplete sequence at the end is an
// error; with it, rest is how many bytes such a sequence has.
func decode(d decoder, b []byte, fatal, stream bool) (text []byte, rest int, err error) {
	text = make([]byte, 0, len(b)+len(b)/2)
	for len(b) > 0 {
		r, size := d.next(b, !stream)
		if size == 0 {
			if stream {
				return text, len(b), nil
			}
			r, size = invalid, len(b)
		}
		b = b[size:]
		switch {
		case r == invalid && fatal:
			return nil, 0, isolate.Throw("TypeError", "TextDecoder.decode: the encoded data is not valid")
		case r == invalid:
			text = append(text, "\uFFFD"...)
		case r > utf8.MaxRune:
			text = append(text, big5Pairs[r]...)
		case r != noRune:
			text = utf8.AppendRune(text, r)
		}
	}
	return text, 0, nil
}

// utf8Decoder is the UTF-8 decoder.
type utf8Decoder struct{}

func (utf8Decoder) next(b []byte, last bool) (rune, int) {
	r, size := utf8.DecodeRune(b)
	if r != utf8.RuneError || size != 1 {
		return r, size
	}
	return invalidUTF8(b)
}

// invalidUTF8 measures the maximal subpart at the start of b, which utf8 rejects:
// the longest part that begins some valid sequence.
func invalidUTF8(b []byte) (rune, int) {
	need, low, high := 0, byte(0x80), byte(0xbf)
	switch c := b[0]; {
	case c >= 0xc2 && c <= 0xdf:
		need = 1
	case c >= 0xe0 && c <= 0xef:
		need = 2
		if c == 0xe0 {
			low = 0xa0
		} else if c == 0xed {
			high = 0x9f
		}
	case c >= 0xf0 && c <= 0xf4:
		need = 3
		if c == 0xf0 {
			low = 0x90
		} else if c == 0xf4 {
			high = 0x8f
		}
	default:
		return invalid, 1
	}
	for i := 1; i <= need; i++ {
		if i == len(b) {
			return invalid, 0
		}
		if b[i] < low || b[i] > high {
			return invalid, i
		}
		low, high = 0x80, 0xbf
	}
	return invalid, need + 1
}

// utf16Decoder is the shared UTF-16 decoder.
type utf16Decoder struct{ bigEndian bool }

func (d utf16Decoder) unit(b []byte) rune {
	if d.bigEndian {
		return rune(b[0])<<8 | rune(b[1])
	}
	return rune(b[1])<<8 | rune(b[0])
}

func (d utf16Decoder) next(b []byte, last bool) (rune, int) {
	if len(b) < 2 {
		return invalid, 0
	}
	lead := d.unit(b)
	switch {
	case lead < 0xd800 || lead > 0xdfff:
		return lead, 2
	case lead >= 0xdc00:
		return invalid, 2
	case len(b) < 4:
		return invalid, 0
	}
	if trail := d.unit(b[2:]); trail >= 0xdc00 && trail <= 0xdfff {
		return 0x10000 + (lead-0xd800)<<10 + (trail - 0xdc00), 4
	}
	return invalid, 2
}
