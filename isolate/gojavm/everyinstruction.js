// Every kind of instruction and of constant that goja's compiler can put into a script.
// It is compiled at the first use of the codec, so it is as short as it can be. It is never run.

// Operators.
v = (v + w - l * 2 / 3 % 4 ** 5) | (v & w ^ l) << 1 >> 2 >>> 3;
v = !(v == w) || v != w && v === w, v !== w, v < w, v <= w, v > w, v >= w;
v = +v, -v, ~v, typeof v, v in o, v instanceof Object, ++o.p, --o[v], o?.p ?? 1;
v = `a${v}b${w}`, tag`x${v}y\u00fc`, f(absent = 1, o.p = 1, this);
v = void 0, v = 1.5, v = 2n, v **= 2;
f(delete absent, delete o?.[v], delete o?.p.q, delete o?.f().p, delete o.f?.()), delete o?.f?.().p;
new Object(1), new Object(...a, 2), f(...a, 1), o[v](1), eval(...a);

// Literals and patterns.
a = [1, , ...a, v, /a/, "\u00fc"], o = { v, [w]: 2, get g() { return 1 }, set g(x) {}, [w]() {}, async am() {}, ...o, __proto__: null, [w]: class {} };
[v, w = 2, ...a] = a, { q: o[w], ...o.p } = o;

// Statements.
for (var i = 0; i;);
for (let i = 0, f = () => i; i < 2; i++) { f = () => i }
for (o[v] of a);
try { throw v } catch (e) { v = () => e }

// Functions, by where their variables are and how these are found.
function dynamic(x) { var y = 1; with (x) { x = y; (function () { y = x })() } }
function onStack(x) { var q = y; q = y; f(x = y, q = x, k); return y }
function inStash(x) { var q = y; return () => (q = x, f(x = y, y = q), f(q = k), new.target) }
function inBlock() { const d = 1; d = 2; { let z = y; f(z = q); q = k } return arguments }
function parameters(x = () => y, y = 1, z = x) { var r = q; f(r = 1); r = q; return () => arguments }
function scopes(x) { var y = 1; let z = 2; with (x) { y = z; typeof y } }
function captured(x) { var y = 1; let z = 2; with (x) { z = y; y += z } return () => arguments }
v = function self(x) { eval("self"); for (const i of x) { try { return i } finally { x() } } };
v = async function () { await 1 }, v = function* () { yield; yield* (v = yield, v = yield* w, v) }, v = async (x) => { await x };
function strict(x, y) {
	"use strict";
	f(o.p = 1, o[v] = 2), eval(...y), o.p ??= 1, o[v] ||= 1, delete o?.p, delete o?.[v];
	for (o[v] in y);
	try { x } catch (e) { e = x }
	return ({ x }, ...y) => () => x + y + this;
}

// Classes.
class A {
	static s = 1;
	#p = 1;
	[w] = 1;
	constructor(x) { this.x = x }
	get [v]() { return this.#p }
	set [v](x) { this.#p = x }
	#m() { return this.#m() }
	get #g() { return this.#g++ }
	set #g(x) { this.#g = x }
	*gm() {}
	use(x) { f(x.#p = 2), #p in x, x.#p ??= 1; return () => this.#p }
}
class B extends A {
	y = 1;
	constructor(...x) { super(...x); v = () => this; eval("super.x") }
	m(x) { f(super.m = 1, super[v] = 2), super[v] += 1, super.m++, [super.m, super[v]] = x, super.m?.(x); return () => super.m }
}
class C extends A { constructor(x) { super(x); return this } }
v = { m(x) { super.m = 1, super[v] = 2, f(super.m = 1, super[v] = 2), super[v](), [super.m, super[v]] = x; delete super.m; return super.m } };

// The last statement, whose value is the script's.
for (v of a) { }
