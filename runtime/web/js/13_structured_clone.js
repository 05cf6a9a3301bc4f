// 13_structured_clone: structuredClone.
// Spec: https://html.spec.whatwg.org/multipage/structured-data.html
// Deviations: serializing and deserializing are one pass, which needs no stack of
// the engine's. A proxy is cloned as the object it looks like, and so is what has
// only internal slots that JavaScript cannot see (generators, iterators). An object
// whose prototype is Object.prototype is a plain one. A view of a resizable buffer
// keeps its present length. Where the engine has no ArrayBuffer.prototype.transfer,
// nothing can be transferred.
"use strict";
__host.define("13_structured_clone", (host) => {
  const { load } = host;
  const { isObject, isArrayBuffer, object, required, sequence, dictionary } = load("01_webidl");
  const { serializable, serializationSteps } = load("01_webidl");
  const { DOMException } = load("02_dom_exception");
  const { getPrototypeOf, getOwnPropertyDescriptor, keys, prototype: objectPrototype } = Object;
  const { hasOwnProperty } = objectPrototype;

  serializable(DOMException, (value) => new DOMException(value.message, value.name));

  function fail(what) {
    throw host.domException(`structuredClone: ${what}`, "DataCloneError");
  }

  const getter = (cls, key) => getOwnPropertyDescriptor(cls.prototype, key).get;
  const mapSize = getter(Map, "size");
  const setSize = getter(Set, "size");
  const typedArrayName = getter(getPrototypeOf(Uint8Array), Symbol.toStringTag);
  const regExpSource = getter(RegExp, "source");
  const opaque = [WeakMap, WeakSet, Promise, globalThis.WeakRef, globalThis.FinalizationRegistry].filter(Boolean);
  const { transfer } = ArrayBuffer.prototype;
  const errorTypes = { __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
  const views = { __proto__: null };
  for (const name of [
    "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array",
    "Float16Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array",
  ]) views[name] = globalThis[name];

  // slots makes the test for an internal slot from a function that needs it.
  const slots = (probe) => (value) => {
    try {
      probe.call(value);
      return true;
    } catch {
      return false;
    }
  };
  const isMap = slots(mapSize);
  const isSet = slots(setSize);
  const isDate = slots(Date.prototype.getTime);
  const isRegExp = slots(function probe() {
    if (this === RegExp.prototype) throw new TypeError();
    return regExpSource.call(this);
  });
  const isWrapper = [Boolean, Number, String, BigInt].map((cls) => ({ is: slots(cls.prototype.valueOf), valueOf: cls.prototype.valueOf }));
  const isSymbolWrapper = slots(Symbol.prototype.valueOf);

  // A Part is an object whose parts are still to be cloned: list holds property
  // names, the entries of a Map one after the other, or the items of a Set.
  class Part {
    constructor(source, target, list, step) {
      this.source = source;
      this.target = target;
      this.list = list;
      this.step = step;
      this.next = 0;
      this.key = undefined;
    }
  }
  function propertyStep(part, cloneOne) {
    const key = part.list[part.next++];
    if (!hasOwnProperty.call(part.source, key)) return;
    const value = cloneOne(part.source[key]);
    if (key !== "__proto__") part.target[key] = value;
    else Object.defineProperty(part.target, key, { value, writable: true, enumerable: true, configurable: true });
  }
  function mapStep(part, cloneOne) {
    const value = cloneOne(part.list[part.next]);
    if (part.next++ % 2 === 0) part.key = value;
    else Map.prototype.set.call(part.target, part.key, value);
  }
  function setStep(part, cloneOne) {
    Set.prototype.add.call(part.target, cloneOne(part.list[part.next++]));
  }

  // clone is StructuredSerializeInternal and StructuredDeserialize. memory maps
  // objects to their clones.
  function clone(root, memory) {
    const parts = [];
    const cloneOne = (value) => {
      if (typeof value === "symbol") fail("a symbol cannot be cloned");
      if (!isObject(value)) return value;
      const known = memory.get(value);
      if (known !== undefined) return known;
      const part = begin(value, memory);
      memory.set(value, part.target);
      if (part.list.length > 0) parts.push(part);
      return part.target;
    };
    const result = cloneOne(root);
    while (parts.length > 0) {
      const part = parts[parts.length - 1];
      if (part.next === part.list.length) parts.pop();
      else part.step(part, cloneOne);
    }
    return result;
  }

  const none = [];
  const whole = (target) => new Part(undefined, target, none, undefined);

  function begin(value, memory) {
    if (typeof value === "function") fail("a function cannot be cloned");
    if (Array.isArray(value)) return new Part(value, new Array(value.length), keys(value), propertyStep);
    const prototype = getPrototypeOf(value);
    if (prototype === objectPrototype || prototype === null) return new Part(value, {}, keys(value), propertyStep);
    const steps = serializationSteps(value);
    if (steps === null) fail(`a ${prototype.constructor?.name ?? "platform object"} cannot be cloned`);
    if (steps !== undefined) return whole(steps(value));
    return beginSlots(value, memory) ?? new Part(value, {}, keys(value), propertyStep);
  }

  function beginSlots(value, memory) {
    if (ArrayBuffer.isView(value)) return whole(cloneView(value, memory));
    if (isArrayBuffer(value)) return whole(cloneBuffer(value));
    if (isMap(value)) return new Part(value, new Map(), [...Map.prototype.entries.call(value)].flat(), mapStep);
    if (isSet(value)) return new Part(value, new Set(), [...Set.prototype.values.call(value)], setStep);
    if (isDate(value)) return whole(new Date(Date.prototype.getTime.call(value)));
    if (value instanceof Error) return whole(cloneError(value));
    if (isRegExp(value)) return whole(new RegExp(regExpSource.call(value), value.flags));
    for (const { is, valueOf } of isWrapper) if (is(value)) return whole(Object(valueOf.call(value)));
    if (isSymbolWrapper(value)) fail("a symbol cannot be cloned");
    if (opaque.some((cls) => value instanceof cls)) fail(`a ${value.constructor?.name} cannot be cloned`);
    return undefined;
  }

  function isDetached(buffer) {
    if (buffer.byteLength > 0) return false;
    try {
      return new Uint8Array(buffer) === undefined;
    } catch {
      return true;
    }
  }

  function cloneBuffer(buffer) {
    if (isDetached(buffer)) fail("a detached ArrayBuffer cannot be cloned");
    const copy = buffer.resizable
      ? new ArrayBuffer(buffer.byteLength, { maxByteLength: buffer.maxByteLength })
      : new ArrayBuffer(buffer.byteLength);
    new Uint8Array(copy).set(new Uint8Array(buffer));
    return copy;
  }

  function cloneView(view, memory) {
    const { buffer } = view;
    let copy = memory.get(buffer);
    if (copy === undefined) {
      copy = cloneBuffer(buffer);
      memory.set(buffer, copy);
    }
    const name = typedArrayName.call(view);
    if (name === undefined) return new DataView(copy, view.byteOffset, view.byteLength);
    return new views[name](copy, view.byteOffset, view.length);
  }

  function cloneError(error) {
    const name = `${error.name}`;
    const target = new (errorTypes[name] ?? Error)();
    const message = getOwnPropertyDescriptor(error, "message");
    if (message !== undefined && "value" in message) define(target, "message", `${message.value}`);
    const { stack } = error;
    if (typeof stack === "string") define(target, "stack", stack);
    return target;
  }
  function define(target, key, value) {
    Object.defineProperty(target, key, { value, writable: true, configurable: true });
  }

  const toOptions = dictionary([{ key: "transfer", convert: sequence(object), default: () => [] }]);

  // structuredClone transfers an ArrayBuffer by copying and then detaching it.
  function structuredClone(value, options = undefined) {
    required(arguments.length, 1, "structuredClone");
    const memory = new Map();
    const list = options == null ? none : toOptions(options, "structuredClone: 2nd argument").transfer;
    for (const transferable of list) {
      if (!isArrayBuffer(transferable)) fail("only an ArrayBuffer can be transferred");
      if (memory.has(transferable)) fail("an object is to be transferred twice");
      if (transfer === undefined) fail("this engine cannot detach an ArrayBuffer");
      memory.set(transferable, cloneBuffer(transferable));
    }
    const result = clone(value, memory);
    for (const transferable of list) transfer.call(transferable);
    return result;
  }
  return { structuredClone };
});
