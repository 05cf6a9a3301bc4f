package web

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"time"
	"unicode/utf8"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/loop"
)

// A closeFrame is what the peer has closed with.
type closeFrame struct {
	code   ws.StatusCode
	reason string
}

func (f *closeFrame) Error() string { return fmt.Sprintf("closed with %d %q", f.code, f.reason) }

// A frameError is why a connection fails, and the code of the close frame that says so.
type frameError struct {
	code ws.StatusCode
	err  error
}

func (e *frameError) Error() string { return e.err.Error() }

// read hands messages to JavaScript until the peer closes or the connection
// breaks. end ends the operation that reading is.
func (s *Socket) read(end func(loop.Task), r io.Reader) {
	state := ws.StateServerSide
	if s.client {
		state = ws.StateClientSide
	}
	frames := &wsutil.Reader{Source: r, State: state, CheckUTF8: true, MaxFrameSize: maxMessage, OnIntermediate: s.control}
	for {
		data, err := s.next(frames)
		if err != nil {
			end(s.readEnded(err))
			return
		}
		select {
		case s.window <- struct{}{}:
		case <-s.ctx.Done():
		}
		following := s.layer.cfg.Loop.Begin()
		end(s.message(data))
		end = following
	}
}

// message is the task that gives JavaScript a message.
func (s *Socket) message(data isolate.Value) loop.Task {
	task := s.layer.Task("socketMessage", s.id, data)
	return func(ctx context.Context) error {
		<-s.window
		return task(ctx)
	}
}

// next returns the next message, a string or bytes.
func (s *Socket) next(r *wsutil.Reader) (isolate.Value, error) {
	for {
		h, err := r.NextFrame()
		if err != nil {
			return nil, readError(err)
		}
		if h.OpCode.IsControl() {
			if err := s.control(h, r); err != nil {
				return nil, err
			}
			continue
		}
		data, err := io.ReadAll(io.LimitReader(r, maxMessage+1))
		if err != nil {
			return nil, readError(err)
		}
		if len(data) > maxMessage {
			return nil, readError(wsutil.ErrFrameTooLarge)
		}
		if h.OpCode == ws.OpText {
			return string(data), nil
		}
		return data, nil
	}
}

// readError finds the close code for what was wrong with a frame, if it was that.
func readError(err error) error {
	var protocol ws.ProtocolError
	switch {
	case errors.Is(err, wsutil.ErrInvalidUTF8):
		return &frameError{ws.StatusInvalidFramePayloadData, err}
	case errors.Is(err, wsutil.ErrFrameTooLarge):
		return &frameError{ws.StatusMessageTooBig, fmt.Errorf("a message is longer than %d MB", maxMessage>>20)}
	case errors.As(err, &protocol):
		return &frameError{ws.StatusProtocolError, err}
	}
	return err
}

// control reads the payload of a control frame and acts on it. A close frame is a
// *closeFrame.
func (s *Socket) control(h ws.Header, r io.Reader) error {
	payload := make([]byte, h.Length)
	if _, err := io.ReadFull(r, payload); err != nil && h.Length > 0 {
		return err
	}
	switch h.OpCode {
	case ws.OpPing:
		s.pong(ws.NewPongFrame(payload))
	case ws.OpClose:
		return parseClose(payload)
	}
	return nil
}

func parseClose(payload []byte) error {
	if len(payload) == 0 {
		return &closeFrame{code: noStatus}
	}
	code, reason := ws.ParseCloseFrameData(payload)
	if len(payload) < 2 || code < 1000 || code > 4999 || code >= 1004 && code <= 1006 || code == 1015 || !utf8.ValidString(reason) {
		return &frameError{ws.StatusProtocolError, fmt.Errorf("the peer sent a close frame that is not valid")}
	}
	return &closeFrame{code, reason}
}

// readEnded returns the task that tells JavaScript of the end.
func (s *Socket) readEnded(err error) loop.Task {
	if cause := context.Cause(s.ctx); cause != nil {
		err = cause
	}
	var closed *closeFrame
	var bad *frameError
	switch {
	case errors.As(err, &closed):
		s.closeReceived()
		return s.closed(float64(closed.code), closed.reason, "")
	case errors.As(err, &bad):
		s.sendClose(bad.code, "")
		s.closeReceived()
	case errors.Is(err, errDropped):
		return nil
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("the peer disconnected without a close frame")
		fallthrough
	default:
		s.end(err)
	}
	return s.closed(abnormal, "", err.Error())
}

// enqueue has the writer send a frame. After a close frame there are no more.
func (s *Socket) enqueue(f ws.Frame) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing != nil {
		return
	}
	s.push(f)
}

// pong answers a ping. As the protocol allows, of pongs that still wait only the
// last is sent, so that a peer can't have them pile up.
func (s *Socket) pong(f ws.Frame) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing != nil {
		return
	}
	if n := len(s.queue); n > 0 && s.queue[n-1].Header.OpCode == ws.OpPong {
		s.queue[n-1] = f
		return
	}
	s.push(f)
}

func (s *Socket) push(f ws.Frame) {
	s.queue = append(s.queue, f)
	if f.Header.OpCode.IsData() {
		s.buffered += len(f.Payload)
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// sendClose has the writer send a close frame as the last one.
func (s *Socket) sendClose(code ws.StatusCode, reason string) {
	var body []byte
	if code != noStatus {
		body = ws.NewCloseFrameBody(code, reason)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing != nil || s.ctx.Err() != nil {
		return
	}
	s.closing = s.layer.cfg.Loop.Begin()
	s.push(ws.NewCloseFrame(body))
}

// write sends frames until a close frame has gone, or the socket has ended.
func (s *Socket) write(conn io.Writer) {
	w := bufio.NewWriter(conn)
	for {
		f, ok := s.take()
		if !ok {
			return
		}
		err := ws.WriteFrame(w, s.masked(f))
		if err == nil {
			err = w.Flush()
		}
		if err != nil {
			s.end(err)
			return
		}
		s.mu.Lock()
		if f.Header.OpCode.IsData() {
			s.buffered -= len(f.Payload)
		}
		s.mu.Unlock()
		if f.Header.OpCode == ws.OpClose {
			s.closeSent()
			return
		}
	}
}

// masked is f as this side sends it: a client's frames are masked.
func (s *Socket) masked(f ws.Frame) ws.Frame {
	if !s.client {
		return f
	}
	var mask [4]byte
	rand.Read(mask[:])
	return ws.MaskFrameInPlaceWith(f, mask)
}

// take waits for a frame; it is false when the socket has ended.
func (s *Socket) take() (ws.Frame, bool) {
	for {
		s.mu.Lock()
		if len(s.queue) > 0 {
			f := s.queue[0]
			s.queue = s.queue[1:]
			s.mu.Unlock()
			return f, true
		}
		s.mu.Unlock()
		select {
		case <-s.wake:
		case <-s.ctx.Done():
			return ws.Frame{}, false
		}
	}
}

// closeReceived and closeSent end the socket when both have been called.
func (s *Socket) closeReceived() {
	s.mu.Lock()
	s.received = true
	over := s.sent
	s.mu.Unlock()
	if over {
		s.end(errClosed)
	}
}

func (s *Socket) closeSent() {
	s.mu.Lock()
	s.sent = true
	over := s.received
	if !over {
		s.timer = time.AfterFunc(closeTimeout, func() { s.end(errCloseTimeout) })
	}
	s.mu.Unlock()
	if over {
		s.end(errClosed)
	}
}
