package web

import (
	"encoding/json"
	"regexp"
	"testing"
)

func TestHexPunctuation(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"^abc$", "^abc$"},
		{`a-b\/c/d`, `a\x2db\/c\x2fd`},
		{"[a-z/]-", `[a-z/]\x2d`},
		{"(?i-s:a-b)-", `(?i-s:a\x2db)\x2d`},
		{"(?:a-b)", `(?:a\x2db)`},
		{"(?::a::b)", `(?:\x3aa:\x3ab)`},
		{`[[a--b]--c]--`, `[[a--b]--c]\x2d\x2d`},
		{`\\--`, `\\\x2d\x2d`},
		{"", ""},
	} {
		if got := hexPunctuation(tc.in); got != tc.want {
			t.Errorf("hexPunctuation(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

func TestNameCodePoint(t *testing.T) {
	for _, tc := range []struct {
		r           rune
		first, part bool
	}{
		{'a', true, true},
		{'$', true, true},
		{'_', true, true},
		{'é', true, true},
		{'名', true, true},
		{'\u2118', true, true}, // Other_ID_Start
		{'1', false, true},
		{'\u200d', false, true},
		{'\u0301', false, true},
		{'-', false, false},
		{'.', false, false},
		{'\u2e2f', false, false}, // a letter, and Pattern_Syntax
		{'😀', false, false},
	} {
		if got := isNameCodePoint(tc.r, true); got != tc.first {
			t.Errorf("isNameCodePoint(%q, true) = %v", tc.r, got)
		}
		if got := isNameCodePoint(tc.r, false); got != tc.part {
			t.Errorf("isNameCodePoint(%q, false) = %v", tc.r, got)
		}
	}
}

func TestURLPatternInput(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{`{"pathname":"/a b","baseURL":"https://u:p@example.com:8080/x/y?q#h"}`, `["https","u","p","example.com","8080","/a%20b","",""]`},
		{`{"pathname":"z","baseURL":"https://example.com/x/y"}`, `["https","","","example.com","","/x/z","",""]`},
		{`{"protocol":"https","port":"443"}`, `["https","","","","","","",""]`},
		{`{"protocol":"data","pathname":"a b"}`, `["data","","","","","a b","",""]`},
		{`{"search":"?a=b","hash":"#c"}`, `["","","","","","","a=b","c"]`},
		{`{"port":"x"}`, ""},
		{`{"hostname":"a:80"}`, ""},
		{`{"baseURL":"nowhere"}`, ""},
	} {
		if got, err := urlPatternInput(tc.in); got != tc.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tc.in, got, err, tc.want)
		}
	}
}

// FuzzURLPattern holds that what is made is well-formed: the pattern of a component
// makes the same component again.
func FuzzURLPattern(f *testing.F) {
	for _, s := range []string{
		"https://example.com/:id(\\d+)?/*", "/a{/:b}*?q=:c#h", "http://[\\:\\:ab\\::num]:*/", "*:\\//{x}", "data\\:foo*",
		"https://{a.:b.}?c(.*)d:e1*/..//{:f}-{g}+",
	} {
		f.Add(s, false)
	}
	special := regexp.MustCompile(`https?|\*|:`)
	matches := func(source string) (bool, error) { return special.MatchString(source), nil }
	f.Fuzz(func(t *testing.T, text string, ignoreCase bool) {
		base := "https://example.com"
		request, err := json.Marshal(urlPatternRequest{Text: &text, BaseURL: &base, IgnoreCase: ignoreCase})
		if err != nil {
			t.Fatal(err)
		}
		out, err := createURLPattern(string(request), matches)
		if err != nil {
			return
		}
		var components []patternComponent
		if err := json.Unmarshal([]byte(out), &components); err != nil || len(components) != len(patternComponents) {
			t.Fatal(err, out)
		}
		for n, c := range components {
			options := patternOptions{ignoreCase: c.IgnoreCase}
			switch patternComponents[n] {
			case patternHostname:
				options = hostnameOptions
			case patternPathname:
				options = pathnameOptions
			}
			same := func(s string) (string, error) { return s, nil }
			again, err := compilePattern(c.Pattern, options, same)
			if err != nil {
				t.Errorf("%s %q of %q: %v", patternComponents[n], c.Pattern, text, err)
			} else if again.Pattern != c.Pattern && patternComponents[n] != patternPathname {
				t.Errorf("%s %q of %q gives %q", patternComponents[n], c.Pattern, text, again.Pattern)
			}
		}
	})
}
