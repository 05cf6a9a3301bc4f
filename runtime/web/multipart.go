package web

import (
	"bytes"
	"encoding/json"
	"strings"

	"golang.org/x/net/http/httpguts"

	"example.com/thaw/isolate"
)

func (l *Layer) multipartOps() []isolate.Op {
	return []isolate.Op{isolate.Op5("op_multipart_parse", multipartParse)}
}

// multipartParse is parseMultipart, with its result as JSON.
func multipartParse(piece []byte, boundary string, place, offset float64, last bool) (string, error) {
	parsed, err := parseMultipart(piece, boundary, multipartPlace(place), int(offset), last)
	if err != nil {
		return "", err
	}
	out, err := json.Marshal(parsed)
	return string(out), err
}

// A multipartPlace is where in a form the parser is between two pieces of it.
type multipartPlace int

const (
	beforeForm    multipartPlace = iota // only empty lines came
	afterBoundary                       // a boundary came: the head of a part or the end is next
	inContent                           // the head of a part came, and perhaps some of its content
	afterForm                           // the end came
)

// A parsedPiece is what the parser found in a piece.
type parsedPiece struct {
	Place multipartPlace `json:"place"`
	At    int            `json:"at"` // bytes before this are done; those after it begin the next piece
	Parts []part         `json:"parts"`
}

// A part is what a piece has of one entry of a form. The content is a window of
// the piece.
type part struct {
	Head  *partHead `json:"head"` // nil for a part that began in a piece before
	Start int       `json:"start"`
	End   int       `json:"end"`
	More  bool      `json:"more"` // it goes on in the next piece
}

// A partHead is the headers of a part. Without a FileName it is text.
type partHead struct {
	Name     string  `json:"name"`
	FileName *string `json:"filename"`
	Type     string  `json:"type"`
}

// parseMultipart is the Fetch standard's multipart/form-data parser
// (https://fetch.spec.whatwg.org/#multipart-form-data-parser), for a form in any
// number of pieces: piece begins at offset of the form, with what the one before
// it left, and last tells that there is no other. It keeps nothing.
//
// Beyond the standard it accepts what common clients send: empty lines before the
// first boundary, anything after the last, any order of parameters, and values
// without quotes.
func parseMultipart(piece []byte, boundary string, place multipartPlace, offset int, last bool) (parsedPiece, error) {
	p := &multipartParser{
		parsedPiece: parsedPiece{Place: place, Parts: []part{}},
		in:          piece, delimiter: []byte("\r\n--" + boundary), offset: offset, last: last,
	}
	if place == inContent {
		p.Parts = append(p.Parts, part{More: true})
	}
	for more := true; more; {
		var err error
		if more, err = p.step(); err != nil {
			return parsedPiece{}, err
		}
	}
	if last && p.Place != afterForm {
		return parsedPiece{}, p.failure("it has no end")
	}
	return p.parsedPiece, nil
}

type multipartParser struct {
	parsedPiece
	in        []byte
	delimiter []byte // with the line break before it
	offset    int    // of in in the form
	last      bool
}

func (p *multipartParser) failure(why string) error {
	return isolate.Throw("TypeError", "formData: the body is not valid multipart/form-data: %s, at byte %d", why, p.offset+p.At)
}

// step goes on by one element of the form. It reports false where that is not all
// there yet.
func (p *multipartParser) step() (bool, error) {
	switch p.Place {
	case beforeForm:
		return p.firstBoundary()
	case afterBoundary:
		return p.head()
	case inContent:
		return p.content()
	default:
		p.At = len(p.in)
		return false, nil
	}
}

// skip goes past s if that is what comes next. short tells that the piece ends
// before that is known.
func (p *multipartParser) skip(s string) (found, short bool) {
	rest := p.in[p.At:]
	if len(rest) < len(s) {
		return false, !p.last && strings.HasPrefix(s, string(rest))
	}
	if string(rest[:len(s)]) != s {
		return false, false
	}
	p.At += len(s)
	return true, false
}

func (p *multipartParser) firstBoundary() (bool, error) {
	for {
		found, short := p.skip("\r\n")
		if short {
			return false, nil
		}
		if !found {
			break
		}
	}
	found, short := p.skip(string(p.delimiter[2:]))
	if short {
		return false, nil
	}
	if !found {
		return false, p.failure("it does not begin with the boundary")
	}
	p.Place = afterBoundary
	return true, nil
}

// head reads what comes after a boundary: "--" for the end, or a line break, lines of
// headers, and an empty line.
func (p *multipartParser) head() (bool, error) {
	found, short := p.skip("--")
	if found {
		p.Place = afterForm
		return true, nil
	}
	rest := p.in[p.At:]
	n := bytes.Index(rest, []byte("\r\n\r\n"))
	switch {
	case short:
		return false, nil
	case !bytes.HasPrefix(rest, []byte("\r\n")[:min(2, len(rest))]) || len(rest) < 2 && p.last:
		return false, p.failure("a boundary is not followed by a line break")
	case n < 0 && p.last:
		return false, p.failure("the headers of a part have no end")
	case n < 0:
		return false, nil
	}
	head, problem := parsePartHead(string(bytes.TrimPrefix(rest[:n], []byte("\r\n"))))
	if problem != "" {
		return false, p.failure(problem)
	}
	p.At += n + 4
	p.Parts = append(p.Parts, part{Head: &head, Start: p.At, End: p.At, More: true})
	p.Place = inContent
	return true, nil
}

func (p *multipartParser) content() (bool, error) {
	part := &p.Parts[len(p.Parts)-1]
	rest := p.in[p.At:]
	if n := bytes.Index(rest, p.delimiter); n >= 0 {
		part.End, part.More = p.At+n, false
		p.At = part.End + len(p.delimiter)
		p.Place = afterBoundary
		return true, nil
	}
	if p.last {
		p.At = len(p.in)
		return false, p.failure("a part has no boundary after it")
	}
	p.At = len(p.in) - p.beginsDelimiter(rest)
	part.End = p.At
	return false, nil
}

// beginsDelimiter is how many bytes at the end of b may be the beginning of a delimiter.
func (p *multipartParser) beginsDelimiter(b []byte) int {
	for n := min(len(b), len(p.delimiter)-1); n > 0; n-- {
		if bytes.HasPrefix(p.delimiter, b[len(b)-n:]) {
			return n
		}
	}
	return 0
}

// parsePartHead is "parse multipart/form-data headers", of lines without the last line break.
func parsePartHead(lines string) (head partHead, problem string) {
	head.Type = "text/plain"
	named := false
	for line := range strings.SplitSeq(lines, "\r\n") {
		key, value, ok := strings.Cut(line, ":")
		key, value = strings.Trim(key, " \t"), strings.Trim(value, " \t")
		if !ok || !httpguts.ValidHeaderFieldName(key) || strings.ContainsAny(value, "\r\n") {
			return head, "a part has a line that is not a header"
		}
		switch strings.ToLower(key) {
		case "content-disposition":
			if named = head.disposition(value); !named {
				return head, "a Content-Disposition is not form-data with a name"
			}
		case "content-type":
			head.Type = value
			if !isASCII(value) {
				head.Type = ""
			}
		}
	}
	if !named {
		return head, "a part has no Content-Disposition"
	}
	return head, ""
}

// disposition reads the name and the file name of a Content-Disposition, and
// reports whether there was a name.
func (h *partHead) disposition(value string) (named bool) {
	kind, rest, _ := strings.Cut(value, ";")
	if !strings.EqualFold(strings.TrimRight(kind, " \t"), "form-data") {
		return false
	}
	h.Name, h.FileName = "", nil
	for rest != "" {
		key, v, after, ok := nextParameter(rest)
		if !ok {
			return false
		}
		switch key {
		case "name":
			h.Name, named = v, true
		case "filename":
			h.FileName = &v
		}
		rest = after
	}
	return named
}

// nextParameter reads one parameter, whose value may be in quotes, and what
// comes after its semicolon. A quote without its end, or with more after it, is not ok: the
// standard has no escape for a quote but %22.
func nextParameter(s string) (key, value, rest string, ok bool) {
	semicolon := strings.IndexByte(s+";", ';')
	key, after, found := strings.Cut(s, "=")
	if !found || len(key) > semicolon { // a parameter without a value
		return "", "", s[min(semicolon+1, len(s)):], true
	}
	key = strings.ToLower(strings.Trim(key, " \t"))
	if quoted, isQuoted := strings.CutPrefix(after, `"`); isQuoted {
		value, after, ok = strings.Cut(quoted, `"`)
		more, rest, _ := strings.Cut(after, ";")
		return key, unescapeName(value), rest, ok && strings.Trim(more, " \t") == ""
	}
	value, rest, _ = strings.Cut(after, ";")
	return key, unescapeName(strings.Trim(value, " \t")), rest, true
}

var nameEscapes = strings.NewReplacer("%0A", "\n", "%0D", "\r", "%22", `"`)

// unescapeName is the end of "parse a multipart/form-data name".
func unescapeName(s string) string {
	text, err := utf8Decode([]byte(nameEscapes.Replace(s)), false, true)
	if err != nil {
		return "" // only fatal decoding has errors
	}
	return text
}
