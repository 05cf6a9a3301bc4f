package codecache

import (
	"bytes"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
)

// A way is how data is kept and found again.
type way struct {
	name string
	keep func(s *Store, k Key, m Meta, data []byte) error
	get  func(s *Store, k Key) (data []byte, ok bool, warning error)
}

var ways = []way{
	{"Put", (*Store).Put, (*Store).Get},
	{"PutFile", putFile, readOpened},
}

func putFile(s *Store, k Key, m Meta, data []byte) error {
	return s.PutFile(k, m, bytes.NewReader(data), int64(len(data)))
}

// readOpened opens an entry and reads it.
func readOpened(s *Store, k Key) ([]byte, bool, error) {
	f, warning := s.OpenFile(k)
	if f == nil {
		return nil, false, warning
	}
	defer f.Close()
	data, err := io.ReadAll(io.NewSectionReader(f, f.Offset, f.Size))
	return data, true, errors.Join(warning, err)
}

func (w way) put(t testing.TB, s *Store, name string) {
	t.Helper()
	check(t, w.keep(s, key(name), Meta{What: name, Engine: "e 1"}, dataOf(name)))
}

// wantHit wants the right data; wantMiss wants none.
func (w way) wantHit(t testing.TB, s *Store, name string) {
	t.Helper()
	data, ok, warning := w.get(s, key(name))
	if !ok || warning != nil || !bytes.Equal(data, dataOf(name)) {
		t.Errorf("%s is %d bytes, %v, %v", name, len(data), ok, warning)
	}
}

func (w way) wantMiss(t testing.TB, s *Store, name, warning string) {
	t.Helper()
	data, ok, err := w.get(s, key(name))
	if ok || data != nil {
		t.Errorf("%s is %d bytes, %v", name, len(data), ok)
	}
	if (err == nil) != (warning == "") || err != nil && !strings.Contains(err.Error(), warning) {
		t.Errorf("%s: warns %v, want %q", name, err, warning)
	}
}

func TestFile(t *testing.T) {
	s := openStore(t)
	w := ways[1]
	w.wantMiss(t, s, "a", "")
	w.put(t, s, "a")
	f, warning := s.OpenFile(key("a"))
	if warning != nil || f.Offset%fileAlign != 0 || f.Size != int64(len(dataOf("a"))) {
		t.Fatalf("OpenFile = %+v, %v", f, warning)
	}
	defer f.Close()
	if runtime.GOOS != "windows" { // which has no way to remove a file that is open
		check(t, s.Remove(key("a").String()))
	}
	got := make([]byte, f.Size)
	if _, err := f.ReadAt(got, f.Offset); err != nil || !bytes.Equal(got, dataOf("a")) {
		t.Errorf("what was removed reads %q, %v", got, err)
	}
	w.put(t, s, "a")
	w.wantHit(t, s, "a")
	entries, bad, err := s.List()
	if err != nil || len(entries) != 1 || len(bad) > 0 || entries[0].Hits != 1 || entries[0].Size != fileAlign+f.Size {
		t.Errorf("List = %+v, %v, %v", entries, bad, err)
	}
}

// TestFileOfPut: what is not aligned can't be used where it lies.
func TestFileOfPut(t *testing.T) {
	s := openStore(t)
	put(t, s, "a")
	ways[1].wantMiss(t, s, "a", "something else")
	ways[1].put(t, s, "a")
	wantHit(t, s, "a")
}

// A liar writes less than it says.
type liar struct{ err error }

func (l liar) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(make([]byte, 10))
	return int64(n), errors.Join(err, l.err)
}

func TestPutFileFails(t *testing.T) {
	s := openStore(t)
	for _, l := range []liar{{}, {os.ErrClosed}} {
		err := s.PutFile(key("a"), Meta{What: "a"}, l, 11)
		if err == nil || !strings.Contains(err.Error(), "a is not kept") || !errors.Is(err, l.err) && l.err != nil {
			t.Errorf("PutFile = %v", err)
		}
	}
	if got := names(t, s); len(got) != 0 {
		t.Errorf("left behind: %v", got)
	}
}
