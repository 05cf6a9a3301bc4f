package workertest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"

	"example.com/thaw/runtime/web"
)

// Outbound has h answer what the worker fetches, in this process. The request
// has the whole URL, with scheme and host, and comes with its body as it is sent. h can take
// over the connection of a WebSocket handshake.
func Outbound(h http.Handler) Option { return Transport(handlerTransport{h}) }

// Transport sends what the worker fetches to rt, which must not follow redirects.
// See Network for the real one.
func Transport(rt http.RoundTripper) Option { return func(c *config) { c.outbound = rt } }

// Network lets the worker reach the network.
func Network() Option { return Transport(web.Network()) }

// Origin has h answer the requests whose handler throws after passThroughOnException.
func Origin(h http.Handler) Option { return func(c *config) { c.origin = handlerTransport{h} } }

// noNetwork is what a worker has without these options.
var noNetwork = web.NoNetwork("the options workertest.Outbound and workertest.Network open it")

// A handlerTransport answers requests by a handler, whose response is passed on as it is written.
type handlerTransport struct{ handler http.Handler }

// RoundTrip implements http.RoundTripper.
func (t handlerTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Header.Get("Upgrade") != "" {
		return t.upgrade(req)
	}
	ctx, cancel := context.WithCancelCause(req.Context())
	in := req.Clone(ctx)
	in.RequestURI = in.URL.RequestURI()
	if in.Body == nil {
		in.Body = http.NoBody
	}
	w := newResponseWriter(req)
	go func() {
		defer in.Body.Close()
		w.finish(serve(t.handler, w, in))
	}()
	stop := context.AfterFunc(ctx, func() { w.abandon(context.Cause(ctx)) })
	<-w.answered
	if w.failed != nil {
		stop()
		cancel(w.failed)
		return nil, w.failed
	}
	w.response.Body = handlerBody{w.reader, func() { stop(); cancel(io.ErrClosedPipe) }}
	return w.response, nil
}

// serve returns what the handler panicked with.
func serve(h http.Handler, w http.ResponseWriter, req *http.Request) (err error) {
	defer func() {
		switch v := recover(); v {
		case nil:
		case http.ErrAbortHandler:
			err = http.ErrAbortHandler
		default:
			err = fmt.Errorf("the handler of workertest.Outbound panicked: %v", v)
		}
	}()
	h.ServeHTTP(w, req)
	return nil
}

// A handlerBody ends its handler's context when it is closed.
type handlerBody struct {
	*io.PipeReader
	stop func()
}

func (b handlerBody) Close() error {
	b.stop()
	return b.PipeReader.Close()
}

// A responseWriter makes a response of what a handler writes: the head at the
// first write, and the body through a pipe.
type responseWriter struct {
	response *http.Response
	reader   *io.PipeReader
	body     *io.PipeWriter
	noBody   bool

	header   http.Header // the handler's own, until the head is written
	once     sync.Once
	answered chan struct{} // closed when there is a head, or failed is set
	failed   error
}

func newResponseWriter(req *http.Request) *responseWriter {
	r, w := io.Pipe()
	return &responseWriter{
		response: &http.Response{Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, ContentLength: -1, Request: req},
		reader:   r, body: w, noBody: req.Method == http.MethodHead,
		header: http.Header{}, answered: make(chan struct{}),
	}
}

// Header implements http.ResponseWriter.
func (w *responseWriter) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *responseWriter) WriteHeader(status int) {
	if status < 200 && status != http.StatusSwitchingProtocols {
		return // informational
	}
	w.once.Do(func() {
		w.response.StatusCode = status
		w.response.Status = fmt.Sprintf("%d %s", status, http.StatusText(status))
		w.response.Header = w.header.Clone()
		close(w.answered)
	})
}

// Write implements http.ResponseWriter.
func (w *responseWriter) Write(p []byte) (int, error) {
	if w.header.Get("Content-Type") == "" {
		w.header.Set("Content-Type", http.DetectContentType(p))
	}
	w.WriteHeader(http.StatusOK)
	if w.noBody {
		return len(p), nil
	}
	return w.body.Write(p)
}

// Flush implements http.Flusher: what is written is passed on at once anyway.
func (w *responseWriter) Flush() { w.WriteHeader(http.StatusOK) }

// finish ends the response when the handler has returned.
func (w *responseWriter) finish(err error) {
	if err != nil {
		w.abandon(err)
		return
	}
	w.WriteHeader(http.StatusOK)
	w.body.Close()
}

// abandon breaks the response off, or has none if there is none yet.
func (w *responseWriter) abandon(err error) {
	if errors.Is(err, http.ErrAbortHandler) {
		err = io.ErrUnexpectedEOF
	}
	w.once.Do(func() {
		w.failed = err
		close(w.answered)
	})
	w.body.CloseWithError(err)
}
