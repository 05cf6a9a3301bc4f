package web

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"

	"example.com/thaw/isolate"
)

// An uploadBody is the body of a request that JavaScript streams: each Read that
// needs more asks for a chunk and waits for it.
type uploadBody struct {
	fetching *fetching
	ctx      context.Context
	chunks   chan uploadChunk // one answer for each time that it was asked

	rest  []byte
	mu    sync.Mutex
	ended bool
}

type uploadChunk struct {
	bytes []byte
	err   error
}

// Read implements io.Reader.
func (u *uploadBody) Read(p []byte) (int, error) {
	for len(u.rest) == 0 {
		layer := u.fetching.layer
		layer.cfg.Loop.Post(layer.Task("fetchUploadPull", u.fetching.id))
		select {
		case chunk := <-u.chunks:
			if chunk.err != nil {
				u.setEnded()
				return 0, chunk.err
			}
			u.rest = chunk.bytes
		case <-u.ctx.Done():
			return 0, context.Cause(u.ctx)
		}
	}
	n := copy(p, u.rest)
	u.rest = u.rest[n:]
	return n, nil
}

// setEnded reports whether it had ended before.
func (u *uploadBody) setEnded() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	was := u.ended
	u.ended = true
	return was
}

// Close tells JavaScript that no more is wanted, unless all was sent.
func (u *uploadBody) Close() error {
	if !u.setEnded() {
		layer := u.fetching.layer
		layer.cfg.Loop.Post(layer.Task("fetchUploadCancel", u.fetching.id))
	}
	return nil
}

// send gives the answer, which nobody may wait for any more.
func (u *uploadBody) send(chunk uploadChunk) {
	select {
	case u.chunks <- chunk:
	default:
	}
}

// fetchUpload takes the chunk that was asked for.
func (l *Layer) fetchUpload(id float64, chunk []byte) (isolate.None, error) {
	if f := l.fetches.get(id); f != nil && f.upload != nil {
		f.upload.send(uploadChunk{bytes: bytes.Clone(chunk)})
	}
	return isolate.None{}, nil
}

// fetchUploadEnd is told that the stream has closed, or why it broke.
func (l *Layer) fetchUploadEnd(id float64, problem string) (isolate.None, error) {
	if f := l.fetches.get(id); f != nil && f.upload != nil {
		err := io.EOF
		if problem != "" {
			err = errors.New(problem)
		}
		f.upload.send(uploadChunk{err: err})
	}
	return isolate.None{}, nil
}
