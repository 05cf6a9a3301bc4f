package quickjs

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/thaw/isolate"
)

// A restoreFixture is a folder of machine code, and a snapshot.
type restoreFixture struct{ dir, snapshot, skeleton string }

// newRestoreFixture takes a snapshot with an engine whose folder is new.
func newRestoreFixture(t *testing.T) restoreFixture {
	t.Helper()
	installed(t)
	if !mapsCode {
		t.Skip("no machine code can be mapped here")
	}
	fx := restoreFixture{dir: t.TempDir(), snapshot: filepath.Join(t.TempDir(), "snapshot")}
	e := fx.open(t)
	iso, err := e.New(t.Context(), isolate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer iso.Close()
	app, err := e.Compile(t.Context(), isolate.Source{Name: "app.js", Text: `
		let calls = 0
		const deep = n => n === 0 ? 0 : 1 + deep(n - 1)
		Object.assign(__host, {
			count: () => ++calls,
			work: () => [3, 1, 2].sort((a, b) => a - b).join() + "abc".replace(/b/, x => x.toUpperCase()) + JSON.stringify({ a: [1.5] }),
			overflow: () => { try { deep(1e6) } catch (e) { return e.name } },
			spin: () => { for (;;); },
		})`})
	if err != nil {
		t.Fatal(err)
	}
	if err := iso.Run(t.Context(), app); err != nil {
		t.Fatal(err)
	}
	s, err := e.Snapshot(iso, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var b bytes.Buffer
	if _, err := s.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(fx.snapshot, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if fx.skeleton, err = e.skeletonPath(); err != nil {
		t.Fatal(err)
	}
	return fx
}

func (fx restoreFixture) open(t *testing.T) *Engine {
	t.Helper()
	e, err := Open(Options{Dir: "../../fixtures/npm", CacheDir: fx.dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// openSnapshot opens a file that holds nothing else.
func openSnapshot(e *Engine, path string) (isolate.Snapshot, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return e.OpenSnapshot(f, 0, info.Size())
}

// restore restores an isolate, as a fresh process would, and checks its answers.
func (fx restoreFixture) restore(t *testing.T, e *Engine) {
	t.Helper()
	s, err := openSnapshot(e, fx.snapshot)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	iso, err := e.Restore(t.Context(), s, isolate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer iso.Close()
	for _, tc := range []struct {
		fn   string
		want isolate.Value
	}{
		{"count", 1.0}, {"count", 2.0}, {"work", `1,2,3aBc{"a":[1.5]}`}, {"overflow", "RangeError"}, {"count", 3.0},
	} {
		if got, err := iso.Call(t.Context(), tc.fn); got != tc.want || err != nil {
			t.Errorf("%s() = %v, %v, want %v", tc.fn, got, err, tc.want)
		}
	}
}

func TestSkeletonRestores(t *testing.T) {
	fx := newRestoreFixture(t)
	e := fx.open(t)
	for range 2 { // the second takes the machine of the first
		fx.restore(t, e)
	}
	if e.skeleton == nil || e.opened.Load() {
		t.Errorf("skeleton %v, whole module opened: %v; want only a skeleton; warnings %q", e.skeleton, e.opened.Load(), e.warnings)
	}
	// What a skeleton can't do is done by the whole module.
	iso, err := e.New(t.Context(), isolate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer iso.Close()
	fx.restore(t, e)
}

// TestSkeletonInterrupt unwinds machine code that the skeleton knows no function of.
func TestSkeletonInterrupt(t *testing.T) {
	fx := newRestoreFixture(t)
	e := fx.open(t)
	s, err := openSnapshot(e, fx.snapshot)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	iso, err := e.Restore(t.Context(), s, isolate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer iso.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := iso.Call(ctx, "spin"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error = %v, want the deadline", err)
	}
	// An address that is none traps.
	v, err := e.Restore(t.Context(), s, isolate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	m := &v.(*vm).machine
	if m.leaf(jsFreeCString, m.context, 1<<31); m.broken == nil || !strings.Contains(m.broken.Error(), "out of bounds") {
		t.Errorf("broken = %v, want out of bounds", m.broken)
	}
}

// TestSkeletonFallback restores where the skeleton's file is missing or wrong: the
// whole module answers, and the file is written again.
func TestSkeletonFallback(t *testing.T) {
	fx := newRestoreFixture(t)
	good, err := os.ReadFile(fx.skeleton)
	if err != nil {
		t.Fatal(err)
	}
	flipped := func(at int) []byte {
		b := bytes.Clone(good)
		b[at] ^= 1
		return b
	}
	sealed := func(b []byte) []byte {
		binary.LittleEndian.PutUint32(b[16:], crc32.ChecksumIEEE(b[20:]))
		return b
	}
	size := int(u32(good[52:]))
	for name, b := range map[string][]byte{
		"missing": nil, "empty": {}, "head only": good[:codeHeadSize], "cut": good[:len(good)-1], "longer": append(bytes.Clone(good), 0),
		"magic": flipped(0), "checksum": flipped(16), "foreign": sealed(flipped(20)), "size": flipped(52), "huge size": flipped(55),
		"skeleton": flipped(codeHeadSize + 100), "offset": flipped(codeHeadSize + size + 8), "far offset": sealed(flipped(codeHeadSize + size + 7)), "table": flipped(68), "padding": flipped(int(readCodeHead(good).codeAt()) - 1),
		"machine code": flipped(len(good) / 2), "invalid module": sealed(flipped(codeHeadSize + 8)),
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.Remove(fx.skeleton); err != nil {
				t.Fatal(err)
			}
			if b != nil {
				if err := os.WriteFile(fx.skeleton, b, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			e := fx.open(t)
			fx.restore(t, e)
			if e.skeleton != nil {
				t.Error("the skeleton was used")
			}
			if warned := len(e.Warnings()) > 0; warned != (b != nil) {
				t.Errorf("warnings %q", e.Warnings())
			}
			if healed, err := os.ReadFile(fx.skeleton); err != nil || !bytes.Equal(healed, good) {
				t.Errorf("the file was not written again: %d bytes, %v", len(healed), err)
			}
		})
	}
}

func TestMakeSkeleton(t *testing.T) {
	wasm := installedCode(t)
	s, err := makeSkeleton(wasm)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.kept) == 0 || len(s.kept) > s.total/20 || len(s.wasm) > len(wasm)/100 {
		t.Errorf("%d of %d functions, %d bytes of %d", len(s.kept), s.total, len(s.wasm), len(wasm))
	}
	if len(s.table) == 0 || len(s.table) != len(s.tableTypes) {
		t.Errorf("%d functions in the table, and %d types", len(s.table), len(s.tableTypes))
	}
	for n := range 64 {
		if _, err := makeSkeleton(wasm[:len(wasm)*n/64]); !errors.Is(err, errPatch) && err != nil {
			t.Errorf("cut at %d/64: error = %v, want errPatch", n, err)
		}
	}
}

func FuzzMakeSkeleton(f *testing.F) {
	f.Add([]byte("\x00asm\x01\x00\x00\x00\x03\x02\x01\x00\x07\x05\x01\x01a\x00\x0c\x09\x07\x01\x00\x41\x00\x0b\x01\x0c\x0a\x04\x01\x02\x00\x0b"))
	f.Add([]byte("\x00asm\x01\x00\x00\x00\x09\x07\x01\x00\x41\x00\x0b\x01\xff"))
	f.Fuzz(func(t *testing.T, wasm []byte) {
		if s, err := makeSkeleton(wasm); err == nil && len(s.wasm) < moduleHeader {
			t.Errorf("a skeleton of %d bytes", len(s.wasm))
		}
	})
}
