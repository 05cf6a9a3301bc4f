package web

import (
	"bytes"
	"testing"
)

var compressionFormats = []string{"gzip", "deflate", "deflate-raw", "brotli"}

// compressed is data, given in chunks of a size.
func compressed(t testing.TB, l *Layer, format string, data []byte, size int) []byte {
	t.Helper()
	id, err := l.openCompression(format)
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	for len(data) > 0 {
		n := min(size, len(data))
		b, err := l.writeCompression(id, data[:n])
		if err != nil {
			t.Fatal(err)
		}
		out, data = append(out, b...), data[n:]
	}
	b, err := l.finishCompression(id)
	if err != nil {
		t.Fatal(err)
	}
	return append(out, b...)
}

// decompressed gives the decoder data in chunks of a size, and collects all pieces.
func decompressed(l *Layer, format string, data []byte, size int) (out []byte, err error) {
	id, err := l.openDecompression(format)
	if err != nil {
		return nil, err
	}
	defer l.releaseCompression(id)
	collect := func(piece []byte, err error) error {
		for err == nil && len(piece) > 0 {
			out = append(out, piece...)
			piece, err = l.readDecompression(id)
		}
		return err
	}
	for len(data) > 0 {
		n := min(size, len(data))
		if err := collect(l.writeDecompression(id, data[:n])); err != nil {
			return out, err
		}
		data = data[n:]
	}
	return out, collect(l.finishDecompression(id))
}

func TestCompression(t *testing.T) {
	l := New(nil, Config{})
	defer l.Close()
	data := bytes.Repeat([]byte("all work and no play makes Jack a dull boy\n"), 5000)
	for _, format := range compressionFormats {
		for _, size := range []int{1 << 30, 1000, 1} {
			packed := compressed(t, l, format, data, max(size, 100))
			if len(packed) > len(data)/20 {
				t.Errorf("%s: %d bytes of %d", format, len(packed), len(data))
			}
			got, err := decompressed(l, format, packed, size)
			if err != nil || !bytes.Equal(got, data) {
				t.Errorf("%s in chunks of %d: %d bytes of %d, %v", format, size, len(got), len(data), err)
			}
		}
	}
}

func TestDecompressionErrors(t *testing.T) {
	l := New(nil, Config{})
	defer l.Close()
	for _, format := range compressionFormats {
		packed := compressed(t, l, format, []byte("expected output"), 100)
		for _, size := range []int{1, 1 << 10} {
			for n := range packed {
				if _, err := decompressed(l, format, packed[:n], size); err == nil {
					t.Errorf("%s: no error of %d bytes of %d, in chunks of %d", format, n, len(packed), size)
				}
			}
			got, err := decompressed(l, format, append(bytes.Clone(packed), 0), size)
			if err == nil || string(got) != "expected output" {
				t.Errorf("%s with one byte more in chunks of %d: %q, %v", format, size, got, err)
			}
		}
	}
	if _, err := l.openCompression("zip"); err == nil {
		t.Error("no error of an unknown format")
	}
	if _, err := l.readDecompression(1e6); err == nil {
		t.Error("no error of an unknown context")
	}
}

// TestDecompressionClose holds that no decoder's goroutine outlives the layer.
func TestDecompressionClose(t *testing.T) {
	l := New(nil, Config{})
	packed := compressed(t, l, "gzip", make([]byte, 1<<20), 1<<20)
	var all []*decompressor
	for range 10 {
		id, err := l.openDecompression("gzip")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.writeDecompression(id, packed[:len(packed)-20]); err != nil {
			t.Fatal(err)
		}
		all = append(all, l.compressions.readers.get(id))
	}
	l.Close()
	for _, d := range all {
		if _, running := <-d.pieces; running || d.done {
			t.Error("a decoder was done before, or goes on after the layer was closed")
		}
	}
}

func FuzzDecompression(f *testing.F) {
	l := New(nil, Config{})
	for _, format := range compressionFormats {
		f.Add(format, compressed(f, l, format, []byte("expected output"), 100), 7)
	}
	f.Fuzz(func(t *testing.T, format string, data []byte, size int) {
		l := New(nil, Config{})
		defer l.Close()
		size = max(size, 1)
		out, err := decompressed(l, format, data, size)
		whole, wholeErr := decompressed(l, format, data, len(data)+1)
		if (err == nil) != (wholeErr == nil) || err == nil && !bytes.Equal(out, whole) {
			t.Errorf("in chunks of %d: %d bytes and %v; at once: %d bytes and %v", size, len(out), err, len(whole), wholeErr)
		}
	})
}
