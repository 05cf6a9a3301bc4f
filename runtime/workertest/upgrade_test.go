package workertest_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"

	"example.com/thaw/runtime/workertest"
)

func TestOutboundSocket(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("echo.test/socket", func(w http.ResponseWriter, r *http.Request) {
		conn, _, _, err := ws.UpgradeHTTP(r, w)
		if err != nil {
			return
		}
		defer conn.Close()
		for {
			data, op, err := wsutil.ReadClientData(conn)
			if err != nil {
				return
			}
			if err := wsutil.WriteServerMessage(conn, op, append(data, " on "+r.URL.String()...)); err != nil {
				return
			}
		}
	})
	onRuntimes(t, func(t *testing.T, runtime workertest.Option) {
		w := workertest.New(t, "testdata/socket.js", runtime, workertest.Outbound(mux))
		if got, want := read(t, w.Fetch(httptest.NewRequest("GET", "/ask", nil))), "/ask on https://echo.test/socket"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		refusing := workertest.New(t, "testdata/socket.js", runtime, workertest.Outbound(http.NotFoundHandler()))
		if got, want := read(t, refusing.Fetch(httptest.NewRequest("GET", "/", nil))), "the server answered the handshake with status 404"; !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	})
}

func TestServeSocket(t *testing.T) {
	onRuntimes(t, func(t *testing.T, runtime workertest.Option) {
		w := workertest.New(t, "testdata/socket.js", runtime)
		conn, _, _, err := ws.Dial(t.Context(), "ws"+strings.TrimPrefix(w.URL(), "http"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if err := wsutil.WriteClientText(conn, []byte("loud")); err != nil {
			t.Fatal(err)
		}
		if data, err := wsutil.ReadServerText(conn); err != nil || string(data) != "LOUD" {
			t.Errorf("got %q, %v; want LOUD", data, err)
		}
	})
}
