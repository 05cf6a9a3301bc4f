package gojavm

import (
	"errors"
	"strings"
	"sync"
	"unicode/utf16"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"

	"example.com/thaw/isolate/gojavm/internal/ecmaregexp"
)

// goja matches with Go's regexp and with regexp2. Both differ from the standard, and
// neither can be interrupted. So every RegExp of an isolate gets an engine of ours in the
// place of goja's regexp2 one: regexp2 takes an engine from outside, for generated code.
//
// A matchEngine is such an engine: a pattern bound to an isolate.
type matchEngine struct {
	v    *vm
	re   *ecmaregexp.Regexp
	last []int // the captures of the last match, if goja's account of them is not enough
}

func (e *matchEngine) execute(r *regexp2.Runner) error {
	c, err := e.v.matcher.Match(e.re, r.Runtext, r.Runtextpos)
	if err != nil {
		panic(newRangeError(e.v.rt, tooDeep))
	}
	if c == nil {
		r.Runtextpos = r.Runtextend
		return nil
	}
	for i := 0; i < len(c); i += 2 {
		if c[i] >= 0 && c[i+1] >= 0 {
			r.Capture(i/2, c[i], c[i+1])
		}
	}
	r.Runtextpos = c[1]
	if needsOwnResult(e.re) {
		e.last = append(e.last[:0], c...)
	}
	return nil
}

// needsOwnResult is true where goja's result of exec would be wrong or lack something.
func needsOwnResult(re *ecmaregexp.Regexp) bool { return re.Unordered || re.Flags.HasIndices }

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

// A boundRegexp is kept so that the same pattern is bound once in an isolate.
type boundRegexp struct {
	engine *matchEngine
	rx     *regexp2.Regexp
}

func (v *vm) bound(re *ecmaregexp.Regexp) boundRegexp {
	if b, ok := v.regexps[re]; ok {
		return b
	}
	if len(v.regexps) >= maxCachedRegexps {
		clear(v.regexps)
	}
	e := &matchEngine{v: v, re: re}
	b := boundRegexp{e, e.bind()}
	v.regexps[re] = b
	return b
}

// adopt makes o match re. Its pattern must have been described.
func (v *vm) adopt(o regexpObject, re *ecmaregexp.Regexp) {
	b := v.bound(re)
	o.pattern().setEngine(b.rx)
	if needsOwnResult(re) {
		o.generic()
		v.special[b.rx] = b.engine
	}
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

// isOurs tells a pattern with an engine of ours from one of goja's, made by eval.
func (p regexpPattern) isOurs() bool {
	rx := p.engine()
	return rx != nil && rx.String() == engineName
}

func (p regexpPattern) unicodeSets() bool { return p.isOurs() && strings.Contains(*p.extra(), "v") }

func (p regexpPattern) hasIndices() bool { return p.isOurs() && strings.Contains(*p.extra(), "d") }
