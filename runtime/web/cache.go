package web

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/thaw/isolate"
)

func (l *Layer) cacheOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op4("op_cache_put", l.cachePut),
		isolate.Op3("op_cache_match", l.cacheMatch),
		isolate.Op0("op_cache_body", l.cacheBody),
		isolate.Op2("op_cache_delete", l.cacheDelete),
	}
}

func (l *Layer) caches() *CacheStore {
	if l.cfg.Caches == nil {
		l.cfg.Caches = NewCacheStore(defaultCacheBytes)
	}
	return l.cfg.Caches
}

// A cachePutting is a response to be put, and the headers of the request that it answers.
type cachePutting struct {
	Request []string `json:"request"`
	cachedResponse
}

// cachePut keeps a response, given as the JSON of a cachePutting, if a shared cache may. It
// reports false for one that is too large.
func (l *Layer) cachePut(cache, url, text string, body []byte) (bool, error) {
	var p cachePutting
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return false, isolate.Throw("TypeError", "Cache.put: %v", err)
	}
	now := l.cfg.Loop.Now()
	e := &cacheEntry{key: cacheKey{cache, url}, response: p.cachedResponse, stored: now}
	lifetime := freshness(&e.response, now)
	if lifetime <= 0 {
		return true, nil
	}
	e.expires = now.Add(lifetime)
	e.body = bytes.Clone(body)
	for name := range strings.SplitSeq(headerIn(e.response.Headers, "vary"), ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); name != "" {
			e.vary = append(e.vary, [2]string{name, headerIn(p.Request, name)})
		}
	}
	return l.caches().put(e, p.Request), nil
}

// cacheMatch finds the response to a GET request with the given flat list of
// headers, one a line: JSON of its head, whose body is that of cacheBody, or "".
func (l *Layer) cacheMatch(cache, url, headers string) (string, error) {
	list := splitLines(headers)
	now := l.cfg.Loop.Now()
	e := l.caches().match(cacheKey{cache, url}, list, now)
	if e == nil {
		return "", nil
	}
	res, body := e.answer(list)
	age := strconv.Itoa(int(now.Sub(e.stored) / time.Second))
	res.Headers = append(withoutHeader(withoutHeader(res.Headers, "age"), "cf-cache-status"), "age", age, "cf-cache-status", "HIT")
	l.matched = body
	text, err := json.Marshal(res)
	return string(text), err
}

// cacheBody is the body of what cacheMatch has found last.
func (l *Layer) cacheBody() ([]byte, error) {
	body := l.matched
	l.matched = nil
	return bytes.Clone(body), nil
}

func (l *Layer) cacheDelete(cache, url string) (bool, error) {
	return l.caches().delete(cacheKey{cache, url}, l.cfg.Loop.Now()), nil
}

// freshness is how long a shared cache may keep a response (RFC 9111, section
// 4.2.1); it is not positive for one that it may not. It removes the Set-Cookie that private="Set-Cookie" is about.
func freshness(res *cachedResponse, now time.Time) time.Duration {
	directives := cacheControl(headerIn(res.Headers, "cache-control"))
	field, private := directives["private"]
	if private && strings.EqualFold(field, "set-cookie") {
		res.Headers = withoutHeader(res.Headers, "set-cookie")
		private = false
	}
	_, noStore := directives["no-store"]
	_, noCache := directives["no-cache"]
	if private || noStore || noCache || res.Status == http.StatusNotModified || headerIn(res.Headers, "set-cookie") != "" {
		return 0
	}
	for _, directive := range []string{"s-maxage", "max-age"} {
		if value, ok := directives[directive]; ok {
			seconds, err := strconv.ParseUint(value, 10, 31)
			if err != nil {
				return 0
			}
			return time.Duration(seconds) * time.Second
		}
	}
	if value := headerIn(res.Headers, "expires"); value != "" {
		expires, err := http.ParseTime(value)
		if err != nil {
			return 0
		}
		if date, err := http.ParseTime(headerIn(res.Headers, "date")); err == nil {
			now = date
		}
		return expires.Sub(now)
	}
	return defaultFreshness(res.Status)
}

// defaultFreshness is that of Cloudflare's cache for a response that says nothing
// (https://developers.cloudflare.com/cache/how-to/configure-cache-status-code/).
func defaultFreshness(status int) time.Duration {
	switch status {
	case 200, 301:
		return 120 * time.Minute
	case 302, 303:
		return 20 * time.Minute
	case 404, 410:
		return 3 * time.Minute
	case 403:
		return time.Minute
	}
	return 0
}

// cacheControl is the directives of a header, names in lower case, values unquoted.
func cacheControl(header string) map[string]string {
	directives := map[string]string{}
	for part := range strings.SplitSeq(header, ",") {
		name, value, _ := strings.Cut(part, "=")
		if name = strings.ToLower(strings.TrimSpace(name)); name != "" {
			directives[name] = strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return directives
}

// answer is what the entry answers to a request with these headers: all of it, or
// what Range, If-None-Match or If-Modified-Since ask for.
func (e *cacheEntry) answer(headers []string) (cachedResponse, []byte) {
	req := &http.Request{Method: http.MethodGet, Header: http.Header{}}
	for _, name := range []string{"range", "if-range", "if-none-match", "if-modified-since"} {
		if value := headerIn(headers, name); value != "" {
			req.Header.Set(name, value)
		}
	}
	res := e.response
	if len(req.Header) == 0 || res.Status != http.StatusOK {
		return res, e.body
	}
	w := &contentWriter{header: http.Header{}}
	for i := 0; i+1 < len(res.Headers); i += 2 {
		w.header.Add(res.Headers[i], res.Headers[i+1])
	}
	modified, _ := http.ParseTime(headerIn(res.Headers, "last-modified"))
	http.ServeContent(w, req, "", modified, bytes.NewReader(e.body))
	if w.status == http.StatusOK {
		return res, e.body
	}
	part := cachedResponse{Status: w.status, StatusText: http.StatusText(w.status), URL: res.URL}
	for _, name := range slices.Sorted(maps.Keys(w.header)) {
		for _, value := range w.header[name] {
			part.Headers = append(part.Headers, strings.ToLower(name), value)
		}
	}
	return part, w.body.Bytes()
}

// A contentWriter collects what http.ServeContent writes.
type contentWriter struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *contentWriter) Header() http.Header         { return w.header }
func (w *contentWriter) WriteHeader(status int)      { w.status = status }
func (w *contentWriter) Write(p []byte) (int, error) { return w.body.Write(p) }

// headerIn is the combined value of a header of a flat list, "" if it is not there.
func headerIn(list []string, name string) string {
	value, found := "", false
	for i := 0; i+1 < len(list); i += 2 {
		if list[i] != name {
			continue
		}
		if found {
			value += ", "
		}
		value += list[i+1]
		found = true
	}
	return value
}

func withoutHeader(list []string, name string) []string {
	var out []string
	for i := 0; i+1 < len(list); i += 2 {
		if list[i] != name {
			out = append(out, list[i], list[i+1])
		}
	}
	return out
}

func splitLines(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}
