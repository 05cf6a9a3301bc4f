package isolatetest

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/thaw/isolate"
)

// reopen writes a snapshot and opens what was written.
func reopen(t *testing.T, e isolate.Engine, s isolate.Snapshot, sources ...isolate.Source) isolate.Snapshot {
	t.Helper()
	const offset = 64 << 10
	f, err := os.Create(filepath.Join(t.TempDir(), "snapshot"))
	if err == nil {
		_, err = f.Seek(offset, io.SeekStart)
	}
	if err != nil {
		t.Fatal(err)
	}
	n, err := s.WriteTo(f)
	if err != nil || n != s.Bytes() {
		t.Fatalf("WriteTo = %d, %v, want %d", n, err, s.Bytes())
	}
	opened, err := snapshotter(t, e).OpenSnapshot(f, offset, n, sources...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := opened.Close(); err != nil {
			t.Errorf("Snapshot.Close: %v", err)
		}
	})
	return opened
}

func snapshotFile(t *testing.T, e isolate.Engine) {
	iso := start(t, e, counter)
	call(t, iso, "count")
	s := freeze(t, e, iso)
	opened, n := reopen(t, e, s), s.Bytes()
	if opened.Bytes() != n || string(opened.Note()) != "note" {
		t.Errorf("Bytes = %d, Note = %q, want %d and note", opened.Bytes(), opened.Note(), n)
	}
	r := restore(t, e, opened, isolate.Options{})
	if err := opened.Close(); err != nil {
		t.Error(err)
	}
	if got := call(t, r, "count"); got != 2.0 {
		t.Errorf("count = %v, want 2", got)
	}
	if _, err := snapshotter(t, e).Restore(t.Context(), opened, isolate.Options{}); err == nil {
		t.Error("Restore of a closed snapshot: no error")
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "none"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := snapshotter(t, e).OpenSnapshot(f, 0, 0); err == nil || !strings.Contains(err.Error(), f.Name()) {
		t.Errorf("OpenSnapshot of an empty file = %v, want its name", err)
	}
	if err := f.Close(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("the file of no snapshot is open: %v", err)
	}
}
