package web

import (
	"encoding/base64"
	"strings"

	"example.com/thaw/isolate"
)

func (l *Layer) base64Ops() []isolate.Op {
	return []isolate.Op{
		isolate.Op1("op_base64_encode", base64Encode),
		isolate.Op1("op_base64_decode", base64Decode),
	}
}

// base64Encode is btoa: each code point of s is one byte.
func base64Encode(s string) (string, error) {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		if r > 0xff {
			return "", isolate.Throw("InvalidCharacterError", "btoa: the string has a character outside of Latin-1: %q", r)
		}
		b = append(b, byte(r))
	}
	return base64.StdEncoding.EncodeToString(b), nil
}

// base64Decode is atob: each byte of the result is a code point.
func base64Decode(s string) (string, error) {
	b, ok := forgivingBase64(s)
	if !ok {
		return "", isolate.Throw("InvalidCharacterError", "atob: the string is not correctly encoded")
	}
	return IsomorphicDecode(string(b)), nil
}

// forgivingBase64 is Infra's "forgiving-base64 decode".
func forgivingBase64(s string) (b []byte, ok bool) {
	s = stripASCIIWhitespace(s)
	if len(s)%4 == 0 {
		s = strings.TrimSuffix(strings.TrimSuffix(s, "="), "=")
	}
	b, err := base64.RawStdEncoding.DecodeString(s)
	return b, err == nil
}

func stripASCIIWhitespace(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '\t', '\n', '\f', '\r', ' ':
			return -1
		}
		return r
	}, s)
}
