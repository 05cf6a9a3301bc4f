package web_test

import (
	"cmp"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// A platformTest is a test file of web-platform-tests, with one of its variants.
type platformTest struct {
	File    string // such as "url/url-constructor.any.js"
	Variant string // such as "?1-1000"; "" for most
}

// String is the name of the test in the expectations.
func (t platformTest) String() string { return t.File + t.Variant }

// location is what the suite's own server would serve the test as.
func (t platformTest) location() string {
	return t.origin() + "/" + strings.TrimSuffix(t.File, ".js") + ".html" + t.Variant
}

// source is what that server would serve the file as.
func (t platformTest) source() string { return t.origin() + "/" + t.File }

func (t platformTest) origin() string {
	if strings.Contains(t.File, ".https.") {
		return "https://web-platform.test:8443"
	}
	return "http://web-platform.test:8000"
}

// A suite is a checkout of web-platform-tests.
type suite string

// read is a file by its path on the suite's server.
func (s suite) read(urlPath string) (string, error) {
	if urlPath == "/resources/WebIDLParser.js" { // an alias of the server
		urlPath = "/resources/webidl2/lib/webidl2.js"
	}
	text, err := os.ReadFile(filepath.Join(string(s), filepath.FromSlash(urlPath)))
	if err != nil {
		return "", err
	}
	if strings.Contains(path.Base(urlPath), ".sub.") {
		return template.ReplaceAllStringFunc(string(text), substitute), nil
	}
	return string(text), nil
}

var template = regexp.MustCompile(`\{\{[^}]*\}\}`)

// substitute fills in what the suite's server does for *.sub.js.
func substitute(template string) string {
	switch name := strings.Trim(template, "{}"); name {
	case "host", "domains[]", "hosts[][]":
		return "web-platform.test"
	case "domains[www]", "hosts[][www]":
		return "www.web-platform.test"
	case "domains[www1]", "hosts[][www1]":
		return "www1.web-platform.test"
	case "domains[www2]", "hosts[][www2]":
		return "www2.web-platform.test"
	case "hosts[alt][]":
		return "not-web-platform.test"
	case "hosts[alt][www]":
		return "www.not-web-platform.test"
	default:
		return cmp.Or(wptPorts[name], template)
	}
}

var wptPorts = map[string]string{
	"ports[http][0]": "8000", "ports[http][1]": "8001", "ports[https][0]": "8443", "ports[https][1]": "8444",
	"ports[ws][0]": "8666", "ports[wss][0]": "8667", "ports[h2][0]": "9000",
	"ports[http-private][0]": "8002", "ports[http-public][0]": "8003", "ports[http-local][0]": "8004",
	"ports[https-private][0]": "8445", "ports[https-public][0]": "8446", "ports[https-local][0]": "8447",
}

// meta lists the values of a key in the comments at the head of a test.
func meta(text, key string) []string {
	var values []string
	for line := range strings.Lines(text) {
		comment, ok := strings.CutPrefix(strings.TrimSpace(line), "//")
		if !ok && strings.TrimSpace(line) != "" {
			break
		}
		if value, ok := strings.CutPrefix(strings.TrimSpace(comment), "META: "+key+"="); ok {
			values = append(values, strings.TrimSpace(value))
		}
	}
	return values
}

// script is everything that a test needs as one classic script: the harness, the
// files that it names, and itself. prepare and report are the texts of prelude.js
// and report.js.
func (s suite) script(t platformTest, prepare, report string) (string, error) {
	url := "/" + t.File
	text, err := s.read(url)
	if err != nil {
		return "", err
	}
	harness, err := s.read("/resources/testharness.js")
	if err != nil {
		return "", err
	}
	all := []string{prepare, harness, report}
	if title := meta(text, "title"); len(title) > 0 {
		all = append(all, fmt.Sprintf("globalThis.META_TITLE = %q;", title[0]))
	}
	included, err := s.includes(url, text)
	if err != nil {
		return "", err
	}
	return strings.Join(append(append(all, included...), text), "\n;\n"), nil
}

// includes are the scripts that a test names.
func (s suite) includes(url, text string) ([]string, error) {
	var all []string
	for _, name := range meta(text, "script") {
		name, _, _ = strings.Cut(name, "?")
		if !strings.HasPrefix(name, "/") {
			name = path.Join(path.Dir(url), name)
		}
		if strings.HasPrefix(name, "/resources/testharness") {
			continue
		}
		text, err := s.read(name)
		if err != nil {
			return nil, err
		}
		if name == "/resources/idlharness.js" {
			// What the harness asks of a Window holds for the global of a shell.
			text = strings.Replace(text, "if ('Window' in self) {", "if (true) {", 1)
		}
		all = append(all, text)
	}
	return all, nil
}

// RoundTrip implements http.RoundTripper: it answers for the static files of the suite's server.
func (s suite) RoundTrip(r *http.Request) (*http.Response, error) {
	if host := r.URL.Hostname(); host != "web-platform.test" {
		return nil, fmt.Errorf("no host %s", host)
	}
	text, err := s.read(r.URL.Path)
	if err != nil {
		return nil, err // a static server has no such file, and the suite's own would do something
	}
	w := httptest.NewRecorder()
	http.ServeContent(w, r, path.Base(r.URL.Path), time.Time{}, strings.NewReader(text))
	return w.Result(), nil
}
