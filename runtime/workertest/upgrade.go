package workertest

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
)

// upgrade has the handler answer a request on a connection in memory that it can
// take over, as for a WebSocket.
func (t handlerTransport) upgrade(req *http.Request) (*http.Response, error) {
	client, server := net.Pipe()
	absolute := func(w http.ResponseWriter, r *http.Request) {
		r.URL.Scheme, r.URL.Host = req.URL.Scheme, req.URL.Host
		t.handler.ServeHTTP(w, r)
	}
	srv := &http.Server{Handler: http.HandlerFunc(absolute), ErrorLog: log.New(io.Discard, "", 0)}
	go srv.Serve(&singleListener{conn: server, closed: make(chan struct{})})
	dial := func(context.Context, string, string) (net.Conn, error) { return client, nil }
	transport := &http.Transport{DialContext: dial, DialTLSContext: dial, DisableCompression: true, DisableKeepAlives: true}
	res, err := transport.RoundTrip(req)
	if err != nil {
		srv.Close()
		return nil, err
	}
	res.Body = upgradedBody{res.Body, srv}
	return res, nil
}

// An upgradedBody ends its server when it is closed. It can be written to if the
// handler has taken the connection over.
type upgradedBody struct {
	io.ReadCloser
	server *http.Server
}

func (b upgradedBody) Write(p []byte) (int, error) {
	if w, ok := b.ReadCloser.(io.Writer); ok {
		return w.Write(p)
	}
	return 0, http.ErrNotSupported
}

func (b upgradedBody) Close() error {
	err := b.ReadCloser.Close()
	b.server.Close()
	return err
}

// A singleListener has one connection to accept.
type singleListener struct {
	conn   net.Conn
	once   sync.Once
	end    sync.Once
	closed chan struct{}
}

// Accept implements net.Listener.
func (l *singleListener) Accept() (net.Conn, error) {
	var conn net.Conn
	l.once.Do(func() { conn = l.conn })
	if conn != nil {
		return conn, nil
	}
	<-l.closed
	return nil, net.ErrClosed
}

// Close implements net.Listener.
func (l *singleListener) Close() error {
	l.end.Do(func() { close(l.closed) })
	return nil
}

// Addr implements net.Listener.
func (l *singleListener) Addr() net.Addr { return l.conn.LocalAddr() }
