package codecache

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"os"
	"testing"
	"time"

	"example.com/thaw/isolate/isolatetest"
)

// FuzzReadHead takes a file apart, as it is and with its checksum put right so that
// what is behind it is reached. What is good is the whole of the file.
func FuzzReadHead(f *testing.F) {
	for _, align := range []int64{1, fileAlign} {
		b := fileOfEntry(f, key("a"), align, []byte("data"))
		f.Add(b)
		f.Add(b[:len(b)-1])
		b = bytes.Clone(b)
		binary.LittleEndian.PutUint64(b[lengthsAt+8:], 1<<63)
		f.Add(b)
	}
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, b []byte) {
		testReadHead(t, b)
		if len(b) >= headerSize {
			sealed := seal(bytes.Clone(b))
			isolatetest.BoundAllocation(t, len(b), 64, func() { testReadHead(t, sealed) })
		}
	})
}

// fileOfEntry is the file of an entry.
func fileOfEntry(t testing.TB, k Key, align int64, data []byte) []byte {
	t.Helper()
	h, err := newHead(k, meta{Kind: "script", What: "a", Created: time.Unix(0, 0)}, align)
	if err != nil {
		t.Fatal(err)
	}
	h.size, h.sum = int64(len(data)), crc32.ChecksumIEEE(data)
	return append(h.encode(), data...)
}

func testReadHead(t *testing.T, b []byte) {
	h, err := readHead(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return
	}
	if h.at+h.size != int64(len(b)) || h.end() > h.at {
		t.Errorf("a head of %d bytes and data of %d at %d, in %d bytes", h.end(), h.size, h.at, len(b))
	}
	if d, err := h.describe(); err == nil && len(d.Key) != 2*len(h.key) {
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
		isolatetest.BoundAllocation(t, len(b), 64, func() {
			data, ok, warning := s.Get(key("a"))
			if ok != (warning == nil) || ok && !bytes.Equal(data, dataOf("a")) {
				t.Errorf("Get = %q, %v, %v", data, ok, warning)
			}
			if _, _, err := s.List(); err != nil {
				t.Error(err)
			}
		})
	})
}
