package web

import (
	"bytes"
	"net/http"
	"testing"
)

func TestRequestURL(t *testing.T) {
	for href, want := range map[string]string{
		"http://a.test/":                 "/",
		"http://a.test/b%20c?d=e#f":      "/b%20c?d=e",
		"http://a.test/a|b?c|d":          "/a|b?c|d",
		"http://a.test/%zz":              "/%zz",
		"http://a.test//b":               "//b",
		"https://u@[::1]:8080/x%2Fy/../": "/x%2Fy/../",
		"http://a.test/?":                "/?",
	} {
		u, err := requestURL(href)
		if err != nil {
			t.Errorf("%s: %v", href, err)
			continue
		}
		if got := u.RequestURI(); got != want {
			t.Errorf("%s: asks for %q, want %q", href, got, want)
		}
	}
}

func TestMatchIntegrity(t *testing.T) {
	const (
		of256 = "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
		of384 = "sha384-ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn"
	)
	for metadata, want := range map[string]bool{
		"": true, "md5-x": true, "nonsense": true,
		of256: true, "SHA256" + of256[6:]: true, of256 + "?opt": true, of384: true,
		"sha256-AAAA": false, "sha256-!": false, "sha256": false,
		"sha256-AAAA " + of256:  true,
		"sha512-AAAA " + of384:  false, // the strongest counts
		"sha256-AAAA\t" + of384: true,
	} {
		if got, err := matchIntegrity(metadata, []byte("abc")); got != want || err != nil {
			t.Errorf("%q: %v, %v; want %v", metadata, got, err, want)
		}
	}
}

func TestDataURLBody(t *testing.T) {
	for _, tc := range []struct {
		text    string
		encoded bool
		want    string
		fails   bool
	}{
		{"a%20b%zz%", false, "a b%zz%", false},
		{"%61Gk=", true, "hi", false},
		{"aGk%3D", true, "hi", false},
		{" a G k = ", true, "hi", false},
		{"a", true, "", true},
		{"", true, "", false},
	} {
		got, err := dataURLBody(tc.text, tc.encoded)
		if (err != nil) != tc.fails || !bytes.Equal(got, []byte(tc.want)) {
			t.Errorf("%q: %q, %v; want %q", tc.text, got, err, tc.want)
		}
	}
}

func TestStatusText(t *testing.T) {
	for _, tc := range []struct {
		major  int
		status string
		want   string
	}{{1, "200 All right", "All right"}, {1, "200", ""}, {1, "200 \xe9", "é"}, {2, "200 OK", ""}} {
		if got := statusText(&http.Response{ProtoMajor: tc.major, Status: tc.status}); got != tc.want {
			t.Errorf("HTTP/%d %q: %q, want %q", tc.major, tc.status, got, tc.want)
		}
	}
}

func TestDefaultHeaders(t *testing.T) {
	for lines, want := range map[string]string{
		"":                         "*/* gzip, br thaw",
		"accept\na\nuser-agent\nb": "a gzip, br b",
		"range\nbytes=0-1":         "*/* identity thaw",
		"accept-encoding\nx":       "*/* x thaw",
	} {
		req := &http.Request{Header: http.Header{}}
		setHeaders(req, lines)
		if got := req.Header.Get("Accept") + " " + req.Header.Get("Accept-Encoding") + " " + req.Header.Get("User-Agent"); got != want {
			t.Errorf("%q: %q, want %q", lines, got, want)
		}
	}
}
