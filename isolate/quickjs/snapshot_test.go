package quickjs

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/isolatetest"
)

// written returns a snapshot as bytes.
func written(t testing.TB) (*Engine, []byte) {
	t.Helper()
	e, v := newTestVM(t, isolate.Options{Ops: []isolate.Op{isolate.Op0("op", func() (bool, error) { return true, nil })}})
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

// imageOf is the image in the bytes of a snapshot.
func imageOf(b []byte) []byte {
	return b[headSize:][:binary.LittleEndian.Uint32(b[len(imageMagic):])]
}

// reopen opens bytes as a snapshot, and restores an isolate from it if that works.
func reopen(t testing.TB, e *Engine, b []byte) error {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "snapshot"))
	if err == nil {
		_, err = f.Write(b)
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.OpenSnapshot(f, 0, int64(len(b)))
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

// TestForeign opens what is no snapshot of this engine.
func TestForeign(t *testing.T) {
	e, whole := written(t)
	if err := reopen(t, e, whole); err != nil {
		t.Fatal(err)
	}
	changed := func(change func(*image)) []byte {
		c := imageCodec{b: bytes.Clone(imageOf(whole)), reading: true}
		var m image
		m.code(&c)
		change(&m)
		head, err := m.encode()
		if err != nil || c.bad {
			t.Fatal(err, c.bad)
		}
		return append(head, whole[pagesAfter(len(imageOf(whole))):]...)
	}
	if same := changed(func(*image) {}); !bytes.Equal(same, whole) {
		t.Error("an image that was read is written in another form")
	}
	sized := func(n uint32) []byte {
		b := bytes.Clone(whole)
		binary.LittleEndian.PutUint32(b[len(imageMagic):], n)
		return b
	}
	for name, tc := range map[string]struct {
		b    []byte
		want string
	}{
		"empty":          {nil, "damaged"},
		"head only":      {whole[:headSize], "damaged"},
		"cut":            {whole[:len(whole)-1], "damaged"},
		"longer":         {append(bytes.Clone(whole), 0), "damaged"},
		"version":        {bytes.Replace(whole, []byte(imageMagic), []byte("thaw-snapshot-0\n"), 1), "damaged"},
		"large image":    {sized(1 << 31), "damaged"},
		"image to here":  {sized(uint32(len(whole))), "damaged"},
		"short image":    {sized(uint32(len(imageOf(whole)) - 1)), "damaged"},
		"long image":     {sized(uint32(len(imageOf(whole)) + 1)), "damaged"},
		"hot outside":    {changed(func(m *image) { m.Hot = []hotRange{{999999, 1}} }), "damaged"},
		"extent outside": {changed(func(m *image) { m.Extents[0].Page = 99 }), "damaged"},
		"engine":         {changed(func(m *image) { m.Engine = "quickjs-ng 9" }), "another build"},
		"build":          {changed(func(m *image) { m.Build = "0000" }), "another build"},
	} {
		if err := reopen(t, e, tc.b); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error = %v, want %q", name, err, tc.want)
		}
	}
}

// FuzzOpenSnapshot changes what comes before the pages.
func FuzzOpenSnapshot(f *testing.F) {
	e, whole := written(f)
	n := len(imageOf(whole))
	f.Add(imageOf(whole))
	var c imageCodec
	huge := image{Memory: 1<<32 - 1, Extents: []extent{{1<<32 - 1, 1<<32 - 1}}}
	huge.code(&c)
	f.Add(c.b)
	f.Fuzz(func(t *testing.T, text []byte) {
		b := binary.LittleEndian.AppendUint32([]byte(imageMagic), uint32(len(text)))
		b = append(b, text...)
		if end := pagesAfter(len(text)); int64(len(b)) < end {
			b = append(b, make([]byte, end-int64(len(b)))...)
		}
		b = append(b, whole[pagesAfter(n):]...)
		// An error, or an isolate of a foreign image that is closed again.
		isolatetest.BoundAllocation(t, len(b), 64, func() { _ = reopen(t, e, b) })
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
