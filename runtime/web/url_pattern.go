package web

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"example.com/thaw/isolate"
)

func (l *Layer) urlPatternOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op1("op_url_pattern_create", func(request string) (string, error) {
			return createURLPattern(request, l.matchesSpecialScheme)
		}),
		isolate.Op1("op_url_pattern_input", urlPatternInput),
	}
}

// matchesSpecialScheme asks the engine, whose regular expressions a pattern may have.
func (l *Layer) matchesSpecialScheme(regExp string) (bool, error) {
	v, err := l.iso.Call(context.Background(), "urlPatternMatchesSpecialScheme", regExp)
	return v == true, err
}

// defaultPorts has the special schemes.
var defaultPorts = map[string]string{"ftp": "21", "file": "", "http": "80", "https": "443", "ws": "80", "wss": "443"}

// A urlPatternRequest is the arguments of the constructor.
type urlPatternRequest struct {
	Text       *string        `json:"text"` // a constructor string, or
	Init       urlPatternInit `json:"init"`
	BaseURL    *string        `json:"baseURL"`
	IgnoreCase bool           `json:"ignoreCase"`
}

// createURLPattern is "create a URL pattern". request is the JSON of a
// urlPatternRequest, and the result that of the components in order. matches tells
// whether the regular expression of a protocol matches a special scheme.
// Spec: https://urlpattern.spec.whatwg.org/#url-pattern-create
func createURLPattern(request string, matches func(regExp string) (bool, error)) (string, error) {
	var r urlPatternRequest
	if err := json.Unmarshal([]byte(request), &r); err != nil {
		return "", fmt.Errorf("web: URLPattern: %w", err)
	}
	init, err := r.init(matches)
	if err != nil {
		return "", err
	}
	components, err := init.compile(r.IgnoreCase, matches)
	if err != nil {
		return "", err
	}
	out, err := json.Marshal(components)
	return string(out), err
}

// init is the processed init of the request, in which no component is absent.
func (r urlPatternRequest) init(matches func(string) (bool, error)) (urlPatternInit, error) {
	init := r.Init
	if r.Text != nil {
		var err error
		if init, err = parseConstructorString(*r.Text, matches); err != nil {
			return nil, err
		}
		if r.BaseURL != nil {
			init[patternBaseURL] = *r.BaseURL
		} else if !init.has(patternProtocol) {
			return nil, isolate.Throw("TypeError", "URLPattern: %q is relative, and there is no base URL", *r.Text)
		}
	}
	init, err := init.process(true)
	if err != nil {
		return nil, err
	}
	for _, name := range patternComponents {
		init.setDefault(name, "*")
	}
	if port, special := defaultPorts[init[patternProtocol]]; special && port == init[patternPort] {
		init[patternPort] = ""
	}
	return init, nil
}

// compile compiles the components, in their order.
func (i urlPatternInit) compile(ignoreCase bool, matches func(string) (bool, error)) ([]*patternComponent, error) {
	var all []*patternComponent
	special := false
	for _, name := range patternComponents {
		options, encode := patternOptions{}, encodingCallback(nil)
		switch name {
		case patternProtocol:
			encode = canonicalizeProtocol
		case patternUsername:
			encode = canonicalizeUsername
		case patternPassword:
			encode = canonicalizePassword
		case patternHostname:
			options, encode = hostnameOptions, canonicalizeHostname
			if isIPv6Pattern(i[name]) {
				encode = canonicalizeIPv6Hostname
			}
		case patternPort:
			encode = canonicalizePort
		case patternPathname:
			options.ignoreCase, encode = ignoreCase, canonicalizeOpaquePathname
			if special {
				options, encode = pathnameOptions, canonicalizePathname
				options.ignoreCase = ignoreCase
			}
		case patternSearch:
			options.ignoreCase, encode = ignoreCase, canonicalizeSearch
		case patternHash:
			options.ignoreCase, encode = ignoreCase, canonicalizeHash
		}
		c, err := compilePattern(i[name], options, encode)
		if err != nil {
			return nil, err
		}
		if name == patternProtocol {
			if special, err = c.matchesSpecialScheme(matches); err != nil {
				return nil, err
			}
		}
		all = append(all, c)
	}
	return all, nil
}

// isIPv6Pattern is "hostname pattern is an IPv6 address".
func isIPv6Pattern(pattern string) bool {
	return len(pattern) >= 2 && (pattern[0] == '[' || strings.HasPrefix(pattern, "{[") || strings.HasPrefix(pattern, `\[`))
}

// A patternComponent is a component of a URL pattern.
type patternComponent struct {
	Pattern         string   `json:"pattern"`
	RegExp          string   `json:"regExp"`
	Names           []string `json:"names"`
	HasRegExpGroups bool     `json:"hasRegExpGroups"`
	IgnoreCase      bool     `json:"ignoreCase"`
	Literal         *string  `json:"literal"` // all that matches, if it is one string
}

// compilePattern is "compile a component", less the check of the regular expression.
func compilePattern(input string, options patternOptions, encode encodingCallback) (*patternComponent, error) {
	parts, err := parsePattern(input, options, encode)
	if err != nil {
		return nil, err
	}
	c := &patternComponent{Pattern: patternOf(parts, options), IgnoreCase: options.ignoreCase}
	source, names := regExpOf(parts, options)
	c.RegExp, c.Names = hexPunctuation(source), names
	literal, fixed := "", !options.ignoreCase
	for _, p := range parts {
		c.HasRegExpGroups = c.HasRegExpGroups || p.kind == regExpPart
		fixed = fixed && p.kind == fixedText && p.modifier == ""
		literal += p.value
	}
	if fixed {
		c.Literal = &literal
	}
	return c, nil
}

// matchesSpecialScheme is "protocol component matches a special scheme".
func (c *patternComponent) matchesSpecialScheme(matches func(string) (bool, error)) (bool, error) {
	if c.Literal != nil {
		_, special := defaultPorts[*c.Literal]
		return special, nil
	}
	if c.Pattern == "*" {
		return true, nil
	}
	return matches(c.RegExp)
}

// urlPatternInput processes the URLPatternInit (JSON) that a pattern is to match:
// the result is a JSON array of the components in order, or "" if there is no match.
func urlPatternInput(text string) (string, error) {
	var init urlPatternInit
	if err := json.Unmarshal([]byte(text), &init); err != nil {
		return "", fmt.Errorf("web: URLPattern: %w", err)
	}
	processed, err := init.process(false)
	if err != nil {
		return "", nil
	}
	components := make([]string, len(patternComponents))
	for n, name := range patternComponents {
		components[n] = processed[name]
	}
	out, err := json.Marshal(components)
	return string(out), err
}
