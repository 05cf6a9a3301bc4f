package web

import (
	"strings"

	"example.com/thaw/isolate"
)

// The names of components, in the order of a URL, and the member of an init
// that is none.
const (
	patternProtocol = "protocol"
	patternUsername = "username"
	patternPassword = "password"
	patternHostname = "hostname"
	patternPort     = "port"
	patternPathname = "pathname"
	patternSearch   = "search"
	patternHash     = "hash"

	patternBaseURL = "baseURL"
)

var patternComponents = []string{
	patternProtocol, patternUsername, patternPassword, patternHostname, patternPort, patternPathname, patternSearch, patternHash,
}

// urlPatternInit is a URLPatternInit, whose members may be absent.
type urlPatternInit map[string]string

func (i urlPatternInit) has(names ...string) bool {
	for _, name := range names {
		if _, ok := i[name]; ok {
			return true
		}
	}
	return false
}

func (i urlPatternInit) setDefault(name, value string) {
	if !i.has(name) {
		i[name] = value
	}
}

// process is "process a URLPatternInit": for a pattern, whose absent members stay so, or
// for a URL, whose components are "" then.
// Spec: https://urlpattern.spec.whatwg.org/#process-a-urlpatterninit
func (i urlPatternInit) process(pattern bool) (urlPatternInit, error) {
	result := urlPatternInit{}
	if !pattern {
		for _, name := range patternComponents {
			result[name] = ""
		}
	}
	base, hasBase := i[patternBaseURL]
	var basePath string
	hierarchical := false
	if hasBase {
		u, err := urlParser.Parse(base)
		if err != nil {
			return nil, isolate.Throw("TypeError", "URLPattern: the base URL %q is not valid", base)
		}
		basePath, hierarchical = u.Pathname(), !u.OpaquePath()
		i.inherit(result, map[string]string{
			patternProtocol: u.Scheme(), patternUsername: u.Username(), patternPassword: u.Password(),
			patternHostname: u.Hostname(), patternPort: u.Port(), patternPathname: basePath,
			patternSearch: strings.TrimPrefix(u.Search(), "?"), patternHash: strings.TrimPrefix(u.Hash(), "#"),
		}, pattern)
	}
	for _, name := range patternComponents {
		value, ok := i[name]
		if !ok {
			continue
		}
		if name == patternPathname && hierarchical && !isAbsolutePathname(value, pattern) {
			if pattern {
				basePath = escapePattern(basePath)
			}
			value = basePath[:strings.LastIndexByte(basePath, '/')+1] + value
		}
		var err error
		if result[name], err = processComponent(name, value, result[patternProtocol], pattern); err != nil {
			return nil, err
		}
	}
	return result, nil
}

// inherit sets the components that come from the base URL: those that are more
// specific than any that is given do not.
func (i urlPatternInit) inherit(result, base map[string]string, pattern bool) {
	take := func(name string, unless ...string) {
		if i.has(unless...) {
			return
		}
		result[name] = base[name]
		if pattern && name != patternPort {
			result[name] = escapePattern(base[name])
		}
	}
	url := patternComponents
	take(patternProtocol, patternProtocol)
	if !pattern {
		take(patternUsername, patternProtocol, patternHostname, patternPort, patternUsername)
		take(patternPassword, patternProtocol, patternHostname, patternPort, patternUsername, patternPassword)
	}
	take(patternHostname, patternProtocol, patternHostname)
	for n := 4; n < len(url); n++ { // the port and what follows
		take(url[n], append([]string{patternProtocol}, url[3:n+1]...)...)
	}
}

// isAbsolutePathname is "is an absolute pathname".
func isAbsolutePathname(path string, pattern bool) bool {
	if strings.HasPrefix(path, "/") {
		return true
	}
	return pattern && (strings.HasPrefix(path, `\/`) || strings.HasPrefix(path, "{/"))
}

// processComponent is "process ... for init" of a component.
func processComponent(name, value, protocol string, pattern bool) (string, error) {
	switch name {
	case patternProtocol:
		value = strings.TrimSuffix(value, ":")
	case patternSearch:
		value = strings.TrimPrefix(value, "?")
	case patternHash:
		value = strings.TrimPrefix(value, "#")
	}
	if pattern {
		return value, nil
	}
	switch name {
	case patternProtocol:
		return canonicalizeProtocol(value)
	case patternUsername:
		return canonicalizeUsername(value)
	case patternPassword:
		return canonicalizePassword(value)
	case patternHostname:
		return canonicalizeHostname(value)
	case patternPort:
		return canonicalizePortOf(protocol, value)
	case patternPathname:
		if _, special := defaultPorts[protocol]; special || protocol == "" {
			return canonicalizePathname(value)
		}
		return canonicalizeOpaquePathname(value)
	case patternSearch:
		return canonicalizeSearch(value)
	}
	return canonicalizeHash(value)
}
