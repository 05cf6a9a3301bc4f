package web

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/gobwas/ws"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/loop"
)

func (l *Layer) socketOps() []isolate.Op {
	return []isolate.Op{
		// DIAL
		isolate.Op4("op_socket_open", l.openSocket),
		{Name: "op_socket_send", Call: l.sendSocket},
		isolate.Op3("op_socket_close", l.closeSocket),
		isolate.Op1("op_socket_buffered", l.bufferedSocket),
	}
}

// maxMessage is the longest WebSocket message that is received, in bytes, as in Workers.
const maxMessage = 32 << 20

// closeTimeout is how long a peer may take to answer a close frame.
const closeTimeout = 10 * time.Second

// Close codes that no close frame has: that of a frame without one, and that of a
// connection without a frame.
const (
	noStatus = 1005
	abnormal = 1006.0
)

// A Socket is a WebSocket connection between an app and the network, from the
// moment when the app knows of it. Its methods may be called from any goroutine.
type Socket struct {
	layer  *Layer
	id     float64
	client bool
	ctx    context.Context // ends with the socket; its cause says why
	cancel context.CancelCauseFunc
	wake   chan struct{} // tells the writer of a frame; capacity 1
	window chan struct{} // holds a token for each message that JavaScript has not taken
	done   chan struct{}

	mu       sync.Mutex
	conn     io.ReadWriteCloser // nil before attach
	queue    []ws.Frame
	buffered int             // payload bytes of messages in queue
	closing  func(loop.Task) // ends the operation that a close frame is; nil before
	received bool            // a close frame, or one that is not valid
	sent     bool            // a close frame
	ended    bool            // the connection has
	told     bool            // JavaScript was told of the end, or is never to be
	timer    *time.Timer
}

// ServerSocket returns the network's side of the socket that JavaScript knows by
// id, with which it has answered a handshake. Attach or Fail is to follow.
func (l *Layer) ServerSocket(id float64) *Socket { return l.newSocket(id, false) }

func (l *Layer) newSocket(id float64, client bool) *Socket {
	s := &Socket{layer: l, id: id, client: client, wake: make(chan struct{}, 1), window: make(chan struct{}, 8), done: make(chan struct{})}
	s.ctx, s.cancel = context.WithCancelCause(context.Background())
	l.sockets.add(id, s)
	return s
}

var (
	errClosed       = errors.New("the connection is closed")
	errDropped      = errors.New("the app is over")
	errClosedEarly  = errors.New("it was closed before the connection was established")
	errCloseTimeout = errors.New("the peer does not answer the close frame")
)

// DropSockets ends all sockets, of which the app hears no more. It may be called
// from any goroutine.
func (l *Layer) DropSockets() {
	for id, s := range l.sockets.takeAll() {
		s.Drop()
		l.cfg.Loop.Post(l.Task("socketDropped", id))
	}
}

// Done is closed when the connection is, and the app has been told.
func (s *Socket) Done() <-chan struct{} { return s.done }

// Attach gives the socket its connection, on which the handshake is over. The
// socket closes it. r is what conn is read through.
func (s *Socket) Attach(conn io.ReadWriteCloser, r io.Reader) { s.attach(conn, r, nil) }

// attach also posts a task, before that of any message.
func (s *Socket) attach(conn io.ReadWriteCloser, r io.Reader, opened loop.Task) {
	end := s.layer.cfg.Loop.Begin()
	s.mu.Lock()
	s.conn = conn
	s.mu.Unlock()
	if s.ctx.Err() != nil { // it was dropped meanwhile
		conn.Close()
		end(nil)
		return
	}
	if opened != nil {
		s.layer.cfg.Loop.Post(opened)
	}
	go s.read(end, r)
	go s.write(conn)
}

// Drop ends the socket at once. The app hears no more of it.
func (s *Socket) Drop() {
	s.end(errDropped)
	s.tell()
}

// Fail tells the app that there is no connection, and why.
func (s *Socket) Fail(problem string) {
	s.layer.cfg.Loop.Post(s.closed(abnormal, "", problem))
	s.end(errClosed)
}

// closed is the task that tells JavaScript of the end.
func (s *Socket) closed(code float64, reason, problem string) loop.Task {
	task := s.layer.Task("socketClosed", s.id, code, reason, problem)
	return func(ctx context.Context) error {
		defer s.tell()
		return task(ctx)
	}
}

func (s *Socket) tell() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.told = true
	s.checkDone()
}

// checkDone is called with mu held.
func (s *Socket) checkDone() {
	if !s.told || !s.ended {
		return
	}
	select {
	case <-s.done:
	default:
		close(s.done)
	}
}

// end closes the connection at once, and ends what is pending but for reading,
// which then fails. It may be called more than once.
func (s *Socket) end(cause error) {
	s.layer.sockets.remove(s.id)
	s.cancel(cause)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn != nil {
		s.conn.Close()
	}
	if s.timer != nil {
		s.timer.Stop()
	}
	if s.closing != nil {
		s.closing(nil)
	}
	s.ended = true
	s.checkDone()
}

// sendSocket takes (id, data), a string or bytes.
func (l *Layer) sendSocket(args []isolate.Value) (isolate.Value, error) {
	id, err := isolate.ArgAt[float64]("op_socket_send", args, 0)
	if err != nil {
		return nil, err
	}
	s := l.sockets.get(id)
	if s == nil {
		return nil, nil
	}
	if text, ok := args[1].(string); ok {
		s.enqueue(ws.NewTextFrame([]byte(text)))
		return nil, nil
	}
	data, err := isolate.ArgAt[[]byte]("op_socket_send", args, 1)
	if err != nil {
		return nil, err
	}
	s.enqueue(ws.NewBinaryFrame(append([]byte(nil), data...)))
	return nil, nil
}

// closeSocket sends a close frame, and ends a handshake that is going on.
func (l *Layer) closeSocket(id, code float64, reason string) (isolate.None, error) {
	s := l.sockets.get(id)
	if s == nil {
		return isolate.None{}, nil
	}
	s.mu.Lock()
	dialing := s.client && s.conn == nil
	s.mu.Unlock()
	if dialing {
		s.cancel(errClosedEarly)
		return isolate.None{}, nil
	}
	s.sendClose(ws.StatusCode(code), reason)
	return isolate.None{}, nil
}

// bufferedSocket is how many bytes of messages wait to be sent.
func (l *Layer) bufferedSocket(id float64) (float64, error) {
	s := l.sockets.get(id)
	if s == nil {
		return 0, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return float64(s.buffered), nil
}
