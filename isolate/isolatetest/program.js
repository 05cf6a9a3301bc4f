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

// watch wraps target in a Proxy that notes what is done to it.
function watch(target) {
  const handler = {};
  for (const trap of Object.getOwnPropertyNames(Reflect)) {
    handler[trap] = (object, ...rest) => {
      step();
      note("trap", trap, ...rest.slice(0, 1).filter((x) => typeof x !== "object" && typeof x !== "function"));
      return Reflect[trap](object, ...rest);
    };
  }
  return guard(target, handler);
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

function showObject(value, around) {
  if (proxies.has(value)) return "<proxy>";
  if (value === globalThis) return "<global>";
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
    if (kind === "Array" && key === "length") continue;
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

// The source of a function and the time zone of a date are no observations.
Function.prototype.toString = function () { return "function"; };
Date.prototype.toString = Date.prototype.toUTCString;

__host.result = () => log.join("\n");

let a = 1, b = "two", c = [3, , 4.5], d = { x: 1, y: { z: "w" } }, e = null, f;
let x = 7, y = "why", z;

function tag(strings, ...values) {
  return [strings.join("|"), strings.raw.join("|"), Object.isFrozen(strings), values.length].join(" ");
}
