package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
)

// readAhead is the largest body that is read before the handler is called, so
// that it crosses to JavaScript in one piece. Longer ones, and those of unknown
// length, are streamed.
const readAhead = 64 << 10

// requestBody returns what dispatch takes as body: nil for none, the bytes, and
// for a stream its length, or true if that is not known.
func (x *exchange) requestBody() (isolate.Value, error) {
	body, size := x.req.Body, x.req.ContentLength
	if body == nil || body == http.NoBody || size == 0 && len(x.req.TransferEncoding) == 0 {
		return emptyBody(x.req), nil
	}
	if size < 0 {
		return true, nil
	}
	if size > readAhead {
		return float64(size), nil
	}
	defer body.Close()
	b, err := io.ReadAll(body)
	if err == nil && int64(len(b)) != size {
		err = io.ErrUnexpectedEOF
	}
	return b, err
}

// emptyBody is no bytes where the client has sent a Content-Length of 0, and nil for no
// body. A GET or HEAD request has none, since a Request made of it could not.
func emptyBody(req *http.Request) isolate.Value {
	if req.Header["Content-Length"] == nil || method(req) == http.MethodGet || method(req) == http.MethodHead {
		return nil
	}
	return []byte{}
}

// opRequestPull reads the next chunk of a request's body in the background, and
// hands it to __host.requestChunk(id, bytes, problem): no bytes and no problem
// are the end.
func (i *Instance) opRequestPull(id float64) (isolate.None, error) {
	x := i.exchange(id)
	if x == nil {
		return isolate.None{}, isolate.Throw("TypeError", "the request is over")
	}
	end := i.loop.Begin()
	go func() {
		chunk, problem := web.ReadChunk(x.req.Body)
		end(i.layer.Task("requestChunk", id, chunk, problem))
	}()
	return isolate.None{}, nil
}

// opRequestCancel is told that the app won't read more of a request's body.
func (i *Instance) opRequestCancel(id float64) (isolate.None, error) {
	if x := i.exchange(id); x != nil {
		x.req.Body.Close()
	}
	return isolate.None{}, nil
}

// A responseBody reads a ReadableStream: each Read that needs more asks
// JavaScript for a chunk and runs the instance until it has come.
type responseBody struct {
	instance *Instance
	exchange *exchange
	more     signal
	chunk    []byte
	err      error // io.EOF at the end
}

// Read implements io.Reader. One goroutine reads at a time.
func (b *responseBody) Read(p []byte) (int, error) {
	for len(b.chunk) == 0 && b.err == nil {
		b.fill()
	}
	if len(b.chunk) == 0 {
		return 0, b.err
	}
	n := copy(p, b.chunk)
	b.chunk = b.chunk[n:]
	return n, nil
}

func (b *responseBody) fill() {
	i, x := b.instance, b.exchange
	ctx := x.req.Context()
	run, stop := i.bound(ctx)
	defer stop()
	done := b.more.reset()
	defer context.AfterFunc(ctx, func() { b.more.settle(context.Cause(ctx)) })()
	i.loop.Post(i.layer.Task("pullResponse", x.id))
	err := i.loop.Run(run, done)
	if errors.Is(err, loop.ErrStalled) {
		err = ErrHung
	}
	if err == nil {
		err = b.more.err
	}
	if err != nil {
		b.err = err
		if !errors.Is(err, io.EOF) {
			b.err = fmt.Errorf("worker: response body: %w", err)
			b.cancel()
		}
		i.forget(x)
	}
}

// Close cancels the stream, if it has not ended.
func (b *responseBody) Close() error {
	if b.err == nil {
		b.err = http.ErrBodyReadAfterClose
		b.cancel()
		b.instance.forget(b.exchange)
	}
	return nil
}

// cancel has JavaScript cancel the stream, when the instance runs next.
func (b *responseBody) cancel() {
	b.instance.loop.Post(b.instance.layer.Task("cancelResponse", b.exchange.id))
}

func (i *Instance) opResponseChunk(id float64, chunk []byte) (isolate.None, error) {
	if x := i.exchange(id); x != nil && x.body != nil {
		x.body.chunk = append([]byte(nil), chunk...)
		x.body.more.settle(nil)
	}
	return isolate.None{}, nil
}

// opResponseEnd is told that the stream has closed, or why it broke.
func (i *Instance) opResponseEnd(id float64, problem string) (isolate.None, error) {
	if x := i.exchange(id); x != nil && x.body != nil {
		err := io.EOF
		if problem != "" {
			err = errors.New(problem)
		}
		x.body.more.settle(err)
	}
	return isolate.None{}, nil
}
