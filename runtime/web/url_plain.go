package web

import "strings"

// plainURL is urlParse for the most common URLs, which are in serialized form
// already: http or https, a lower-case host of ASCII labels, and a path, query and
// fragment in which nothing is to be encoded or removed. It is an order of magnitude
// faster. ok is false for all others, valid or not.
func plainURL(s string) (components string, ok bool) {
	scheme, rest, found := strings.Cut(s, "://")
	if !found || scheme != "https" && scheme != "http" {
		return "", false
	}
	n := strings.IndexByte(rest, '/')
	if n < 0 {
		return "", false
	}
	host, path := rest[:n], rest[n:]
	hostname, port, found := strings.Cut(host, ":")
	if !isPlainHost(hostname) || found && !isPlainPort(port, defaultPorts[scheme]) {
		return "", false
	}
	if !isPlainPath(path) {
		return "", false
	}
	path, hash := cutBefore(path, '#')
	path, search := cutBefore(path, '?')
	if strings.Contains(path, "/.") || strings.Contains(path, "%") {
		return "", false // there may be dot segments
	}
	if len(search) == 1 {
		search = "" // it is in the href, but not in the attribute
	}
	if len(hash) == 1 {
		hash = ""
	}
	origin := s[:len(scheme)+3+n]
	return strings.Join([]string{s, origin, scheme + ":", "", "", host, hostname, port, path, search, hash}, "\n"), true
}

// plainURLBase is urlParseBase for a plain URL, or a path that begins with one
// slash, and a plain base.
func plainURLBase(url, base string) (components string, ok bool) {
	parsed, ok := plainURL(base)
	if !ok {
		return "", false
	}
	if strings.HasPrefix(url, "/") && !strings.HasPrefix(url, "//") {
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

// isPlainPort accepts a port in its serialized form that is not a default one.
func isPlainPort(port, standard string) bool {
	if port == "" || len(port) > 4 || port[0] == '0' || port == standard {
		return false
	}
	for i := range len(port) {
		if !within(port[i], '0', '9') {
			return false
		}
	}
	return true
}

// isPlainPath accepts what no percent-encode set has, in paths, queries and fragments.
func isPlainPath(path string) bool {
	for i := range len(path) {
		if !plainPathBytes[path[i]] {
			return false
		}
	}
	return true
}

var plainPathBytes = func() (plain [256]bool) {
	for c := byte('!'); c <= '~'; c++ {
		plain[c] = strings.IndexByte("\"'<>\\^`{|}", c) < 0
	}
	return plain
}()
