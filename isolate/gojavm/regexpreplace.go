package gojavm

import (
	"github.com/dop251/goja"

	"example.com/thaw/isolate/internal/ecmaregexp"
)

// regexpReplace is RegExp.prototype[Symbol.replace] (ECMA-262, 22.2.6.11) for a standard RegExp.
func (v *vm) regexpReplace(next native) native {
	return func(call goja.FunctionCall) goja.Value {
		r, ok := v.standardRegexp(call.This)
		if !ok {
			return next(call)
		}
		p := replacement{v: v, s: toString(call.Argument(0))}
		if p.function, ok = goja.AssertFunction(call.Argument(1)); !ok {
			p.template = toString(call.Argument(1))
		}
		p.re = v.regexpOf(r)
		found := v.captures(r, p.re, p.s)
		p.width = 2 * len(p.re.Groups)
		for ; len(found) > 0; found = found[p.width:] {
			p.replace(found[:p.width])
		}
		return p.result()
	}
}

// captures are those of all matches that a replacement is for, one behind the other.
func (v *vm) captures(r regexpObject, re *ecmaregexp.Regexp, s goja.String) []int {
	if !re.Flags.Global {
		_, c := v.exec(r, s)
		return append([]int(nil), c...)
	}
	var all []int
	v.allMatches(re, s, func(c []int) { all = append(all, c...) })
	r.setLastIndex(v.rt, 0)
	return all
}

// A replacement makes the result of replace.
type replacement struct {
	v        *vm
	re       *ecmaregexp.Regexp
	s        goja.String
	function goja.Callable // if nil, template is put in
	template goja.String
	width    int // of the captures of a match
	out      goja.StringBuilder
	done     int // position in s up to which out is written
}

// replace puts in what stands for the match c.
func (p *replacement) replace(c []int) {
	p.out.WriteSubstring(p.s, p.done, c[0])
	p.done = c[1]
	if p.function == nil {
		p.substitute(c)
		return
	}
	x, err := p.function(goja.Undefined(), p.arguments(c)...)
	if err != nil {
		panic(err)
	}
	p.out.WriteString(toString(x))
}

func (p *replacement) arguments(c []int) []goja.Value {
	args := make([]goja.Value, 0, len(c)/2+3)
	for g := range len(c) / 2 {
		args = append(args, captured(p.s, c, g))
	}
	args = append(args, p.v.rt.ToValue(c[0]), p.s)
	groups := p.v.groups(p.re, func(g int) goja.Value { return captured(p.s, c, g) })
	if !goja.IsUndefined(groups) {
		args = append(args, groups)
	}
	return args
}

func (p *replacement) result() goja.Value {
	if p.done == 0 && p.out.String().Length() == 0 {
		return p.s
	}
	p.out.WriteSubstring(p.s, p.done, p.s.Length())
	return p.out.String()
}

// substitute is GetSubstitution (ECMA-262, 22.1.3.19.1).
func (p *replacement) substitute(c []int) {
	t := p.template
	from := 0 // what is before is written
	for i := 0; i+1 < t.Length(); i++ {
		if t.CharAt(i) != '$' {
			continue
		}
		start, end, length := p.reference(c, i)
		if length == 0 {
			continue
		}
		p.out.WriteSubstring(t, from, i)
		if start >= 0 && end >= 0 {
			p.out.WriteSubstring(p.s, start, end)
		} else if length == 2 && t.CharAt(i+1) == '$' {
			p.out.WriteRune('$')
		}
		i += length - 1
		from = i + 1
	}
	p.out.WriteSubstring(t, from, t.Length())
}

// reference reads the $ at i of the template: which part of s it stands for, if any, and its length there, 0 if
// it stands for itself.
func (p *replacement) reference(c []int, i int) (start, end, length int) {
	switch ch := p.template.CharAt(i + 1); {
	case ch == '$':
		return -1, -1, 2
	case ch == '&':
		return c[0], c[1], 2
	case ch == '`':
		return 0, c[0], 2
	case ch == '\'':
		return c[1], p.s.Length(), 2
	case ch == '<':
		return p.namedReference(c, i)
	case isDigit(ch):
		return p.numberedReference(c, i)
	}
	return 0, 0, 0
}

func isDigit(c uint16) bool { return c >= '0' && c <= '9' }

func (p *replacement) numberedReference(c []int, i int) (start, end, length int) {
	t := p.template
	g, length := int(t.CharAt(i+1)-'0'), 2
	if i+2 < t.Length() && isDigit(t.CharAt(i+2)) {
		if two := 10*g + int(t.CharAt(i+2)-'0'); two < len(c)/2 {
			g, length = two, 3
		}
	}
	if g == 0 || g >= len(c)/2 {
		return 0, 0, 0
	}
	return c[2*g], c[2*g+1], length
}

func (p *replacement) namedReference(c []int, i int) (start, end, length int) {
	t := p.template
	close := i + 2
	for close < t.Length() && t.CharAt(close) != '>' {
		close++
	}
	if close == t.Length() {
		return 0, 0, 0
	}
	named, name := false, t.Substring(i+2, close).String()
	start, end = -1, -1
	for g, n := range p.re.Groups {
		named = named || n != ""
		if n != "" && n == name && c[2*g] >= 0 && c[2*g+1] >= 0 {
			start, end = c[2*g], c[2*g+1]
		}
	}
	if !named {
		return 0, 0, 0
	}
	return start, end, close - i + 1
}
