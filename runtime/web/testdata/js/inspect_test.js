const { inspect } = __host.load("08_inspect");
const shows = (value, want) => equal(inspect(value), want);

test("primitives", () => {
  for (const [value, want] of [
    [undefined, "undefined"], [null, "null"], [true, "true"], [-0, "-0"], [1.5, "1.5"], [10n, "10n"], [Symbol("s"), "Symbol(s)"],
    ["a", "'a'"], ["it's", `"it's"`], [`it's "x"`, "`it's \"x\"`"], ["a\nb", "'a\\nb'"], ["\\", "'\\\\'"],
  ]) shows(value, want);
});
test("objects and arrays", () => {
  shows({}, "{}");
  shows([], "[]");
  shows({ a: 1, "b-c": "x", [Symbol("s")]: [1, , 2] }, "{ a: 1, 'b-c': 'x', [Symbol(s)]: [ 1, <1 empty item>, 2 ] }");
  shows(Object.assign([1], { k: 2 }), "[ 1, k: 2 ]");
  shows(Object.create(null), "[Object: null prototype] {}");
  shows(new Array(3), "[ <3 empty items> ]");
  shows(Array.from({ length: 101 }, () => 0).slice(0, 1), "[ 0 ]");
  ok(inspect(Array.from({ length: 150 }, () => 0)).includes("... 50 more items"));
});
test("classes", () => {
  class Foo { constructor() { this.x = 1; } }
  class Bar extends Foo {}
  shows(new Foo(), "Foo { x: 1 }");
  shows(new Bar(), "Bar { x: 1 }");
  shows(Bar, "[class Bar extends Foo]");
  shows(Foo, "[class Foo]");
  shows(function f() {}, "[Function: f]");
  shows(() => {}, "[Function (anonymous)]");
  shows(Object.assign(function g() {}, { p: 1 }), "[Function: g] { p: 1 }");
  shows({ [Symbol.toStringTag]: "T" }.x, "undefined");
});
test("collections, dates and other slots", () => {
  shows(new Map([["a", { b: 1 }]]), "Map(1) { 'a' => { b: 1 } }");
  shows(new Set([1, "x"]), "Set(2) { 1, 'x' }");
  shows(new Date(0), "1970-01-01T00:00:00.000Z");
  shows(new Date(NaN), "Invalid Date");
  shows(/a/gi, "/a/gi");
  shows(new Uint8Array([1, 2]), "Uint8Array(2) [ 1, 2 ]");
  shows(new Uint8Array([1, 2]).buffer, "ArrayBuffer { [Uint8Contents]: <01 02>, byteLength: 2 }");
  shows(Object(1), "[Number: 1]");
  shows(Object("s"), "[String: 's']");
  shows(Object(false), "[Boolean: false]");
  shows(new WeakMap(), "WeakMap {}");
  shows(Promise.resolve(1), "Promise {}");
  shows(new (class M extends Map {})([[1, 2]]), "M(1) { 1 => 2 }");
});
test("errors", () => {
  const error = new TypeError("bad");
  ok(inspect(error).startsWith("TypeError: bad\n    at "), inspect(error));
  error.stack = "";
  shows(error, "[TypeError: bad]");
  shows({ error }, "{ error: [TypeError: bad] }");
  const more = Object.assign(new Error("x", { cause: "why" }), { code: 7, stack: "" });
  shows(more, "[Error: x] { [cause]: 'why', code: 7 }");
  ok(inspect(new DOMException("gone", "AbortError")).startsWith("AbortError: gone"), inspect(new DOMException("gone", "AbortError")));
});
test("cycles, depth and line breaks", () => {
  const cycle = { name: "c" };
  cycle.self = cycle;
  shows(cycle, "<ref *1> { name: 'c', self: [Circular *1] }");
  shows({ a: { b: { c: { d: { e: { f: 1 } } } } } }, "{\n  a: {\n    b: { c: { d: { e: [Object] } } }\n  }\n}");
  const long = { aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: "b".repeat(30), cccccccccccccccccccccc: [1, 2, 3] };
  shows(long, `{\n  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: '${"b".repeat(30)}',\n  cccccccccccccccccccccc: [ 1, 2, 3 ]\n}`);
});
test("user code is not called, or survived", () => {
  let called = 0;
  const trap = {
    get a() { called++; },
    set b(value) { called++; },
    get [Symbol.toStringTag]() { called++; return "x"; },
    toString() { called++; },
    toJSON() { called++; },
  };
  inspect(trap);
  inspect(new (class { get [Symbol.toStringTag]() { called++; return "y"; } })());
  equal(called, 0);
  shows({ get a() { return 1; }, get b() { return 1; }, set b(v) {}, set c(v) {} }, "{ a: [Getter], b: [Getter/Setter], c: [Setter] }");
  const hostile = new Proxy({}, { ownKeys() { throw new Error("no"); } });
  shows([hostile], "[ [object that cannot be inspected] ]");
});
test("objects of ours show their attributes", () => {
  shows(new URLSearchParams("a=1&b=2"), "URLSearchParams { 'a' => '1', 'b' => '2' }");
  ok(inspect(new URL("https://a.test/p")).includes("pathname: '/p'"));
  shows(new TextDecoder("latin1"), "TextDecoder { encoding: 'windows-1252', fatal: false, ignoreBOM: false }");
});
test("deep nesting does not crash", () => {
  let deep = {};
  for (let i = 0; i < 50000; i++) deep = { deep };
  ok(inspect(deep).length < 1000);
  equal(typeof inspect(deep, Infinity), "string");
});
test("the keys of a list beside its items", () => {
  const { inspect } = __host.load("08_inspect");
  const list = Object.assign([1, 2], { "-1": "a", "01": "b", x: "c", [Symbol("s")]: "d" });
  equal(inspect(list), "[ 1, 2, '-1': 'a', '01': 'b', x: 'c', [Symbol(s)]: 'd' ]");
  equal(inspect(Object.assign(new Uint8Array(2), { y: 1 })), "Uint8Array(2) [ 0, 0, y: 1 ]");
  equal(inspect(Object.assign([], { y: 1 })), "[ y: 1 ]");
});
