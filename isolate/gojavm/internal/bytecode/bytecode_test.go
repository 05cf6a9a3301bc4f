package bytecode

import (
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// TestEncodeErrors has programs of which a codec with a small sample does not know all.
func TestEncodeErrors(t *testing.T) {
	for _, tt := range []struct{ sample, program, want string }{
		{"f(1)", "f(2)", ""},
		{"f(1)", "function g() {} g(1)", "instruction *goja."},
		{"f(1)", "f(1.5)", "constants of type goja.valueFloat are unknown"},
		{"/a/", "/a/", "a *goja.regexpWrapper has no written form"},
		{"function* g() { yield 1; f(1) }", "function* g() { f(yield 1); f(1) }", "an instance of *goja.yieldMarker is unknown"},
	} {
		c, err := New("test", goja.MustCompile("sample.js", tt.sample, false))
		if err != nil {
			t.Fatal(err)
		}
		b, err := c.Encode(goja.MustCompile("test.js", tt.program, false), tt.program)
		if tt.want == "" && err == nil && len(b) > 0 {
			continue
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s after %s: got %v, want %q", tt.program, tt.sample, err, tt.want)
		}
	}
}

func TestEncodeOtherText(t *testing.T) {
	p := goja.MustCompile("test.js", "f(1)", false)
	c, err := New("test", p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Encode(p, "f(2)"); err == nil {
		t.Error("no error")
	}
}

// TestDecodeVersion holds that codecs read only what their own version has written.
func TestDecodeVersion(t *testing.T) {
	const text = "f(1, 'a', 2.5, [3], `x${4}`)"
	p := goja.MustCompile("test.js", text, false)
	for _, reader := range []string{"1", "2"} {
		writes, err := New("1", p)
		if err != nil {
			t.Fatal(err)
		}
		b, err := writes.Encode(p, text)
		if err != nil {
			t.Fatal(err)
		}
		reads, err := New(reader, p)
		if err != nil {
			t.Fatal(err)
		}
		decoded, err := reads.Decode("test.js", text, b, nil)
		if (err == nil) != (reader == "1") || (decoded == nil) != (err != nil) {
			t.Errorf("version %s reads what 1 has written: %v, %v", reader, decoded, err)
		}
	}
}
