package web

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// Network is the real network, for Config.Outbound. Its connections are shared by the
// process. A proxy is taken from the environment as by net/http.
func Network() http.RoundTripper { return network() }

var network = sync.OnceValue(func() http.RoundTripper {
	return &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 30 * time.Second}).DialContext,
		ForceAttemptHTTP2:     true,
		DisableCompression:    true, // fetch decodes
		MaxIdleConnsPerHost:   16,
		IdleConnTimeout:       30 * time.Second,
		TLSHandshakeTimeout:   10 * time.Second,
		ExpectContinueTimeout: time.Second,
		ReadBufferSize:        chunkBytes,
		WriteBufferSize:       chunkBytes,
	}
})

// NoNetwork refuses every request, for Config.Outbound. The error names the host,
// and says how the user of the program would allow it, such as "--network allows it".
func NoNetwork(hint string) http.RoundTripper { return noNetwork(hint) }

type noNetwork string

// RoundTrip implements http.RoundTripper.
func (n noNetwork) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		req.Body.Close()
	}
	return nil, &ForbiddenError{Host: req.URL.Host, Hint: string(n)}
}

// A ForbiddenError reports a host that may not be reached, since its instance has
// no network.
type ForbiddenError struct{ Host, Hint string }

func (e *ForbiddenError) Error() string {
	return fmt.Sprintf("the network is closed to this app, and so is %s; %s", e.Host, e.Hint)
}

// Forbidden is the first *ForbiddenError that a fetch of the app has met, or nil. It
// may be called from any goroutine.
func (l *Layer) Forbidden() error {
	if e := l.forbidden.Load(); e != nil {
		return e
	}
	return nil
}

func (l *Layer) noteForbidden(err error) {
	if e := new(ForbiddenError); errors.As(err, &e) {
		l.forbidden.CompareAndSwap(nil, e)
	}
}

// outbound is where requests go.
func (l *Layer) outbound() http.RoundTripper {
	if l.cfg.Outbound == nil {
		return NoNetwork("Outbound of its Config opens it")
	}
	return l.cfg.Outbound
}
