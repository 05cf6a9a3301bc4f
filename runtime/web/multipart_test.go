package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"example.com/thaw/isolate"
)

// A field is an entry of a form as FormData has it.
type field struct {
	Name, Content  string
	FileName, Type string // "-" and "" for text
}

// fields parses a form that comes in pieces of size bytes, as 31_form_data does.
func fields(body []byte, boundary string, size int) ([]field, error) {
	var all []field
	place, offset := beforeForm, 0
	for at := 0; ; {
		at = min(at+size, len(body))
		last := at == len(body)
		p, err := parseMultipart(body[offset:at], boundary, place, offset, last)
		if err != nil {
			return nil, err
		}
		for _, part := range p.Parts {
			if h := part.Head; h != nil {
				f := field{Name: h.Name, FileName: "-"}
				if h.FileName != nil {
					f.FileName, f.Type = *h.FileName, h.Type
				}
				all = append(all, f)
			}
			all[len(all)-1].Content += string(body[offset+part.Start : offset+part.End])
		}
		place, offset = p.Place, offset+p.At
		if last {
			return all, nil
		}
	}
}

func TestParseMultipart(t *testing.T) {
	const text = "-"
	tests := []struct {
		name, body string
		want       []field
	}{
		{"text", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nZoë\r\n--b--\r\n", []field{{"a", "Zoë", text, ""}}},
		{"none", "--b--\r\n", nil},
		{"empty text", "--b\r\nContent-Disposition: form-data; name=\"\"\r\n\r\n\r\n--b--\r\n", []field{{"", "", text, ""}}},
		{"no line break at the end", "--b\r\ncontent-disposition:form-data;name=a\r\n\r\n1\r\n--b--", []field{{"a", "1", text, ""}}},
		{"empty lines first", "\r\n\r\n--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--", []field{{"a", "1", text, ""}}},
		{"an epilogue", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\nthe end --b\r\n", []field{{"a", "1", text, ""}}},
		{"escapes", "--b\r\nContent-Disposition: form-data; name=\"%22%0D%0A%41\"\r\n\r\n\r\n--b--", []field{{"\"\r\n%41", "", text, ""}}},
		{"semicolon in quotes", "--b\r\nContent-Disposition: form-data; x; name=\"a;b\"; x\r\n\r\n\r\n--b--", []field{{"a;b", "", text, ""}}},
		{"near boundaries", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n--b\r\n--\r\n\r\n-b\r\n--b--", []field{{"a", "--b\r\n--\r\n\r\n-b", text, ""}}},
		{"a name that is not UTF-8", "--b\r\nContent-Disposition: form-data; name=\"\xf0\x9f\x92x\"\r\n\r\n\r\n--b--", []field{{"\uFFFDx", "", text, ""}}},
		{
			"file", "--b\r\nContent-Disposition: form-data; filename=\"\"; name=\"f\"\r\nContent-Type: image/png \r\nX: y\r\n\r\n\x00\r\n\xff\r\n--b--",
			[]field{{"f", "\x00\r\n\xff", "", "image/png"}},
		},
		{
			"file without a type", "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x.txt\"\r\n\r\n\r\n--b--",
			[]field{{"f", "", "x.txt", "text/plain"}},
		},
		{
			"a type that is not ASCII", "--b\r\nContent-Type: a/é\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n\r\n--b--",
			[]field{{"f", "", "x", ""}},
		},
		{
			"two of a name", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n2\r\n--b--\r\n",
			[]field{{"a", "1", text, ""}, {"a", "2", text, ""}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for size := 1; size <= len(tt.body); size++ {
				got, err := fields([]byte(tt.body), "b", size)
				if err != nil {
					t.Fatalf("in pieces of %d: %v", size, err)
				}
				if !slices.Equal(got, tt.want) {
					t.Errorf("in pieces of %d: got %q, want %q", size, got, tt.want)
				}
			}
		})
	}
}

func TestParseMultipartRefuses(t *testing.T) {
	head := "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n"
	for name, body := range map[string]string{
		"empty":                  "",
		"another boundary":       "--c\r\n",
		"no break":               "--bx",
		"half a break":           "--b\r",
		"end in the headers":     "--b\r\nContent-Disp",
		"no colon":               "--b\r\nContent\r\n\r\n\r\n--b--",
		"no colon but a space":   "--b\r\nContent \r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n--b--",
		"no header name":         "--b\r\nContent Disposition: form-data; name=\"a\"\r\n\r\n\r\n--b--",
		"a line feed alone":      "--b\r\nContent-Disposition: form-data; name=\"a\"\nX: y\r\n\r\n\r\n--b--",
		"no headers":             "--b\r\n\r\n\r\n--b--",
		"no disposition":         "--b\r\nContent-Type: a/b\r\n\r\n\r\n--b--",
		"no name":                "--b\r\nContent-Disposition: form-data\r\n\r\n\r\n--b--",
		"a name without its end": "--b\r\nContent-Disposition: form-data; name=\"a\r\n\r\n\r\n--b--",
		"a quote in a name":      "--b\r\nContent-Disposition: form-data; name=\"a\\\"b\"\r\n\r\n\r\n--b--",
		"attachment":             "--b\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n\r\n--b--",
		"no boundary at the end": head + "\r\nvalue\r\n",
		"no end":                 head + "\r\nvalue\r\n--b",
		"half an end":            head + "\r\nvalue\r\n--b-",
		"a longer boundary":      head + "\r\nvalue\r\n--bc--",
	} {
		var first string
		for size := range len(body) + 1 {
			_, err := fields([]byte(body), "b", size+1)
			var ex *isolate.Exception
			if !errors.As(err, &ex) || ex.Class != "TypeError" || !strings.Contains(ex.Message, "multipart/form-data") {
				t.Fatalf("%s: %v, want a TypeError that names the format", name, err)
			}
			if first == "" {
				first = ex.Message
			}
			if ex.Message != first {
				t.Errorf("%s: in pieces of %d: %s, want %s", name, size+1, ex.Message, first)
			}
		}
	}
}

// FuzzParseMultipart holds that a form in pieces has what the whole has, and that what
// the parser finds is in the piece.
func FuzzParseMultipart(f *testing.F) {
	f.Add([]byte("--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"f\"\r\nContent-Type: x/y\r\n\r\n1\r\n--b--\r\n"), "b", 7)
	f.Add([]byte("\r\n----b\r\ncontent-disposition:form-data;name=a\r\n\r\n\r\n----b--"), "--b", 1)
	f.Add([]byte("--\r\n\r\n\r\n--"), "", 2)
	f.Fuzz(func(t *testing.T, body []byte, boundary string, size int) {
		whole, wholeErr := fields(body, boundary, len(body)+1)
		pieces, err := fields(bytes.Clone(body), boundary, max(size, 1))
		if (err == nil) != (wholeErr == nil) || !slices.Equal(whole, pieces) {
			t.Errorf("whole: %q, %v; in pieces of %d: %q, %v", whole, wholeErr, size, pieces, err)
		}
		if _, err := json.Marshal(whole); err != nil {
			t.Error(err)
		}
	})
}
