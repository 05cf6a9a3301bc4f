// The opening of every program that Program makes: what it logs, and how values
// are written so that two engines that agree write the same text. Messages and
// stacks of errors, names of functions and the source of functions are left out:
// they differ between engines, and between a program and its lowered form.
const log = [];
const most = { entries: 600, depth: 4, width: 24, text: 160, steps: 2000 };
let steps = 0;

// Every loop and every function takes a step, so that no program goes on for long.
function step() {
  if (++steps > most.steps) throw new RangeError("steps");
}

function note(...values) {
  const text = values.map((v) => show(v)).join(" ");
  if (log.length < most.entries) log.push(text);
}

function attempt(f) {
  try {
    note(f());
  } catch (error) {
    note("throws", error);
  }
}

// later starts an async function, and notes how its promise settles.
function later(f) {
  attempt(() => f().then((v) => note("resolved", v), (error) => note("rejected", error)));
}

// keep is value, unless it is so large that a program that keeps it could grow
// without limit.
function keep(value) {
  if (typeof value === "bigint") return value > -(2n ** 200n) && value < 2n ** 200n ? value : 0n;
  if (typeof value === "string") return value.length <= most.text ? value : value.slice(0, 9);
  if (typeof value === "object" && value !== null && weigh(value, 6) > 100) return null;
  return value;
}

// near is value, unless it is a number beyond those that all engines convert to 32 bits.
function near(value) {
  return typeof value === "number" && Number.isFinite(value) && Math.abs(value) > 2 ** 53 ? 1 : value;
}

// weigh counts values, up to a depth, without running code of the program.
function weigh(value, depth) {
  if (typeof value === "string") return 1 + value.length / 10;
  if (typeof value !== "object" || value === null || depth === 0 || proxies.has(value)) return 1;
  let weight = 1;
  if (value instanceof Map || value instanceof Set) value.forEach((v) => { weight += weigh(v, depth - 1); });
  for (const key of Reflect.ownKeys(value).slice(0, 101)) {
    weight += weigh(Reflect.getOwnPropertyDescriptor(value, key).value, depth - 1);
  }
  return weight;
}

// proxies are what guard made: looking into them would run their traps.
const proxies = new WeakSet();

function guard(target, handler) {
  const proxy = new Proxy(target, handler);
  proxies.add(proxy);
  return proxy;
}

// plain is value, or an empty object if for-in over value would run traps: which
// ones is left to the implementation.
function plain(value) {
  for (let o = value; (typeof o === "object" || typeof o === "function") && o !== null; o = Object.getPrototypeOf(o)) {
    if (proxies.has(o)) return {};
  }
  return value;
}

// watch wraps target in a Proxy that notes what is done to it. Whether "constructor" is read
// where a promise may be is among the gaps of goja.
function watch(target) {
  if (proxies.has(target)) return target; // goja asks less of an inner proxy
  const handler = {};
  for (const trap of Object.getOwnPropertyNames(Reflect)) {
    if (trap === "defineProperty") continue; // both engines have faults in what they check after it
    handler[trap] = (object, ...rest) => {
      step();
      if (rest[0] !== "constructor") note("trap", trap, ...rest.slice(0, 1).filter((x) => typeof x !== "object" && typeof x !== "function"));
      return trap === "ownKeys" ? ownKeys(object) : Reflect[trap](object, ...rest);
    };
  }
  return guard(target, handler);
}

// ownKeys sorts the keys of functions, of which engines have their own order.
function ownKeys(object) {
  const keys = Reflect.ownKeys(object);
  return typeof object === "function" ? keys.sort((p, q) => (String(p) > String(q)) - (String(p) < String(q))) : keys;
}

function show(value, around = []) {
  switch (typeof value) {
    case "number": return Object.is(value, -0) ? "-0" : String(value);
    case "bigint": return value + "n";
    case "string": return quote(value);
    case "symbol": return String(value);
    case "function": return proxies.has(value) ? "<proxy>" : "<function " + arity(value) + ">";
    case "object": return value === null ? "null" : showObject(value, around);
  }
  return String(value);
}

function quote(text) {
  const short = text.length > most.text ? text.slice(0, most.text) + "..." + text.length : text;
  return '"' + short.replace(/["\\]|[^ -~]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0")) + '"';
}

function arity(f) {
  const length = Reflect.getOwnPropertyDescriptor(f, "length");
  return length ? show(length.value) : "";
}

// intrinsics are the objects of the language, which differ in what they have and in which order.
const intrinsics = new Set([globalThis]);
for (const name of Object.getOwnPropertyNames(globalThis)) {
  const { value } = Object.getOwnPropertyDescriptor(globalThis, name);
  if (typeof value === "function" && value.prototype) intrinsics.add(value.prototype);
  if (typeof value === "object" && value !== null) intrinsics.add(value);
}
const asyncFunction = async function () {};
for (const value of [[].values(), new Map().values(), new Set().values(), ""[Symbol.iterator](), "".matchAll(/a/g),
  function* () {}, (function* () {})(), asyncFunction, asyncFunction(), Int8Array.prototype]) {
  for (let o = Object.getPrototypeOf(value); o; o = Object.getPrototypeOf(o)) {
    intrinsics.add(o);
    if (o.prototype) intrinsics.add(o.prototype);
  }
}

function showObject(value, around) {
  if (proxies.has(value)) return "<proxy>";
  if (intrinsics.has(value)) return "<intrinsic>";
  if (around.includes(value)) return "<cycle>";
  if (around.length >= most.depth) return "<deep>";
  const inner = [...around, value];
  const kind = kindOf(value);
  const parts = contents(value, kind, inner);
  if (kind !== "Error") parts.push(...properties(value, kind, inner));
  const more = parts.length > most.width ? ["..." + parts.length] : [];
  return kind + "{" + parts.slice(0, most.width).concat(more).join(", ") + "}";
}

const kinds = [Error, Map, Set, WeakMap, WeakSet, Promise, Date, RegExp, DataView, ArrayBuffer,
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array,
  Float32Array, Float64Array, BigInt64Array, BigUint64Array];
const names = ["Error", "Map", "Set", "WeakMap", "WeakSet", "Promise", "Date", "RegExp", "DataView", "ArrayBuffer",
  "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array",
  "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array"];

function kindOf(value) {
  if (Array.isArray(value)) return "Array";
  const i = kinds.findIndex((kind) => Function.prototype[Symbol.hasInstance].call(kind, value));
  if (i >= 0) return names[i];
  const prototype = Object.getPrototypeOf(value);
  return prototype === null ? "null" : prototype === Object.prototype ? "" : "Object";
}

// contents is what is in a value beyond its properties. An object that only
// inherits from a built-in prototype throws here.
function contents(value, kind, inner) {
  try {
    switch (kind) {
      case "Error": return [String(value.name)];
      case "Map": return Array.from(Map.prototype.entries.call(value), ([k, v]) => show(k, inner) + " => " + show(v, inner));
      case "Set": return Array.from(Set.prototype.values.call(value), (v) => show(v, inner));
      case "Date": return [String(Date.prototype.getTime.call(value))];
      case "RegExp": return [quote(value.source) + value.flags];
      case "DataView": return [value.byteOffset + "+" + value.byteLength];
      case "ArrayBuffer": return [new Uint8Array(value).join(" ")];
    }
  } catch (error) {
    return ["no " + kind];
  }
  return [];
}

function properties(value, kind, inner) {
  const parts = [];
  if (kind === "Array") parts.push(value.length + ":");
  for (const key of Reflect.ownKeys(value)) {
    if (parts.length > most.width) break;
    if (kind === "Array" && key === "length" || key === "stack") continue;
    parts.push(property(key, Reflect.getOwnPropertyDescriptor(value, key), inner));
  }
  if (!Object.isExtensible(value)) parts.push("fixed");
  return parts;
}

function property(key, d, inner) {
  const name = typeof key === "symbol" ? "[" + String(key) + "]" : quote(key).slice(1, -1);
  const marks = (d.enumerable ? "" : "-") + (d.configurable ? "" : "!") + (d.writable === false ? "=" : "");
  return marks + name + ": " + ("value" in d ? show(d.value, inner) : (d.get ? "get" : "") + (d.set ? "set" : ""));
}

// The source of a function, the time zone of a date and the message of an error are no observations.
Function.prototype.toString = function () { return "function"; };
Date.prototype.toString = Date.prototype.toUTCString;
const errorString = Error.prototype.toString;
Error.prototype.toString = function () { return "error"; };

__host.result = () => log.join("\n");

let a = 1, b = "two", c = [3, , 4.5], d = { x: 1, y: { z: "w" } }, e = null, f;
let x = 7, y = "why", z;

function tag(strings, ...values) {
  return [strings.join("|"), strings.raw.join("|"), values.length].join(" ");
}

// found is the result of a match with its properties in the order of the standard.
function found(match) {
  if (match === null || !Object.hasOwn(match, "input")) return match;
  const { index, input, groups, indices } = match;
  for (const name of ["index", "input", "groups", "indices"]) delete match[name];
  return Object.assign(match, { index, input, groups }, indices && { indices });
}
