package web

import (
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"example.com/thaw/isolate"
)

// The legacy decoders. Package x/text has the standard's indexes, but its
// decoders differ from the standard in what they do with bytes that are not
// valid. So the structure of the sequences is followed here, and x/text is asked
// only for the code point of a sequence that is structurally valid.

// newDecoder is the decoder of an encoding, by its name in lower case.
func newDecoder(name string) (decoder, error) {
	switch name {
	case "utf-8":
		return utf8Decoder{}, nil
	case "utf-16le":
		return utf16Decoder{}, nil
	case "utf-16be":
		return utf16Decoder{bigEndian: true}, nil
	case "big5":
		return big5Decoder{newIndex(traditionalchinese.Big5)}, nil
	case "euc-jp":
		return eucJPDecoder{newIndex(japanese.EUCJP)}, nil
	case "euc-kr":
		return eucKRDecoder{newIndex(korean.EUCKR)}, nil
	case "gbk", "gb18030":
		return gb18030Decoder{newIndex(simplifiedchinese.GB18030)}, nil
	case "iso-2022-jp":
		return &iso2022JPDecoder{index: newIndex(japanese.EUCJP)}, nil
	case "shift_jis":
		return shiftJISDecoder{newIndex(japanese.ShiftJIS)}, nil
	}
	e, err := htmlindex.Get(name)
	if err != nil {
		return nil, isolate.Throw("RangeError", "TextDecoder: no encoding %q", name)
	}
	if m, ok := e.(*charmap.Charmap); ok {
		return singleByteDecoder{m}, nil
	}
	return singleByteDecoder{charmap.ISO8859_8}, nil // iso-8859-8-i, which x/text wraps
}

// index looks code points up in the tables of x/text.
type index struct{ decoder *encoding.Decoder }

func newIndex(e encoding.Encoding) index { return index{e.NewDecoder()} }

// codePoint is what the sequence stands for, or invalid.
func (x index) codePoint(sequence ...byte) rune {
	var out [utf8.UTFMax * 2]byte
	x.decoder.Reset()
	n, _, err := x.decoder.Transform(out[:], sequence, true)
	if err != nil {
		return invalid
	}
	r, size := utf8.DecodeRune(out[:n])
	if size != n || r == utf8.RuneError {
		return invalid
	}
	return r
}

// failed is the size of a sequence that stands for nothing: its last byte is
// read again if it is ASCII.
func failed(sequence []byte) (rune, int) {
	if sequence[len(sequence)-1] < utf8.RuneSelf {
		return invalid, len(sequence) - 1
	}
	return invalid, len(sequence)
}

func within(b, low, high byte) bool { return low <= b && b <= high }

type singleByteDecoder struct{ table *charmap.Charmap }

func (d singleByteDecoder) next(b []byte, last bool) (rune, int) {
	switch r := d.table.DecodeByte(b[0]); {
	case r != utf8.RuneError:
		return r, 1
	case b[0] < 0xa0:
		return rune(b[0]), 1 // the standard has C1 controls where x/text has nothing
	}
	return invalid, 1
}

type big5Decoder struct{ index index }

// Four pointers of Big5 stand for two code points. Their keys are no code points.
const firstBig5Pair = utf8.MaxRune + 1

var big5Pairs = map[rune]string{
	firstBig5Pair + 0x62: "\u00CA\u0304", firstBig5Pair + 0x64: "\u00CA\u030C",
	firstBig5Pair + 0xa3: "\u00EA\u0304", firstBig5Pair + 0xa5: "\u00EA\u030C",
}

func (d big5Decoder) next(b []byte, last bool) (rune, int) {
	switch {
	case b[0] < utf8.RuneSelf:
		return rune(b[0]), 1
	case !within(b[0], 0x81, 0xfe):
		return invalid, 1
	case len(b) < 2:
		return invalid, 0
	}
	if within(b[1], 0x40, 0x7e) || within(b[1], 0xa1, 0xfe) {
		if pair := firstBig5Pair + rune(b[1]); b[0] == 0x88 && big5Pairs[pair] != "" {
			return pair, 2
		}
		if r := d.index.codePoint(b[:2]...); r != invalid {
			return r, 2
		}
	}
	return failed(b[:2])
}

type eucKRDecoder struct{ index index }

func (d eucKRDecoder) next(b []byte, last bool) (rune, int) {
	switch {
	case b[0] < utf8.RuneSelf:
		return rune(b[0]), 1
	case !within(b[0], 0x81, 0xfe):
		return invalid, 1
	case len(b) < 2:
		return invalid, 0
	}
	if within(b[1], 0x41, 0xfe) {
		if r := d.index.codePoint(b[:2]...); r != invalid {
			return r, 2
		}
	}
	return failed(b[:2])
}
