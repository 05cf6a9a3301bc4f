package isolatetest

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"example.com/thaw/isolate"
)

var scriptClauses = []clause{
	{"syntax error", "a syntax error is an Exception of class SyntaxError whose Stack begins with the position", syntaxError},
	{"source", "Script.Source returns what was compiled", scriptSource},
	{"text", "any text compiles or is a SyntaxError: empty, with NUL, with wide characters, with a hashbang", scriptText},
	{"shared", "a script runs in many isolates, from several goroutines at once", scriptShared},
	{"foreign", "a script of another engine is an error, no panic", scriptForeign},
	{"compile and ctx", "Compile with a ctx that has ended returns its cause", compileEnded},
	{"loader", "Load brings a script in and runs nothing; Run then runs it", scriptLoader},
	{"strip debug", "a script without debug information runs as one with it, but for stacks and toString", stripDebug},
	{"regexp literals", "a literal does the same whenever it is compiled, and its syntax errors come from Compile", regExpLiterals},
	{"codec", "a script that was encoded and decoded runs as the first, and damaged bytes are an error", scriptCodec},
}

func syntaxError(t *testing.T, e isolate.Engine) {
	for text, position := range map[string]string{
		"let a = 1;\nlet b = ;":     "    at case.js:2:",
		"\n\n  foo(":                "    at case.js:3:",
		"var ok;\n\"use\";\nlet 5x": "    at case.js:3:",
		"/(/":                       "    at case.js:1:",
		"return 1":                  "    at case.js:1:",
		"let a; let a;":             "    at case.js:1:",
		"export default 1":          "    at case.js:1:",
	} {
		_, err := e.Compile(t.Context(), isolate.Source{Name: "case.js", Text: text})
		if err == nil {
			t.Errorf("%q: no error", text)
			continue
		}
		x := exception(t, err)
		if x.Class != "SyntaxError" || x.Message == "" || !strings.HasPrefix(x.Stack, position) {
			t.Errorf("%q: class %q, message %q, stack %q; want a SyntaxError whose stack begins with %q", text, x.Class, x.Message, x.Stack, position)
		}
		if strings.Contains(x.Message, "case.js") {
			t.Errorf("%q: the message %q repeats the position", text, x.Message)
		}
	}
}

func scriptSource(t *testing.T, e isolate.Engine) {
	want := isolate.Source{Name: "dir/a b.js", Text: "1", Map: isolate.NewSourceMap([]byte(mapOfSecondLine))}
	s, err := e.Compile(t.Context(), want)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Source(); got.Name != want.Name || got.Text != want.Text || got.Module || got.Map != want.Map {
		t.Errorf("got %+v", got)
	}
}

func scriptText(t *testing.T, e isolate.Engine) {
	for text, want := range map[string]isolate.Value{
		"":                              nil,
		"// only a comment":             nil,
		"__host.v = 'a\x00b'":           "a\x00b",
		"__host.v = '\u65e5\U0001f600'": "\u65e5\U0001f600",
		"\ufeff__host.v = 1":            1.0,
		"#!/bin/thaw\n__host.v = 2":     2.0,
		"__host.v = '\\u2028\u2028'":    "\u2028\u2028",
		"<!-- html comment\n__host.v=3": 3.0,
		"__host.v = '" + strings.Repeat("x", 1<<20) + "'": strings.Repeat("x", 1<<20),
	} {
		iso := start(t, e, text)
		if err := iso.Run(t.Context(), compile(t, e, `__host.result = () => __host.v`)); err != nil {
			t.Fatal(detail(err))
		}
		if got := call(t, iso, "result"); got != want {
			t.Errorf("%q left %v, want %v", brief(text), brief(got), brief(want))
		}
	}
	for _, text := range []string{"\xff\xfe", "var a = '\xff'", "\x00", "a\x00b", "\ud7ff\ufffe("} {
		s, err := e.Compile(t.Context(), isolate.Source{Name: "case.js", Text: text})
		if err == nil && s == nil {
			t.Errorf("%q: neither script nor error", text)
		}
	}
}

func scriptShared(t *testing.T, e isolate.Engine) {
	s := compile(t, e, `const re = /(\d+)-(?<w>\w+)/g, tpl = (s) => s.raw; let n = 0;
		class A { #x = 1; get x() { return this.#x } static { n++ } }
		__host.result = () => ["12-ab".replace(re, "$2-$1"), tpl`+"`a\\n`"+`.join(), new A().x, ++n].join("|")`)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 3 {
				iso, err := e.New(context.Background(), isolate.Options{})
				if err != nil {
					t.Error(err)
					return
				}
				if err := iso.Run(context.Background(), s); err != nil {
					t.Error(detail(err))
				}
				if got, err := iso.Call(context.Background(), "result"); err != nil || got != `ab-12|a\n|1|2` {
					t.Errorf("got %v, %v", got, err)
				}
				if err := iso.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

type foreignScript struct{}

func (foreignScript) Source() isolate.Source { return isolate.Source{Name: "foreign.js", Text: "1"} }

func scriptForeign(t *testing.T, e isolate.Engine) {
	iso := newIsolate(t, e, isolate.Options{})
	for _, s := range []isolate.Script{foreignScript{}, nil} {
		if err := iso.Run(t.Context(), s); err == nil {
			t.Errorf("Run(%T): no error", s)
		}
	}
	wantUsable(t, e, iso)
}

func compileEnded(t *testing.T, e isolate.Engine) {
	why := errors.New("no longer wanted")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if _, err := e.Compile(ctx, isolate.Source{Name: "case.js", Text: "1"}); !errors.Is(err, why) {
		t.Errorf("Compile = %v, want the cause of ctx", err)
	}
	if iso, err := e.New(ctx, isolate.Options{}); !errors.Is(err, why) {
		t.Errorf("New = %v, want the cause of ctx", err)
		if err == nil {
			_ = iso.Close()
		}
	}
}

func scriptLoader(t *testing.T, e isolate.Engine) {
	iso := start(t, e, `var n = 0; __host.result = () => n`)
	l, ok := iso.(isolate.Loader)
	if !ok {
		t.Skip("the engine's isolates are no Loader")
	}
	s, other := compile(t, e, `n++`), compile(t, e, `n += 10`)
	if err := l.Load(t.Context(), s); err != nil {
		t.Fatal(detail(err))
	}
	if got := call(t, iso, "result"); got != 0.0 {
		t.Errorf("Load ran the script: n = %v", got)
	}
	for _, s := range []isolate.Script{other, s, s} {
		if err := iso.Run(t.Context(), s); err != nil {
			t.Fatal(detail(err))
		}
	}
	if got := call(t, iso, "result"); got != 12.0 {
		t.Errorf("n = %v, want 12", got)
	}
	if err := l.Load(t.Context(), foreignScript{}); err == nil {
		t.Error("Load of a foreign script: no error")
	}
}

func scriptCodec(t *testing.T, e isolate.Engine) {
	c, ok := e.(isolate.ScriptCodec)
	if !ok {
		t.Skip("the engine is no ScriptCodec")
	}
	s := compile(t, e, `__host.result = () => "decoded"`)
	b, err := c.EncodeScript(s)
	if err != nil {
		t.Fatal(err)
	}
	d, err := c.DecodeScript(s.Source(), b)
	if err != nil {
		t.Fatal(err)
	}
	iso := newIsolate(t, e, isolate.Options{})
	if err := iso.Run(t.Context(), d); err != nil {
		t.Fatal(detail(err))
	}
	if got := call(t, iso, "result"); got != "decoded" {
		t.Errorf("got %v", got)
	}
	for _, bad := range [][]byte{nil, {}, b[:len(b)/2], []byte("not a script"), append([]byte{b[0] ^ 0xff}, b[1:]...)} {
		if _, err := c.DecodeScript(s.Source(), bad); err == nil {
			t.Errorf("%d damaged bytes: no error", len(bad))
		}
	}
	if _, err := c.EncodeScript(foreignScript{}); err == nil {
		t.Error("EncodeScript of a foreign script: no error")
	}
}
