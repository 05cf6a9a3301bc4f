package gojavm

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/dop251/goja"

	"example.com/thaw/isolate"
)

func TestJSONParse(t *testing.T) {
	for _, c := range []struct{ js, want string }{
		{`JSON.parse('"\\ud800"').charCodeAt(0)`, "55296"},
		{`JSON.parse('"a\\u00e9\\n\\ud83d\\ude00é"')`, "aé\n😀é"},
		{`JSON.parse("1e999")`, "Infinity"},
		{`Object.is(JSON.parse("-0"), -0)`, "true"},
		{`JSON.parse(" [1, 2.5e1 ,true,null,\\n{} ] ").length`, "throws SyntaxError: Unexpected token '\\' in JSON at position 22"},
		{`JSON.stringify(JSON.parse('{"b":1,"a":[{}],"1":2,"b":3}'))`, `{"1":2,"b":3,"a":[{}]}`},
		{`(() => { const o = JSON.parse('{"__proto__": 1}'); return Object.keys(o) + (Object.getPrototypeOf(o) === Object.prototype) })()`, "__proto__true"},
		{`JSON.parse("")`, "throws SyntaxError: Unexpected end of JSON input"},
		{`JSON.parse("[1,]")`, "throws SyntaxError: Unexpected token ']' in JSON at position 3"},
		{`JSON.parse("01")`, "throws SyntaxError: Unexpected token '1' in JSON at position 1"},
		{`JSON.parse("undefined")`, "throws SyntaxError: Unexpected token 'u' in JSON at position 0"},
		{`JSON.parse("[1,2]", (k, v) => Array.isArray(v) ? v.length : v)`, "2"},
		{`JSON.parse('"\\ud800"', (k, v) => v).charCodeAt(0)`, "55296"},
		{`JSON.parse("[1e999]", (k, v) => v)[0]`, "Infinity"},
		{`(() => { const k = []; JSON.parse('{"b":[1,{}],"a":{"c":2},"1":0}', function (key, v) { k.push(key + (this[key] === v)); return v }); return k.join() })()`, "1true,0true,1true,btrue,ctrue,atrue,true"},
		{`JSON.stringify(JSON.parse('{"a":1,"b":[1,2]}', (k, v) => v === 1 ? undefined : v))`, `{"b":[null,2]}`},
		{`JSON.stringify(JSON.parse('{"a":1,"b":2}', function (k, v) { if (k === "a") Object.freeze(this); return v && k === "b" ? 3 : v }))`, `{"a":1,"b":2}`},
		{`JSON.parse("1", () => { throw new RangeError("r") })`, "throws RangeError: r"},
		{`JSON.parse(null)`, "null"},
	} {
		if got := expr(t, c.js); got != c.want {
			t.Errorf("%s = %q, want %q", c.js, got, c.want)
		}
	}
}

// FuzzJSONParse compares with encoding/json what is accepted.
func FuzzJSONParse(f *testing.F) {
	f.Add(`{"a":[1,-2.5e3,"x\u0041",null,true]}`)
	f.Add(`[[[[`)
	iso, err := New().New(f.Context(), isolate.Options{})
	if err != nil {
		f.Fatal(err)
	}
	v := iso.(*vm)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1000 {
			return
		}
		var got error
		if ex := v.rt.Try(func() { v.parseJSON(text) }); ex != nil {
			got = ex
			if _, ok := ex.Value().(*goja.Object); !ok {
				got = fmt.Errorf("threw no error: %w", ex)
			}
		}
		if want := json.Valid([]byte(text)); want != (got == nil) {
			t.Errorf("%q: valid is %v, got %v", text, want, got)
		}
	})
}

func FuzzCompile(f *testing.F) {
	f.Add("(function(){ return () => arguments })()")
	f.Add("/(?<a>b)/v; class A { #x; static {} }")
	f.Add("<!-- x\n-->")
	e := New()
	f.Fuzz(func(t *testing.T, text string) {
		s, err := e.Compile(t.Context(), isolate.Source{Name: "fuzz.js", Text: text})
		if (s == nil) == (err == nil) {
			t.Errorf("script %v, error %v", s, err)
		}
	})
}
