package web

import (
	"bytes"
	"testing"
	"unicode/utf8"
)

var encodings = []string{
	"utf-8", "utf-16le", "utf-16be", "big5", "euc-jp", "euc-kr", "gb18030", "iso-2022-jp",
	"shift_jis", "windows-1252", "iso-8859-8-i", "x-user-defined",
}

// FuzzDecode holds that a stream of chunks gives the text of the whole, and that
// fatal is an error exactly where there would be a replacement.
func FuzzDecode(f *testing.F) {
	f.Add(uint8(0), uint8(1), []byte("a\xe2\x82\xac\xf0\x9f\x98\x80\xc3"))
	f.Add(uint8(1), uint8(3), []byte{0x3d, 0xd8, 0x00, 0xde, 0x3d})
	f.Add(uint8(4), uint8(2), []byte{0x8f, 0xa1, 0xa1, 0x8f, 0xa1})
	f.Add(uint8(6), uint8(1), []byte{0x81, 0x30, 0x81, 0x30, 0x81, 0x30, 0x81})
	f.Add(uint8(7), uint8(1), []byte("\x1b$B$\x22\x1b(B\x1b(J\\\x1b"))
	f.Fuzz(func(t *testing.T, encoding, size uint8, b []byte) {
		name := encodings[int(encoding)%len(encodings)]
		whole, err := decodeOp(name, b, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		text := whole[1:] // the head of a whole is below 0x80
		if !utf8.ValidString(text) {
			t.Fatalf("%s: %q is not UTF-8", name, text)
		}
		if got := decodeChunks(t, name, b, int(size)%8+1); got != text {
			t.Errorf("%s: %x in chunks of %d is %+q, want %+q", name, b, size%8+1, got, text)
		}
		if _, err := decodeOp(name, b, 1, 0); err != nil && !bytes.Contains([]byte(text), []byte("\uFFFD")) {
			t.Errorf("%s: fatal fails on %x, which decodes to %+q", name, b, text)
		}
	})
}

func decodeChunks(t *testing.T, name string, b []byte, size int) string {
	var text, left []byte
	state := 0.0
	for len(b) > 0 {
		n := min(size, len(b))
		chunk := append(left, b[:n]...)
		b = b[n:]
		out, err := decodeOp(name, chunk, 2, state)
		if err != nil {
			t.Fatal(err)
		}
		left = bytes.Clone(chunk[len(chunk)-int(out[0]&3):])
		state = float64(out[0] >> 2)
		text = append(text, out[1:]...)
	}
	out, err := decodeOp(name, left, 0, state)
	if err != nil {
		t.Fatal(err)
	}
	return string(append(text, out[1:]...))
}
