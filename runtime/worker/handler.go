package worker

import (
	"context"
	"errors"
	"io"
	"maps"
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
	if b, ok := res.Body.(*socketBody); ok {
		i.serveSocket(w, req, res.Header, b)
		res.Body.Close()
		i.finish()
		return
	}
	setHeader(w.Header(), res)
	stream := isStream(res.Body)
	if stream {
		// Else net/http takes what is unread of the request's body before it writes.
		_ = http.NewResponseController(w).EnableFullDuplex() // only HTTP/1 can do it, or needs it
	}
	w.WriteHeader(res.StatusCode)
	if req.Method != http.MethodHead {
		err = copyFlushing(w, res.Body, stream)
	}
	res.Body.Close()
	i.finish()
	if err != nil {
		panic(http.ErrAbortHandler) // net/http's way to cut a connection
	}
}

// setHeader makes the header of what is sent. net/http adds nothing to it but Date,
// and a length or a transfer coding.
func setHeader(header http.Header, res *http.Response) {
	header["Content-Type"] = nil // else one that is missing is guessed from the body
	maps.Copy(header, res.Header)
	header.Del("Transfer-Encoding") // is for the connection to say
	if res.ContentLength > 0 && header.Get("Content-Length") == "" {
		header.Set("Content-Length", strconv.FormatInt(res.ContentLength, 10))
	}
}

// finish runs in the background what is left: the canceling of a stream that was not
// read to its end, and what waitUntil was given.
func (i *Instance) finish() {
	if i.background.isSettled() && i.loop.Counts().Tasks == 0 {
		return
	}
	go func() {
		canceled := make(chan struct{})
		i.loop.Post(func(context.Context) error {
			close(canceled)
			return nil
		})
		if i.loop.Run(i.ctx, canceled) == nil {
			i.Wait(context.Background())
		}
	}()
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
		return err
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
				return werr
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
