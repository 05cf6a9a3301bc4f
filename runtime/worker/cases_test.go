package worker_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/thaw/bundler"
	"example.com/thaw/fixtures"
	"example.com/thaw/isolate"
	"example.com/thaw/runtime/engines"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// A testCase is testdata/cases/NAME/case.json: a problem that was reported in
// public, as requests to a worker and the right answers.
type testCase struct {
	Title string
	Run   struct {
		Entry    string
		Bindings struct {
			Vars   json.RawMessage
			Origin string // the entry of the app that is behind it
		}
	}
	Requests []caseRequest
	Expect   []caseAnswer
}

type caseRequest struct {
	Method, Path     string
	Headers          map[string]texts
	Body, BodyBase64 string
	BodyFill         struct{ Bytes int } // a body of so many x
	Chunked          bool                // the body's length is not sent
	AfterMs          int
	Parallel         string // requests of one group are sent at once
}

type caseAnswer struct {
	Status       int
	Headers      map[string]json.RawMessage // text, list of lines, null for absent, {matches}
	Body         *string
	BodyContains texts
	BodyLacks    texts
	BodyMatches  string
	BodyBytes    *int
	JSONSubset   json.RawMessage
	Cut          bool // the body breaks off
}

// texts is one string or a list.
type texts []string

func (t *texts) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*t = texts{one}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(t))
}

// TestCases serves each case's worker over HTTP on every engine.
func TestCases(t *testing.T) {
	dirs, err := filepath.Glob("testdata/cases/*")
	if err != nil || len(dirs) == 0 {
		t.Fatal("no cases", err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			c := readCase(t, dir)
			app := withPackages(t, dir)
			onEngines(t, func(t *testing.T, lib *web.Library) { runCase(t, lib, app, c) })
		})
	}
}

func readCase(t *testing.T, dir string) testCase {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "case.json"))
	if err != nil {
		t.Fatal(err)
	}
	var c testCase
	if err := json.Unmarshal(b, &c); err != nil {
		t.Fatal(err)
	}
	if c.Run.Entry == "" {
		c.Run.Entry = "worker.js"
	}
	return c
}

// withPackages is dir, or a copy of it with node_modules for one that has a
// package.json.
func withPackages(t *testing.T, dir string) string {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dir, "package.json")); err != nil {
		return dir
	}
	packages, err := fixtures.PackagesDir()
	if err != nil {
		t.Skipf("needs npm packages: %v", err)
	}
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(packages, "node_modules"), filepath.Join(copied, "node_modules")); err != nil {
		t.Fatal(err)
	}
	return copied
}

// startCase starts the app of a case, with what is behind it.
func startCase(t *testing.T, lib *web.Library, dir, entry string, c testCase, origin http.RoundTripper) *worker.Instance {
	kind, err := engines.Lookup(lib.Engine().Info().Name)
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := kind.Load(t.Context(), filepath.Join(dir, entry), bundler.Options{})
	if err != nil {
		t.Fatal(err)
	}
	i, err := worker.Start(t.Context(), worker.Config{
		Web: lib, Source: engines.Source(bundle), Env: string(c.Run.Bindings.Vars), Origin: origin,
		Log: func(e web.Entry) { t.Logf("%s: %s", e.Level, e.Text) },
	})
	if err != nil {
		if ex := new(isolate.Exception); errors.As(err, &ex) {
			t.Fatal(ex.Detail())
		}
		t.Fatal(err)
	}
	t.Cleanup(func() { i.Close() })
	return i
}

// An appTransport has an app answer requests.
type appTransport struct{ *worker.Instance }

func (a appTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	return a.Fetch(req.Context(), req)
}

func runCase(t *testing.T, lib *web.Library, dir string, c testCase) {
	var origin http.RoundTripper
	if c.Run.Bindings.Origin != "" {
		origin = appTransport{startCase(t, lib, dir, c.Run.Bindings.Origin, c, nil)}
	}
	i := startCase(t, lib, dir, c.Run.Entry, c, origin)
	server := httptest.NewServer(i)
	defer server.Close()
	for n := 0; n < len(c.Requests); {
		end := n + 1
		for group := c.Requests[n].Parallel; group != "" && end < len(c.Requests) && c.Requests[end].Parallel == group; {
			end++
		}
		time.Sleep(time.Duration(c.Requests[n].AfterMs) * time.Millisecond) // the case is about what happens meanwhile
		var wg sync.WaitGroup
		for k := n; k < end; k++ {
			wg.Go(func() {
				if err := exchangeCase(server.URL, c.Requests[k], c.Expect[k]); err != nil {
					t.Errorf("request %d, %s %s: %v", k+1, c.Requests[k].Method, c.Requests[k].Path, err)
				}
			})
		}
		wg.Wait()
		n = end
	}
}

// exchangeCase sends a request and reports all that is wrong with its answer.
func exchangeCase(url string, r caseRequest, want caseAnswer) error {
	body := []byte(r.Body)
	if r.BodyBase64 != "" {
		var err error
		if body, err = base64.StdEncoding.DecodeString(r.BodyBase64); err != nil {
			return err
		}
	}
	if r.BodyFill.Bytes > 0 {
		body = bytes.Repeat([]byte("x"), r.BodyFill.Bytes)
	}
	var upload io.Reader = bytes.NewReader(body)
	if r.Chunked {
		upload = io.MultiReader(upload)
	}
	req, err := http.NewRequest(r.Method, url+r.Path, upload)
	if err != nil {
		return err
	}
	for name, values := range r.Headers {
		if strings.EqualFold(name, "host") {
			req.Host = values[0]
		}
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if (err != nil) != want.Cut {
		return fmt.Errorf("the body ends with %v, want a cut: %v", err, want.Cut)
	}
	return want.check(res, got)
}

func (a caseAnswer) check(res *http.Response, body []byte) error {
	var all []error
	bad := func(format string, args ...any) { all = append(all, fmt.Errorf(format, args...)) }
	text := string(body)
	if a.Status != 0 && res.StatusCode != a.Status {
		bad("status is %d, want %d", res.StatusCode, a.Status)
	}
	for name, want := range a.Headers {
		if err := checkHeader(res.Header.Values(name), want); err != nil {
			bad("header %s %w", name, err)
		}
	}
	if a.Body != nil && text != *a.Body {
		bad("body is %q, want %q", text, *a.Body)
	}
	for _, s := range a.BodyContains {
		if !strings.Contains(text, s) {
			bad("body is %q, want %q in it", text, s)
		}
	}
	for _, s := range a.BodyLacks {
		if strings.Contains(text, s) {
			bad("body is %q, with %q in it", text, s)
		}
	}
	if !regexp.MustCompile(a.BodyMatches).MatchString(text) {
		bad("body is %q, want a match of %s", text, a.BodyMatches)
	}
	if a.BodyBytes != nil && len(body) != *a.BodyBytes {
		bad("body has %d bytes, want %d", len(body), *a.BodyBytes)
	}
	if a.JSONSubset != nil {
		var want, got any
		if err := json.Unmarshal(body, &got); err != nil {
			bad("body is no JSON: %q", text)
		} else if err := json.Unmarshal(a.JSONSubset, &want); err != nil {
			bad("case.json: %w", err)
		} else if err := subset(want, got, ""); err != nil {
			all = append(all, err)
		}
	}
	return errors.Join(all...)
}

func checkHeader(got []string, raw json.RawMessage) error {
	var want any
	if err := json.Unmarshal(raw, &want); err != nil {
		return err
	}
	switch want := want.(type) {
	case nil:
		if len(got) != 0 {
			return fmt.Errorf("is %q, want none", got)
		}
	case string:
		if strings.Join(got, ", ") != want {
			return fmt.Errorf("is %q, want %q", got, want)
		}
	case []any:
		if fmt.Sprint(got) != fmt.Sprint(want) {
			return fmt.Errorf("is %q, want %q", got, want)
		}
	case map[string]any:
		re := regexp.MustCompile(want["matches"].(string))
		if !slices.ContainsFunc(got, re.MatchString) {
			return fmt.Errorf("is %q, want a match of %s", got, re)
		}
	}
	return nil
}

// subset holds got to what want says of it: members of objects may be left out, and
// elements of lists where want has them by their index.
func subset(want, got any, at string) error {
	members, ok := want.(map[string]any)
	if !ok {
		if !reflect.DeepEqual(want, got) {
			return fmt.Errorf("%s is %v, want %v", at, got, want)
		}
		return nil
	}
	object, ok := got.(map[string]any)
	if list, isList := got.([]any); isList {
		object, ok = map[string]any{}, true
		for i, element := range list {
			object[strconv.Itoa(i)] = element
		}
	}
	if !ok {
		return fmt.Errorf("%s is %v, want an object", at, got)
	}
	var all []error
	for name, value := range members {
		all = append(all, subset(value, object[name], at+"."+name))
	}
	return errors.Join(all...)
}
