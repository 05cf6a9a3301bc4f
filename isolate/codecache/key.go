package codecache

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"runtime/debug"
	"strconv"
	"sync"
	"unsafe"

	"example.com/thaw/isolate"
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

// EngineParts are what everything depends on that an engine makes: the version of
// this module, since it changes source text before it is compiled, and the engine's
// name, version and build.
func EngineParts(e isolate.Engine) []Part {
	info := e.Info()
	return []Part{{"thaw", thawVersion()}, {"engine", info.Name}, {"version", info.Version}, {"build", info.Build}}
}

// SourceParts are what a script depends on of its source: all but the source map.
func SourceParts(src isolate.Source) []Part {
	text := sha256.New()
	text.Write(unsafe.Slice(unsafe.StringData(src.Text), len(src.Text))) // without a copy: it is only read
	return []Part{
		{"name", src.Name},
		{"module", strconv.FormatBool(src.Module)},
		{"strip-debug", strconv.FormatBool(src.StripDebug)},
		{"eager-regexps", strconv.FormatBool(src.EagerRegExps)},
		{"source", hex.EncodeToString(text.Sum(nil))},
	}
}

// thawVersion is the version of this module.
var thawVersion = sync.OnceValue(func() string {
	const module = "example.com/thaw"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if info.Main.Path == module {
		return info.Main.Version
	}
	for _, m := range info.Deps {
		if m.Path == module {
			return m.Version
		}
	}
	return "unknown"
})

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
