package web

import (
	"strings"
	"testing"
)

// FuzzURL holds that what was parsed and serialized parses to the same, that
// setters give URLs, and that nothing panics.
func FuzzURL(f *testing.F) {
	for _, seed := range [][2]string{
		{"https://user:pw@example.com:8080/a/../b?q#h", ""},
		{"../x", "file:///C:/a/b"},
		{"data:x  #", ""},
		{"web+demo:/.//not-a-host/", ""},
		{"//[::1]/", "ws://h"},
		{"blob:https://a/b", "https://m\u00fcnchen.de"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, url, base string) {
		url, base = strings.ToValidUTF8(url, "\uFFFD"), strings.ToValidUTF8(base, "\uFFFD") // as strings cross
		for _, parsed := range []string{mustParse(t, url), mustParseBase(t, url, base)} {
			if parsed == "" {
				continue
			}
			fixedPoint(t, parsed)
			href, _, _ := strings.Cut(parsed, "\n")
			for _, attribute := range []string{"protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"} {
				set, err := urlSet(href, attribute, base)
				if err != nil {
					t.Fatal(err)
				}
				fixedPoint(t, set)
			}
		}
	})
}

func fixedPoint(t *testing.T, parsed string) {
	t.Helper()
	if n := strings.Count(parsed, "\n"); n != 10 {
		t.Fatalf("%q has %d components", parsed, n+1)
	}
	href, _, _ := strings.Cut(parsed, "\n")
	if again := mustParse(t, href); again != parsed {
		t.Errorf("%q parses to\n%q, want\n%q", href, again, parsed)
	}
}

func mustParse(t *testing.T, url string) string {
	t.Helper()
	parsed, err := urlParse(url)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func mustParseBase(t *testing.T, url, base string) string {
	t.Helper()
	parsed, err := urlParseBase(url, base)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// FuzzURLEncoded holds that a serialized list parses to itself.
func FuzzURLEncoded(f *testing.F) {
	f.Add("a=b&c=%ff+x")
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "\uFFFD")
		list, err := urlencodedParse(s)
		if err != nil {
			t.Fatal(err)
		}
		text, err := urlencodedSerialize(list)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := urlencodedParse(text); again != list {
			t.Errorf("%q parses to %s, want %s", text, again, list)
		}
	})
}
