package gojavm

import "testing"

func TestRegExp(t *testing.T) {
	for _, c := range []struct{ js, want string }{
		{`"USD12 EUR34".replace(/(?<=EUR)\d+/g, "<$&>")`, "USD12 EUR<34>"},
		{`"a1 b2 c3".match(/(?<!b)\d/g)`, "1,3"},
		{`/(?<=(\d+)(\d+))$/.exec("1053").slice(1)`, "1,053"},
		{`JSON.stringify(/(?<y>\d{4})-(?<m>\d\d)/.exec("on 2026-11").groups)`, `{"y":"2026","m":"11"}`},
		{`"2026-11".replace(/(?<y>\d+)-(?<m>\d+)/, "$<m>/$<y>")`, "11/2026"},
		{`/(?<n>a)|(?<n>b)/.exec("b").groups.n`, "b"},
		{`"b a".replace(/(?<n>a)|(?<n>b)/g, "[$<n>]")`, "[b] [a]"},
		{`[..."k1=v1;k2=v2".matchAll(/(?<k>\w+)=(?<v>\w+)/g)].map((m) => m.groups.k + m.groups.v)`, "k1v1,k2v2"},
		{`"aB3é漢_".match(/\p{L}/gu).join("")`, "aBé漢"},
		{`"a1".replace(/\P{Lu}/gu, ".")`, ".."},
		{`"0aé9".match(/[\p{L}--[a-z]]/gv)`, "é"},
		{`/^\p{RGI_Emoji}$/v.test("👩‍🚀")`, "true"},
		{`/b(c)/d.exec("abc").indices[1]`, "2,3"},
		{`JSON.stringify(/(?<x>😀)(y)?/du.exec("a😀").indices)`, `[[1,3],[1,3],null]`},
		{`/(?<x>b)/d.exec("ab").indices.groups.x`, "1,2"},
		{`(() => { const r = /b/y; r.lastIndex = 1; return [r.test("ab"), r.lastIndex, r.test("ab"), r.lastIndex] })()`, "true,2,false,0"},
		{`/a(?i:b)c/.test("aBc") + "," + /a(?i:b)c/.test("aBC")`, "true,false"},
		{`/\u212a/iu.test("k")`, "true"},
		{`"ab".replace(/(?<x>b)/, (...a) => JSON.stringify(a.at(-1)))`, `a{"x":"b"}`},
		{`/(?=.*(b)).(a)/.exec("xaaab")`, "xa,b,a"},
		{`/(?:(a)|b)*/.exec("ab")`, "ab,"},
		{`/(z)((a+)?(b+)?(c))*/.exec("zaacbbbcac")`, "zaacbbbcac,z,ac,a,,c"},
		{`/a/dgimsuy.flags + /a/v.flags`, "dgimsuyv"},
		{`[/a/v.unicode, /a/v.unicodeSets, /a/u.unicode, /a/d.hasIndices, /a/.hasIndices]`, "false,true,true,true,false"},
		{`String(/a\/b/dg) + new RegExp("/", "v") + new RegExp("\n")`, `/a\/b/dg/\//v/\n/`},
		{`new RegExp(/a/dg).flags + new RegExp(/a/g, "v").flags + RegExp(/x/y).flags`, "dgvy"},
		{`(() => { const r = /a/; return RegExp(r) === r })()`, "true"},
		{`(() => { class R extends RegExp {} const r = new R("(?<a>x)", "d"); return [r instanceof R, r.exec("x").groups.a, r.flags] })()`, "true,x,d"},
		{`"a1b2".split(/(\d)/)`, "a,1,b,2,"},
		{`"a,b;c".split(/[,;]/v)`, "a,b,c"},
		{`"aaa".replace(/a/g, (m, i) => i)`, "012"},
		{`"x".replace(/(y)?x/, "[$1]")`, "[]"},
		{`["abc".search("c"), "a.c".match("a.c").index, [..."aXa".matchAll("a")].length]`, "2,0,2"},
		{`"(?<n>a)".match("\\(") [0]`, "("},
		{`(() => { const r = /a/; r.compile("b", "gi"); return r + r.test("B") })()`, "/b/gitrue"},
		{`(() => { try { new RegExp("(?<a") } catch (e) { return e } })()`, "SyntaxError: Invalid regular expression: /(?<a/: Invalid capture group name"},
		{`(() => { try { new RegExp("a", "gg") } catch (e) { return e } })()`, "SyntaxError: Invalid flags supplied to RegExp constructor 'gg'"},
		{`(() => { try { new RegExp("\\u{110000}", "u") } catch (e) { return e.name } })()`, "SyntaxError"},
		{`"\ud83d\ude00".match(/\ud83d/) ? 1 : 0`, "1"},
		{`"\ud83d\ude00".match(/\ud83d/u) ? 1 : 0`, "0"},
		{`new RegExp("\ud83d").test("\ud83d\ude00")`, "true"},
		{`"x".replace(/x/, "$$-$&-$'-$0")`, "$-x--$0"},
		{`(() => { const r = /a/g; return "baab".replace(r, "c") + r.lastIndex })()`, "bccb0"},
		{`(() => { let n = 0; const r = /./g; while (r.exec("abc")) n++; return n })()`, "3"},
		{`"😀😀".match(/./gu).length + "😀".match(/./g).length`, "4"},
		{`"".match(/(?:)/g).length + "abc".replace(/(?:)/g, "-")`, "1-a-b-c-"},
		{`(() => { const f = () => /x/; return f() === f() })()`, "false"},
		{`new RegExp("[/]/\\/").source`, `[/]\/\/`},
		{`Reflect.ownKeys(/(?<a>b)/d.exec("b"))`, "0,1,length,index,input,groups,indices"},
		{`"xbj".split(/b*/)`, "x,j"},
		{`"a😀b".split(/(?:)/u)`, "a,😀,b"},
		{`"".split(/a/).length + "," + "".split(/a?/).length + "," + "ab".split(/(?:)/, 1)`, "1,0,a"},
		{`["a,b,c".split(/,/, -1), "a,b,c".split(/(,)/, 2), "a,b,c".split(/,/y, 4294967298)]`, "a,b,c,a,,,a,b"},
		{`"ab".match(/(?:)/gy).length`, "3"},
		{`"aab".replace(/a/gy, "x") + "baa".replace(/a/gy, "x")`, "xxbbaa"},
		{`(() => { const r = /a/y; r.lastIndex = 1; return "aaa".replace(r, "x") + r.lastIndex + "b".replace(r, "x") + r.lastIndex })()`, "axa2b0"},
		{"\"abc\".replace(/(b)(x)?/, \"[$1$2$3$01$10$00$`$'$&$$$\")", "a[b$3bb0$00acb$$c"},
		{`"ab".replace(/(?<x>b)|(?<x>c)/, "$<x>$<y>$<x") + "ab".replace(/b/, "$<x>")`, "ab$<xa$<x>"},
		{`"é12".replace(/\d/g, (d, at, s) => d + at + s.length)`, "é113223"},
		{`"ééa".replace(/a/, "$&é$1")`, "ééaé$1"},
		{`(() => { const r = /./gu; r.lastIndex = 1; const m = r.exec("😀x"); return [m.index, m[0].length, r.lastIndex] })()`, "0,2,2"},
		{`(() => { const r = /b/g; r.lastIndex = { valueOf: () => 2 }; return [r.exec("abb").index, r.lastIndex] })()`, "2,3"},
		{`(() => { "use strict"; const r = Object.freeze(/b/g); try { r.exec("b") } catch (e) { return e.name } })()`, "TypeError"},
		{`(() => { const r = /b/g; Object.defineProperty(r, "lastIndex", { writable: false }); try { "b".match(r) } catch (e) { return e.name } })()`, "TypeError"},
		{`(() => { const r = /b/; r.exec = () => ({ index: 0, 0: "a", length: 1 }); return "ab".replace(r, "x") })()`, "xb"},
		{`(() => { class R extends RegExp { exec(s) { this.n = (this.n ?? 0) + 1; return super.exec(s) } } const r = new R("a", "g"); return "aab".replace(r, "x") + r.n })()`, "xxb3"},
		{`(() => { const r = /(?<=(a))b/g; delete RegExp.prototype.exec; r.exec = 1; return [..."ab".matchAll(r)].map((m) => m[0] + m.index) })()`, "b1"},
		{`(() => { const r = /a/; return "aa".replace(r, () => { r.compile("b"); return "x" }) + r })()`, "xa/b/"},
		{`"aXbX".split(new (class extends RegExp {})("X"))`, "a,b,"},
		{`eval("/(?<=(\\d+)(\\d+))$/").exec("1053").slice(1)`, "1,053"},
		{`[1,2].map(() => /(?<a>b)/.exec("b").groups.a)`, "b,b"},
		{`eval("/a(b)/.exec('ab')")`, "ab,b"},
		{`Object.prototype.toString.call(/a/) + /a/.source + RegExp.prototype.source`, "[object RegExp]a(?:)"},
	} {
		if got := expr(t, c.js); got != c.want {
			t.Errorf("%s = %q, want %q", c.js, got, c.want)
		}
	}
}

func TestRegExpLiteralErrors(t *testing.T) {
	for _, js := range []string{`/(/`, `/a/gg`, `/\u{110000}/u`, `() => { /(?<n>a)(?<n>b)/ }`} {
		_, err := eval(t, "\n "+js)
		if err == nil {
			t.Errorf("%s: no error", js)
			continue
		}
		t.Log(err)
	}
}
