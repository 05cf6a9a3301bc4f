package web

import "strings"

// IsomorphicDecode is the string whose code points are the bytes of s (Infra): what
// JavaScript sees of bytes such as a header's value.
func IsomorphicDecode(s string) string {
	if isASCII(s) {
		return s
	}
	var b strings.Builder
	b.Grow(2 * len(s))
	for n := range len(s) {
		b.WriteRune(rune(s[n]))
	}
	return b.String()
}

// IsomorphicEncode is its inverse, for strings whose code points are below 256.
func IsomorphicEncode(s string) string {
	if isASCII(s) {
		return s
	}
	b := make([]byte, 0, len(s))
	for _, r := range s {
		b = append(b, byte(r))
	}
	return string(b)
}

func isASCII(s string) bool {
	for n := range len(s) {
		if s[n] >= 0x80 {
			return false
		}
	}
	return true
}
