package web

import "testing"

func TestDomainToASCII(t *testing.T) {
	for domain, want := range map[string]string{
		"Example.COM":          "example.com",
		"a_b.-x.test":          "a_b.-x.test",
		"faß.de":               "xn--fa-hia.de",
		"Bücher。Example":       "xn--bcher-kva.example",
		"≠.test":               "xn--1ch.test",
		"xn--1ch.test":         "xn--1ch.test",
		"XN--BCHER-KVA.test":   "xn--bcher-kva.test",
		"a\u00adb":             "ab",
		"xn--a":                "",
		"xn--ls8h=.test":       "",
		"\u00ad":               "",
		"a b":                  "",
		"a％41":                 "",
		"a\xff":                "",
		"\u05d0a":              "", // mixes directions
		"a\u200db":             "", // a joiner that joins nothing
		"１２７.0.0.1":            "127.0.0.1",
		"a..b":                 "a..b",
		"under_score.xn--1ch.": "under_score.xn--1ch.",
	} {
		got, ok := domainToASCII(domain)
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("%q is %q, want %q", domain, got, want)
		}
	}
}

// TestURLHosts has the URL parser refuse and accept hosts.
func TestURLHosts(t *testing.T) {
	for url, host := range map[string]string{
		"https://≠.test/":       "xn--1ch.test",
		"https://%E2%89%A0/":    "xn--1ch",
		"https://a%00b/":        "",
		"https://a%ff/":         "",
		"https://a%5b/":         "",
		"https://[::1]/":        "[::1]",
		"https://[::1":          "",
		"https://0x7f.1/":       "127.0.0.1",
		"https://1.2.3.4.5/":    "",
		"https://\u00ad/":       "",
		"file://Ä/x":            "xn--4ca",
		"x://A%00é/":            "A%00%C3%A9",
		"x://a<b/":              "",
		"x://a[b/":              "",
		"blob:https://≠/x":      "",
		"https://user@a_b:8080": "a_b:8080",
	} {
		u, err := urlParser.Parse(url)
		got := ""
		if err == nil {
			got = u.Host()
		}
		if got != host {
			t.Errorf("%s has host %q (%v), want %q", url, got, err, host)
		}
	}
}
