package worker

import (
	"errors"
	"io"
	"net/http"

	"github.com/gobwas/ws"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
)

// A socketBody is the body of a response with status 101: it has nothing to read,
// and keeps the socket for ServeHTTP.
type socketBody struct {
	instance *Instance
	exchange *exchange
	socket   *web.Socket
}

// Read implements io.Reader.
func (b *socketBody) Read([]byte) (int, error) { return 0, io.EOF }

// Close ends the socket.
func (b *socketBody) Close() error {
	select {
	case <-b.socket.Done():
	default:
		b.socket.Fail("nobody took the response")
	}
	b.instance.forget(b.exchange)
	return nil
}

// opRespondSocket announces that the response that follows has a socket.
func (i *Instance) opRespondSocket(id, socket float64) (isolate.None, error) {
	s := i.layer.ServerSocket(socket)
	if x := i.exchange(id); x != nil {
		x.socket = s
	} else {
		s.Fail("the client disconnected")
	}
	return isolate.None{}, nil
}

// ofHandshake are headers that an app can't set, but may have from another handshake.
var ofHandshake = []string{"Connection", "Content-Length", "Sec-Websocket-Accept", "Sec-Websocket-Extensions", "Transfer-Encoding", "Upgrade"}

// serveSocket answers a handshake as the app has, and runs the instance until the
// socket is closed.
func (i *Instance) serveSocket(w http.ResponseWriter, req *http.Request, header http.Header, b *socketBody) {
	for _, name := range ofHandshake {
		header.Del(name)
	}
	conn, rw, _, err := ws.HTTPUpgrader{Header: header}.Upgrade(req, w)
	if err != nil {
		if conn != nil {
			conn.Close()
		}
		b.socket.Fail(err.Error())
	} else {
		b.socket.Attach(conn, rw.Reader)
	}
	defer i.forget(b.exchange)
	err = i.loop.Run(i.ctx, b.socket.Done())
	if errors.Is(err, loop.ErrStalled) {
		b.socket.Drop() // the peer has closed its side, and nothing is left that could close the app's
	}
}
