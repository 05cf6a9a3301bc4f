package web

import (
	"context"
	"io"
	"net/http"
	"sync"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/loop"
)

func (l *Layer) fetchOps() []isolate.Op {
	return []isolate.Op{
		{Name: "op_fetch", Call: l.opFetch},
		isolate.Op0("op_has_origin", func() (bool, error) { return l.cfg.Origin != nil, nil }),
		isolate.Op1("op_fetch_read", l.fetchRead),
		isolate.Op1("op_fetch_abort", l.fetchAbort),
		isolate.Op2("op_fetch_upload", l.fetchUpload),
		isolate.Op2("op_fetch_upload_end", l.fetchUploadEnd),
		isolate.Op2("op_integrity_match", matchIntegrity),
		isolate.Op2("op_data_url_body", dataURLBody),
	}
}

// A fetching is an HTTP request of the app and its response, until the response's
// body is at its end. A redirect is one of its own.
type fetching struct {
	layer  *Layer
	id     float64
	cancel context.CancelFunc
	upload *uploadBody // nil unless JavaScript streams the request's body

	mu      sync.Mutex
	body    io.ReadCloser // of the response, decoded
	dropped bool          // nobody waits for it any more
}

// opFetch takes (id, method, url, headers, body, toOrigin). headers is a flat list of names
// and values, one a line; body is null, a string, bytes, or the length of a
// stream, or true if that is not known, which is asked for with __host.fetchUploadPull(id). The answer is __host.fetchResponse(id,
// status, statusText, headers, hasBody) or fetchFailed(id, reason).
func (l *Layer) opFetch(args []isolate.Value) (isolate.Value, error) {
	id, err := isolate.ArgAt[float64]("op_fetch", args, 0)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	f := &fetching{layer: l, id: id, cancel: cancel}
	req, err := f.newRequest(ctx, args)
	if err != nil {
		cancel()
		return nil, err
	}
	transport := l.outbound()
	if args[5] == true {
		transport = l.cfg.Origin
	}
	l.fetches.add(id, f)
	end := l.cfg.Loop.Begin()
	go func() { end(f.roundTrip(transport, req)) }()
	return nil, nil
}

// roundTrip does the request, and returns the task that tells of its outcome.
func (f *fetching) roundTrip(transport http.RoundTripper, req *http.Request) loop.Task {
	res, err := transport.RoundTrip(req)
	if err == nil && res.StatusCode == http.StatusSwitchingProtocols {
		res.Body.Close()
		err = errSwitched
	}
	if err != nil {
		f.layer.noteForbidden(err)
		f.close()
		return f.task("fetchFailed", f.id, err.Error())
	}
	f.setBody(decoded(res))
	hasBody := mayHaveBody(req.Method, res.StatusCode)
	if !hasBody {
		f.close()
	}
	return f.task("fetchResponse", f.id, float64(res.StatusCode), statusText(res), headerLines(res.Header), hasBody)
}

// task is nil for a fetch that nobody waits for.
func (f *fetching) task(fn string, args ...isolate.Value) loop.Task {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.dropped {
		return nil
	}
	return f.layer.Task(fn, args...)
}

func (f *fetching) setBody(body io.ReadCloser) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.body = body
	if f.dropped {
		body.Close()
	}
}

// close ends the request and frees its connection. It may be called more than once.
func (f *fetching) close() {
	f.layer.fetches.remove(f.id)
	f.cancel()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.body != nil {
		f.body.Close()
	}
}

// fetchRead reads the next chunk of a response's body in the background, and
// hands it to __host.fetchChunk(id, bytes, problem): no bytes and no problem are the end.
func (l *Layer) fetchRead(id float64) (isolate.None, error) {
	f := l.fetches.get(id)
	if f == nil {
		return isolate.None{}, isolate.Throw("TypeError", "the response is over")
	}
	end := l.cfg.Loop.Begin()
	go func() {
		chunk, problem := ReadChunk(f.body)
		if chunk == nil {
			f.close()
		}
		end(f.task("fetchChunk", id, chunk, problem))
	}()
	return isolate.None{}, nil
}

// fetchAbort ends a fetch of which JavaScript wants to hear no more.
func (l *Layer) fetchAbort(id float64) (isolate.None, error) {
	if f := l.fetches.get(id); f != nil {
		f.drop()
	}
	return isolate.None{}, nil
}

// drop closes a fetch of which nobody is to hear any more.
func (f *fetching) drop() {
	f.mu.Lock()
	f.dropped = true
	f.mu.Unlock()
	f.close()
}

// DropFetches ends all fetches that are in progress, of which the app hears no
// more: their promises stay pending, as in Workers when a request's context has
// ended. It may be called from any goroutine.
func (l *Layer) DropFetches() {
	for id, f := range l.fetches.takeAll() {
		f.drop()
		l.cfg.Loop.Post(l.Task("fetchDropped", id))
	}
}

// chunkBytes is the most that crosses to JavaScript at once of a body.
const chunkBytes = 64 << 10

// ReadChunk reads a body for JavaScript: at least one byte, nil at the end, or
// what went wrong.
func ReadChunk(r io.Reader) (chunk isolate.Value, problem string) {
	buf := make([]byte, chunkBytes)
	for {
		n, err := r.Read(buf)
		switch {
		case n > 0:
			return buf[:n], ""
		case err == io.EOF:
			return nil, ""
		case err != nil:
			return nil, err.Error()
		}
	}
}
