package web

import (
	"strings"
	"unicode/utf8"

	whatwg "github.com/nlnwa/whatwg-url/url"
	"golang.org/x/net/idna"
)

// urlParser follows the standard where the library is behind it: "^" is in the path
// percent-encode set since 2024, and a domain is not held to STD3 rules. The library
// has no option for them, so parseHost makes the domain that it then need not
// refuse.
var urlParser = whatwg.NewParser(
	whatwg.WithPathPercentEncodeSet(whatwg.PathPercentEncodeSet.Set('^')),
	whatwg.WithPreParseHostFunc(parseHost),
	whatwg.WithLaxHostParsing(),
)

// noHost is refused by the library with any option: an IPv6 address without its end.
const noHost = "["

// parseHost is what of the "host parser" comes before IPv6 and IPv4 addresses: it returns a
// domain in ASCII, an opaque host as it is, or noHost for a failure.
func parseHost(u *whatwg.Url, host string) string {
	if host == "" || host[0] == '[' {
		return host
	}
	if _, special := defaultPorts[u.Scheme()]; !special {
		if strings.ContainsFunc(host, isForbiddenInHost) {
			return noHost
		}
		return host
	}
	domain, ok := domainToASCII(string(percentDecode(host)))
	if !ok {
		return noHost
	}
	return domain
}

// domainProfile is what "domain to ASCII" runs Unicode ToASCII with, where it isn't strict.
var domainProfile = idna.New(
	idna.MapForLookup(),
	idna.Transitional(false),
	idna.ValidateLabels(true),
	idna.CheckHyphens(false),
	idna.CheckJoiners(true),
	idna.BidiRule(),
	idna.StrictDomainName(false),
	idna.VerifyDNSLength(false),
)

// domainToASCII is "domain to ASCII", with what the host parser checks of its result.
func domainToASCII(domain string) (ascii string, ok bool) {
	if !utf8.ValidString(domain) {
		return "", false
	}
	ascii = strings.ToLower(domain)
	if !isASCII(domain) || strings.HasPrefix(ascii, "xn--") || strings.Contains(ascii, ".xn--") {
		var err error
		if ascii, err = domainProfile.ToASCII(domain); err != nil {
			return "", false
		}
	}
	return ascii, ascii != "" && !strings.ContainsFunc(ascii, isForbiddenInDomain)
}

// isForbiddenInHost tells the "forbidden host code points".
func isForbiddenInHost(r rune) bool {
	return r >= 0 && r < utf8.RuneSelf && strings.IndexByte("\x00\t\n\r #/:<>?@[\\]^|", byte(r)) >= 0
}

// isForbiddenInDomain tells the "forbidden domain code points".
func isForbiddenInDomain(r rune) bool {
	return isForbiddenInHost(r) || r < ' ' || r == '%' || r == 0x7f
}
