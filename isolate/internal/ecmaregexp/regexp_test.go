package ecmaregexp

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// find is the first match of /pattern/flags in text as "match|group|group", "-" for a
// group that has not matched, "no match", or the syntax error.
func find(pattern, flags, text string) string {
	f, err := ParseFlags(flags)
	if err != nil {
		return err.Error()
	}
	re, err := Parse(utf16.Encode([]rune(pattern)), f)
	if err != nil {
		return "SyntaxError: " + err.Error()
	}
	in := utf16.Encode([]rune(text))
	var m Matcher
	c, err := m.Match(re, textOf(text), 0, f.Sticky)
	if err != nil {
		return err.Error()
	}
	if c == nil {
		return "no match"
	}
	var parts []string
	for i := 0; i < len(c); i += 2 {
		if c[i] < 0 || c[i+1] < 0 {
			parts = append(parts, "-")
			continue
		}
		parts = append(parts, string(utf16.Decode(in[c[i]:c[i+1]])))
	}
	return strings.Join(parts, "|")
}

// textOf is text as goja would hold it.
func textOf(text string) Text {
	if strings.IndexFunc(text, func(r rune) bool { return r >= 128 }) < 0 {
		return ASCII(text)
	}
	return UTF16(utf16.Encode([]rune(text)))
}

func TestMatch(t *testing.T) {
	for _, c := range []struct{ pattern, flags, text, want string }{
		{`abc`, "", "xabcx", "abc"},
		{`a|ab`, "", "ab", "a"},
		{`((a)|(ab))((c)|(bc))`, "", "abc", "abc|a|a|-|bc|-|bc"},
		{`a[a-z]{2,4}`, "", "abcdefghi", "abcde"},
		{`a[a-z]{2,4}?`, "", "abcdefghi", "abc"},
		{`(aa|aabaac|ba|b|c)*`, "", "aabaac", "aaba|ba"},
		{`(z)((a+)?(b+)?(c))*`, "", "zaacbbbcac", "zaacbbbcac|z|ac|a|-|c"},
		{`(a*)*`, "", "b", "|-"},
		{`(?:a?)*?b`, "", "aab", "aab"},
		{`(a*)b\1+`, "", "baaaac", "b|"},
		{`(?=(a+))`, "", "baaabac", "|aaa"},
		{`(?=(a+))a*b\1`, "", "baaabac", "aba|a"},
		{`(.*?)a(?!(a+)b\2c)\2(.*)`, "", "baaabaac", "baaabaac|ba|-|abaac"},
		{`(?<=(\d+)(\d+))$`, "", "1053", "|1|053"},
		{`(?<=\1(a))b`, "", "aab", "b|a"},
		{`(?<!b)\d`, "", "b2c3", "3"},
		{`(?:(a)|b)*`, "", "ab", "ab|-"},
		{`(?<n>a)|(?<n>b)`, "", "b", "b|-|b"},
		{`(?:(?<n>a)|(?<n>b))\k<n>`, "", "bb", "bb|-|b"},
		{`^\w+$`, "m", "a-\nbc\n", "bc"},
		{`a.c`, "", "a\nc", "no match"},
		{`a.c`, "s", "a\nc", "a\nc"},
		{`^.$`, "u", "\U0001F600", "\U0001F600"},
		{`^.$`, "", "\U0001F600", "no match"},
		{`\u{1F600}`, "u", "\U0001F600", "\U0001F600"},
		{`\ud83d\ude00`, "u", "\U0001F600", "\U0001F600"},
		{`\p{Lu}+`, "u", "abÀBc", "ÀB"},
		{`\P{L}`, "u", "ab1", "1"},
		{`\p{Script=Greek}+`, "u", "abαβγ", "αβγ"},
		{`\p{scx=Deva}`, "u", "\u0964", "\u0964"},
		{`\p{L}`, "", "p{L}", "p{L}"},
		{`[\p{L}--[a-z]]`, "v", "aé", "é"},
		{`[\p{Lu}&&\p{Script=Greek}]`, "v", "AΒ", "Β"},
		{`[[a-z]--[aeiou]]+`, "v", "aebcd", "bcd"},
		{`[\q{abc|d}x]`, "v", "zabc", "abc"},
		{`^\p{RGI_Emoji}$`, "v", "👩‍🚀", "👩‍🚀"},
		{`^\p{RGI_Emoji}$`, "v", "🇩🇪", "🇩🇪"},
		{`^\p{RGI_Emoji}$`, "v", "a", "no match"},
		{`^\p{Emoji_Keycap_Sequence}$`, "v", "1️⃣", "1️⃣"},
		{`[^\d]`, "v", "1a", "a"},
		{`a(?i:b)c`, "", "aBc", "aBc"},
		{`a(?i:b)c`, "", "aBC", "no match"},
		{`(?-i:a)b`, "i", "aB", "aB"},
		{`(?-i:a)b`, "i", "AB", "no match"},
		{`\u212a`, "iu", "k", "k"},
		{`\u212a`, "i", "k", "no match"},
		{`[^x]`, "iu", "X", "no match"},
		{`ſ`, "i", "s", "no match"},
		{`ß`, "iu", "ẞ", "ẞ"},
		{`[а-я]`, "i", "Ж", "Ж"},
		{`\W`, "iu", "S", "no match"},
		{`\bfoo\b`, "", "a foo b", "foo"},
		{`\Bo`, "", "of foo", "o"},
		{`x{0}y`, "", "xy", "y"},
		{`(?:){1000000000}a`, "", "a", "a"},
		{`a{,2}`, "", "a{,2}", "a{,2}"},
		{`]`, "", "]", "]"},
		{`\1(a)`, "", "aa", "a|a"},
		{`\2`, "", "\x02", "\x02"},
		{`\k<a>`, "", "k<a>", "k<a>"},
		{`[\d-x]+`, "", "1-x", "1-x"},
		{`[\b]`, "", "\b", "\b"},
		{`\c`, "", `\c`, `\c`},
		{`\ca`, "", "\x01", "\x01"},
		{`(?=a)*b`, "", "b", "b"},
		{`[^]`, "", "\n", "\n"},
		{`[]`, "", "a", "no match"},
		{`$^`, "m", "\n", ""},
		{`(?<𝒜>.)`, "", "x", "x|x"},
		{`[\u{61}-\u{7A}]+`, "u", "abc", "abc"},
		{`(😀|a)\1`, "u", "xa😀😀", "😀😀|😀"},
		{`(?<=\1(😀))x`, "u", "😀😀x", "x|😀"},
		{`.*😀`, "u", "😀a😀b", "😀a😀"},
		{`.+?b`, "u", "😀a😀b", "😀a😀b"},
		{`(?<=^.)x`, "u", "😀x", "x"},
		{`(?<=(.*))x`, "u", "a😀x", "x|a😀"},
		{`(𐐀)\1`, "iu", "𐐀𐐨", "𐐀𐐨|𐐀"},
		{`(?:)b|c`, "", "xc", "c"},
		{`a*b`, "", "xxaab", "aab"},
		{`(?:a|[x-z]*?)c`, "", "1yc", "yc"},
		{`k`, "iu", "\u212a", "\u212a"},
	} {
		if got := find(c.pattern, c.flags, c.text); got != c.want {
			t.Errorf("/%s/%s on %q: got %q, want %q", c.pattern, c.flags, c.text, got, c.want)
		}
	}
}

func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct{ pattern, flags string }{
		{`(`, ""},
		{`)`, ""},
		{`(?<a`, ""},
		{`(?<a>`, ""},
		{`(?<a>.)(?<a>.)`, ""},
		{`(?<1>.)`, ""},
		{`[`, ""},
		{`[b-a]`, ""},
		{`*`, ""},
		{`a**`, ""},
		{`a{2,1}`, ""},
		{`\`, ""},
		{`{1}`, ""},
		{`(?<=a)*`, ""},
		{`(?i-i:a)`, ""},
		{`(?-:a)`, ""},
		{`(?ii:a)`, ""},
		{`(?x:a)`, ""},
		{`\k<a>(?<b>.)`, ""},
		{`\u{110000}`, "u"},
		{`\u{`, "u"},
		{`\-`, "u"},
		{`\1`, "u"},
		{`\00`, "u"},
		{`]`, "u"},
		{`}`, "u"},
		{`a{`, "u"},
		{`(?=a)*`, "u"},
		{`[\d-x]`, "u"},
		{`\p{Nope}`, "u"},
		{`\p{RGI_Emoji}`, "u"},
		{`\pL`, "u"},
		{`\p{lu}`, "u"},
		{`[a--b&&c]`, "v"},
		{`[(]`, "v"},
		{`[a&&&b]`, "v"},
		{`[^\q{ab}]`, "v"},
		{`\P{RGI_Emoji}`, "v"},
		{`[a-z--b]`, "v"},
	} {
		if got := find(c.pattern, c.flags, ""); !strings.HasPrefix(got, "SyntaxError: ") {
			t.Errorf("/%s/%s: got %q, want a syntax error", c.pattern, c.flags, got)
		}
	}
	for _, flags := range []string{"gg", "x", "uv"} {
		if _, err := ParseFlags(flags); err == nil {
			t.Errorf("flags %q: no error", flags)
		}
	}
}

// Deep patterns and long texts must not use up Go's stack.
func TestDeep(t *testing.T) {
	for _, open := range []string{"(", "(?:", "(?=", "(?<!"} {
		pattern := strings.Repeat(open, 50_000) + "a" + strings.Repeat(")", 50_000)
		if got := find(pattern, "", "a"); got != "SyntaxError: Regular expression too large" {
			t.Errorf("%s: got %.80q", open, got)
		}
	}
	if got := find(`^(?:a|b)*c`, "", strings.Repeat("ab", 500_000)); got != "no match" {
		t.Errorf("got %.80q", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`(?<n>a)|[\p{L}--[a-z]]{2,}?\k<n>`, "iv", "abc")
	f.Add(`(?<=(a|b)*)\1(?i:x)`, "gm", "bbax")
	f.Fuzz(func(t *testing.T, pattern, flags, text string) {
		fl, err := ParseFlags(flags)
		if err != nil || len(pattern) > 200 || len(text) > 50 {
			return
		}
		re, err := Parse(utf16.Encode([]rune(pattern)), fl)
		if err != nil {
			return
		}
		units := utf16.Encode([]rune(text))
		whole, ok := bounded(re, UTF16(units))
		if whole != nil && (whole[0] < 0 || whole[1] < whole[0] || whole[1] > len(units)) {
			t.Errorf("/%s/%s on %q: match %v", pattern, flags, text, whole)
		}
		if got, enough := bounded(re, textOf(text)); ok && enough && !slices.Equal(got, whole) {
			t.Errorf("/%s/%s on %q: %v as ASCII, %v as UTF-16", pattern, flags, text, got, whole)
		}
		re.program().canBeEmpty = true // starts everywhere
		if got, enough := bounded(re, UTF16(units)); ok && enough && !slices.Equal(got, whole) {
			t.Errorf("/%s/%s on %q: %v when tried everywhere, else %v", pattern, flags, text, got, whole)
		}
	})
}

// bounded is the first match. It is not ok if it takes more than a number of steps.
func bounded(re *Regexp, text Text) (captures []int, ok bool) {
	polls := 0
	m := Matcher{Poll: func() {
		if polls++; polls > 20 {
			panic(fmt.Errorf("enough: %w", ErrTooComplex))
		}
	}}
	captures, err := m.Match(re, text, 0, re.Flags.Sticky)
	return captures, err == nil
}

// A start inside of a surrogate pair is the pair's begin where the pair is one character.
func TestMatchInsideOfPair(t *testing.T) {
	text := UTF16(utf16.Encode([]rune("\U0001F600x")))
	for _, c := range []struct {
		pattern string
		flags   Flags
		start   int
		want    []int
	}{
		{`.`, Flags{Unicode: true}, 1, []int{0, 2}},
		{`(?:)`, Flags{UnicodeSets: true}, 1, []int{0, 0}},
		{`\ude00`, Flags{Unicode: true}, 1, nil},
		{`.`, Flags{}, 1, []int{1, 2}},
		{`x`, Flags{Unicode: true}, 1, []int{2, 3}},
		{`.`, Flags{Unicode: true}, 3, nil},
	} {
		re, err := Parse(utf16.Encode([]rune(c.pattern)), c.flags)
		if err != nil {
			t.Fatal(err)
		}
		var m Matcher
		if got, _ := m.Match(re, text, c.start, false); !slices.Equal(got, c.want) {
			t.Errorf("/%s/ from %d: %v, want %v", c.pattern, c.start, got, c.want)
		}
	}
}
