var v, w = 1, o = {}, a = [];
let l = 1.5, un;
const c = "ascii", u = "\u00fcber\ud800", big = 12345678901234567890n, small = 2n;

// Operators.
v = (v + w - l * 2 / 3 % 4 ** 5) | (v & w ^ l) << 1 >> 2 >>> 3;
v = !(v == w) || v != w && v === w, v !== w, v < w, v <= w, v > w, v >= w;
v = +v, -v, ~v, typeof v, void v, v in o, v instanceof Object, null, true, false, undefined, NaN, Infinity, -0;
v = typeof absent, delete absent, delete o.p, delete o[v], delete v;
v = v ?? w, v ||= 1, v &&= 2, v ??= 3, v++, ++v, v--, --v, o.p++, ++o.p, o[v]++, --o[v], v **= 2;
v = o?.p, o?.[v], o.f?.(1), o?.f(), delete o?.p, delete o?.p.q, delete o?.[v], typeof o?.p, o?.p?.q;
v = `a${v}b${w}`, `plain`, tag`x${v}y\u00fc`, tag`x${v}y\u00fc`, o.f`z`, /re[a-z]+/giu, /\u00fc/;
v = cond ? 1 : 2;
absent = 1, absent += 1, un = 2, f(absent = 1, o.p = 1, o[v] = 1, this), delete absent, f(delete absent, delete o?.p, delete o?.[v], delete o?.p.q), o?.p ?? 1, f(delete o?.f().p, delete o?.f?.().p, delete o.f?.()), delete o.f?.(), delete o?.f?.().p, v = void 0, v = !0, v = !1, v = "a" + 1, v = -0, v = 0 / 0;
o.p = o[v] = v, o.p += 1, o[v] += 1, o.p ||= 1, o[v] ??= 1;
new Object, new Object(1), new Object(...a, 2), f(...a, 1), o.f(...a), f(1, 2), o.f(1), o[v](1), eval("v"), eval(...a);

// Literals and patterns.
a = [1, , ...a, v], o = { v, p: 1, [w]: 2, get g() { return 1 }, set g(x) {}, get [w]() { return 1 }, set [w](x) {},
	m() {}, [w]() {}, async am() {}, *gm() {}, ...o, __proto__: null, "a b": 1, 3: 4, fn: function () {}, [w]: () => 1, [w]: class {} };
[v, w = 2, ...a] = a, { v, p: w = 1, [w]: v, ...o } = o, [o.p, o[v], [v]] = a, { p: o.p, q: o[w], ...o.p } = o;

// Statements.
v = [/re[a-z]+/giu, /\u00fc/dv];
label: for (var i = 0; i < 2; i++) { if (v) continue label; else break label; }
for (let i = 0, f = () => i; i < 2; i++) { f = () => i; if (v) continue; }
for (const k in o) { v = k; } for (v in o); for (o.p in o); for (const [x] of a) { v = () => x; break; } for (v of a); for (o[v] of a);
while (v) v--; do { v++ } while (!v);
switch (v) { case 1: let s = 1; v = () => s; break; case w: v = 2; default: v = 3; }
try { throw v } catch (e) { v = () => e; let y = e; v = () => y } finally { v = 1 }
try { v } catch { v } try { v } catch ({ p, ...q }) { eval("p") } try { v } finally { w }
with (o) { v = p; p = 1; p(); typeof p; delete p; p += 1; p++; var wv = 1; (() => p)(); let wl = p; wl = 2; f(wl, () => wl) }
{ let b = 1; v = () => b; const d = 2; b = 2; class B {} function fb() {} eval("b") }

// Functions that are not strict.
function args(x, y) { arguments[0] = 1; return arguments.length }
function rest(x, ...r) { x = r; return () => r }
function rest1(x, ...r) { let z = x; return r }
function restStash(x, ...r) { eval("x"); return r }
function deflt(x = 1, { y, z = 2 } = {}, [q] = []) { x = y; z = () => q; return this }
function evals(x) { var y = 1; let z = 2; x = y, y = z, z = x, y += 1, z++; eval("y"); typeof y; delete y; y(); { let q = y; q = z; eval("q"); (() => q + x + y + this)() } x(); z(); try { x } catch (e) { e = x } }
function dynamic(x) { var y = 1; with (x) { x = y; y = x; y(); x(); y += 1; typeof y; y++; { let z = 1; z = y; z(); y = z; eval("z = y") } (function () { y = x; x = y; y(); y += x; let q = y; with (q) { q = y; q(); y = q; q++ } })() } }
function stack(x) { let y = x, z; var q; const k = 1; q = y; y = z; x = q; x++; y++; q++; (y = x), (q = x); f(x = y, y = q, q = x, k); return () => 1 }
function stack1(x) { let y = x; var q = y; const k = 1; q = y; y = q; x = q; f(x = y, y = q, q = x, k); x = y, y = q; if (x) { let i = 1; i = y; f(i = 2); const j = i; v = j } return y }
function stash(x) { let y = x; var q = y; const k = 1; q = y; y = q; f(x = y, y = q, q = x, k); x++; return () => (x = y, y = q, q = x, f(x = y, y = q), f(q = k), x + y + q + k, this, arguments, new.target) }
function early() { t; t = 1; f(t = 2); v = () => d, d; let t = 1; const d = 1; d = 2; typeof t; { v = () => b; let b; b = 1 } }
function rest2(x, ...r) { let y = x; var q = y; y = q; q = x; f(y = q, q = y); { let z = y; f(z = q); z = 1; const k = z; q = k } return arguments }
function late(x = () => y, y = 1, z = x) { var q = z; eval("q"); return q } function late1(x = () => y, y = 2) { let q = y; q = 1; f(q = 2); var r = q; f(r = 1); r = q; return () => arguments }
function scopes(x) { var y = 1; let z = 2; with (x) { y = z; z = y; y(); z(); f(y = 1, z = 2); y += z; typeof y } }
function scopes1(x) { var y = 1; let z = 2; with (x) { y = z; z = y; y(); z(); f(y = 1, z = 2); y += z } return () => arguments }
function classes(x) { v = class N { [N] = N }; return class M extends x { static [M] = 1; constructor() { return N } } } function classes1(x) { v = class N { [N]() {} static [N.x] = 1 }; f(class K { [K]() { return 1 } }); return () => arguments }
function named() { return named } v = function self(x) { self = 1; return self(() => self) }; v = function self2(x) { eval("self2"); return self2 };
function thrower(x) { throw x } function whole(x) { return this.p + new.target + (() => this)() }
function tries(x) { for (const i of x) { try { return i } finally { x() } } L: try { break L } finally { x } for (;;) { try { continue } catch { break } finally { x } } }
function loops(x) { for (let i in x) { for (let j = 0; j < i; j++) { if (j) continue; x = () => i + j; } } for (const [p, { q }] of x) f(() => p + q); label: { break label } }
function opt(x) { return x?.p.q, x?.[v]?.(1), x.p?.(), delete x?.p, delete x?.[v], typeof x?.p, (x?.p).q, x.p ??= 1, x[v] ||= 2, x?.p ?? 1 }
async function asy(x) { await x; for (const y of x) await y; try { await 1 } finally { await 2 } return (async () => await this)() }
function* gen(x = 1) { const y = yield x; yield* y; try { yield } finally { yield 1 } return y }
v = async function () { await 1 }, v = function* () { yield }, v = async (x) => { await x }, v = async x => x, v = x => x;

// Strict functions.
function strict(x, y) { "use strict"; arguments[0] = x; undeclared = 1; f(undeclared = 2); undeclared += 1; undeclared(); typeof undeclared; o.p = 1; o[v] = 2; f(o.p = 1, o[v] = 2); delete o.p; delete o[v];
	o.p += 1; o[v] += 1; o.p++; [o.p, o[v], x] = y; ({ p: o.p, q: o[v] } = y); for (o.p of y); for (o[v] in y); eval("x"); eval(...y); try { x } catch (e) { e = x } o.p ??= 1, o[v] ||= 1; delete o?.p; delete o?.[v]; [o.p = 1, o[v] = 2] = y; [undeclared, ...o.p] = y; return this }
function strictScope() { "use strict"; return ({ x }, ...y) => () => x + y + this }

// Classes.
class A { constructor(x) { this.x = x } static s = 1; f = this; #p = 1; #q; static #sp = 2; [w] = 1; static [v] = 2; "a b" = 1; static { this.#sp = 1; A.#sm() } get g() { return 1 } set g(x) {} static get sg() { return 1 } m() {} static [w]() {}
	get [v]() { return this.#p } set [v](x) { this.#p = x } #m() { return this.#m() } get #g() { return this.#g++ } set #g(x) { this.#g = x } static #sm() { return A.#sm } static get #sg() { return A.#sg } static set #sg(x) {} async am() {} *gm() {}
	use(x) { this.#q = 1; x.#p += 1; f(x.#p = 2); x.#p++; #p in x; #m in x; x.#m(); x?.#p; x?.#m(); [x.#p] = x; x.#g = 1; ({ p: x.#p } = x); x.#p ??= 1; return () => this.#p } }
class B extends A { constructor(...x) { super(...x); v = () => this; eval("super.x") } m(x) { super.m(); super.m = 1; super[v] = 2; f(super.m = 1, super[v] = 2); super[v](x); super.m; super[v]; super.m += 1; super[v] += 1; super.m++; [super.m, super[v]] = x; super.m?.(x); return () => super.m } static sm() { return super.x } y = 1 }
class C extends A { constructor(x) { super(x); return this } } class D extends A {} class E extends null { constructor() { const f = () => super(1); f(); return this } } class F extends A { constructor() { eval("super()"); this.x; (() => this)() } }
class G { #p = 1; #m() {} static #s; get #g() { return 1 } t(x) { eval("this.#p"); x.#p = 1; f(x.#p = 2); x.#p++; x.#m(); #p in x; [x.#p] = x; x.#s; return x.#p } static u = eval("1") }
v = class extends A {}, v = class N { static n = N; x = N }, v = { __proto__: A, m(x) { super.m(); super.m = 1; super[v] = 2; f(super.m = 1, super[v] = 2); super[v](); super.m += 1; super[v] += x; super.m++; super[v]++; [super.m, super[v]] = x; delete super.m; return super.m } };
v = { m() { "use strict"; super.m = 1; super[v] = 1; f(super.m = 1, super[v] = 2); super.m += 1; super[v] += 1; super.m++; [super.m, super[v]] = v } };
for (v of a) { let [p] = v; try { w } finally { p } }
