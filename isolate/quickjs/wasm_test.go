package quickjs

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// installed returns the module, or skips the test where there is none.
func installed(t testing.TB) Wasm {
	t.Helper()
	w, err := Find("../../fixtures/npm")
	if errors.Is(err, ErrNoWasm) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// installedCode is the content of the module.
func installedCode(t testing.TB) []byte {
	t.Helper()
	code, err := installed(t).read()
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func TestFindUpwards(t *testing.T) {
	root := t.TempDir()
	below := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(below, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := findUpwards(below, "no such file"); !errors.Is(err, ErrNoWasm) {
		t.Errorf("error = %v, want ErrNoWasm", err)
	}
	file := filepath.Join(root, "a", "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := findUpwards(below, "file"); err != nil || got != file {
		t.Errorf("got %v, %v, want %v", got, err, file)
	}
}

func TestReadWasm(t *testing.T) {
	dir := t.TempDir()
	wrong := filepath.Join(dir, "wrong.wasm")
	if err := os.WriteFile(wrong, []byte("\x00asm"), 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		wrong:                            "is not the quickjs.wasm of quickjs-wasi 3.7.0",
		filepath.Join(dir, "missing.so"): "no file",
	} {
		_, err := Open(Options{Wasm: path})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("Open(%s) = %v, want an error that names the file and says %q", path, err, want)
		}
	}
	for _, way := range []string{"make setup", "npm install quickjs-wasi@3.7.0", EnvWasm} {
		if !strings.Contains(ErrNoWasm.Error(), way) {
			t.Errorf("ErrNoWasm does not say %q", way)
		}
	}
}

func TestPatch(t *testing.T) {
	wasm := installedCode(t)
	patched, err := patchStringify(wasm)
	if err != nil {
		t.Fatal(err)
	}
	// A constant grows by a byte at the start of the function, and at its end.
	if got, want := len(patched), len(wasm)+2; got != want {
		t.Errorf("the patched module has %d bytes, want %d", got, want)
	}
	for _, bad := range [][]byte{nil, wasm[:8], wasm[:len(wasm)/2], patched, []byte("\x00asm\x01\x00\x00\x00\x0a\xff\xff\xff\xff\x0f")} {
		if _, err := patchStringify(bad); !errors.Is(err, errPatch) {
			t.Errorf("%d bytes: error = %v, want errPatch", len(bad), err)
		}
	}
}

func TestSplitData(t *testing.T) {
	wasm := installedCode(t)
	code, data, err := splitData(wasm)
	if err != nil || len(data) == 0 || len(code) >= len(wasm) {
		t.Fatalf("%d bytes, %d segments, %v", len(code), len(data), err)
	}
	if again, none, err := splitData(code); err != nil || len(none) != 0 || len(again) != len(code) {
		t.Errorf("of what has no data: %d bytes, %d segments, %v", len(again), len(none), err)
	}
	for _, bad := range [][]byte{
		nil, wasm[:len(wasm)-1],
		[]byte("\x00asm\x01\x00\x00\x00\x0b\xff\xff\xff\xff\x0f"),
		[]byte("\x00asm\x01\x00\x00\x00\x0b\x02\x01\x01"),             // a passive segment
		[]byte("\x00asm\x01\x00\x00\x00\x0b\x05\x01\x00\x41\x08\x0b"), // no length
	} {
		if _, _, err := splitData(bad); !errors.Is(err, errPatch) {
			t.Errorf("%d bytes: error = %v, want errPatch", len(bad), err)
		}
	}
}
