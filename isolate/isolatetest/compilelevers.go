package isolatetest

import (
	"strings"
	"testing"

	"example.com/thaw/isolate"
)

// compileLevers are the forms of a script that Source asks for. The text is added.
var compileLevers = []isolate.Source{
	{Name: "case.js"},
	{Name: "case.js", StripDebug: true},
	{Name: "case.js", EagerRegExps: true},
	{Name: "case.js", StripDebug: true, EagerRegExps: true},
}

// eachForm calls f with an isolate that has run each form of a script, as it was
// compiled and, where the engine has a codec, as it was read back.
func eachForm(t *testing.T, e isolate.Engine, text string, f func(isolate.Source, isolate.Isolate)) {
	t.Helper()
	for _, src := range compileLevers {
		src.Text = text
		s, err := e.Compile(t.Context(), src)
		if err != nil {
			t.Fatal(detail(err))
		}
		scripts := []isolate.Script{s}
		if c, ok := e.(isolate.ScriptCodec); ok {
			b, err := c.EncodeScript(s)
			if err != nil {
				t.Fatal(err)
			}
			if s, err = c.DecodeScript(src, b); err != nil {
				t.Fatal(err)
			}
			scripts = append(scripts, s)
		}
		for _, s := range scripts {
			iso := newIsolate(t, e, isolate.Options{})
			if err := iso.Run(t.Context(), s); err != nil {
				t.Fatal(detail(err))
			}
			f(s.Source(), iso)
		}
	}
}

// stripDebug holds that what is stripped is gone, and that nothing else is.
func stripDebug(t *testing.T, e isolate.Engine) {
	const function = `function thrower(a, b) { throw new TypeError("here") }`
	const class = `class A { x = 1; m() { return this.x } }`
	text := function + ";\n" + class + `;
		__host.source = () => thrower + "|" + A + "|" + new A().m() + thrower.name + thrower.length;
		__host.bad = function caller() { thrower() }`
	eachForm(t, e, text, func(src isolate.Source, iso isolate.Isolate) {
		stripped := src.StripDebug && e.Info().StripDebug
		got, _ := call(t, iso, "source").(string)
		if want := function + "|" + class + "|"; strings.HasPrefix(got, want) == stripped {
			t.Errorf("%+v: toString gives %q", src, got)
		}
		if !strings.HasSuffix(got, "|1thrower2") || stripped && strings.Contains(got, "here") {
			t.Errorf("%+v: got %q", src, got)
		}
		_, err := iso.Call(t.Context(), "bad")
		x := exception(t, err)
		if x.Error() != "TypeError: here" || !strings.Contains(x.Stack, "at thrower") || !strings.Contains(x.Stack, "at caller") {
			t.Errorf("%+v: got %s", src, x.Detail())
		}
		if strings.Contains(x.Stack, "case.js:1:") == stripped {
			t.Errorf("%+v: the stack is %q", src, x.Stack)
		}
	})
}

// regExpLiterals holds that literals do the same whenever they are compiled: a new object
// for each evaluation, its state its own.
func regExpLiterals(t *testing.T, e isolate.Engine) {
	text := `const make = () => /(?<k>\w+)=(?:(a)|b)\2/giu, all = [make(), make()]; all[0].lastIndex = 3; all[0].own = 1;
		__host.result = () => [all[0] === all[1], all[1].lastIndex, all[1].own, all[0].test("xx=b"), make().exec("x=aa")[1],
			make().source, make().flags, "K=B k=aa".replace(make(), "$<k>"), /never(?=matched)[^]/.source, [1, 2].map(() => /x/g.test("x"))].join()`
	eachForm(t, e, text, func(src isolate.Source, iso isolate.Isolate) {
		const want = `false,0,,false,x,(?<k>\w+)=(?:(a)|b)\2,giu,K k,never(?=matched)[^],true,true`
		if got := call(t, iso, "result"); got != want {
			t.Errorf("%+v: got %v, want %s", src, got, want)
		}
	})
	for text, position := range map[string]string{
		"\n  /(/":                                        "    at case.js:2:3",
		"() => { if (0) { /a{2,1}/ } }":                  "    at case.js:1:",
		"function never() {\n return /a/gg }":            "    at case.js:2:",
		"function never() {\n return /(?<n>.\\k<m>)/u }": "    at case.js:2:",
	} {
		for _, src := range compileLevers {
			src.Text = text
			_, err := e.Compile(t.Context(), src)
			if err == nil {
				t.Errorf("%+v: no error", src)
				continue
			}
			if x := exception(t, err); x.Class != "SyntaxError" || !strings.HasPrefix(x.Stack, position) {
				t.Errorf("%+v: got %s, want a SyntaxError at %q", src, x.Detail(), position)
			}
		}
	}
}
