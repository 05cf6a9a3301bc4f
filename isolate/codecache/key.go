package codecache

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// A Part is one thing that an entry depends on, such as the engine's version.
type Part struct{ Name, Value string }

// A Key names an entry: a kind, and all that the entry depends on.
type Key struct {
	kind  string
	parts []byte // the canonical form, which the entry repeats
	sum   [sha256.Size]byte
}

// NewKey makes the key of an entry of a kind, such as "script". Parts in another
// order make another key.
func NewKey(kind string, parts ...Part) Key {
	b := appendPart(nil, Part{"format", magic})
	b = appendPart(b, Part{"kind", kind})
	for _, p := range parts {
		b = appendPart(b, p)
	}
	return Key{kind, b, sha256.Sum256(b)}
}

// String is the key's SHA-256 in hexadecimal: the name of the entry's file.
func (k Key) String() string { return hex.EncodeToString(k.sum[:]) }

// appendPart puts a length before each text, so that no two lists of parts look alike.
func appendPart(b []byte, p Part) []byte {
	for _, text := range []string{p.Name, p.Value} {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
		b = append(b, text...)
	}
	return b
}
