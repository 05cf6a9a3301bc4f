package web

import (
	"encoding/json"
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/url"

	"example.com/thaw/isolate"
)

func (l *Layer) urlOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op0("op_location", func() (string, error) { return l.cfg.Location, nil }),
		isolate.Op1("op_url_parse", urlParse),
		isolate.Op2("op_url_parse_base", urlParseBase),
		isolate.Op3("op_url_set", urlSet),
		isolate.Op1("op_urlencoded_parse", urlencodedParse),
		isolate.Op1("op_urlencoded_serialize", urlencodedSerialize),
	}
}

// urlParse is the "API URL parser". Its result is the components that urlComponents
// lists, or "" on failure.
func urlParse(url string) (string, error) {
	if components, ok := plainURL(url); ok {
		return components, nil
	}
	u, err := urlParser.Parse(url)
	if err != nil {
		return "", nil
	}
	return urlComponents(u), nil
}

func urlParseBase(url, base string) (string, error) {
	if components, ok := plainURLBase(url, base); ok {
		return components, nil
	}
	b, err := urlParser.Parse(base)
	if err != nil {
		return "", nil
	}
	u, err := urlParser.BasicParser(url, b, nil, whatwg.NoState)
	if err != nil {
		return "", nil
	}
	return urlComponents(u), nil
}

// urlSet gives the URL href with one attribute set. href was serialized by
// urlComponents, so parsing it loses nothing.
func urlSet(href, attribute, value string) (string, error) {
	u, err := urlParser.Parse(href)
	if err != nil {
		return "", isolate.Throw("TypeError", "URL.%s: %q is not a URL", attribute, href)
	}
	switch attribute {
	case "protocol":
		u.SetProtocol(value)
	case "username":
		u.SetUsername(value)
	case "password":
		u.SetPassword(value)
	case "host":
		u.SetHost(value)
	case "hostname":
		u.SetHostname(value)
	case "port":
		u.SetPort(value)
	case "pathname":
		u.SetPathname(value)
	case "search":
		u.SetSearch(value)
	case "hash":
		u.SetHash(value)
	default:
		return "", isolate.Throw("TypeError", "URL has no attribute %q that can be set", attribute)
	}
	return urlComponents(u), nil
}

// urlComponents is href, origin, protocol, username, password, host, hostname,
// port, pathname, search and hash, one a line: no component has a line feed.
func urlComponents(u *whatwg.Url) string {
	href, pathname := u.Href(false), u.Pathname()
	if u.OpaquePath() {
		href, pathname = opaqueSpace(href, u.Protocol(), pathname)
	}
	return strings.Join([]string{
		href, urlOrigin(u), u.Protocol(), u.Username(), u.Password(), u.Host(), u.Hostname(),
		u.Port(), pathname, u.Search(), u.Hash(),
	}, "\n")
}

// opaqueSpace percent-encodes the last space of an opaque path that something
// follows, which the standard does since 2025 and the library does not.
func opaqueSpace(href, protocol, pathname string) (string, string) {
	rest := href[len(protocol)+len(pathname):]
	path, found := strings.CutSuffix(pathname, " ")
	if !found || rest == "" {
		return href, pathname
	}
	path += "%20"
	return protocol + path + rest, path
}

// urlOrigin is the serialization of the URL's origin.
func urlOrigin(u *whatwg.Url) string {
	switch u.Scheme() {
	case "http", "https", "ws", "wss", "ftp":
		return u.Protocol() + "//" + u.Host()
	case "blob":
		inner, err := urlParser.Parse(u.Pathname())
		if err == nil && (inner.Scheme() == "http" || inner.Scheme() == "https") {
			return urlOrigin(inner)
		}
	}
	return "null"
}

// urlencodedParse is the "application/x-www-form-urlencoded parser" on a string.
// Its result is a JSON array of [name, value].
func urlencodedParse(s string) (string, error) {
	var pairs [][2]string
	for part := range strings.SplitSeq(s, "&") {
		if part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		pairs = append(pairs, [2]string{urlencodedDecode(name), urlencodedDecode(value)})
	}
	if pairs == nil {
		return "[]", nil
	}
	text, err := json.Marshal(pairs)
	return string(text), err
}

// urlencodedDecode replaces plus signs, percent-decodes and runs "UTF-8 decode
// without BOM".
func urlencodedDecode(s string) string {
	if !strings.ContainsAny(s, "+%") {
		return s
	}
	text, _ := utf8Decode(percentDecode(strings.ReplaceAll(s, "+", " ")), false, true) // errors only when fatal
	return text
}

// unhex is the value of a hexadecimal digit, and 16 of anything else.
func unhex(c byte) byte {
	switch {
	case within(c, '0', '9'):
		return c - '0'
	case within(c, 'a', 'f'):
		return c - 'a' + 10
	case within(c, 'A', 'F'):
		return c - 'A' + 10
	}
	return 16
}

// urlencodedSerialize is the "application/x-www-form-urlencoded serializer" of a
// JSON array of [name, value].
func urlencodedSerialize(list string) (string, error) {
	var pairs [][2]string
	if err := json.Unmarshal([]byte(list), &pairs); err != nil {
		return "", isolate.Throw("TypeError", "URLSearchParams: %v", err)
	}
	var out strings.Builder
	for i, pair := range pairs {
		if i > 0 {
			out.WriteByte('&')
		}
		urlencode(&out, pair[0])
		out.WriteByte('=')
		urlencode(&out, pair[1])
	}
	return out.String(), nil
}

// urlencode percent-encodes with the application/x-www-form-urlencoded
// percent-encode set, and spaces as plus signs.
func urlencode(out *strings.Builder, s string) {
	const digits = "0123456789ABCDEF"
	for i := range len(s) {
		switch c := s[i]; {
		case within(c, 'a', 'z'), within(c, 'A', 'Z'), within(c, '0', '9'), strings.IndexByte("*-._", c) >= 0:
			out.WriteByte(c)
		case c == ' ':
			out.WriteByte('+')
		default:
			out.Write([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
}
