package web

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"

	"example.com/thaw/isolate"
)

var errSwitched = errors.New("the server switched protocols, which was not asked for")

// userAgent is what is sent where the app says nothing; it is that of navigator.
const userAgent = "thaw"

// newRequest makes the request of op_fetch's arguments.
func (f *fetching) newRequest(ctx context.Context, args []isolate.Value) (*http.Request, error) {
	method, err := isolate.ArgAt[string]("op_fetch", args, 1)
	if err != nil {
		return nil, err
	}
	href, err := isolate.ArgAt[string]("op_fetch", args, 2)
	if err != nil {
		return nil, err
	}
	headers, err := isolate.ArgAt[string]("op_fetch", args, 3)
	if err != nil {
		return nil, err
	}
	if len(args) != 6 {
		return nil, isolate.Throw("TypeError", "op_fetch: %d arguments, want 6", len(args))
	}
	target, err := requestURL(href)
	if err != nil {
		return nil, isolate.Throw("TypeError", "fetch of %s: %v", href, err)
	}
	req, err := http.NewRequestWithContext(ctx, method, "http://invalid/", f.requestBody(ctx, args[4]))
	if err != nil {
		return nil, isolate.Throw("TypeError", "fetch of %s: %v", href, err)
	}
	req.URL, req.Host = target, target.Host
	if length, ok := args[4].(float64); ok {
		req.ContentLength = int64(length)
	}
	setHeaders(req, headers)
	return req, nil
}

// requestBody is of a type that net/http can send again on a new connection,
// unless it is a stream.
func (f *fetching) requestBody(ctx context.Context, body isolate.Value) io.Reader {
	switch b := body.(type) {
	case string:
		return strings.NewReader(b)
	case []byte:
		return bytes.NewReader(bytes.Clone(b))
	case bool, float64:
		f.upload = &uploadBody{fetching: f, ctx: ctx, chunks: make(chan uploadChunk, 1)}
		return f.upload
	}
	return nil
}

// requestURL is the URL of a serialized one, such that net/http sends its path and
// query as they are, where it would write some characters in another way.
func requestURL(href string) (*url.URL, error) {
	href, _, _ = strings.Cut(href, "#")
	scheme, rest, _ := strings.Cut(href, "://")
	path := ""
	if at := strings.IndexAny(rest, "/?"); at >= 0 {
		rest, path = rest[:at], rest[at:]
	}
	u, err := url.Parse(href)
	if err != nil { // of an escape sequence that is none
		if u, err = url.Parse(scheme + "://" + rest); err != nil {
			return nil, err
		}
	}
	if u.RequestURI() != path && !strings.HasPrefix(path, "//") {
		u.Opaque, u.RawQuery, _ = strings.Cut(path, "?")
	}
	return u, nil
}

// Headers that say how one connection carries the message are net/http's. As in
// Workers, the host is that of the URL, and only a body whose length is known has one.
var ofConnection = map[string]bool{
	"connection": true, "content-length": true, "host": true, "keep-alive": true, "proxy-connection": true, "te": true, "trailer": true,
	"transfer-encoding": true, "upgrade": true,
}

// setHeaders sets those of a list of lines.
func setHeaders(req *http.Request, lines string) {
	list := strings.Split(lines, "\n")
	for i := 0; i+1 < len(list); i += 2 {
		name, value := list[i], IsomorphicEncode(list[i+1])
		if !ofConnection[name] {
			req.Header.Add(name, value)
		}
	}
	setDefault := func(name, value string) {
		if req.Header.Get(name) == "" {
			req.Header.Set(name, value)
		}
	}
	setDefault("Accept", "*/*")
	if req.Header["Range"] != nil {
		setDefault("Accept-Encoding", "identity") // a part of what is encoded can't be decoded
	} else {
		setDefault("Accept-Encoding", "gzip, br")
	}
	setDefault("User-Agent", userAgent)
}

// mayHaveBody tells whether a response has a body, if only an empty one.
func mayHaveBody(method string, status int) bool {
	switch status {
	case http.StatusNoContent, http.StatusResetContent, http.StatusNotModified:
		return false
	}
	return method != http.MethodHead
}

// statusText is the reason phrase that the server sent. There is none in HTTP/2.
func statusText(res *http.Response) string {
	if res.ProtoMajor >= 2 {
		return ""
	}
	_, text, _ := strings.Cut(res.Status, " ")
	return IsomorphicDecode(text)
}

// headerLines is a flat list of lower-case names and values, one a line, sorted.
func headerLines(h http.Header) string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, value := range h[name] {
			lines = append(lines, strings.ToLower(name), IsomorphicDecode(value))
		}
	}
	return strings.Join(lines, "\n")
}

// decoded is the body of res without its content codings. One that is not known
// leaves it as it is.
func decoded(res *http.Response) io.ReadCloser {
	var codings []string
	for _, value := range res.Header.Values("Content-Encoding") {
		for coding := range strings.SplitSeq(value, ",") {
			codings = append(codings, strings.ToLower(strings.TrimSpace(coding)))
		}
	}
	if res.Uncompressed || slices.ContainsFunc(codings, func(c string) bool { return decoders[c] == nil }) {
		return res.Body
	}
	var r io.Reader = res.Body
	for _, coding := range slices.Backward(codings) {
		r = &lazyReader{from: r, open: decoders[coding]}
	}
	return struct {
		io.Reader
		io.Closer
	}{r, res.Body}
}

var decoders = map[string]func(io.Reader) (io.Reader, error){
	"gzip":     func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
	"x-gzip":   func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
	"br":       func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
	"deflate":  inflate,
	"identity": func(r io.Reader) (io.Reader, error) { return r, nil },
}

// inflate reads the zlib format, and deflate without it, which some servers send.
func inflate(r io.Reader) (io.Reader, error) {
	b := bufio.NewReader(r)
	head, err := b.Peek(1)
	if err != nil {
		return nil, err
	}
	if head[0]&0x0f == 8 {
		return zlib.NewReader(b)
	}
	return flate.NewReader(b), nil
}

// A lazyReader opens its decoder at the first Read, which is where waiting is due.
// A body without a byte is one that nothing was made of.
type lazyReader struct {
	from io.Reader
	open func(io.Reader) (io.Reader, error)
	r    io.Reader
}

func (l *lazyReader) Read(p []byte) (int, error) {
	if l.r == nil {
		from := bufio.NewReader(l.from)
		if _, err := from.Peek(1); err != nil {
			return 0, err
		}
		var err error
		if l.r, err = l.open(from); err != nil {
			return 0, err
		}
	}
	return l.r.Read(p)
}
