package workertest_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"example.com/thaw/runtime/workertest"
)

func proxied(w *workertest.Worker, method, target, body string) *http.Response {
	return w.Fetch(httptest.NewRequest(method, "/?url="+url.QueryEscape(target), strings.NewReader(body)))
}

func TestOutbound(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("api.test/echo", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(err)
		}
		w.Header().Set("X-Saw", fmt.Sprint(r.Method, " ", r.URL, " ", r.Host, " ", r.Header.Get("X-From")))
		w.WriteHeader(http.StatusAccepted)
		w.Write(body)
	})
	mux.HandleFunc("/empty", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/panic", func(http.ResponseWriter, *http.Request) { panic("out of order") })
	mux.HandleFunc("/cut", func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "part")
		panic(http.ErrAbortHandler)
	})
	mux.Handle("/moved", http.RedirectHandler("https://api.test/echo", http.StatusSeeOther))
	tests := []struct {
		method, url, body string
		status            int
		want, saw         string
	}{
		{"POST", "https://api.test/echo?q=1", "sent", 202, "sent", "POST https://api.test/echo?q=1 api.test proxy"},
		{"POST", "https://other.test/moved", "sent", 202, "", "GET https://api.test/echo api.test proxy"},
		{"GET", "https://other.test/empty", "", 200, "", ""},
		{"HEAD", "https://api.test/echo", "", 202, "", "HEAD https://api.test/echo api.test proxy"},
		{"GET", "https://a.test/panic", "", 502, "fetch of https://a.test/panic failed: the handler of workertest.Outbound panicked: out of order", ""},
		{"GET", "https://a.test/cut", "", 502, "the response to fetch of https://a.test/cut broke off: unexpected EOF", ""},
	}
	onRuntimes(t, func(t *testing.T, runtime workertest.Option) {
		w := workertest.New(t, "testdata/proxy.js", runtime, workertest.Outbound(mux))
		for _, tc := range tests {
			res := proxied(w, tc.method, tc.url, tc.body)
			if got := read(t, res); res.StatusCode != tc.status || got != tc.want || res.Header.Get("X-Saw") != tc.saw {
				t.Errorf("%s %s: %d %q %q, want %d %q %q", tc.method, tc.url, res.StatusCode, got, res.Header.Get("X-Saw"), tc.status, tc.want, tc.saw)
			}
		}
	})
}

func TestNoNetwork(t *testing.T) {
	onRuntimes(t, func(t *testing.T, runtime workertest.Option) {
		w := workertest.New(t, "testdata/proxy.js", runtime)
		want := "fetch of https://api.test/ failed: the network is closed to this app, and so is api.test; " +
			"the options workertest.Outbound and workertest.Network open it"
		if got := read(t, proxied(w, "GET", "https://api.test/", "")); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	})
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

func TestTransport(t *testing.T) {
	rt := transport(func(req *http.Request) (*http.Response, error) {
		return nil, errors.New("out of reach: " + req.URL.Host)
	})
	w := workertest.New(t, "testdata/proxy.js", workertest.Transport(rt))
	if got, want := read(t, proxied(w, "GET", "https://api.test/", "")), "fetch of https://api.test/ failed: out of reach: api.test"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestNetwork(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "reached") }))
	defer server.Close()
	w := workertest.New(t, "testdata/proxy.js", workertest.Network())
	if got := read(t, proxied(w, "GET", server.URL, "")); got != "reached" {
		t.Errorf("got %q", got)
	}
}

// The worker's fetch is answered by a handler of the test.
func ExampleOutbound() {
	test := func(t *testing.T) {
		api := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "%s says hello", r.Host) })
		w := workertest.New(t, "testdata/proxy.js", workertest.Outbound(api))
		res := w.Fetch(httptest.NewRequest("GET", "/?url=https://api.test/greeting", nil))
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(res.StatusCode, string(body))
	}
	testing.RunTests(func(string, string) (bool, error) { return true, nil }, []testing.InternalTest{{Name: "TestOutbound", F: test}})
	// Output: 200 api.test says hello
}

func TestOrigin(t *testing.T) {
	tests := []struct {
		name   string
		origin http.Handler
		status int
		want   string
	}{
		{"answers", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Method, " ", r.URL) }), 200, "POST http://app.test/a?b"},
		{"fails", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), 500, "TypeError: the origin of http://app.test/a?b failed: unexpected EOF\n"},
	}
	onRuntimes(t, func(t *testing.T, runtime workertest.Option) {
		for _, tc := range tests {
			w := workertest.New(t, "testdata/passthrough.js", runtime, workertest.Origin(tc.origin))
			res := w.Fetch(httptest.NewRequest("POST", "http://app.test/a?b", strings.NewReader("body")))
			if got := read(t, res); res.StatusCode != tc.status || got != tc.want {
				t.Errorf("%s: %d %q, want %d %q", tc.name, res.StatusCode, got, tc.status, tc.want)
			}
		}
		w := workertest.New(t, "testdata/passthrough.js", runtime)
		if res := w.Fetch(httptest.NewRequest("GET", "/", nil)); res.StatusCode != 500 || read(t, res) != "Error: give up\n" {
			t.Errorf("without an origin: %d", res.StatusCode)
		}
	})
}
