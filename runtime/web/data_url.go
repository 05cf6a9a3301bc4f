package web

import (
	"strings"

	"example.com/thaw/isolate"
)

// dataURLBody is the body of a data: URL: what is after its first comma, where
// encoded tells whether the part before it ends in ";base64" (Fetch, "data: URL processor").
func dataURLBody(text string, encoded bool) ([]byte, error) {
	body := percentDecode(text)
	if !encoded {
		return body, nil
	}
	decoded, ok := forgivingBase64(string(body))
	if !ok {
		return nil, isolate.Throw("TypeError", "the data: URL is not correctly encoded as base64")
	}
	return decoded, nil
}

// percentDecode is that of the URL standard: what is no escape stays as it is.
func percentDecode(s string) []byte {
	b := make([]byte, 0, len(s))
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			return append(b, s...)
		}
		b = append(b, s[:i]...)
		s = s[i:]
		if len(s) > 2 && unhex(s[1]) < 16 && unhex(s[2]) < 16 {
			b = append(b, unhex(s[1])<<4|unhex(s[2]))
			s = s[3:]
		} else {
			b = append(b, '%')
			s = s[1:]
		}
	}
}
