package web

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"example.com/thaw/isolate"
)

func TestParseMultipart(t *testing.T) {
	file := func(name, typ string, start, end int) *partFile { return &partFile{name, typ, start, end} }
	tests := []struct {
		name, body string
		want       []part
	}{
		{"text", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nZoë\r\n--b--\r\n", []part{{Name: "a", Text: "Zoë"}}},
		{"none", "--b--\r\n", []part{}},
		{"empty text", "--b\r\nContent-Disposition: form-data; name=\"\"\r\n\r\n\r\n--b--\r\n", []part{{}}},
		{"no line break at the end", "--b\r\ncontent-disposition:form-data;name=a\r\n\r\n1\r\n--b--", []part{{Name: "a", Text: "1"}}},
		{"empty lines first", "\r\n\r\n--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--", []part{{Name: "a", Text: "1"}}},
		{"escapes", "--b\r\nContent-Disposition: form-data; name=\"%22%0D%0A%41\"\r\n\r\n\r\n--b--", []part{{Name: "\"\r\n%41"}}},
		{"semicolon in quotes", "--b\r\nContent-Disposition: form-data; name=\"a;b\"; x\r\n\r\n\r\n--b--", []part{{Name: "a;b"}}},
		{"near boundaries", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n--b\r\n--\r\n\r\n-b\r\n--b--", []part{{Name: "a", Text: "--b\r\n--\r\n\r\n-b"}}},
		{"bad UTF-8", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\xf0\x9f\x92x\r\n--b--", []part{{Name: "a", Text: "\uFFFDx"}}},
		{
			"file", "--b\r\nContent-Disposition: form-data; filename=\"\"; name=\"f\"\r\nContent-Type: image/png \r\nX: y\r\n\r\n\x00\r\n\xff\r\n--b--",
			[]part{{Name: "f", File: file("", "image/png", 94, 98)}},
		},
		{
			"file without a type", "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x.txt\"\r\n\r\n\r\n--b--",
			[]part{{Name: "f", File: file("x.txt", "text/plain", 67, 67)}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := parseMultipart([]byte(tt.body), "b")
			if err != nil {
				t.Fatal(err)
			}
			if a, b := show(t, got), show(t, tt.want); a != b {
				t.Errorf("got %s, want %s", a, b)
			}
		})
	}
}

func show(t *testing.T, x any) string {
	t.Helper()
	b, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestParseMultipartRefuses(t *testing.T) {
	head := "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n"
	for name, body := range map[string]string{
		"empty":                  "",
		"another boundary":       "--c\r\n",
		"no break":               "--bx",
		"end in the headers":     "--b\r\nContent-Disp",
		"no colon":               "--b\r\nContent\r\n\r\n\r\n--b--",
		"no disposition":         "--b\r\nContent-Type: a/b\r\n\r\n\r\n--b--",
		"no name":                "--b\r\nContent-Disposition: form-data\r\n\r\n\r\n--b--",
		"attachment":             "--b\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n\r\n--b--",
		"no boundary at the end": head + "\r\nvalue\r\n",
		"no end":                 head + "\r\nvalue\r\n--b",
	} {
		_, err := parseMultipart([]byte(body), "b")
		var ex *isolate.Exception
		if !errors.As(err, &ex) || ex.Class != "TypeError" || !strings.Contains(ex.Message, "multipart/form-data") {
			t.Errorf("%s: %v, want a TypeError that names the format", name, err)
		}
	}
}

func FuzzParseMultipart(f *testing.F) {
	f.Add([]byte("--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"f\"\r\nContent-Type: x/y\r\n\r\n1\r\n--b--\r\n"), "b")
	f.Add([]byte("\r\n----b\r\ncontent-disposition:form-data;name=a\r\n\r\n\r\n----b--"), "--b")
	f.Add([]byte("--\r\n\r\n\r\n--"), "")
	f.Fuzz(func(t *testing.T, body []byte, boundary string) {
		parts, err := parseMultipart(body, boundary)
		if err != nil {
			return
		}
		end := 0
		for _, p := range parts {
			if p.File == nil {
				continue
			}
			if p.File.Start < end || p.File.End < p.File.Start || p.File.End > len(body) {
				t.Errorf("file from %d to %d of %d bytes, after %d", p.File.Start, p.File.End, len(body), end)
			}
			end = p.File.End
		}
	})
}
