package worker

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
)

// ServeHTTP dispatches a request and writes the response, each chunk of a stream
// as it comes. Promises given to waitUntil go on after it. When there is no
// response, or its body breaks off, the connection is cut.
func (i *Instance) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	res, err := i.Fetch(req.Context(), req)
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	defer res.Body.Close()
	if b, ok := res.Body.(*socketBody); ok {
		i.serveSocket(w, req, res.Header, b)
		i.finish()
		return
	}
	header := w.Header()
	for name, values := range res.Header {
		header[name] = values
	}
	if res.ContentLength > 0 && header.Get("Content-Length") == "" {
		header.Set("Content-Length", strconv.FormatInt(res.ContentLength, 10))
	}
	stream := isStream(res.Body)
	if stream {
		// Else net/http takes what is unread of the request's body before it writes.
		_ = http.NewResponseController(w).EnableFullDuplex() // only HTTP/1 can do it, or needs it
	}
	w.WriteHeader(res.StatusCode)
	err = copyFlushing(w, res.Body, stream)
	i.finish()
	if err != nil {
		panic(http.ErrAbortHandler) // net/http's way to cut a connection
	}
}

// finish runs what waitUntil was given in the background.
func (i *Instance) finish() {
	select {
	case <-i.background.wait():
	default:
		go i.Wait(context.Background())
	}
}

func isStream(body io.ReadCloser) bool {
	if encoded, ok := body.(*encodedBody); ok {
		body = encoded.from
	}
	_, stream := body.(*responseBody)
	return stream
}

// copyFlushing copies body; a stream is flushed after each read.
func copyFlushing(w http.ResponseWriter, body io.Reader, stream bool) error {
	if !stream {
		_, err := io.Copy(w, body)
		return ignoreBodyNotAllowed(err)
	}
	flush := http.NewResponseController(w).Flush
	buf := make([]byte, 32<<10)
	if err := flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	for {
		n, err := body.Read(buf)
		if n > 0 {
			if _, werr := w.Write(buf[:n]); werr != nil {
				return ignoreBodyNotAllowed(werr)
			}
			if ferr := flush(); ferr != nil && !errors.Is(ferr, http.ErrNotSupported) {
				return ferr
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// ignoreBodyNotAllowed drops the error of a body written in answer to HEAD.
func ignoreBodyNotAllowed(err error) error {
	if errors.Is(err, http.ErrBodyNotAllowed) {
		return nil
	}
	return err
}
