const clone = structuredClone;

test("primitives and wrappers", () => {
  for (const value of [undefined, null, true, 1, -0, NaN, 10n, "x"]) equal(clone(value), value);
  for (const value of [Object(true), Object(1), Object("x"), Object(10n)]) {
    const copy = clone(value);
    ok(copy !== value && typeof copy === "object");
    equal(copy.valueOf(), value.valueOf());
    equal(Object.getPrototypeOf(copy), Object.getPrototypeOf(value));
  }
});
test("plain objects and arrays", () => {
  same(clone({ a: [1, { b: 2 }], c: null }), { a: [1, { b: 2 }], c: null });
  const array = Object.assign([1, , 3], { extra: "x" });
  const copy = clone(array);
  equal(copy.length, 3);
  ok(!(1 in copy) && copy.extra === "x" && Array.isArray(copy));
  class Foo { constructor() { this.a = 1; } get b() { return 2; } }
  equal(Object.getPrototypeOf(clone(new Foo())), Object.prototype);
  same(clone(new Foo()), { a: 1 });
  same(clone(Object.create(null, { x: { value: 1, enumerable: true }, y: { value: 2 } })), { x: 1 });
  equal(Object.getOwnPropertyDescriptor(clone(JSON.parse('{"__proto__":5}')), "__proto__").value, 5);
  equal(Object.keys(clone({ [Symbol("s")]: 1 })).length, 0);
});
test("getters are read once, in order", () => {
  const order = [];
  const value = { get a() { order.push("a"); return { get b() { order.push("b"); return 1; } }; }, get c() { order.push("c"); return 2; } };
  same(clone(value), { a: { b: 1 }, c: 2 });
  same(order, ["a", "b", "c"]);
});
test("a property that is deleted meanwhile is left out", () => {
  const value = { get a() { delete this.b; return 1; }, b: 2 };
  same(Object.keys(clone(value)), ["a"]);
});
test("dates, regular expressions, maps and sets", () => {
  equal(clone(new Date(5)).getTime(), 5);
  ok(Number.isNaN(clone(new Date(NaN)).getTime()));
  const re = clone(Object.assign(/a+/gi, { lastIndex: 2 }));
  equal(`${re} ${re.lastIndex}`, "/a+/gi 0");
  equal(clone(new RegExp("a" + "()".repeat(300))).exec("ba").index, 1);
  const map = clone(new Map([[{ k: 1 }, new Set([1, "x"])]]));
  const [[key, set]] = map;
  same(key, { k: 1 });
  ok(set instanceof Set && set.has("x") && set.size === 2);
});
test("cycles and shared objects", () => {
  const shared = {};
  const value = { shared, list: [shared] };
  value.self = value;
  const map = new Map();
  map.set(map, map);
  const copy = clone(value);
  ok(copy.self === copy && copy.list[0] === copy.shared && copy.shared !== shared);
  const mapCopy = clone(map);
  equal(mapCopy.get(mapCopy), mapCopy);
});
test("buffers and views", () => {
  const buffer = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]).buffer;
  const { a, b, c, d } = clone({ a: buffer, b: new Uint8Array(buffer, 1, 2), c: new DataView(buffer, 4), d: new Float64Array(buffer) });
  ok(a !== buffer && a === b.buffer && b.buffer === c.buffer && d.length === 1);
  equal(String(b), "2,3");
  equal(c.getUint8(0), 5);
  equal(c.byteLength, 4);
  equal(clone(new BigInt64Array([1n]))[0], 1n);
});
test("errors", () => {
  const error = Object.assign(new RangeError("bad"), { extra: 1 });
  const copy = clone(error);
  ok(copy instanceof RangeError && copy !== error);
  equal(copy.message, "bad");
  equal(copy.stack, error.stack);
  equal("extra" in copy, false);
  equal(Object.keys(copy).length, 0);
  class Mine extends Error { get name() { return "Mine"; } }
  equal(Object.getPrototypeOf(clone(new Mine("m"))), Error.prototype);
  equal(clone(Object.assign(new Error("m"), { name: "TypeError" })) instanceof TypeError, true);
  const exception = clone(new DOMException("gone", "AbortError"));
  ok(exception instanceof DOMException);
  equal(`${exception.name} ${exception.message} ${exception.code}`, "AbortError gone 20");
});
test("what cannot be cloned", () => {
  const values = [() => 1, Symbol("s"), Object(Symbol("s")), new WeakMap(), new WeakSet(), Promise.resolve(), new URL("https://a.test"), new Event("x"), class {}];
  for (const value of values) {
    throws("DataCloneError", () => clone(value));
    throws("DataCloneError", () => clone({ value }));
  }
  throws("TypeError", () => clone());
  const thrown = throws("Error", () => clone({ get a() { throw new Error("mine"); } }));
  equal(thrown.message, "mine");
});
test("transfer", () => {
  throws("DataCloneError", () => clone(1, { transfer: [{}] }));
  throws("TypeError", () => clone(1, { transfer: 1 }));
  throws("TypeError", () => clone(1, { transfer: [1] }));
  const buffer = new Uint8Array([1, 2]).buffer;
  if (typeof ArrayBuffer.prototype.transfer !== "function") {
    throws("DataCloneError", () => clone(buffer, { transfer: [buffer] }));
    equal(buffer.byteLength, 2);
    return;
  }
  throws("DataCloneError", () => clone(1, { transfer: [buffer, buffer] }));
  const copy = clone({ buffer }, { transfer: [buffer] });
  equal(String(new Uint8Array(copy.buffer)), "1,2");
  equal(buffer.byteLength, 0);
  throws("DataCloneError", () => clone(buffer));
  throws("DataCloneError", () => clone(1, { transfer: [buffer] }));
});
test("deep nesting needs no stack", () => {
  let deep = {};
  for (let i = 0; i < 50000; i++) deep = i % 2 === 0 ? { deep } : [deep];
  let depth = 0;
  for (let o = clone(deep); o !== undefined; o = Array.isArray(o) ? o[0] : o.deep) depth++;
  equal(depth, 50001);
});
test("the cause of an error, even itself", () => {
  const error = new TypeError("a", { cause: { list: [1] } });
  const copy = structuredClone(error);
  same(copy.cause, { list: [1] });
  ok(copy.cause !== error.cause && !Object.keys(copy).includes("cause"));
  const loop = new Error("b");
  loop.cause = loop;
  const looped = structuredClone(loop);
  equal(looped.cause, looped);
  equal("cause" in structuredClone(new Error("c")), false);
  ok(!(structuredClone(Object.create(Error.prototype)) instanceof Error));
});
test("views of a resizable buffer", () => {
  if (ArrayBuffer.prototype.resize === undefined) return; // goja
  for (const max of [8, 16]) {
    const buffer = new ArrayBuffer(8, { maxByteLength: max });
    new Uint8Array(buffer).fill(5);
    const all = { tracking: new Uint8Array(buffer), fixed: new Uint8Array(buffer, 0, 8), view: new DataView(buffer, 4) };
    const { tracking, fixed, view } = structuredClone(all);
    same([...tracking], [5, 5, 5, 5, 5, 5, 5, 5]);
    same([...all.tracking], [5, 5, 5, 5, 5, 5, 5, 5]);
    tracking.buffer.resize(6);
    same([tracking.length, fixed.length, view.byteLength], [6, 0, 2]);
    buffer.resize(2);
    throws("DataCloneError", () => structuredClone(all.view));
    throws("DataCloneError", () => structuredClone(all.fixed));
    structuredClone(all.tracking);
  }
});
