package worker

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.com/thaw/runtime/web"
)

func method(req *http.Request) string {
	if req.Method == "" {
		return http.MethodGet
	}
	return req.Method
}

// absoluteURL is the URL that the client asked for: a server's request has only
// the path, and the host apart from it.
func absoluteURL(req *http.Request) string {
	if req.URL.IsAbs() {
		return req.URL.String()
	}
	u := *req.URL
	u.Scheme, u.Host = "http", req.Host
	if req.TLS != nil {
		u.Scheme = "https"
	}
	if u.Host == "" {
		u.Host = "localhost"
	}
	return u.String()
}

// headerList is a flat list of lower-case names and values, one a line, sorted.
// It has the host, content-length and transfer-encoding that net/http keeps apart from the others.
func headerList(req *http.Request) string {
	var b strings.Builder
	add := func(name, value string) {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(strings.ToLower(name))
		b.WriteByte('\n')
		b.WriteString(web.IsomorphicDecode(value))
	}
	host := req.Host
	if host == "" {
		host = req.URL.Host
	}
	if host != "" && len(req.Header["Host"]) == 0 {
		add("host", host)
	}
	if req.ContentLength > 0 && len(req.Header["Content-Length"]) == 0 {
		add("content-length", strconv.FormatInt(req.ContentLength, 10))
	}
	if len(req.TransferEncoding) > 0 {
		add("transfer-encoding", strings.Join(req.TransferEncoding, ", "))
	}
	for _, name := range slices.Sorted(maps.Keys(req.Header)) {
		for _, value := range req.Header[name] {
			add(name, value)
		}
	}
	return b.String()
}
