package web

import "testing"

func TestPlainURL(t *testing.T) {
	for _, s := range []string{
		"https://example.com/", "http://example.com:8080/a/b?c=d&e#f", "https://a1.b2c/?", "https://a/#", "https://a/x#?y#z", "https://a/x??y",
		"http://a.b:443/", "https://my-app.a-1b.dev/", "https://example.com", "https://a?b", "wss://a#b", "http://u@a/", "http://u:p%20@a:80/", "https://a:443/",
		"https://a/../b", "https://a/b/./c/..", "https://a/.", "https://a/b/..c/...", "https://a/%41", "ftp://a/b", "https://a/..?/../#/../", "https://a//..//b/",
		"https://example.com/a;b,c=d+e~f!g$h&i*j(k)l@m:n[o]",
	} {
		checkPlainURL(t, s)
		if _, ok := plainURL(s); !ok {
			t.Errorf("%s is not plain", s)
		}
	}
	for _, s := range []string{
		"https://Example.com/", "https://1.2.3.4/", "https://a.0x1/", "https://xn--a.com/", "https://a..b/", "https://a./",
		"https://a/%2e/b", "https://a/b c", "file://a/b", "https://a\\b", "https://:p@a/", "https://u:@a/", "https://@a/", "https://u@b@a/", "https://a:080/", "https://a:65536/", "https:/a/b",
		"https://a/\n", "https://é/", " https://a/", "https://a:/", "https://a-.b/", "https://-a.b/", "https://ab--c.d/", "https://a.b-/", "https://a\\b/",
	} {
		if components, ok := plainURL(s); ok {
			t.Errorf("%s is plain: %q", s, components)
		}
	}
}

func TestPlainURLBase(t *testing.T) {
	for _, tc := range []struct{ url, base string }{
		{"/a?b#c", "https://example.com:8080/x/y?z"},
		{"/", "https://example.com/"},
		{"https://a.dev/b", "https://example.com/"},
	} {
		got, ok := plainURLBase(tc.url, tc.base)
		u, err := urlParser.ParseRef(tc.base, tc.url)
		if err != nil {
			t.Fatal(err)
		}
		if want := urlComponents(u); !ok || got != want {
			t.Errorf("%q on %q: %q, %v, want %q", tc.url, tc.base, got, ok, want)
		}
	}
	for _, tc := range []struct{ url, base string }{{"//a/", "https://b/"}, {"a", "https://b/"}, {"/a", "data:x"}, {"/a", "https://u@b/"}} {
		if got, ok := plainURLBase(tc.url, tc.base); ok {
			t.Errorf("%q on %q is plain: %q", tc.url, tc.base, got)
		}
	}
}

// checkPlainURL holds that plainURL is what the parser says.
func checkPlainURL(t *testing.T, s string) {
	t.Helper()
	got, ok := plainURL(s)
	if !ok {
		return
	}
	u, err := urlParser.Parse(s)
	if err != nil {
		t.Errorf("%q is plain, and not valid: %v", s, err)
	} else if want := urlComponents(u); got != want {
		t.Errorf("%q is %q, want %q", s, got, want)
	}
}

func FuzzPlainURL(f *testing.F) {
	f.Add("example.com:8080", "/a/b?c=d&e#f")
	f.Add("a1.b2c", "/?#[]@!$&'()*+,;=:~")
	f.Fuzz(func(t *testing.T, host, path string) {
		checkPlainURL(t, "https://"+host+path)
		checkPlainURL(t, "http://"+host+path)
	})
}
