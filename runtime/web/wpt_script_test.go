package web_test

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
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
	origin := "http://web-platform.test:8000/"
	if strings.Contains(t.File, ".https.") {
		origin = "https://web-platform.test:8443/"
	}
	return origin + strings.TrimSuffix(t.File, ".js") + ".html" + t.Variant
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
	return strings.TrimPrefix(string(text), "\ufeff"), nil
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

// A part is one file of a script.
type part struct{ path, text string }

// A prelude is what testdata/wpt/prelude.js is given.
type prelude struct {
	Location string            `json:"location"`
	Files    map[string]string `json:"files"` // static files by path; those that are not text in base64
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
	parts, err := s.includes(url, text)
	if err != nil {
		return "", err
	}
	parts = append(parts, part{url, text})
	files := map[string]string{}
	for i, p := range parts {
		parts[i].text = s.embed(t, p, files)
	}
	given, err := json.Marshal(prelude{t.location(), files})
	if err != nil {
		return "", err
	}
	harness = strings.Replace(harness, "await fetch(resource)", "await wptFetch(resource)", 1)
	all := []string{"const PRELUDE = " + string(given), prepare, harness, report}
	if title := meta(text, "title"); len(title) > 0 {
		all = append(all, fmt.Sprintf("globalThis.META_TITLE = %q;", title[0]))
	}
	for _, p := range parts {
		all = append(all, p.text)
	}
	return strings.Join(all, "\n;\n"), nil
}

// includes are the scripts that a test names.
func (s suite) includes(url, text string) ([]part, error) {
	var parts []part
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
		parts = append(parts, part{name, text})
	}
	return parts, nil
}

var (
	literal     = regexp.MustCompile("[\"'`]([\\w\\-./]+)[\"'`]")
	callOfFetch = regexp.MustCompile(`(^|[^.\w])fetch\(`)
	// Tests of fetch itself ask a server.
	asksServer = regexp.MustCompile(`^fetch/(api|content|orb|range|http)`)
)

// embed has a file that names static files of the suite find them in files.
func (s suite) embed(t platformTest, p part, files map[string]string) string {
	switch {
	case p.path == "/resources/idlharness.js":
		s.embedInterfaces(t, files)
		text := strings.Replace(p.text, "return fetch(url)", "return wptFetch(url)", 1)
		// What the harness asks of a Window holds for the global of a shell.
		return strings.Replace(text, "if ('Window' in self) {", "if (true) {", 1)
	case strings.HasPrefix(p.path, "/resources/") || asksServer.MatchString(t.File):
		return p.text
	}
	found := false
	for _, m := range literal.FindAllStringSubmatch(p.text, -1) {
		name := m[1]
		if !strings.HasPrefix(name, "/") {
			name = path.Join("/", path.Dir(t.File), name)
		}
		found = s.embedFile(name, files) || found
	}
	if !found {
		return p.text
	}
	return callOfFetch.ReplaceAllString(p.text, "${1}wptFetch(")
}

// embedInterfaces adds the interface definitions that a test names.
func (s suite) embedInterfaces(t platformTest, files map[string]string) {
	text, err := s.read("/" + t.File)
	if err != nil {
		return
	}
	for _, m := range literal.FindAllStringSubmatch(text, -1) {
		s.embedFile("/interfaces/"+m[1]+".idl", files)
	}
}

// embedFile adds a static file, if there is one of that name.
func (s suite) embedFile(name string, files map[string]string) bool {
	switch path.Ext(name) {
	case ".json", ".txt", ".idl":
		text, err := s.read(name)
		if err == nil {
			files[name] = text
		}
		return err == nil
	case ".vtt", ".webm", ".wasm":
		data, err := os.ReadFile(filepath.Join(string(s), filepath.FromSlash(name)))
		if err == nil {
			files[name] = base64.StdEncoding.EncodeToString(data)
		}
		return err == nil
	}
	return false
}
