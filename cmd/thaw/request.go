package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/net/http/httpguts"

	"example.com/thaw/fixtures"
)

// requestFlags describe the request that an app is asked.
type requestFlags struct {
	line    string
	headers []string
	body    string
}

func (f *requestFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.line, "request", "", `method and path or URL, such as "POST /x" (default: the fixture's check, or "GET /")`)
	cmd.Flags().StringArrayVar(&f.headers, "header", nil, "header of the request, NAME:VALUE (may be repeated)")
	cmd.Flags().StringVar(&f.body, "body", "", "body of the request: text, or @FILE")
}

// given reports whether any of the flags was used.
func (f *requestFlags) given() bool {
	return f.line != "" || len(f.headers) > 0 || f.body != ""
}

// parse is the request that the flags describe.
func (f *requestFlags) parse() (fixtures.Request, error) {
	r := fixtures.Request{Method: http.MethodGet, Path: "/", Header: map[string]string{}}
	if f.line != "" {
		method, path, ok := strings.Cut(f.line, " ")
		if !ok || !isMethod(method) {
			return r, usagef("--request %q: want a method and a path, such as \"GET /path\"", f.line)
		}
		if path = strings.TrimSpace(path); !strings.HasPrefix(path, "/") && !strings.Contains(path, "://") {
			return r, usagef("--request %q: the path %q does not begin with /", f.line, path)
		}
		r.Method, r.Path = method, path
	}
	for _, h := range f.headers {
		name, value, ok := strings.Cut(h, ":")
		if value = strings.TrimSpace(value); !ok || !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(value) {
			return r, usagef("--header %q: want NAME:VALUE", h)
		}
		r.Header[name] = value
	}
	r.Body = f.body
	if file, ok := strings.CutPrefix(f.body, "@"); ok {
		b, err := os.ReadFile(file)
		if err != nil {
			return r, fmt.Errorf("--body: %w", err)
		}
		r.Body = string(b)
	}
	return r, nil
}

// requestFor is what a target is asked.
func (f *requestFlags) requestFor(t target) (*http.Request, error) {
	r, err := t.request(f)
	if err != nil {
		return nil, err
	}
	return newRequest(r, "http://localhost")
}

// isMethod reports whether s is a method's token of capitals, as all registered
// ones are: "/x y" and "get /" are more likely slips.
func isMethod(s string) bool {
	return s != "" && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ-") == ""
}

// newRequest makes the request, against base if it has only a path.
func newRequest(r fixtures.Request, base string) (*http.Request, error) {
	url := r.Path
	if strings.HasPrefix(url, "/") {
		url = base + url
	}
	req, err := http.NewRequest(r.Method, url, bytes.NewReader([]byte(r.Body)))
	if err != nil {
		return nil, usagef("--request %q: %v", r.Method+" "+r.Path, err)
	}
	for name, value := range r.Header {
		if strings.EqualFold(name, "host") {
			req.Host = value
			continue
		}
		req.Header.Set(name, value)
	}
	return req, nil
}
