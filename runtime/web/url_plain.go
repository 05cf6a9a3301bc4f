package web

import "strings"

// plainURL is urlParse for the most common URLs, an order of magnitude faster: of a
// special scheme but file, with a host of ASCII labels, and with nothing to be encoded
// or removed but dot segments. ok is false for all others, valid or not.
func plainURL(s string) (components string, ok bool) {
	scheme, rest, found := strings.Cut(s, "://")
	standard := defaultPorts[scheme]
	if !found || standard == "" {
		return "", false
	}
	n := strings.IndexAny(rest, "/?#")
	if n < 0 {
		n = len(rest)
	}
	authority, path := rest[:n], rest[n:]
	if !consistsOf(path, plainPathBytes) {
		return "", false
	}
	userinfo, username, password, host := "", "", "", authority
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		userinfo, host = authority[:at+1], authority[at+1:]
		username, password, found = strings.Cut(authority[:at], ":")
		if username == "" || found == (password == "") || !consistsOf(username, plainUserinfoBytes) || !consistsOf(password, plainUserinfoBytes) {
			return "", false
		}
	}
	hostname, port, found := strings.Cut(host, ":")
	if !isPlainHost(hostname) || found && !isPlainPort(port) {
		return "", false
	}
	if port == standard {
		host, port = hostname, ""
	}
	path, hash := cutBefore(path, '#')
	path, search := cutBefore(path, '?')
	if path, ok = plainPath(path); !ok {
		return "", false
	}
	href := scheme + "://" + userinfo + host + path + search + hash
	return joinURL(href, scheme+"://"+host, scheme+":", username, password, host, hostname, port, path, search, hash), true
}

// joinURL is what urlComponents is. A query or fragment that is empty shows in href alone.
func joinURL(href, origin, protocol, username, password, host, hostname, port, path, search, hash string) string {
	if len(search) == 1 {
		search = ""
	}
	if len(hash) == 1 {
		hash = ""
	}
	return strings.Join([]string{href, origin, protocol, username, password, host, hostname, port, path, search, hash}, "\n")
}

// plainURLBase is urlParseBase for a plain URL, or a path that begins with one
// slash, and a plain base.
func plainURLBase(url, base string) (components string, ok bool) {
	parsed, ok := plainURL(base)
	if !ok {
		return "", false
	}
	if strings.HasPrefix(url, "/") && !strings.HasPrefix(url, "//") {
		if strings.Contains(base, "@") {
			return "", false // it may have a user, who is inherited
		}
		_, rest, _ := strings.Cut(parsed, "\n")
		origin, _, _ := strings.Cut(rest, "\n")
		url = origin + url
	}
	return plainURL(url)
}

// cutBefore splits s before the first c.
func cutBefore(s string, c byte) (before, from string) {
	if n := strings.IndexByte(s, c); n >= 0 {
		return s[:n], s[n:]
	}
	return s, ""
}

// plainPath is a path without its dot segments. ok is false where they may be encoded.
func plainPath(path string) (_ string, ok bool) {
	if path == "" {
		return "/", true
	}
	if strings.Contains(path, "%2e") || strings.Contains(path, "%2E") {
		return "", false
	}
	if !strings.Contains(path, "/.") {
		return path, true
	}
	segments := strings.Split(path[1:], "/")
	kept := segments[:0]
	for i, segment := range segments {
		last := i == len(segments)-1
		switch segment {
		case ".":
		case "..":
			kept = kept[:max(len(kept)-1, 0)]
		default:
			kept = append(kept, segment)
			continue
		}
		if last {
			kept = append(kept, "")
		}
	}
	return "/" + strings.Join(kept, "/"), true
}

// isPlainHost accepts labels that IDNA leaves as they are. The last one begins with a
// letter, so that this is no IPv4 address, and none is Punycode or ends with a hyphen.
func isPlainHost(host string) bool {
	letter := false // the label begins with one
	last := byte('.')
	for i := range len(host) {
		c := host[i]
		switch {
		case within(c, 'a', 'z'), within(c, '0', '9'):
			if last == '.' {
				letter = c >= 'a'
			}
		case c == '.' || c == '-':
			if last == '.' || last == '-' {
				return false
			}
		default:
			return false
		}
		last = c
	}
	return letter && last != '.' && last != '-' && len(host) < 64
}

// isPlainPort accepts a port in its serialized form, of up to four digits.
func isPlainPort(port string) bool {
	if port == "" || len(port) > 4 || port[0] == '0' {
		return false
	}
	for i := range len(port) {
		if !within(port[i], '0', '9') {
			return false
		}
	}
	return true
}

func consistsOf(s string, set *[256]bool) bool {
	for i := range len(s) {
		if !set[s[i]] {
			return false
		}
	}
	return true
}

// plainPathBytes are in no percent-encode set of paths, queries and fragments, and
// plainUserinfoBytes in none of user names and passwords.
var (
	plainPathBytes     = printableBut("\"'<>\\^`{|}")
	plainUserinfoBytes = printableBut("\"'<>\\^`{|}#?/:;=@[]")
)

func printableBut(not string) *[256]bool {
	set := new([256]bool)
	for c := byte('!'); c <= '~'; c++ {
		set[c] = strings.IndexByte(not, c) < 0
	}
	return set
}
