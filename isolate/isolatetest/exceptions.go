package isolatetest

import (
	"strings"
	"testing"

	"example.com/thaw/isolate"
)

var exceptionClauses = []clause{
	{"class and message", "a throw is an Exception with the error's name and message; what is no Error has no class", thrown},
	{"hostile", "an error whose properties throw or lie breaks nothing", hostileThrow},
	{"stack", "Stack has one line a frame, with name, file, line and column", exceptionStack},
	{"stack in JavaScript", "error.stack has the frames and is a string", stackInJavaScript},
	{"source map", "Stack shows the positions of the source that Source.Map leads to", mappedStack},
	{"Call", "a throw in a called function is an Exception, and the isolate goes on", throwInCall},
	{"not a function", "Call of what is no function says its name, and finds it once it is there", notAFunction},
	{"kept function", "Call looks a function up once", keptFunction},
}

func thrown(t *testing.T, e isolate.Engine) {
	for _, c := range []struct{ js, class, message string }{
		{`new Error("a")`, "Error", "a"},
		{`new TypeError("b")`, "TypeError", "b"},
		{`new RangeError()`, "RangeError", ""},
		{`new (class Custom extends Error { name = "Custom" })("c")`, "Custom", "c"},
		{`new (class Custom extends Error { constructor(m) { super(m); this.name = "Own" } })("d")`, "Own", "d"},
		{`new AggregateError([new Error("x")], "many")`, "AggregateError", "many"},
		{`new Error("\u65e5\0.", { cause: new Error("x") })`, "Error", "\u65e5\x00."},
		{`Object.freeze(new Error("frozen"))`, "Error", "frozen"},
		{`1`, "", "1"},
		{`-0`, "", "0"},
		{`"text"`, "", "text"},
		{`""`, "", ""},
		{`null`, "", "null"},
		{`undefined`, "", "undefined"},
		{`true`, "", "true"},
		{`12n`, "", "12"},
		{`Symbol("s")`, "", "Symbol(s)"},
		{`{}`, "", "[object Object]"},
		{`[1, [2]]`, "", "1,2"},
		{`{ name: "Error", message: "fake", stack: "fake" }`, "", "[object Object]"},
		{`{ toString() { return "mine" } }`, "", "mine"},
	} {
		x := exception(t, runError(t, e, `throw `+c.js))
		if x.Class != c.class || x.Message != c.message {
			t.Errorf("throw %s: class %q message %q, want %q %q", c.js, x.Class, x.Message, c.class, c.message)
		}
	}
}

func hostileThrow(t *testing.T, e isolate.Engine) {
	for _, js := range []string{
		`{ toString() { throw new Error("no") } }`,
		`{ toString() { return {} }, valueOf() { return {} } }`,
		`{ toString: null, valueOf: null }`,
		`{ [Symbol.toPrimitive]() { throw 1 } }`,
		`Object.create(null)`,
		`new Proxy({}, { get() { throw new Error("no") } })`,
		`new Proxy(new Error("x"), { get() { throw new Error("no") }, getPrototypeOf() { throw 2 } })`,
		`(() => { const p = Proxy.revocable({}, {}); p.revoke(); return p.proxy })()`,
		`Object.defineProperty(new Error("x"), "name", { get() { throw new Error("no") } })`,
		`Object.defineProperty(new Error("x"), "message", { get() { throw new Error("no") } })`,
		`Object.defineProperty(new Error("x"), "stack", { get() { throw new Error("no") } })`,
		`Object.assign(new Error("x"), { name: {}, message: Symbol(), stack: 5 })`,
		`Object.assign(new Error("x"), { name: null, message: undefined, stack: null })`,
		`Object.assign(new Error("x"), { name: { toString() { throw 1 } }, message: { toString() { throw 2 } } })`,
		`(() => { const e = new Error("x"); Object.setPrototypeOf(e, null); return e })()`,
		`(() => { const e = new Error("x"); e.name = e; e.message = e; return e })()`,
		`(() => { const e = new Error("\ud800"); e.name = "\udfff"; return e })()`,
		`(() => { const e = new Error(); e.message = "m".repeat(1 << 20); return e })()`,
	} {
		iso := newIsolate(t, e, isolate.Options{})
		err := iso.Run(t.Context(), compile(t, e, `throw `+js))
		if err == nil {
			t.Errorf("throw %s: no error", js)
			continue
		}
		exception(t, err)
		wantUsable(t, e, iso)
	}
}

func exceptionStack(t *testing.T, e isolate.Engine) {
	x := exception(t, runError(t, e, `function inner() {
  throw new Error("deep");
}
function outer() {
  inner();
}

outer();
`))
	lines := strings.Split(x.Stack, "\n")
	if len(lines) < 3 {
		t.Fatalf("stack has %d frames, want at least 3:\n%s", len(lines), x.Stack)
	}
	for i, want := range []string{"    at inner (case.js:2:", "    at outer (case.js:5:", "case.js:8:"} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("frame %d is %q, want it to contain %q", i, lines[i], want)
		}
	}
	for _, l := range lines {
		if !strings.HasPrefix(l, "    at ") {
			t.Errorf("frame %q does not begin with \"    at \"", l)
		}
	}
	if x := exception(t, runError(t, e, `throw "text"`)); strings.Contains(x.Stack, "text") {
		t.Errorf("the stack of what is no Error is %q", x.Stack)
	}
}

func stackInJavaScript(t *testing.T, e isolate.Engine) {
	got := result(t, e, `function thrower() { return new Error("here") }
		__host.result = () => thrower().stack`)
	s, ok := got.(string)
	if !ok || !strings.Contains(s, "thrower") || !strings.Contains(s, "case.js:1") {
		t.Errorf("stack = %q", got)
	}
}

// mapOfSecondLine maps line 2 of the script, from column 0, to line 11 of
// original.ts, from column 4.
const mapOfSecondLine = `{"version":3,"sources":["original.ts"],"names":[],"mappings":";AAUI"}`

func mappedStack(t *testing.T, e isolate.Engine) {
	s, err := e.Compile(t.Context(), isolate.Source{
		Name: "case.js",
		Text: "function f() {\nthrow new Error('mapped') }\n__host.result = f;",
		Map:  isolate.NewSourceMap([]byte(mapOfSecondLine)),
	})
	if err != nil {
		t.Fatal(err)
	}
	iso := newIsolate(t, e, isolate.Options{})
	if err := iso.Run(t.Context(), s); err != nil {
		t.Fatal(detail(err))
	}
	_, err = iso.Call(t.Context(), "result")
	if x := exception(t, err); !strings.Contains(x.Stack, "original.ts:11:") {
		t.Errorf("stack is %q, want it to name original.ts:11", x.Stack)
	}
}

func throwInCall(t *testing.T, e isolate.Engine) {
	iso := start(t, e, `__host.bad = (m) => { throw new TypeError(m) }; __host.rejects = async () => { throw new Error("async") }`)
	for range 3 {
		_, err := iso.Call(t.Context(), "bad", "again")
		if x := exception(t, err); x.Error() != "TypeError: again" {
			t.Errorf("got %v", x)
		}
	}
	if _, err := iso.Call(t.Context(), "rejects"); err == nil {
		t.Error("a promise is no Value, but Call returned one")
	}
	wantUsable(t, e, iso)
}

func notAFunction(t *testing.T, e isolate.Engine) {
	iso := start(t, e, `__host.number = 1`)
	for _, fn := range []string{"number", "missing", "ops", "a b", ""} {
		_, err := iso.Call(t.Context(), fn)
		if err == nil || !strings.Contains(err.Error(), "__host."+fn) {
			t.Errorf("Call(%q): error %v does not name it", fn, err)
		}
	}
	if err := iso.Run(t.Context(), compile(t, e, `__host.missing = () => "found"`)); err != nil {
		t.Fatal(detail(err))
	}
	if got := call(t, iso, "missing"); got != "found" {
		t.Errorf("got %v", got)
	}
}

func keptFunction(t *testing.T, e isolate.Engine) {
	iso := start(t, e, `__host.result = () => "first"; __host.swap = () => { __host.result = () => "second"; __host = null }`)
	call(t, iso, "result")
	call(t, iso, "swap")
	if got := call(t, iso, "result"); got != "first" {
		t.Errorf("got %v, want first", got)
	}
}
