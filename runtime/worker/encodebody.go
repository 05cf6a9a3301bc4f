package worker

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"

	"github.com/andybalholm/brotli"
)

// An encoder is a compressing writer.
type encoder interface {
	io.WriteCloser
	Flush() error
}

// newEncoder makes that of a content coding, or returns nil.
func newEncoder(coding string, w io.Writer) encoder {
	switch strings.ToLower(coding) {
	case "gzip":
		return gzip.NewWriter(w)
	case "br":
		return brotli.NewWriter(w)
	}
	return nil
}

// An encodedBody compresses a body as it is read, each chunk of it at once.
type encodedBody struct {
	from    io.ReadCloser
	encoder encoder
	encoded bytes.Buffer
	chunk   []byte
	err     error
}

// encodeBody compresses the body of res as its Content-Encoding says, as Workers
// do: an app writes what is to be encoded.
func encodeBody(res *http.Response) {
	if res.Body == http.NoBody {
		return
	}
	b := &encodedBody{from: res.Body, chunk: make([]byte, readAhead)}
	if b.encoder = newEncoder(res.Header.Get("Content-Encoding"), &b.encoded); b.encoder == nil {
		return
	}
	res.Body, res.ContentLength = b, -1
	res.Header.Del("Content-Length")
}

// Read implements io.Reader. One goroutine reads at a time.
func (b *encodedBody) Read(p []byte) (int, error) {
	for b.encoded.Len() == 0 {
		if b.err != nil {
			return 0, b.err
		}
		var n int
		n, b.err = b.from.Read(b.chunk)
		b.encoder.Write(b.chunk[:n]) // to memory
		switch b.err {
		case nil:
			b.encoder.Flush()
		case io.EOF:
			b.encoder.Close()
		}
	}
	return b.encoded.Read(p)
}

// Close implements io.Closer.
func (b *encodedBody) Close() error { return b.from.Close() }
