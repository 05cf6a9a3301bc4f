package isolatetest

// functions are what has a body: objects with methods, functions, classes.
var functions = map[string][]form{
	"obj": forms(
		"({ x: $any })", "d", "({})", "({ x: $any, y: $any, [$key]: $any })", "({ ...$any, z: 1 })", "({ get x() { note(\"get x\"); return $any@expression }, set x(v) { note(\"set x\", v) } })", "({ 2: 1, b: $any, 1: 3, a: 4 })", "({ __proto__: $obj, x: 2 })", "({ \"__proto__\": null, y: $any })",
		"({ x, y, toString() { return $any@expression } })", "({ [`k${$any}`]: $any, async x() {}, *y() {} })", "({ x: { y: { z: $any } } })", "Object.freeze({ x: $any })", "({ y() { return super.toString === Object.prototype.toString } })", "new ($class)($any)", "$proxy", "[$any]", "$func",
		"({ m() { return $any@function } })", "({ __proto__: { m() { return this.x } }, x: 1, m() { return super.m() } })", "Object.defineProperties({}, { x: $descriptor, y: $descriptor })", "({ valueOf() { return $any@expression } })", "({ [$symbol]: $any })", "$collection", "({ ['__proto__']: $any, __proto__: null })",
	),
	"proxy":      forms("watch({ x: 1 })", "watch($obj)", "guard($obj, {})", "watch($array)", "watch($func)", "guard({ x: 1 }, { get: (t, k, r) => k === \"x\" ? $any@expression : Reflect.get(t, k, r) })", "guard(Object.freeze({ x: 1 }), { get: () => 2 })", "Proxy.revocable({}, {}).proxy", "guard([1, 2], { has: () => $bool@expression, deleteProperty: () => $bool@expression })", "guard({}, { ownKeys: () => $array@expression })"),
	"proxyvalue": forms("({ ...$proxy })", "Object.keys($proxy)", "($key in $proxy)", "($proxy.x = $any)", "($proxy[$key])", "Object.entries($proxy)", "JSON.stringify($proxy)", "$proxy.x?.y", "Object.assign({}, $proxy)", "Object.freeze($proxy)", "(delete $proxy.x)", "Array.isArray($proxy)", "[].concat($proxy)", "Object.getOwnPropertyDescriptors($proxy)", "(({ x, ...rest }) => [x, rest])($proxy)", "$proxy($any)", "new $proxy($any)", "(typeof $proxy)", "Array.from($proxy)", "Object.prototype.toString.call($proxy)", "Object.create($proxy).x"),
	"func": forms(
		"(() => (step(), 1))", "((p) => (step(), p))", "((p, q) => (step(), $any@expression))", "((x, y = $any@expression, ...z) => { step(); $stmts@arrow return x })", "(function (x) { step(); $stmts@function return $any@function })", "(function self(p) { step(); return typeof self + $any@function })",
		"((p) => (step(), p * 2))", "((p, q) => (step(), p + q))", "((p) => (step(), note(p), p))", "(function ({ x = $any@expression, ...y } = {}, [z] = [1]) { step(); return [x, y, z] })", "(() => { step(); throw $any@expression })", "Math.max", "String", "Number", "Boolean", "parseInt", "Array.of",
		"(async (p) => { step(); $stmts@async return p })", "(function* (p) { step(); $stmts@generator return p })", "$class", "(function () { step(); return this === undefined ? 0 : typeof this })", "(function () { step(); return $any@function })", "(function (p) { step(); arguments[0] = 9; return [p, arguments.length] })",
		"((n) => { const go = (n) => (step(), n > 0 ? go(n - 1) + n : $any@expression); return go(n > 9 ? 9 : n) })", "Object.keys", "$func.bind($any, $any)", "Function.prototype", "((p = () => q, q = 2) => (step(), p()))", "(function self(n) { step(); return n > 0 ? [self(n - 1)] : [] })", "(async function* () { step(); $stmts@agenerator })", "({ m(x) { step(); $stmts@function return super.m ?? x } }).m",
	),
	"functionvalue": forms(
		"$func.length", "(typeof $func)", "((x, y = 1, ...z) => 0).length", "Object.getOwnPropertyNames(($func)).includes(\"prototype\")", "(function () { return [...arguments] })($any, $any)", "(function () { return () => arguments[0] })($any)()", "((...p) => p)(...$iterable)", "(({ x: [p = $any@expression] = [] }) => p)($obj)",
		"new (function () { this.x = $any@function })()", "(function () { \"use strict\"; return this })()", "((p, q = p, r = () => q) => { var p = 5; return [p, q, r()] })($any)", "((a, b = () => a) => { a = 2; return b() })($any)", "({ get [$key]() { return 1 } })", "({ f: () => 1, g() {}, [$symbol]: () => 1 }).f.name", "(() => {}).name", "({ [\"k\" + 1]: function () {} }).k1.name", "((function named() {}).name)", "(function named() { try { named = 1 } catch (error) { return error } return typeof named })()",
		"(function (p, p2) { p = 3; return arguments[0] })($any, 2)", "(function (p) { arguments[0] = 3; return p })($any)", "(function (p) { arguments.length = 5; return [arguments, p] })($any)", "(() => { try { return $any@arrow } finally { note(\"finally\") } })()", "(() => { for (const p of $iterable@arrow) { step(); try { return p } finally { note(p) } } })()",
	),
	"stmts": forms("", "$stmt", "$stmt $stmt", "$stmt $stmt $stmt"),
	"generator": forms(
		"(function* () { yield 1; yield $any@generator })()", "(function* () { try { yield 1; yield 2 } finally { note(\"closed\") } })()", "(function* () { step(); $stmts@generator yield* $iterable@generator })()", "(function* (p = $any@expression) { const got = yield p; note(got); return got })()", "(function* () { try { yield 1 } catch (error) { note(error); yield 2 } $stmts@generator })()",
		"(function* () { for (let i = 0; i < 3; i++) { step(); yield () => i } })()", "(function* () { try { yield 1 } finally { yield $any@generator } })()", "({ *m() { yield this; yield* super.m?.() ?? [] } }).m()",
	),
	"generatorvalue": forms(
		"$generator.next()", "((g) => [g.next(), g.next($any@expression), g.return(5), g.next()])($generator)", "((g) => [g.next(), g.throw($any@expression)])($generator)", "((g) => { const [p] = g; return [p, g.next()] })($generator)", "[...$generator]", "((g) => [g.return($any@expression), g.next()])($generator)", "Object.prototype.toString.call($generator)", "(([p, , ...q]) => [p, q])($generator)",
		"((g) => { for (const p of g) { step(); if (p) break } return g.next() })($generator)", "new Map($generator)", "Object.fromEntries($generator)", "((g) => { g.next(); g.next(); return g.return(1) })($generator)", "Array.from($generator, (p, i) => [p, i])", "($generator[Symbol.iterator]() === 1)", "((g) => { try { g.next(); g.throw(new TypeError()) } catch (error) { return [error, g.next()] } })($generator)",
	),
	"class": forms(
		"(class { constructor(p) { this.p = p } })", "(class { x = $any@expression; static y = $any@expression; $member })", "(class extends ($heritage) { $member $member })", "(class K { $member $member $member })", "(class K { #p = $any@expression; get p() { return this.#p } set p(v) { this.#p = v } $member })",
		"(class K { static #n = 0; static next() { return ++K.#n } static { note(\"static\", this.next()) } has(o) { return #q in o } #q = 1 })", "(class extends ($heritage) { constructor(...p) { $before@expression super(...p); $after } $member })", "(class { #m() { return $any@function } m() { return this.#m() } static m(o) { return o.#m() } })", "(class { static get #g() { return 5 } static { this.g = this.#g + 1 } })",
		"(class K { x = this.y; y = 1; z = () => this.x; ['k' + 1] = K })", "(class { constructor() { return $any@function } })", "(class extends ($heritage) { constructor() { return $any@function } })", "(class extends ($heritage) { x = super.x; m() { return super.m?.() ?? super.toString } static s = super.name })",
	),
	"heritage": forms("Object", "Array", "$class", "Error", "Map", "null", "Promise", "(function () { this.q = 1 })", "Uint8Array", "RegExp", "$class", "$any"),
	"before":   forms("", "note(1);", "try { note(this) } catch (error) { note(error) }", "if ($any) return {};", "(() => note(2))();"),
	"after":    forms("this.x = $any@function;", "note(typeof this);", "try { super(); } catch (error) { note(error) }", "", "return $any@function;"),
	"member": forms(
		"m() { step(); return $any@function }", "static m() { step(); return $any@function }", "get x() { return $any@function }", "set x(v) { note(\"set\", v) }", "[$key] = $any@expression;", "static [$key] = $any@expression;", "async x() { step(); $stmts@async return 1 }", "*[Symbol.iterator]() { step(); yield 1; $stmts@generator }",
		"static { note($any@expression) }", "'quoted name'() { return 1 }", "static async *y() { step(); yield $any@agenerator }", "#v = 1; bump() { this.#v += 2; return this.#v++ }", "static x = this; static z = () => this.x === this;", "[$key]() { return new.target }", "z; static y;", "get [Symbol.toStringTag]() { return \"Tag\" }", "toString() { return $any@function }", "static [Symbol.hasInstance](p) { return $bool@expression }", "get; set; static; async; of = 1;", "static async = 1; 'x' = 2; 5 = 3;",
	),
	"classvalue": forms(
		"new ($class)($any)", "new ($class)().m($any)", "$class.m?.($any)", "((K) => { const k = new K(1); k.p = $any@expression; return [k.p, k.x, k] })($class)", "Object.getOwnPropertyNames($class.prototype)", "((K) => K.next?.() + K.next?.())($class)", "$class($any)", "((K) => [...new K()])($class)", "((K) => new (class extends K { m() { return [super.m?.(), this.x] } })().m())($class)",
		"(new ($class)() instanceof Object)", "((K) => K.has?.({}) ?? new K().has?.(new K()))($class)", "String(new ($class)())", "Object.getOwnPropertyDescriptor($class, \"prototype\")", "((K) => Object.keys(new K()))($class)", "Reflect.construct($class, $array, $class)", "new ($class)().bump?.()", "((K) => [K.x, K.y, K.g])($class)", "(Object.getPrototypeOf($class) === Function.prototype)", "((K) => new K().m.call($any@expression))($class)",
	),
}
