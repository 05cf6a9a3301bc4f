package quickjs

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/thaw/isolate"
)

// written returns a snapshot as bytes, with a source map in it.
func written(t testing.TB) (*Engine, []byte) {
	t.Helper()
	e, v := newTestVM(t, isolate.Options{Ops: []isolate.Op{isolate.Op0("op", func() (bool, error) { return true, nil })}})
	v.addMap("app.js", []byte(`{"version":3}`))
	s, err := e.Snapshot(v, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var b bytes.Buffer
	if _, err := s.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return e, b.Bytes()
}

// reopen opens bytes as a snapshot, and restores an isolate from it if that works.
func reopen(t testing.TB, e *Engine, b []byte) error {
	t.Helper()
	path := filepath.Join(t.TempDir(), "snapshot")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := e.OpenSnapshot(path)
	if err != nil {
		return err
	}
	defer s.Close()
	iso, err := e.Restore(t.Context(), s, isolate.Options{Ops: []isolate.Op{isolate.Op0("op", func() (bool, error) { return true, nil })}})
	if err != nil {
		return err
	}
	return iso.Close()
}

// TestDamage changes a snapshot in each part of its file.
func TestDamage(t *testing.T) {
	e, whole := written(t)
	if err := reopen(t, e, whole); err != nil {
		t.Fatal(err)
	}
	flipped := func(at int) []byte {
		b := bytes.Clone(whole)
		b[at] ^= 1
		return b
	}
	for name, b := range map[string][]byte{
		"empty": nil, "head only": whole[:headSize], "cut": whole[:len(whole)-1], "longer": append(bytes.Clone(whole), 0),
		"magic": flipped(0), "size": flipped(16), "large size": flipped(19), "checksum": flipped(20), "JSON": flipped(headSize + 5),
		"padding": flipped(wasmPage - 1), "page": flipped(3 * wasmPage), "source map": flipped(len(whole) - 1),
	} {
		if err := reopen(t, e, b); !errors.Is(err, errDamaged) {
			t.Errorf("%s: error = %v, want errDamaged", name, err)
		}
	}
}

// reseal makes the checksum of b right, and returns b.
func reseal(b []byte) []byte {
	binary.LittleEndian.PutUint32(b[20:], crc32.Checksum(b[headSize:], castagnoli))
	return b
}

// TestForeign opens snapshots whose checksum is right and whose content is not.
func TestForeign(t *testing.T) {
	e, whole := written(t)
	replaced := func(old, new string) []byte {
		b := bytes.Replace(whole, []byte(old), []byte(new), 1)
		if bytes.Equal(b, whole) {
			t.Fatalf("no %s in the image", old)
		}
		return reseal(b)
	}
	for name, tc := range map[string]struct {
		b    []byte
		want string
	}{
		"offset":         {replaced(`"Offset":131072`, `"Offset":131073`), "damaged"},
		"hot outside":    {replaced(`"Hot":null`, `"Hot":[{"Page":999999,"Count":1}]`), "damaged"},
		"version":        {replaced(`"Engine":"quickjs-ng 0`, `"Engine":"quickjs-ng 9`), "another build"},
		"module":         {replaced(`"Wasm":"`+wasmSHA256[:4], `"Wasm":"0000`), "another build"},
		"extent outside": {replaced(`"Page":16`, `"Page":99`), "damaged"},
		"no JSON":        {replaced(`{"Engine"`, `["Engine"`), "damaged"},
	} {
		if err := reopen(t, e, tc.b); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error = %v, want %q", name, err, tc.want)
		}
	}
}

// FuzzOpenSnapshot changes what comes before the pages, with a right checksum.
func FuzzOpenSnapshot(f *testing.F) {
	e, whole := written(f)
	n := int(binary.LittleEndian.Uint32(whole[16:]))
	f.Add(whole[headSize : headSize+n])
	f.Add([]byte(`{"Extents":[{"Page":4294967295,"Count":4294967295}],"Memory":4294967295}`))
	f.Add([]byte(`{"Maps":[{"Name":"a","Size":-1}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		b := append(bytes.Clone(whole[:headSize]), text...)
		binary.LittleEndian.PutUint32(b[16:], uint32(len(text)))
		if len(b) < 2*wasmPage { // where the pages are
			b = append(append(b, make([]byte, 2*wasmPage-len(b))...), whole[2*wasmPage:]...)
		}
		_ = reopen(t, e, reseal(b)) // an error, or an isolate of a foreign image that is closed again
	})
}

func BenchmarkRestore(b *testing.B) {
	e, v := newTestVM(b, isolate.Options{})
	v.freeValue(v.eval(b, e, `__host.id = (x) => x`))
	if _, err := v.Call(b.Context(), "id", "text"); err != nil {
		b.Fatal(err)
	}
	s, err := e.Snapshot(v, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for _, call := range []bool{false, true} {
		b.Run(map[bool]string{false: "alone", true: "call"}[call], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				iso, err := e.Restore(b.Context(), s, isolate.Options{})
				if err != nil {
					b.Fatal(err)
				}
				if call {
					if _, err := iso.Call(b.Context(), "id", "text"); err != nil {
						b.Fatal(err)
					}
				}
				_ = iso.Close()
			}
		})
	}
}
