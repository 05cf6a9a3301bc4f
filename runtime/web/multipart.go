package web

import (
	"bytes"
	"encoding/json"
	"strings"

	"golang.org/x/text/encoding/unicode"

	"example.com/thaw/isolate"
)

func (l *Layer) multipartOps() []isolate.Op {
	return []isolate.Op{isolate.Op2("op_multipart_parse", multipartParse)}
}

// multipartParse is parseMultipart with its result as JSON.
func multipartParse(body []byte, boundary string) (string, error) {
	parts, err := parseMultipart(body, boundary)
	if err != nil {
		return "", err
	}
	out, err := json.Marshal(parts)
	return string(out), err
}

// A part is an entry of a form: text, or a file whose content is a window of the
// body that was parsed.
type part struct {
	Name string    `json:"name"`
	Text string    `json:"text"`
	File *partFile `json:"file"`
}

type partFile struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// parseMultipart is the Fetch standard's multipart/form-data parser
// (https://fetch.spec.whatwg.org/#multipart-form-data-parser). Beyond it, it
// accepts what common clients send: empty lines before the first boundary, any
// order of parameters, values without quotes, and an end without a line break.
func parseMultipart(body []byte, boundary string) ([]part, error) {
	p := &multipartReader{in: body, delimiter: []byte("\r\n--" + boundary)}
	for p.skip("\r\n") {
	}
	if !p.skip("--" + boundary) {
		return nil, p.failure("it does not begin with the boundary")
	}
	parts := []part{}
	for !p.skip("--") {
		if !p.skip("\r\n") {
			return nil, p.failure("a boundary is not followed by a line break")
		}
		part, err := p.part()
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return parts, nil
}

type multipartReader struct {
	in        []byte
	at        int
	delimiter []byte // with the line break before it
}

func (p *multipartReader) failure(why string) error {
	return isolate.Throw("TypeError", "formData: the body is not valid multipart/form-data: %s, at byte %d", why, p.at)
}

// skip goes past s if that is what comes next.
func (p *multipartReader) skip(s string) bool {
	if !bytes.HasPrefix(p.in[p.at:], []byte(s)) {
		return false
	}
	p.at += len(s)
	return true
}

// line goes past the next line and its break.
func (p *multipartReader) line() (string, error) {
	n := bytes.Index(p.in[p.at:], []byte("\r\n"))
	if n < 0 {
		return "", p.failure("a header has no end")
	}
	line := p.in[p.at : p.at+n]
	p.at += n + 2
	return string(line), nil
}

func (p *multipartReader) part() (part, error) {
	h, err := p.headers()
	if err != nil {
		return part{}, err
	}
	from := p.at
	n := bytes.Index(p.in[from:], p.delimiter)
	if n < 0 {
		return part{}, p.failure("a part has no boundary after it")
	}
	to := from + n
	p.at = to + len(p.delimiter)
	if h.filename == nil {
		return part{Name: h.name, Text: decodeUTF8(p.in[from:to])}, nil
	}
	return part{Name: h.name, File: &partFile{*h.filename, h.contentType, from, to}}, nil
}

type partHeaders struct {
	name        string
	filename    *string
	contentType string
}

// headers is "parse multipart/form-data headers".
func (p *multipartReader) headers() (partHeaders, error) {
	h := partHeaders{contentType: "text/plain"}
	named := false
	for !p.skip("\r\n") {
		line, err := p.line()
		if err != nil {
			return h, err
		}
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			return h, p.failure("a header has no colon")
		}
		value = strings.Trim(value, " \t")
		switch strings.ToLower(strings.TrimRight(key, " \t")) {
		case "content-disposition":
			if named = h.disposition(value); !named {
				return h, p.failure("a Content-Disposition has no name")
			}
		case "content-type":
			h.contentType = IsomorphicDecode(value)
		}
	}
	if !named {
		return h, p.failure("a part has no Content-Disposition")
	}
	return h, nil
}

// disposition reads the name and the file name of a Content-Disposition, and
// reports whether there was a name.
func (h *partHeaders) disposition(value string) (named bool) {
	kind, rest, _ := strings.Cut(value, ";")
	if !strings.EqualFold(strings.TrimRight(kind, " \t"), "form-data") {
		return false
	}
	for rest != "" {
		var key, v string
		key, v, rest = nextParameter(rest)
		switch key {
		case "name":
			h.name, named = v, true
		case "filename":
			h.filename = &v
		}
	}
	return named
}

// nextParameter reads one parameter, whose value may be in quotes, and what
// comes after its semicolon.
func nextParameter(s string) (key, value, rest string) {
	key, after, ok := strings.Cut(s, "=")
	if !ok {
		return "", "", ""
	}
	key = strings.ToLower(strings.Trim(key, " \t"))
	if quoted, ok := strings.CutPrefix(after, `"`); ok {
		value, rest, _ = strings.Cut(quoted, `"`)
		_, rest, _ = strings.Cut(rest, ";")
		return key, unescapeName(value), rest
	}
	value, rest, _ = strings.Cut(after, ";")
	return key, unescapeName(strings.Trim(value, " \t")), rest
}

var nameEscapes = strings.NewReplacer("%0A", "\n", "%0D", "\r", "%22", `"`)

func unescapeName(s string) string { return decodeUTF8([]byte(nameEscapes.Replace(s))) }

// decodeUTF8 is "UTF-8 decode without BOM" of the Encoding standard.
func decodeUTF8(b []byte) string {
	out, err := unicode.UTF8.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\uFFFD") // the decoder replaces, and has no errors
	}
	return string(out)
}
