package gojavm

import (
	"errors"
	"sort"
	"strings"
	"sync"
	"unicode/utf16"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"

	"example.com/thaw/isolate/internal/ecmaregexp"
)

// goja matches with Go's regexp and with regexp2. Both differ from the standard, and
// neither can be interrupted. So every RegExp of an isolate gets an engine of ours in the
// place of goja's regexp2 one: regexp2 takes an engine from outside, for generated code.
//
// The built-in functions in regexpexec.go and regexpsymbol.go match without goja, on the text
// as it is. Only a few of goja's own paths are left that come to such an engine, with the text as runes.
//
// A matchEngine is such an engine: a pattern bound to an isolate.
type matchEngine struct {
	v  *vm
	re *ecmaregexp.Regexp
}

func (e *matchEngine) execute(r *regexp2.Runner) error {
	units, runes := encodeRunes(r.Runtext)
	c := e.v.match(e.re, ecmaregexp.UTF16(units), sort.SearchInts(runes, r.Runtextpos), e.re.Flags.Sticky)
	if c == nil {
		r.Runtextpos = r.Runtextend
		return nil
	}
	for i := 0; i < len(c); i += 2 {
		if c[i] >= 0 && c[i+1] >= 0 {
			r.Capture(i/2, runes[c[i]], runes[c[i+1]])
		}
	}
	r.Runtextpos = runes[c[1]]
	return nil
}

// encodeRunes is text in UTF-16, where each unit comes from in text, and the length of text behind the last.
func encodeRunes(text []rune) (units []uint16, runes []int) {
	for i, c := range text {
		if c > 0xFFFF {
			hi, lo := utf16.EncodeRune(c)
			units, runes = append(units, uint16(hi), uint16(lo)), append(runes, i, i)
		} else {
			units, runes = append(units, uint16(c)), append(runes, i)
		}
	}
	return units, append(runes, len(text))
}

// match looks for re in text from start on. The result is that of ecmaregexp.Matcher.
func (v *vm) match(re *ecmaregexp.Regexp, text ecmaregexp.Text, start int, sticky bool) []int {
	c, err := v.matcher.Match(re, text, start, sticky)
	if err != nil {
		panic(newRangeError(v.rt, tooDeep))
	}
	return c
}

const (
	engineName       = "gojavm"
	maxCachedRegexps = 1_000
)

var engineMu sync.Mutex

// bind makes the regexp2 face of e. The registry of regexp2 holds the engine only meanwhile.
func (e *matchEngine) bind() *regexp2.Regexp {
	engineMu.Lock()
	defer engineMu.Unlock()
	regexp2.RegisterEngine(engineName, regexp2.RuntimeEngineData{
		CapSize:       len(e.re.Groups),
		CapsList:      e.re.Groups,
		FindFirstChar: func(*regexp2.Runner) bool { return true },
		Execute:       e.execute,
	}, regexp2.ECMAScript)
	defer regexp2.RegisterEngine(engineName, regexp2.RuntimeEngineData{}, regexp2.ECMAScript)
	return regexp2.MustCompile(engineName, regexp2.ECMAScript)
}

// bound is re with its face in this isolate. It is kept so that the same pattern is bound once.
func (v *vm) bound(re *ecmaregexp.Regexp) *engineWrapper {
	if w, ok := v.regexps[re]; ok {
		return w
	}
	if len(v.regexps) >= maxCachedRegexps {
		clear(v.regexps)
	}
	w := &engineWrapper{rx: (&matchEngine{v, re}).bind(), re: re}
	v.regexps[re] = w
	return w
}

// adopt makes o match re. Its pattern must have been described.
func (v *vm) adopt(o regexpObject, re *ecmaregexp.Regexp) { o.pattern().setWrapper(v.bound(re)) }

// regexpOf is what o matches. One of goja's, made by eval, is adopted first.
func (v *vm) regexpOf(o regexpObject) *ecmaregexp.Regexp {
	p := o.pattern()
	if w := p.wrapper(); w != nil {
		return w.re
	}
	re := v.parseRegexp(*o.source(), flagsOf(o))
	p.describe(re.Flags)
	v.adopt(o, re)
	return re
}

// become turns o into the regular expression /source/flags.
func (v *vm) become(o *goja.Object, source goja.String, flags string) {
	re := v.parseRegexp(source, flags)
	r, _ := asRegexp(o)
	r.pattern().describe(re.Flags)
	*r.source() = source
	v.adopt(r, re)
}

func (v *vm) parseRegexp(source goja.String, flags string) *ecmaregexp.Regexp {
	units := unitsOf(source)
	key := flags + "/" + string(runesOf(units))
	if re, ok := v.parsed[key]; ok {
		return re
	}
	re, err := parsePattern(units, flags)
	if err != nil {
		panic(v.syntaxError(err.Error()))
	}
	if len(v.parsed) >= maxCachedRegexps {
		clear(v.parsed)
	}
	v.parsed[key] = re
	return re
}

// parsePattern reads /units/flags. The error's text is the message of a SyntaxError.
func parsePattern(units []uint16, flags string) (*ecmaregexp.Regexp, error) {
	f, err := ecmaregexp.ParseFlags(flags)
	if err != nil {
		return nil, err
	}
	re, err := ecmaregexp.Parse(units, f)
	if err != nil {
		return nil, errors.New(invalidPattern(string(utf16.Decode(units)), flags, err))
	}
	return re, nil
}

func unitsOf(s goja.String) []uint16 {
	units := make([]uint16, s.Length())
	for i := range units {
		units[i] = s.CharAt(i)
	}
	return units
}

// runesOf keeps lone surrogates apart, for a key.
func runesOf(units []uint16) []rune {
	out := make([]rune, len(units))
	for i, u := range units {
		out[i] = rune(u)
		if u >= 0xD800 && u < 0xE000 {
			out[i] += 0x100000 // private use
		}
	}
	return out
}

func (v *vm) syntaxError(msg string) goja.Value {
	o, err := v.rt.New(v.rt.Get("SyntaxError"), v.rt.ToValue(msg))
	if err != nil {
		return v.rt.ToValue("SyntaxError: " + msg)
	}
	return o
}

// flagsOf are the flags that a RegExp object was made with.
func flagsOf(r regexpObject) string {
	p, l := r.pattern(), &layout.regexp
	var b strings.Builder
	for _, f := range []struct {
		on   bool
		char byte
	}{
		{strings.Contains(*p.extra(), "d") && p.isOurs(), 'd'},
		{*p.flag(l.global), 'g'},
		{*p.flag(l.ignoreCase), 'i'},
		{*p.flag(l.multiline), 'm'},
		{*p.flag(l.dotAll), 's'},
		{*p.flag(l.unicode) && !p.unicodeSets(), 'u'},
		{p.unicodeSets(), 'v'},
		{*p.flag(l.sticky), 'y'},
	} {
		if f.on {
			b.WriteByte(f.char)
		}
	}
	return b.String()
}

func (p regexpPattern) isOurs() bool { return p.wrapper() != nil }

func (p regexpPattern) unicodeSets() bool { return p.isOurs() && strings.Contains(*p.extra(), "v") }

func (p regexpPattern) hasIndices() bool { return p.isOurs() && strings.Contains(*p.extra(), "d") }
