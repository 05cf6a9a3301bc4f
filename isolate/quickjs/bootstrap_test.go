package quickjs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/thaw/isolate"
)

// TestBootstrapKept: the second engine takes the scripts that isolates begin with from the first, a third that
// finds it damaged compiles it.
func TestBootstrapKept(t *testing.T) {
	dir := t.TempDir()
	open := func() *Engine {
		t.Helper()
		e, err := Open(Options{Dir: "../../fixtures/npm", CacheDir: dir})
		if err != nil {
			t.Skip(err)
		}
		t.Cleanup(func() { e.Close() })
		iso, err := e.New(t.Context(), isolate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := iso.Close(); err != nil {
			t.Error(err)
		}
		return e
	}
	open()
	kept, err := filepath.Glob(filepath.Join(dir, "code", "*.entry"))
	if err != nil || len(kept) != 2 {
		t.Fatalf("kept: %v, %v", kept, err)
	}
	before, err := os.Stat(kept[0])
	if err != nil {
		t.Fatal(err)
	}
	if e := open(); len(e.Warnings()) > 0 {
		t.Errorf("warnings %q", e.Warnings())
	}
	if after, err := os.Stat(kept[0]); err != nil || !os.SameFile(before, after) {
		t.Errorf("it was written again: %v", err)
	}
	b, err := os.ReadFile(kept[0])
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)-10] ^= 1
	if err := os.WriteFile(kept[0], b, 0o600); err != nil {
		t.Fatal(err)
	}
	if w := open().Warnings(); len(w) != 1 || !strings.Contains(w[0], "its checksum is wrong") {
		t.Errorf("warnings %q", w)
	}
	if e := open(); len(e.Warnings()) > 0 {
		t.Errorf("warnings %q", e.Warnings())
	}
}
