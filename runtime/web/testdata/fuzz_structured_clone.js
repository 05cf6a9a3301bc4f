// The program of FuzzStructuredClone: the bytes of its input make a value, which is
// cloned. It logs the clone, which must look like the value, and the same in every engine.
"use strict";
const fuzz = async (bytes, log) => {
  let at = 0;
  const byte = () => (at < bytes.length ? bytes[at++] : 0);
  const made = [];
  const transfer = [];
  const text = () => ["", "a", "__proto__", "constructor", "\ud800", "length", "0"][byte() % 7];
  const keep = (value) => {
    made.push(value);
    return value;
  };
  function fill(object, depth) {
    for (let n = byte() % 4; n > 0; n--) {
      const key = text();
      if (key === "length" && Array.isArray(object)) continue;
      Object.defineProperty(object, key, { value: make(depth - 1), writable: true, enumerable: byte() % 8 !== 0, configurable: true });
    }
    return object;
  }
  const views = [Uint8Array, Int16Array, Float64Array, BigInt64Array, Uint8ClampedArray];
  function view() {
    const buffer = made.find((value) => value instanceof ArrayBuffer && value.byteLength >= 16) ?? keep(new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]).buffer);
    const kind = byte();
    if (kind % 7 === 6) return keep(new DataView(buffer, kind % 8));
    return keep(new views[kind % 5](buffer, 8 * (kind % 2)));
  }
  class Own {
    constructor() { this.own = 1; }
    get inherited() { return 2; }
  }
  const errors = [Error, TypeError, RangeError, class Mine extends Error { get name() { return "Mine"; } }, EvalError];
  function make(depth) {
    const kind = byte();
    if (depth < 0 || at >= bytes.length) return kind;
    switch (kind % 32) {
      case 0: return undefined;
      case 1: return null;
      case 2: return kind % 3 === 0;
      case 3: return [0, -0, NaN, Infinity, 1.5, 2 ** 53][byte() % 6];
      case 4: return text();
      case 5: return BigInt(byte());
      case 6: case 7: case 8: return fill(keep({}), depth);
      case 9: case 10: {
        const array = keep([]);
        for (let n = byte() % 4; n > 0; n--) array.push(make(depth - 1));
        if (byte() % 4 === 0) array.length += 2;
        return byte() % 4 === 0 ? fill(array, depth) : array;
      }
      case 11: {
        const map = keep(new Map());
        for (let n = byte() % 4; n > 0; n--) map.set(make(depth - 1), make(depth - 1));
        return map;
      }
      case 12: {
        const set = keep(new Set());
        for (let n = byte() % 4; n > 0; n--) set.add(make(depth - 1));
        return set;
      }
      case 13: return keep(new Date(byte() % 2 === 0 ? NaN : byte()));
      case 14: return keep([/a/g, /\//iu, /(?:)/, /b/dy][byte() % 4]);
      case 15: return keep(Object([true, 1, "x", 5n][byte() % 4]));
      case 16: case 17: {
        const error = keep(new errors[byte() % 5](text()));
        if (byte() % 2 === 0) error.cause = make(depth - 1);
        return error;
      }
      case 18: return view();
      case 19: return keep(new ArrayBuffer(byte() % 20));
      case 20: return keep(fill(new Own(), depth));
      case 21: return keep(Object.create(null));
      case 22: return keep(new DOMException(text(), "AbortError"));
      case 23: return keep(new Blob([text(), new Uint8Array(byte())], { type: "a/b" }));
      case 24: {
        const target = keep({});
        Object.defineProperty(target, "x", { enumerable: true, get() { return make(depth - 1); } });
        return target;
      }
      case 25: { // what cannot be cloned
        const value = [Symbol("s"), () => {}, new WeakMap(), Promise.resolve(), new Headers(), new Proxy(() => {}, {})][byte() % 6];
        return byte() % 4 === 0 ? value : 1;
      }
      case 26: {
        const transferable = [() => new MessageChannel().port1, () => new ReadableStream(), () => new WritableStream(), () => new TransformStream()][byte() % 4]();
        if (byte() % 8 !== 0) transfer.push(transferable);
        return keep(transferable);
      }
      case 27: {
        const buffer = made.find((value) => value instanceof ArrayBuffer);
        if (buffer !== undefined && (byte() % 8 === 0 || !transfer.includes(buffer))) transfer.push(buffer);
        return buffer;
      }
      case 28: return keep(new File([text()], text(), { lastModified: byte() }));
      default: return made.length > 0 ? made[byte() % made.length] : 0;
    }
  }

  // dump writes a value down, with a number for each object.
  function dump(root) {
    const known = new Map();
    const name = (value) => Object.prototype.toString.call(value).slice(8, -1);
    const own = (value, step) => Object.keys(value).map((key) => `${JSON.stringify(key)}:${step(value[key])}`).join();
    const step = (value) => {
      if (typeof value === "string") return JSON.stringify(value);
      if (typeof value === "bigint") return `${value}n`;
      if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
      if (known.has(value)) return `#${known.get(value)}`;
      known.set(value, known.size);
      if (Array.isArray(value)) return `[${value.length} ${own(value, step)}]`;
      if (value instanceof Map) return `Map{${[...value].map(([k, v]) => `${step(k)}=>${step(v)}`)}}`;
      if (value instanceof Set) return `Set{${[...value].map(step)}}`;
      if (value instanceof DOMException) return `${value.name} ${step(value.message)} ${value.code}`;
      if (value instanceof Error) {
        const cause = Object.getOwnPropertyDescriptor(value, "cause");
        const { message } = value;
        return `${Object.getPrototypeOf(value).name} ${step(message)} ${cause && "value" in cause ? step(cause.value) : ""}`;
      }
      if (ArrayBuffer.isView(value)) return `${name(value)} ${value.byteOffset} ${value.byteLength} ${step(value.buffer)}`;
      if (value instanceof ArrayBuffer) return `ArrayBuffer ${new Uint8Array(value)}`;
      if (value instanceof Blob) return `${name(value)} ${value.size} ${value.type} ${value.name}`;
      if (value instanceof Date) return `Date ${value.getTime()}`;
      if (value instanceof RegExp) return `${value}`;
      if (["Boolean", "Number", "String", "BigInt"].includes(name(value))) return `${name(value)} ${String(value)}`;
      return `${name(value)}{${own(value, step)}}`;
    };
    return step(root);
  }

  const value = make(5);
  let before;
  try {
    before = dump(value);
  } catch {
    return; // a getter made something too deep to show
  }
  if (at < bytes.length && byte() % 16 === 0) transfer.push({});
  try {
    const clone = structuredClone(value, { transfer });
    log(dump(clone).slice(0, 2000));
  } catch (error) {
    log(`${error.name}${error.name === "DataCloneError" ? "" : ` BUG ${error.message} ${error.stack}`}`);
    for (const buffer of made) if (buffer instanceof ArrayBuffer && transfer.includes(buffer)) log(`kept ${buffer.byteLength}`);
  }
};
