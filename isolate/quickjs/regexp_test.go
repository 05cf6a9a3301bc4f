package quickjs_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"example.com/thaw/isolate"
)

// run makes an isolate and runs script in it.
func run(t testing.TB, e isolate.Engine, script string) isolate.Isolate {
	t.Helper()
	return runIn(t, e, isolate.Options{}, script)
}

func runIn(t testing.TB, e isolate.Engine, o isolate.Options, script string) isolate.Isolate {
	t.Helper()
	iso, err := e.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { iso.Close() })
	s, err := e.Compile(t.Context(), isolate.Source{Name: "test.js", Text: script})
	if err != nil {
		t.Fatal(err)
	}
	if err := iso.Run(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	return iso
}

// evalJS has an expression be eval'd in iso, as a string.
const evalJS = `__host.eval = (js) => { try { return String((0, eval)(js)) } catch (e) { return "threw " + e } };
globalThis.many = "()".repeat(300);
globalThis.small = (source) => source.replace(/\(\)/g, "");`

// TestLargeRegExp: a pattern with 300 more groups than the engine takes behaves as one without them.
func TestLargeRegExp(t *testing.T) {
	iso := run(t, open(t), evalJS)
	for _, c := range []struct{ js, want string }{
		{`new RegExp(many).exec("").length`, "301"},
		{`new RegExp("()".repeat(32767))`, "threw SyntaxError: too many captures"},
		{`new RegExp("()".repeat(1 << 20))`, "threw SyntaxError: regular expression too large: it has 2097152 bytes; one of more than 254 groups may have 1048576"},
		{`new RegExp("()".repeat(32766)).exec("").length`, "32767"},
		{`new RegExp("(a)|(b)" + many).exec("xb").slice(0, 4)`, "b,,b,"},
		{`(() => { const m = new RegExp("a(b)" + many).exec("xxab"); return [m.index, m.input, m.groups, Reflect.ownKeys(m).slice(-4)] })()`, "2,xxab,,length,index,input,groups"},
		{`JSON.stringify(new RegExp("(?<y>\\d{4})-(?<m>\\d\\d)" + many).exec("on 2026-11").groups)`, `{"y":"2026","m":"11"}`},
		{`new RegExp("(?<n>a)|(?<n>b)" + many).exec("b").groups.n`, "b"},
		{`Object.getPrototypeOf(new RegExp("(?<__proto__>a)" + many).exec("a").groups)`, "null"},
		{`"2026-11".replace(new RegExp("(?<y>\\d+)-(?<m>\\d+)" + many), "$<m>/$<y>")`, "11/2026"},
		{`"a1b22c".replace(new RegExp("(\\d)" + many, "g"), "[$1]")`, "a[1]b[2][2]c"},
		{`"a1b22c".replaceAll(new RegExp("(\\d)" + many, "g"), (m, d, ...rest) => d + rest.at(-2))`, "a11b2324c"},
		{`"a1b22c".match(new RegExp("\\d+" + many, "g"))`, "1,22"},
		{`"a1b22c".match(new RegExp("(\\d+)" + many))[1]`, "1"},
		{`[..."k1=v1;k2=v2".matchAll(new RegExp("(?<k>\\w+)=(?<v>\\w+)" + many, "g"))].map((m) => m.groups.k + m.groups.v)`, "k1v1,k2v2"},
		{`"a,b;c".split(new RegExp("[,;]" + many)).filter(Boolean)`, "a,b,c"},
		{`"abc".search(new RegExp("c" + many))`, "2"},
		{`[new RegExp("b" + many).test("abc"), new RegExp("x" + many).test("abc"), new RegExp("x" + many).exec("abc")]`, "true,false,"},
		{`(() => { const r = new RegExp("b" + many, "y"); r.lastIndex = 1; return [r.test("ab"), r.lastIndex, r.test("ab"), r.lastIndex] })()`, "true,2,false,0"},
		{`(() => { let n = 0; const r = new RegExp("." + many, "g"); while (r.exec("abc")) n++; return [n, r.lastIndex] })()`, "3,0"},
		{`(() => { const r = new RegExp("b" + many, "g"); r.lastIndex = { valueOf: () => 2 }; return [r.exec("abb").index, r.lastIndex] })()`, "2,3"},
		{`(() => { const r = new RegExp("b" + many); r.lastIndex = 7; return [r.exec("ab").index, r.lastIndex] })()`, "1,7"},
		{`(() => { const r = new RegExp("b" + many, "g"); r.lastIndex = 7; return [r.exec("ab"), r.lastIndex] })()`, ",0"},
		{`[-1, NaN, Infinity, 1.9, "1"].map((i) => { const r = new RegExp("." + many, "g"); r.lastIndex = i; return r.exec("abc")?.index })`, "0,0,,1,1"},
		{`Object.freeze(new RegExp("b" + many, "g")).exec("b")`, "threw TypeError: 'lastIndex' is read-only"},
		{`JSON.stringify(new RegExp("(?<x>😀)(y)?" + "(z)?".repeat(300), "du").exec("a😀").indices.slice(0, 4))`, `[[1,3],[1,3],null,null]`},
		{`new RegExp("(?<x>b)" + many, "d").exec("ab").indices.groups.x`, "1,2"},
		{`new RegExp("[\\p{L}--[a-z]]" + many, "gv").exec("0aé9")[0]`, "é"},
		{`new RegExp("\ud83d" + many).exec("a\ud83d\ude00").index + "" + new RegExp("\ud83d" + many, "u").test("\ud83d\ude00")`, "1false"},
		{`new RegExp("^.\ude00$" + many).test("\ud800\ude00") + "" + new RegExp("x$" + many).exec("é\ud800x").index`, "true2"},
		{`new RegExp("A" + many, "i").test("a")`, "true"},
		{`["dgimsuy", "v", ""].map((f) => new RegExp(many, f).flags)`, "dgimsuy,v,"},
		{`(() => { const r = new RegExp(many, "giv"); return [r.global, r.ignoreCase, r.sticky, r.unicode, r.unicodeSets] })()`, "true,true,false,false,true"},
		{`small(String(new RegExp("[/]/\\/\n\\\n\u2028" + many, "g")))`, `/[/]\/\/\n\n\u2028/g`},
		{`small(new RegExp("[\\]/]/[[/]" + many).source)`, `[\]/]\/[[/]`},
		{`(() => { const r = new RegExp("[\\]/]/\n\\[/" + many); return new RegExp(r.source).source === r.source && new RegExp(r.source).test("//\n[/") })()`, "true"},
		{`new RegExp("(a" + many)`, "threw SyntaxError: Unterminated group"},
		{`new RegExp("(" + many)`, "threw SyntaxError: Unterminated group"},
		{`new RegExp(many, "gg")`, "threw SyntaxError: invalid regular expression flags"},
		{`new RegExp(new RegExp(many, "gi"), "x")`, "threw SyntaxError: Invalid flags supplied to RegExp constructor 'x'"},
		{`(() => { const r = new RegExp("b" + many, "g"), s = new RegExp(r), u = new RegExp(r, "u"); return [s !== r, s.flags, u.flags, s.source === r.source, u.test("b")] })()`, "true,g,u,true,true"},
		{`(() => { const r = RegExp(many); return RegExp(r) === r && RegExp(r, "g") !== r && r instanceof RegExp })()`, "true"},
		{`(() => { class R extends RegExp {} const r = new R("(?<a>x)" + many, "d"); return [r instanceof R, r.exec("x").groups.a, "axb".split(r).length, r.flags, Object.getPrototypeOf(r) === R.prototype] })()`, "true,x,303,d,true"},
		{`(() => { class R extends RegExp { exec(s) { return super.exec(s) } } new R(many) })()`, "threw SyntaxError: too many captures"},
		{`(() => { const r = new RegExp("a" + many); r.exec = () => ({ index: 0, 0: "b", length: 1 }); return "ab".replace(r, "x") })()`, "xb"},
		{`(() => { const r = new RegExp("a" + many, "g"); r.compile("b"); return [r, r.test("b"), r.test("a"), Object.keys(r).length, r.exec === RegExp.prototype.exec] })()`, "/b/,true,false,0,true"},
		{`/a/.compile(new RegExp(many))`, "threw SyntaxError: too many captures"},
		{`(() => { const r = new RegExp("a" + many); try { r.compile("(") } catch {} return r.test("a") })()`, "true"},
		{`Object.keys(new RegExp(many)).length + JSON.stringify(new RegExp(many)) + Object.prototype.toString.call(new RegExp(many))`, "0{}[object RegExp]"},
		{`new RegExp(many).exec.call(/b/, "abc").index`, "1"},
		{`new RegExp(many).exec.call({}, "abc")`, "threw TypeError: RegExp object expected"},
		{`new RegExp(many).exec(Symbol())`, "threw TypeError: cannot convert symbol to string"},
		{`(0, eval)("/" + many + "/")`, "threw SyntaxError: too many captures"},
	} {
		if got, err := iso.Call(t.Context(), "eval", c.js); err != nil || got != c.want {
			t.Errorf("%s = %q, %v; want %q", c.js, got, err, c.want)
		}
	}
}

// TestRegExpUnchanged: nobody else sees that the constructor is another.
func TestRegExpUnchanged(t *testing.T) {
	iso := run(t, open(t), evalJS)
	for _, c := range []struct{ js, want string }{
		{
			`JSON.stringify(Object.getOwnPropertyDescriptors(RegExp))`,
			`{"length":{"value":2,"writable":false,"enumerable":false,"configurable":true},"name":{"value":"RegExp","writable":false,"enumerable":false,"configurable":true},"prototype":{"value":{},"writable":false,"enumerable":false,"configurable":false},"escape":{"writable":true,"enumerable":false,"configurable":true}}`,
		},
		{`JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, "RegExp"))`, `{"writable":true,"enumerable":false,"configurable":true}`},
		{
			`JSON.stringify(["constructor", "source", "compile"].map((k) => Object.getOwnPropertyDescriptor(RegExp.prototype, k)))`,
			`[{"writable":true,"enumerable":false,"configurable":true},{"enumerable":false,"configurable":true},{"writable":true,"enumerable":false,"configurable":true}]`,
		},
		{`RegExp.prototype.constructor === RegExp && /a/.constructor === RegExp && /a/ instanceof RegExp && RegExp[Symbol.species] === RegExp`, "true"},
		{`String(RegExp)`, "function RegExp() {\n    [native code]\n}"},
		{`Object.getPrototypeOf(RegExp) === Function.prototype`, "true"},
		{`RegExp.escape("a.b")`, `\x61\.b`},
		{`[RegExp.prototype.compile.length, RegExp.prototype.compile.name, Object.getOwnPropertyDescriptor(RegExp.prototype, "source").get.name]`, "2,compile,get source"},
		{`RegExp.prototype.source + String(RegExp.prototype)`, "(?:)/(?:)/"},
		{`(() => { const r = /a/g; return [RegExp(r) === r, new RegExp(r) !== r, RegExp(r, "y").flags, RegExp("a") + RegExp(), new RegExp(undefined, undefined)] })()`, "true,true,y,/a//(?:)/,/(?:)/"},
		{`(() => { const r = /a/; r.constructor = Object; return RegExp(r) === r })()`, "false"},
		{`(() => { const like = { [Symbol.match]: true, source: "a", flags: "g", constructor: RegExp }; return [RegExp(like) === like, new RegExp(like)] })()`, "true,/a/g"},
		{`(() => { const r = /a/; r[Symbol.match] = false; return RegExp(r) === r })()`, "false"},
		{`(() => { class R extends RegExp { exec(s) { this.n = (this.n ?? 0) + 1; return super.exec(s) } } const r = new R("a", "g"); return "aab".replace(r, "x") + r.n + (r instanceof R) })()`, "xxb3true"},
		{`Reflect.construct(RegExp, ["a"], Array) instanceof Array`, "true"},
		{`Reflect.ownKeys(/a/)`, "lastIndex"},
		{`"a1b2".split(/(\d)/) + [..."aXa".matchAll("a")].length`, "a,1,b,2,2"},
		{`new RegExp("(")`, "threw SyntaxError: expecting ')'"},
		{`new RegExp({ toString() { throw new RangeError("too many captures") } })`, "threw RangeError: too many captures"},
		{`new RegExp(Symbol())`, "threw TypeError: cannot convert symbol to string"},
		{`(() => { const r = /a/; r.compile("b", "gi"); return r + r.test("B") })()`, "/b/gitrue"},
		{`RegExp.prototype.compile.call({}, "a")`, "threw TypeError: RegExp object expected"},
		{`Object.getOwnPropertyDescriptor(RegExp.prototype, "source").get.call({})`, "threw TypeError: RegExp object expected"},
	} {
		if got, err := iso.Call(t.Context(), "eval", c.js); err != nil || got != c.want {
			t.Errorf("%s = %q, %v; want %q", c.js, got, err, c.want)
		}
	}
}

// TestLargeRegExpInterrupted: the end of ctx ends a match that would take for ever.
func TestLargeRegExpInterrupted(t *testing.T) {
	iso := run(t, open(t), `__host.forever = () => new RegExp("^(a|a)*b" + "()".repeat(300)).test("a".repeat(60))`)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := iso.Call(ctx, "forever"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if _, err := iso.Call(t.Context(), "forever"); !errors.Is(err, isolate.ErrSpent) {
		t.Errorf("then %v", err)
	}
}

// TestLargeRegExpMemory: what a match remembers is bounded as the isolate's heap is.
func TestLargeRegExpMemory(t *testing.T) {
	const js = `__host.test = (n) => { try { return new RegExp("^(?:(a)|b)*c" + "()".repeat(300)).test("ab".repeat(n)) } catch (e) { return String(e) } }`
	iso := runIn(t, open(t), isolate.Options{Memory: 8 << 20}, js)
	for n, want := range map[float64]any{100: false, 200_000: "RangeError: regular expression is too complex for this input"} {
		if got, err := iso.Call(t.Context(), "test", n); err != nil || got != want {
			t.Errorf("%v: %v, %v; want %v", n, got, err, want)
		}
	}
}

// TestLargeRegExpSnapshot: a RegExp made before a snapshot matches after it.
func TestLargeRegExpSnapshot(t *testing.T) {
	e := open(t)
	iso := run(t, e, `const r = new RegExp("(?<n>b)" + "()".repeat(300), "g"); __host.next = (s) => { const m = r.exec(s); return m && m.groups.n + m.index }; r.exec("b");`)
	s, err := e.(isolate.Snapshotter).Snapshot(iso, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 2 {
		restored, err := e.(isolate.Snapshotter).Restore(t.Context(), s, isolate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer restored.Close()
		if got, err := restored.Call(t.Context(), "next", "bab"); err != nil || got != "b2" {
			t.Errorf("%v, %v", got, err)
		}
	}
}

// TestOwnOpNames: an op can't take the name of one of the engine's.
func TestOwnOpNames(t *testing.T) {
	op := isolate.Op0("regExpBuiltinExec", func() (isolate.None, error) { return isolate.None{}, nil })
	if _, err := open(t).New(t.Context(), isolate.Options{Ops: []isolate.Op{op}}); err == nil {
		t.Error("it can")
	}
}

// BenchmarkNewRegExp is the constructor, and what it calls.
func BenchmarkNewRegExp(b *testing.B) {
	const source = `const Native = Reflect.construct, { prototype } = RegExp;
	__host.make = (n) => { for (let i = 0; i < n; i++) new RegExp("a") };
	__host.large = (n) => { const r = new RegExp("/a/(b)" + "()".repeat(300)); for (let i = 0; i < n; i++) r.test("/a/b") };`
	e := open(b)
	iso := run(b, e, source)
	for _, fn := range []string{"make", "large"} {
		b.Run(fn, func(b *testing.B) {
			if _, err := iso.Call(b.Context(), fn, float64(b.N)); err != nil {
				b.Fatal(err)
			}
		})
	}
}
