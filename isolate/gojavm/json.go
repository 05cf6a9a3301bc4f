package gojavm

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// A jsonParser is JSON.parse (ECMA-262, 25.5.1). goja's is made
// of Go's encoding/json, which loses lone surrogates and refuses numbers like 1e999.
type jsonParser struct {
	v     *vm
	text  string
	pos   int
	depth int
}

func (v *vm) parseJSON(text string) goja.Value {
	p := &jsonParser{v: v, text: text}
	x := p.value()
	p.space()
	if p.pos < len(text) {
		p.unexpected()
	}
	return x
}

// internalizeProgram is InternalizeJSONProperty (ECMA-262, 25.5.1.1).
var internalizeProgram = ownProgram("JSON.parse", `(value, reviver) => {
	const { apply, deleteProperty, defineProperty } = Reflect, { keys } = Object, { isArray } = Array;
	const internalize = (holder, key) => {
		const value = holder[key];
		if (typeof value === "object" && value !== null || typeof value === "function") {
			if (isArray(value)) {
				const { length } = value;
				for (let i = 0; i < length; i++) revive(value, "" + i);
			} else {
				const names = keys(value);
				for (let i = 0; i < names.length; i++) revive(value, names[i]);
			}
		}
		return apply(reviver, holder, [key, value]);
	};
	const revive = (holder, key) => {
		const value = internalize(holder, key);
		if (value === undefined) deleteProperty(holder, key);
		else defineProperty(holder, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
	};
	return internalize({ "": value }, "");
}`)

func (v *vm) internalizeJSON(value, reviver goja.Value) goja.Value {
	program, err := v.rt.RunProgram(internalizeProgram())
	if err != nil {
		panic(err)
	}
	internalize, _ := goja.AssertFunction(program)
	revived, err := internalize(goja.Undefined(), value, reviver)
	if err != nil {
		panic(err)
	}
	return revived
}

func (p *jsonParser) space() {
	for p.pos < len(p.text) {
		switch p.text[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

func (p *jsonParser) unexpected() {
	if p.pos >= len(p.text) {
		panic(p.v.syntaxError("Unexpected end of JSON input"))
	}
	c, _ := utf8.DecodeRuneInString(p.text[p.pos:])
	panic(p.v.syntaxError(fmt.Sprintf("Unexpected token '%c' in JSON at position %d", c, p.pos)))
}

func (p *jsonParser) eat(c byte) bool {
	p.space()
	if p.pos < len(p.text) && p.text[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

func (p *jsonParser) value() goja.Value {
	p.space()
	if p.pos >= len(p.text) {
		p.unexpected()
	}
	switch c := p.text[p.pos]; {
	case c == '{' || c == '[':
		if p.depth++; p.depth > maxNesting {
			panic(newRangeError(p.v.rt, tooDeep))
		}
		defer func() { p.depth-- }()
		p.pos++
		if c == '{' {
			return p.object()
		}
		return p.array()
	case c == '"':
		return p.string()
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	}
	for _, w := range []struct {
		word  string
		value goja.Value
	}{{"true", p.v.rt.ToValue(true)}, {"false", p.v.rt.ToValue(false)}, {"null", goja.Null()}} {
		if strings.HasPrefix(p.text[p.pos:], w.word) {
			p.pos += len(w.word)
			return w.value
		}
	}
	p.unexpected()
	return nil
}

func (p *jsonParser) array() goja.Value {
	list := []any{}
	for first := true; !p.eat(']'); first = false {
		if !first && !p.eat(',') {
			p.unexpected()
		}
		list = append(list, p.value())
		p.poll(len(list))
	}
	return p.v.rt.NewArray(list...)
}

func (p *jsonParser) object() goja.Value {
	o := p.v.rt.NewObject()
	n := 0
	for first := true; !p.eat('}'); first = false {
		if !first && !p.eat(',') {
			p.unexpected()
		}
		if p.space(); p.pos >= len(p.text) || p.text[p.pos] != '"' {
			p.unexpected()
		}
		key := p.string().String()
		if !p.eat(':') {
			p.unexpected()
		}
		p.v.set(o, key, p.value())
		n++
		p.poll(n)
	}
	return o
}

func (p *jsonParser) poll(n int) {
	if n&0x3FF == 0 {
		p.v.poll()
	}
}

// number reads by the grammar of JSON, which is stricter than Go's.
func (p *jsonParser) number() goja.Value {
	start := p.pos
	digits := func() {
		from := p.pos
		for p.pos < len(p.text) && p.text[p.pos] >= '0' && p.text[p.pos] <= '9' {
			p.pos++
		}
		if p.pos == from {
			p.unexpected()
		}
	}
	at := func(chars string) bool {
		return p.pos < len(p.text) && strings.IndexByte(chars, p.text[p.pos]) >= 0
	}
	if at("-") {
		p.pos++
	}
	if at("0") {
		p.pos++
	} else {
		digits()
	}
	if at(".") {
		p.pos++
		digits()
	}
	if at("eE") {
		p.pos++
		if at("+-") {
			p.pos++
		}
		digits()
	}
	f, err := strconv.ParseFloat(p.text[start:p.pos], 64)
	if err != nil && f == 0 {
		p.unexpected()
	}
	return p.v.rt.ToValue(f) // infinite where the number is too large
}

// string reads a string at its quote.
func (p *jsonParser) string() goja.Value {
	p.pos++
	start := p.pos
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; {
		case c == '"':
			p.pos++
			return p.v.rt.ToValue(p.text[start : p.pos-1])
		case c == '\\':
			return p.escaped(start)
		case c < 0x20:
			panic(p.v.syntaxError(fmt.Sprintf("Bad control character in string literal in JSON at position %d", p.pos)))
		}
		p.pos++
	}
	panic(p.v.syntaxError("Unterminated string in JSON at position " + strconv.Itoa(len(p.text))))
}

// escaped reads on in a string that has an escape.
func (p *jsonParser) escaped(start int) goja.Value {
	units := utf16.Encode([]rune(p.text[start:p.pos]))
	for p.pos < len(p.text) {
		c, size := utf8.DecodeRuneInString(p.text[p.pos:])
		p.pos += size
		switch {
		case c == '"':
			return goja.StringFromUTF16(units)
		case c == '\\':
			units = append(units, p.escape())
		case c < 0x20:
			panic(p.v.syntaxError(fmt.Sprintf("Bad control character in string literal in JSON at position %d", p.pos-1)))
		default:
			units = utf16.AppendRune(units, c)
		}
	}
	panic(p.v.syntaxError("Unterminated string in JSON at position " + strconv.Itoa(len(p.text))))
}

func (p *jsonParser) escape() uint16 {
	if p.pos < len(p.text) {
		c := p.text[p.pos]
		if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
			p.pos++
			return uint16("\"\\/\b\f\n\r\t"[i])
		}
		if c == 'u' && p.pos+5 <= len(p.text) {
			if u, err := strconv.ParseUint(p.text[p.pos+1:p.pos+5], 16, 16); err == nil {
				p.pos += 5
				return uint16(u)
			}
		}
	}
	panic(p.v.syntaxError(fmt.Sprintf("Bad escaped character in JSON at position %d", p.pos)))
}
