package web

import (
	"context"
	"crypto/rand"
	"crypto/sha1"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"example.com/thaw/isolate"
)

// openSocket begins the handshake of a client. headers is a flat list of names and
// values, one a line. The answer is __host.socketOpened(id, status, headers, body), of
// which body has something only if status is not 101, or socketClosed(id, 1006, "", problem).
func (l *Layer) openSocket(id float64, href, protocols, headers string) (isolate.None, error) {
	s := l.newSocket(id, true)
	req, err := newHandshake(s.ctx, href, protocols, headers)
	if err != nil {
		s.Fail(err.Error())
		return isolate.None{}, nil
	}
	end := l.cfg.Loop.Begin()
	go func() {
		s.dial(req)
		end(nil)
	}()
	return isolate.None{}, nil
}

// newHandshake is the request of RFC 6455, section 4.1.
func newHandshake(ctx context.Context, href, protocols, headers string) (*http.Request, error) {
	if rest, ok := strings.CutPrefix(href, "ws"); ok {
		href = "http" + rest
	}
	target, err := requestURL(href)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://invalid/", nil)
	if err != nil {
		return nil, err
	}
	req.URL, req.Host = target, target.Host
	setHeaders(req, headers)
	key := make([]byte, 16)
	rand.Read(key)
	req.Header.Set("Connection", "Upgrade")
	req.Header.Set("Upgrade", "websocket")
	req.Header.Set("Sec-WebSocket-Version", "13")
	req.Header.Set("Sec-WebSocket-Key", base64.StdEncoding.EncodeToString(key))
	req.Header.Del("Sec-WebSocket-Extensions")
	if protocols != "" {
		req.Header.Set("Sec-WebSocket-Protocol", protocols)
	}
	return req, nil
}

// dial does the handshake, and attaches its connection.
func (s *Socket) dial(req *http.Request) {
	res, err := s.layer.outbound().RoundTrip(req)
	if cause := context.Cause(s.ctx); cause != nil {
		if err == nil {
			res.Body.Close()
		}
		s.Fail(cause.Error())
		return
	}
	if err != nil {
		s.layer.noteForbidden(err)
		s.Fail(err.Error())
		return
	}
	if res.StatusCode != http.StatusSwitchingProtocols {
		defer res.Body.Close()
		body, _ := io.ReadAll(io.LimitReader(res.Body, chunkBytes)) // what says why it was refused
		s.layer.cfg.Loop.Post(s.layer.Task("socketOpened", s.id, float64(res.StatusCode), headerLines(res.Header), body))
		s.Drop()
		return
	}
	conn, err := verifyHandshake(req, res)
	if err != nil {
		res.Body.Close()
		s.Fail(err.Error())
		return
	}
	s.attach(conn, conn, s.layer.Task("socketOpened", s.id, float64(res.StatusCode), headerLines(res.Header), nil))
}

// verifyHandshake is what RFC 6455, section 4.1, has a client look at.
func verifyHandshake(req *http.Request, res *http.Response) (io.ReadWriteCloser, error) {
	const magic = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
	sum := sha1.Sum([]byte(req.Header.Get("Sec-WebSocket-Key") + magic))
	if got := res.Header.Get("Sec-WebSocket-Accept"); got != base64.StdEncoding.EncodeToString(sum[:]) {
		return nil, fmt.Errorf("the server's Sec-WebSocket-Accept %q is not the answer to the handshake", got)
	}
	if !strings.EqualFold(res.Header.Get("Upgrade"), "websocket") {
		return nil, fmt.Errorf("the server upgrades to %q", res.Header.Get("Upgrade"))
	}
	if got := res.Header.Get("Sec-WebSocket-Extensions"); got != "" {
		return nil, fmt.Errorf("the server wants the extension %q, which was not offered", got)
	}
	if got := res.Header.Get("Sec-WebSocket-Protocol"); got != "" && !offered(req, got) {
		return nil, fmt.Errorf("the server chose the protocol %q, which was not offered", got)
	}
	conn, ok := res.Body.(io.ReadWriteCloser)
	if !ok {
		return nil, errors.New("the connection cannot be written to")
	}
	return conn, nil
}

func offered(req *http.Request, protocol string) bool {
	for _, list := range req.Header.Values("Sec-WebSocket-Protocol") {
		for one := range strings.SplitSeq(list, ",") {
			if strings.TrimSpace(one) == protocol {
				return true
			}
		}
	}
	return false
}
