package gojavm

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/dop251/goja/file"

	"example.com/thaw/bundler"
	"example.com/thaw/fixtures"
	"example.com/thaw/isolate"
	"example.com/thaw/isolate/isolatetest"
)

// bundles are texts as they come from the bundler: its goldens, and the fixtures.
func bundles(t testing.TB) map[string]string {
	t.Helper()
	texts := map[string]string{"everyinstruction.js": everyInstruction}
	add := func(app string, o bundler.Options) {
		o.Engine, o.Fixtures = bundler.Goja, fixture
		b, err := bundler.Load(t.Context(), app, o)
		if err != nil {
			t.Fatal(err)
		}
		texts[fmt.Sprintf("%s minify=%t", filepath.Base(app), o.Minify.Whitespace)] = string(b.Code)
	}
	goldens, err := filepath.Glob("../../bundler/testdata/golden/*.goja*.js")
	if err != nil || len(goldens) == 0 {
		t.Fatalf("%v, %d goldens", err, len(goldens))
	}
	for _, name := range goldens {
		add(name, bundler.Options{NoBundle: true})
	}
	for _, f := range fixtures.List() {
		if _, err := fixture(f.Name); err != nil {
			t.Logf("%s is left out: %v", f.Name, err)
			continue
		}
		add("fixture:"+f.Name, bundler.Options{})
		add("fixture:"+f.Name, bundler.Options{Minify: bundler.Minify{Whitespace: true, Identifiers: true, Syntax: true}})
	}
	return texts
}

func fixture(ref string) (bundler.Entry, error) {
	app, err := fixtures.Open(ref)
	if err != nil {
		return bundler.Entry{}, err
	}
	dir, err := app.ResolveDir()
	return bundler.Entry{Name: app.Name, Files: app.Files, Main: app.Entry, ResolveDir: dir}, err
}

// TestCodecBundles holds that what is read back is what was written, compared field by
// field and without the codec's own plans.
func TestCodecBundles(t *testing.T) {
	for name, text := range bundles(t) {
		t.Run(name, func(t *testing.T) {
			src := isolate.Source{Name: "worker.js", Text: text}
			compiled, err := New().Compile(t.Context(), src)
			if err != nil {
				t.Fatal(err)
			}
			b, err := engine{}.EncodeScript(compiled)
			if err != nil {
				t.Fatal(err)
			}
			decoded, err := engine{}.DecodeScript(src, b)
			if err != nil {
				t.Fatal(err)
			}
			d := differ{seen: map[[2]uintptr]bool{}}
			if at := d.find(reflect.ValueOf(compiled.(*script).prg), reflect.ValueOf(decoded.(*script).prg)); at != "" {
				t.Errorf("differs at%s", at)
			}
			if again, err := (engine{}).EncodeScript(decoded); err != nil || !bytes.Equal(again, b) {
				t.Errorf("written again it differs: %v, %d bytes, were %d", err, len(again), len(b))
			}
		})
	}
}

// A differ finds the first difference of two values, through all pointers. Fields that
// the codec leaves out may differ.
type differ struct{ seen map[[2]uintptr]bool }

func (d *differ) find(a, b reflect.Value) string {
	if a.IsValid() != b.IsValid() || a.IsValid() && a.Type() != b.Type() {
		return fmt.Sprintf(": %v, %v", a, b)
	}
	switch a.Kind() {
	case reflect.Invalid:
		return ""
	case reflect.Interface:
		return d.find(a.Elem(), b.Elem())
	case reflect.Pointer:
		return d.pointers(a, b)
	case reflect.Struct:
		return d.structs(a, b)
	case reflect.Slice:
		return d.slices(a, b)
	case reflect.Float64:
		return unequal(math.Float64bits(a.Float()), math.Float64bits(b.Float()))
	}
	return unequal(fmt.Sprint(a), fmt.Sprint(b)) // maps have their keys sorted
}

func (d *differ) pointers(a, b reflect.Value) string {
	pair := [2]uintptr{a.Pointer(), b.Pointer()}
	if a.IsNil() || b.IsNil() || d.seen[pair] {
		return unequal(a.IsNil(), b.IsNil())
	}
	d.seen[pair] = true
	if a.Type() == reflect.TypeFor[*file.File]() {
		return files((*file.File)(a.UnsafePointer()), (*file.File)(b.UnsafePointer()))
	}
	return d.find(a.Elem(), b.Elem())
}

// files leaves out what a file remembers of the positions that it was asked for.
func files(a, b *file.File) string {
	if a.Name() != b.Name() || a.Source() != b.Source() {
		return fmt.Sprintf(": file %s, %s", a.Name(), b.Name())
	}
	return unequal(a.Base(), b.Base())
}

func (d *differ) structs(a, b reflect.Value) string {
	for i := range a.NumField() {
		f := a.Type().Field(i)
		if f.Tag.Get("bytecode") == "-" {
			continue
		}
		if at := d.find(a.Field(i), b.Field(i)); at != "" {
			return "." + f.Name + at
		}
	}
	return ""
}

func (d *differ) slices(a, b reflect.Value) string {
	if a.Len() != b.Len() {
		return unequal(a.Len(), b.Len())
	}
	for i := range a.Len() {
		if at := d.find(a.Index(i), b.Index(i)); at != "" {
			return fmt.Sprintf("[%d]%s", i, at)
		}
	}
	return ""
}

func unequal[T comparable](a, b T) string {
	if a == b {
		return ""
	}
	return fmt.Sprintf(": %v, %v", a, b)
}

func TestDecodeScriptErrors(t *testing.T) {
	src := isolate.Source{Name: "test.js", Text: programs[0]}
	good := encode(t, src)
	header := bytes.IndexByte(good, '\n') + 1
	flip := func(i int) []byte {
		b := bytes.Clone(good)
		b[i] ^= 4
		return b
	}
	for _, tt := range []struct {
		name, want, text string
		b                []byte
	}{
		{"nothing", "not written by this version", src.Text, nil},
		{"the header only", "not written by this version", src.Text, good[:header]},
		{"another format", "not written by this version", src.Text, flip(0)},
		{"another version", "not written by this version", src.Text, flip(header - 2)},
		{"cut off", "damaged", src.Text, good[:len(good)-1]},
		{"longer", "damaged", src.Text, append(bytes.Clone(good), 0)},
		{"a bit flipped", "damaged", src.Text, flip(len(good) - 9)},
		{"the checksum flipped", "damaged", src.Text, flip(header + 1)},
		{"another text", "another text", strings.Replace(src.Text, "1", "2", 1), good},
		{"a longer text", "another text", src.Text + " ", good},
	} {
		s, err := engine{}.DecodeScript(isolate.Source{Name: "test.js", Text: tt.text}, tt.b)
		if err == nil || s != nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want an error with %q", tt.name, err, tt.want)
		}
	}
}

// TestEncodeScriptErrors has what can't be written, with the reason.
func TestEncodeScriptErrors(t *testing.T) {
	for text, want := range map[string]string{
		"<!-- a comment\nout(1)": "another text", // the parser got it without the comment
	} {
		s, err := New().Compile(t.Context(), isolate.Source{Name: "test.js", Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (engine{}).EncodeScript(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", text, err, want)
		}
	}
}

// FuzzDecodeScript reads bytes as they are, and after a header, checksum and text that are right.
func FuzzDecodeScript(f *testing.F) {
	crc := func(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }
	opening := func(text string) []byte {
		return binary.AppendUvarint(binary.AppendUvarint(nil, uint64(len(text))), uint64(crc([]byte(text))))
	}
	var header []byte
	for _, text := range programs {
		b := encode(f, isolate.Source{Name: "test.js", Text: text})
		end := bytes.IndexByte(b, '\n') + 1
		header = b[:end]
		rest, ok := bytes.CutPrefix(b[end+4:], opening(text))
		if !ok {
			f.Fatal("the payload does not begin with length and checksum of the text")
		}
		f.Add(text, rest, true)
	}
	f.Fuzz(func(t *testing.T, text string, rest []byte, eager bool) {
		payload := append(opening(text), rest...)
		b := binary.LittleEndian.AppendUint32(bytes.Clone(header), crc(payload))
		for _, b := range [][]byte{append(b, payload...), rest} {
			isolatetest.BoundAllocation(t, len(text)+len(b), 1024, func() {
				s, err := engine{}.DecodeScript(isolate.Source{Name: "test.js", Text: text, EagerRegExps: eager}, b)
				if (s == nil) == (err == nil) {
					t.Errorf("script %v, error %v", s, err)
				}
			})
		}
	})
}
