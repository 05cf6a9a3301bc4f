package codecache

import (
	"bytes"
	"encoding/binary"
	"os"
	"testing"
	"time"
)

// FuzzDecode takes a file apart, as it is and with its checksum put right so that
// what is behind it is reached. What decodes is the whole of the file.
func FuzzDecode(f *testing.F) {
	for _, data := range [][]byte{nil, []byte("data")} {
		b, err := encode(key("a"), meta{Kind: "script", What: "a", Created: time.Unix(0, 0)}, data)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
		f.Add(b[:len(b)-1])
		binary.LittleEndian.PutUint64(b[lengthsAt+8:], 1<<63)
		f.Add(b)
	}
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, b []byte) {
		testDecode(t, b)
		if len(b) >= headerSize {
			testDecode(t, seal(bytes.Clone(b)))
		}
	})
}

func testDecode(t *testing.T, b []byte) {
	e, err := decode(b)
	if err != nil {
		return
	}
	if n := headerSize + len(e.parts) + len(e.meta) + len(e.data); n != len(b) {
		t.Errorf("%d of %d bytes are in the entry", n, len(b))
	}
	if d, err := e.describe(); err == nil && len(d.Key) != 2*len(e.key) {
		t.Errorf("key %q", d.Key)
	}
}

// FuzzStore puts a file in the place of an entry. The answer is what was put, or none.
func FuzzStore(f *testing.F) {
	s := openStore(f)
	put(f, s, "a")
	good, err := os.ReadFile(fileOf(s, "a"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:headerSize])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := os.WriteFile(fileOf(s, "a"), b, 0o600); err != nil {
			t.Fatal(err)
		}
		data, ok, warning := s.Get(key("a"))
		if ok != (warning == nil) || ok && !bytes.Equal(data, dataOf("a")) {
			t.Errorf("Get = %q, %v, %v", data, ok, warning)
		}
		if _, _, err := s.List(); err != nil {
			t.Error(err)
		}
	})
}
