package web

import (
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/url"

	"example.com/thaw/isolate"
)

// The encoding callbacks, which are also how the components of an input are
// brought into the form that a URL's have. Each takes one component.
// Spec: https://urlpattern.spec.whatwg.org/#canon-encoding-callbacks

func dummyURL() *whatwg.Url {
	u, err := urlParser.Parse("https://dummy.invalid/")
	if err != nil {
		panic(err) // it is a constant
	}
	return u
}

func notCanonical(component, value string) error {
	return isolate.Throw("TypeError", "URLPattern: %q is no %s", value, component)
}

func canonicalizeProtocol(value string) (string, error) {
	if value == "" {
		return "", nil
	}
	u, err := urlParser.Parse(value + "://dummy.invalid/")
	if err != nil {
		return "", notCanonical(patternProtocol, value)
	}
	return u.Scheme(), nil
}

func canonicalizeUsername(value string) (string, error) {
	u := dummyURL()
	u.SetUsername(value)
	return u.Username(), nil
}

func canonicalizePassword(value string) (string, error) {
	u := dummyURL()
	u.SetPassword(value)
	return u.Password(), nil
}

func canonicalizeHostname(value string) (string, error) {
	if value == "" {
		return "", nil
	}
	u := dummyURL()
	if _, err := urlParser.BasicParser(value, nil, u, whatwg.StateHostname); err != nil || hasPort(value) {
		return "", notCanonical(patternHostname, value)
	}
	return u.Hostname(), nil
}

// hasPort tells whether a colon ends the host, which is a failure since 2024. The
// library takes what is before it.
func hasPort(value string) bool {
	if strings.HasPrefix(value, "[") {
		return false
	}
	end := strings.IndexAny(value, `:/?#\`)
	return end >= 0 && value[end] == ':'
}

func canonicalizeIPv6Hostname(value string) (string, error) {
	for _, r := range value {
		if r > 0x7f || unhex(byte(r)) == 16 && !strings.ContainsRune("[]:", r) {
			return "", notCanonical(patternHostname, value)
		}
	}
	return strings.ToLower(value), nil
}

func canonicalizePort(value string) (string, error) { return canonicalizePortOf("", value) }

// canonicalizePortOf drops the port that is the default of a protocol. One that
// is no protocol has none.
func canonicalizePortOf(protocol, value string) (string, error) {
	if value == "" {
		return "", nil
	}
	if _, special := defaultPorts[protocol]; !special {
		protocol = "dummy"
	}
	u, err := urlParser.Parse(protocol + "://dummy.invalid/")
	if err == nil {
		_, err = urlParser.BasicParser(value, nil, u, whatwg.StatePort)
	}
	if err != nil {
		return "", notCanonical(patternPort, value)
	}
	return u.Port(), nil
}

// canonicalizePathname has no slash put before what is only a piece of a path.
func canonicalizePathname(value string) (string, error) {
	if value == "" {
		return "", nil
	}
	u := dummyURL()
	if strings.HasPrefix(value, "/") {
		u.SetPathname(value)
		return u.Pathname(), nil
	}
	u.SetPathname("/-" + value)
	return u.Pathname()[2:], nil
}

func canonicalizeOpaquePathname(value string) (string, error) {
	if value == "" {
		return "", nil
	}
	u, err := urlParser.Parse("dummy:")
	if err == nil {
		_, err = urlParser.BasicParser(value, nil, u, whatwg.StateOpaquePath)
	}
	if err != nil {
		return "", notCanonical(patternPathname, value)
	}
	return u.Pathname(), nil
}

func canonicalizeSearch(value string) (string, error) {
	u := dummyURL()
	u.SetSearch("?" + value)
	return strings.TrimPrefix(u.Search(), "?"), nil
}

func canonicalizeHash(value string) (string, error) {
	u := dummyURL()
	u.SetHash("#" + value)
	return strings.TrimPrefix(u.Hash(), "#"), nil
}
