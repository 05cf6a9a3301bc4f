package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
)

// An exchange is a request and its response, while either is in progress.
type exchange struct {
	id   float64
	req  *http.Request
	head signal // settled when res is there, or with why there is none
	res  *http.Response
	body *responseBody // nil unless the response is a stream

	socket *web.Socket // nil unless the response is the answer to a WebSocket handshake
}

// Fetch dispatches a request to the app's fetch handler. The response's Body
// must be closed; reading a streamed one runs the instance. One with
// status 101 has a WebSocket, which only ServeHTTP can serve.
//
// A handler that throws, hangs, or returns no Response gives a response with
// status 500 whose body says why, and an entry in the log. An error means that
// there is no response: the cause of ctx, if that ended, or of the instance's end. When the
// deadline of ctx passes while JavaScript runs, that is the end of the instance.
func (i *Instance) Fetch(ctx context.Context, req *http.Request) (*http.Response, error) {
	x := i.begin(req)
	body, err := x.requestBody()
	if err != nil {
		i.forget(x)
		return nil, fmt.Errorf("worker: reading the request's body: %w", err)
	}
	run, stop := i.bound(ctx)
	defer stop()
	done := x.head.reset()
	defer context.AfterFunc(ctx, func() { i.abandon(x, context.Cause(ctx)) })()
	i.loop.Post(i.layer.Task("dispatch", x.id, method(req), absoluteURL(req), headerList(req), body))
	err = i.loop.Run(run, done)
	if errors.Is(err, loop.ErrStalled) {
		i.fail(x, &isolate.Exception{Class: "Error", Message: ErrHung.Error()})
		err = nil
	}
	if err == nil {
		err = x.head.err
	}
	if err != nil {
		i.forget(x)
		return nil, fmt.Errorf("worker: %w", err)
	}
	return x.res, nil
}

func (i *Instance) begin(req *http.Request) *exchange {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.lastID++
	x := &exchange{id: i.lastID, req: req}
	i.exchanges[x.id] = x
	return x
}

// exchange returns nil for one that is over: JavaScript may learn of it late.
func (i *Instance) exchange(id float64) *exchange {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.exchanges[id]
}

func (i *Instance) forget(x *exchange) {
	i.mu.Lock()
	delete(i.exchanges, x.id)
	i.mu.Unlock()
	i.contextEnded()
}

// contextEnded drops the fetches, sockets and compressions that nobody awaits when the last request has
// been answered and no promise of waitUntil is pending, as Workers do at the end of
// each request's context. For a snapshot they are kept, and refused by name.
func (i *Instance) contextEnded() {
	i.mu.Lock()
	busy := i.keepFetches || len(i.exchanges) > 0
	i.mu.Unlock()
	if !busy && i.background.isSettled() {
		i.layer.DropFetches()
		i.layer.DropSockets()
		i.layer.DropCompressions()
	}
}

// abandon ends the wait of a client that has gone, and aborts the request's signal.
func (i *Instance) abandon(x *exchange, cause error) {
	i.loop.Post(i.layer.Task("abortRequest", x.id))
	x.head.settle(cause)
}

// opRespond takes (id, status, statusText, headers, body, streamed, encoded). headers
// is a flat list of names and values, one a line; streamed is false, true, or the length
// of the stream; encoded tells that the app has applied the content coding itself.
func (i *Instance) opRespond(args []isolate.Value) (isolate.Value, error) {
	if len(args) != 7 {
		return nil, isolate.Throw("TypeError", "op_respond: %d arguments, want 7", len(args))
	}
	id, err := isolate.ArgAt[float64]("op_respond", args, 0)
	if err != nil {
		return nil, err
	}
	status, err := isolate.ArgAt[float64]("op_respond", args, 1)
	if err != nil {
		return nil, err
	}
	statusText, err := isolate.ArgAt[string]("op_respond", args, 2)
	if err != nil {
		return nil, err
	}
	headers, err := isolate.ArgAt[string]("op_respond", args, 3)
	if err != nil {
		return nil, err
	}
	x := i.exchange(id)
	if x == nil {
		return nil, nil
	}
	x.res = newResponse(x.req, int(status), statusText, headers)
	if x.socket != nil {
		x.res.Body = &socketBody{i, x, x.socket}
	} else if args[5] == false {
		setBody(x.res, args[4])
		correctLength(x.res)
		i.forget(x)
	} else {
		x.body = &responseBody{instance: i, exchange: x}
		x.res.Body, x.res.ContentLength = x.body, -1
		if length, ok := args[5].(float64); ok {
			x.res.ContentLength = int64(length)
		}
	}
	if args[6] == false && x.res.Header["Content-Encoding"] != nil {
		encodeBody(x.res)
	}
	x.head.settle(nil)
	return nil, nil
}

// setBody gives res a body that is known: nil, a string or bytes.
func setBody(res *http.Response, body isolate.Value) {
	switch b := body.(type) {
	case string:
		res.Body, res.ContentLength = io.NopCloser(strings.NewReader(b)), int64(len(b))
	case []byte:
		res.Body, res.ContentLength = io.NopCloser(bytes.NewReader(bytes.Clone(b))), int64(len(b))
	default:
		res.Body = http.NoBody
	}
}

// correctLength replaces a Content-Length that the app has set by that of its body, which
// is known. In answer to HEAD, and with status 304, it is that of what is not sent.
func correctLength(res *http.Response) {
	if res.Request.Method == http.MethodHead || res.StatusCode == http.StatusNotModified || res.Header["Content-Length"] == nil {
		return
	}
	if res.ContentLength > 0 {
		res.Header.Set("Content-Length", strconv.FormatInt(res.ContentLength, 10))
	} else {
		res.Header.Del("Content-Length")
	}
}

func newResponse(req *http.Request, status int, statusText, headers string) *http.Response {
	if statusText == "" {
		statusText = http.StatusText(status)
	}
	res := &http.Response{
		StatusCode: status, Status: fmt.Sprintf("%d %s", status, statusText),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Request: req,
	}
	if headers != "" {
		list := strings.Split(headers, "\n")
		for n := 0; n+1 < len(list); n += 2 {
			res.Header.Add(list[n], web.IsomorphicEncode(list[n+1]))
		}
	}
	return res
}

// opRespondError is told what the handler threw, or why its result is no response.
func (i *Instance) opRespondError(id float64, class, message, stack string) (isolate.None, error) {
	if x := i.exchange(id); x != nil {
		i.fail(x, i.exception(class, message, stack))
	}
	return isolate.None{}, nil
}

// fail answers with status 500 and logs why.
func (i *Instance) fail(x *exchange, ex *isolate.Exception) {
	if i.cfg.Log != nil {
		i.cfg.Log(web.Entry{Level: web.LevelError, Text: "Uncaught " + ex.Detail(), Uncaught: true})
	}
	x.res = newResponse(x.req, http.StatusInternalServerError, "", "content-type\ntext/plain;charset=UTF-8")
	setBody(x.res, ex.Error()+"\n")
	x.res.Body = failureBody{x.res.Body, ex}
	i.forget(x)
	x.head.settle(nil)
}

// A failureBody is the body of a response that fail made.
type failureBody struct {
	io.ReadCloser
	failure error
}

// Failure is why the handler gave no response of its own, an *isolate.Exception,
// when res is the one that Fetch made up for it; else nil.
func Failure(res *http.Response) error {
	if b, ok := res.Body.(failureBody); ok {
		return b.failure
	}
	return nil
}
