package web

import (
	"bytes"
	"testing"
)

// FuzzDigestUpdate holds that a digest in chunks is that of the whole, and that
// a foreign state is an error.
func FuzzDigestUpdate(f *testing.F) {
	f.Add(uint8(2), uint8(3), []byte("abcdefghij"))
	f.Add(uint8(0), uint8(64), bytes.Repeat([]byte{7}, 200))
	f.Fuzz(func(t *testing.T, kind, size uint8, data []byte) {
		algorithm := []string{"MD5", "SHA-1", "SHA-256", "SHA-384", "SHA-512"}[kind%5]
		want, err := cryptoDigest(algorithm, data)
		if err != nil {
			t.Fatal(err)
		}
		var state []byte
		for rest := data; len(rest) > 0; {
			n := min(len(rest), int(size)+1)
			if state, err = digestUpdate(algorithm, state, rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		got, err := digestFinal(algorithm, state)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s of %x in chunks of %d is %x, %v, want %x", algorithm, data, size+1, got, err, want)
		}
		if len(data) > 0 && !bytes.HasPrefix(data, state[:4]) {
			if _, err := digestFinal(algorithm, data); err == nil {
				t.Errorf("%s: %x is taken for a state", algorithm, data)
			}
		}
	})
}
