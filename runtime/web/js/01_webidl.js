// 01_webidl: conversions of Web IDL, and the shape of its interfaces in JavaScript.
// Spec: https://webidl.spec.whatwg.org/#js-type-mapping
// A converter is (value, context) => converted; context begins the TypeError's
// message, as in "Failed to construct 'Request': 1st argument".
"use strict";
__host.define("01_webidl", ({ ops }) => {
  const fail = (context, what) => {
    throw new TypeError(`${context}: ${what}`);
  };

  // required checks the number of arguments of an operation or constructor.
  function required(have, want, context) {
    if (have < want) {
      fail(context, `${want} argument${want === 1 ? "" : "s"} required, but only ${have} present`);
    }
  }

  const any = (value) => value;
  const boolean = (value) => !!value;
  const DOMString = (value, context) => {
    if (typeof value === "string") return value;
    if (typeof value === "symbol") fail(context, "is a symbol, which cannot be converted to a string");
    return `${value}`;
  };
  const USVString = (value, context) => toWellFormed(DOMString(value, context));
  // toWellFormed makes lone surrogates U+FFFD. Where the language lacks it (it is
  // of ES2024), a string that crosses to Go and back is well-formed.
  const toWellFormed = typeof String.prototype.toWellFormed === "function"
    ? (text) => text.toWellFormed()
    : (text) => ops.op_well_formed(text);
  const noByte = /[^\x00-\xff]/;
  const ByteString = (value, context) => {
    const text = DOMString(value, context);
    if (noByte.test(text)) fail(context, `is not a byte string: character at index ${text.search(noByte)} is greater than 255`);
    return text;
  };

  const number = (value, context) => {
    if (typeof value === "bigint") fail(context, "is a BigInt, which cannot be converted to a number");
    return +value;
  };
  const unrestrictedDouble = number;
  const double = (value, context) => {
    const x = number(value, context);
    if (!Number.isFinite(x)) fail(context, "is not a finite number");
    return x;
  };

  // integer makes the converter of an integer type (ConvertToInt). attribute is
  // "", "enforceRange" or "clamp".
  function integer(bits, signed, attribute = "") {
    const high = bits === 64 ? Number.MAX_SAFE_INTEGER : 2 ** (signed ? bits - 1 : bits) - 1;
    const low = !signed ? 0 : bits === 64 ? Number.MIN_SAFE_INTEGER : -(2 ** (bits - 1));
    const modulo = 2 ** bits;
    return (value, context) => {
      let x = number(value, context);
      if (attribute === "enforceRange") {
        if (!Number.isFinite(x)) fail(context, "is not a finite number");
        x = Math.trunc(x);
        if (x < low || x > high) fail(context, `is outside the range ${low} to ${high}`);
        return x + 0;
      }
      if (attribute === "clamp") {
        if (Number.isNaN(x)) return 0;
        return roundHalfEven(Math.min(Math.max(x, low), high)) + 0;
      }
      if (!Number.isFinite(x)) return 0;
      x = Math.trunc(x) % modulo;
      if (x < 0) x += modulo;
      return signed && x >= modulo / 2 ? x - modulo : x + 0;
    };
  }
  function roundHalfEven(x) {
    const floor = Math.floor(x);
    if (x - floor !== 0.5) return Math.round(x);
    return floor % 2 === 0 ? floor : floor + 1;
  }

  const object = (value, context) => {
    if (!isObject(value)) fail(context, "is not an object");
    return value;
  };
  const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";
  const callback = (value, context) => {
    if (typeof value !== "function") fail(context, "is not a function");
    return value;
  };
  const nullable = (convert) => (value, context) => (value == null ? null : convert(value, context));

  const arrayBufferByteLength = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength").get;
  function isArrayBuffer(value) {
    if (ArrayBuffer.isView(value)) return false; // goja's error would have all of its elements
    try {
      arrayBufferByteLength.call(value);
      return true;
    } catch {
      return false;
    }
  }
  // BufferSource accepts an ArrayBuffer or a view on one.
  const BufferSource = (value, context) => {
    if (!ArrayBuffer.isView(value) && !isArrayBuffer(value)) fail(context, "is not an ArrayBuffer or a view on one");
    return value;
  };
  // bytesOf is "get a copy of the bytes held by the buffer source", without the copy.
  function bytesOf(source) {
    if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
    return new Uint8Array(source);
  }

  // sequence converts an iterable to an array.
  const sequence = (convert) => (value, context) => {
    if (!isObject(value)) fail(context, "is not iterable");
    const method = value[Symbol.iterator];
    if (typeof method !== "function") fail(context, "is not iterable");
    return sequenceFrom(value, method, convert, context);
  };
  // sequenceFrom is "create a sequence from an iterable": method was already read.
  function sequenceFrom(value, method, convert, context) {
    const iterator = method.call(value);
    if (!isObject(iterator)) fail(context, "has an iterator that is not an object");
    const { next } = iterator;
    const out = [];
    for (;;) {
      const step = next.call(iterator);
      if (!isObject(step)) fail(context, "has an iterator whose result is not an object");
      if (step.done) return out;
      out.push(convert(step.value, `${context}, element ${out.length}`));
    }
  }

  // record converts an object's own enumerable properties to an array of pairs.
  const record = (key, convert) => (value, context) => {
    if (!isObject(value)) fail(context, "is not an object");
    const out = new Map();
    for (const k of Reflect.ownKeys(value)) {
      if (!isEnumerable(value, k)) continue;
      const name = key(k, `${context}, key`);
      out.set(name, convert(value[k], `${context}, value of "${name}"`));
    }
    return [...out];
  };

  // isEnumerable is [[GetOwnProperty]], of which only one field is wanted.
  const { propertyIsEnumerable } = Object.prototype;
  const isEnumerable = (value, key) => propertyIsEnumerable.call(value, key);

  // dictionary reads members ({key, convert, required, default}) in their order,
  // which must be the specification's: lexicographic within each level.
  const dictionary = (members) => (value, context) => {
    if (value != null && !isObject(value)) fail(context, "is not an object");
    const out = {};
    for (const m of members) {
      const x = value == null ? undefined : value[m.key];
      if (x !== undefined) out[m.key] = m.convert(x, `${context}, member "${m.key}"`);
      else if (m.required) fail(context, `member "${m.key}" is required`);
      else if ("default" in m) out[m.key] = typeof m.default === "function" ? m.default() : m.default;
    }
    return out;
  };

  const enumeration = (name, values) => (value, context) => {
    const text = DOMString(value, context);
    if (!values.includes(text)) fail(context, `"${text}" is not a value of ${name} (${values.join(", ")})`);
    return text;
  };

  // interfaceType accepts what the brand check is true for.
  const interfaceType = (name, is) => (value, context) => {
    if (!is(value)) fail(context, `is not a ${name}`);
    return value;
  };

  // illegal is given by our own code to constructors that user code may not call.
  const illegal = Symbol("illegal constructor");
  function guardConstructor(token) {
    if (token !== illegal) throw new TypeError("Illegal constructor");
  }

  // makeEnumerable changes the keys that are not of the language. It counts, since
  // for-of over an array costs goja several times as much.
  const ofClasses = new Set(["prototype", "length", "name"]);
  const ofPrototypes = new Set(["constructor"]);
  const enumerable = { enumerable: true };
  function makeEnumerable(target, ofLanguage) {
    const keys = Object.getOwnPropertyNames(target);
    for (let i = 0; i < keys.length; i++) {
      if (!ofLanguage.has(keys[i])) Object.defineProperty(target, keys[i], enumerable);
    }
  }

  // expose gives a class the look of an interface: enumerable members, a
  // Symbol.toStringTag, and constants ({NAME: value}) on both objects.
  function expose(cls, constants = {}) {
    makeEnumerable(cls, ofClasses);
    makeEnumerable(cls.prototype, ofPrototypes);
    for (const key of Object.keys(constants)) {
      const descriptor = { value: constants[key], enumerable: true };
      Object.defineProperty(cls, key, descriptor);
      Object.defineProperty(cls.prototype, key, descriptor);
    }
    Object.defineProperty(cls.prototype, Symbol.toStringTag, { value: cls.name, configurable: true });
    exposed.add(cls.prototype);
    return cls;
  }

  // interfaceMembers are the attributes ([key, getter] pairs) of the interface that
  // value is an object of, and the entries method if it has pairs; undefined if
  // value is no object of ours.
  const exposed = new WeakSet();
  function interfaceOf(value) {
    let prototype = Object.getPrototypeOf(value);
    while (prototype !== null && !exposed.has(prototype)) prototype = Object.getPrototypeOf(prototype);
    return prototype;
  }
  function interfaceMembers(value) {
    const prototype = interfaceOf(value);
    if (prototype === null) return undefined;
    const attributes = new Map();
    for (let p = prototype; exposed.has(p); p = Object.getPrototypeOf(p)) {
      for (const [key, { get }] of Object.entries(Object.getOwnPropertyDescriptors(p))) {
        if (get !== undefined && !attributes.has(key)) attributes.set(key, get);
      }
    }
    return { attributes: [...attributes], entries: prototype.entries };
  }

  // serializable makes a class serializable (HTML's [Serializable]): steps gives the
  // clone of an object of it, and throws on a foreign one.
  const serializers = new WeakMap();
  function serializable(cls, steps) {
    serializers.set(cls.prototype, steps);
  }
  // serializationSteps are null for a platform object that is not serializable, and
  // undefined for what is no platform object.
  function serializationSteps(value) {
    const prototype = interfaceOf(value);
    return prototype === null ? undefined : serializers.get(prototype) ?? null;
  }

  // pairIterable adds entries, keys, values, forEach and Symbol.iterator to a
  // class with a value pair iterator. pairs(object) returns its live list of
  // [key, value] and throws a TypeError on a foreign object.
  function pairIterable(cls, pairs) {
    class PairIterator {
      #target;
      #pick;
      #index = 0;
      constructor(target, pick) {
        this.#target = target;
        this.#pick = pick;
      }
      next() {
        const list = pairs(this.#target); // throws a TypeError on a foreign receiver
        const index = this.#index, pick = this.#pick;
        if (index >= list.length) return { value: undefined, done: true };
        this.#index = index + 1;
        return { value: pick(list[index]), done: false };
      }
    }
    const { prototype } = PairIterator;
    delete prototype.constructor;
    Object.setPrototypeOf(prototype, Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())));
    Object.defineProperty(prototype, "next", enumerable);
    Object.defineProperty(prototype, Symbol.toStringTag, { value: `${cls.name} Iterator`, configurable: true });
    const make = (name, pick) => {
      const method = {
        [name]() {
          pairs(this);
          return new PairIterator(this, pick);
        },
      }[name];
      Object.defineProperty(cls.prototype, name, { value: method, writable: true, enumerable: true, configurable: true });
      return method;
    };
    const entries = make("entries", (pair) => [pair[0], pair[1]]);
    make("keys", (pair) => pair[0]);
    make("values", (pair) => pair[1]);
    const { forEach } = {
      forEach(callbackfn, thisArg = undefined) {
        pairs(this);
        required(arguments.length, 1, `${cls.name}.forEach`);
        callback(callbackfn, `${cls.name}.forEach: 1st argument`);
        for (let i = 0; i < pairs(this).length; i++) {
          const [key, value] = pairs(this)[i];
          callbackfn.call(thisArg, value, key, this);
        }
      },
    };
    Object.defineProperty(forEach, "length", { value: 1, configurable: true });
    Object.defineProperty(cls.prototype, "forEach", { value: forEach, writable: true, enumerable: true, configurable: true });
    Object.defineProperty(cls.prototype, Symbol.iterator, { value: entries, writable: true, configurable: true });
  }

  return {
    required, any, boolean, DOMString, USVString, toWellFormed, ByteString, double, unrestrictedDouble, integer,
    object, isObject, callback, nullable, isArrayBuffer, BufferSource, bytesOf, sequence, sequenceFrom,
    isEnumerable, record, dictionary, enumeration, interfaceType, illegal, guardConstructor, expose, interfaceMembers,
    serializable, serializationSteps, pairIterable,
  };
});
