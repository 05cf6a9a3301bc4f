// 13_structured_clone: structuredClone, and the cloning and transfer behind postMessage.
// Spec: https://html.spec.whatwg.org/multipage/structured-data.html
// Deviations: serializing and deserializing are one pass, which needs no stack of
// the engine's. A proxy is cloned as the object it looks like, and so is what has
// only internal slots that JavaScript cannot see (generators, iterators). An object
// whose prototype is Object.prototype is a plain one. The cause of an error is
// kept, as in V8.
"use strict";
__host.define("13_structured_clone", (host) => {
  const { load } = host;
  const { isObject, isArrayBuffer, object, required, sequence, sequenceFrom, dictionary } = load("01_webidl");
  const { serializable, serializationSteps } = load("01_webidl");
  const { DOMException } = load("02_dom_exception");
  const { getPrototypeOf, getOwnPropertyDescriptor, keys, prototype: objectPrototype } = Object;
  const { hasOwnProperty } = objectPrototype;

  serializable(DOMException, (value) => new DOMException(value.message, value.name));

  function fail(what) {
    throw host.domException(`structured clone: ${what}`, "DataCloneError");
  }

  const getter = (cls, key) => getOwnPropertyDescriptor(cls.prototype, key).get;
  const mapSize = getter(Map, "size");
  const setSize = getter(Set, "size");
  const typedArrayAt = getPrototypeOf(Uint8Array).prototype.at;
  const typedArrayName = getter(getPrototypeOf(Uint8Array), Symbol.toStringTag);
  const regExpSource = getter(RegExp, "source");
  const { isError } = Error;
  const opaque = [
    WeakMap, WeakSet, Promise, globalThis.WeakRef, globalThis.FinalizationRegistry, globalThis.SharedArrayBuffer,
  ].filter(Boolean);
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
    if (isError(value)) return beginError(value);
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
    const copy = emptyBuffer(buffer);
    new Uint8Array(copy).set(new Uint8Array(buffer));
    return copy;
  }
  const emptyBuffer = ({ byteLength, resizable, maxByteLength }) =>
    resizable ? new ArrayBuffer(byteLength, { maxByteLength }) : new ArrayBuffer(byteLength);

  function cloneView(view, memory) {
    if (!isInBounds(view)) fail("a view that is out of the bounds of its buffer cannot be cloned");
    const { buffer } = view;
    let copy = memory.get(buffer);
    if (copy === undefined) {
      copy = cloneBuffer(buffer);
      memory.set(buffer, copy);
    }
    const length = buffer.resizable && isLengthTracking(view) ? undefined : viewLength(view);
    const name = typedArrayName.call(view);
    return name === undefined ? new DataView(copy, view.byteOffset, length) : new views[name](copy, view.byteOffset, length);
  }

  // A view is out of the bounds of its buffer after the buffer has shrunk.
  function isInBounds(view) {
    try {
      return typedArrayName.call(view) === undefined ? view.byteLength >= 0 : (typedArrayAt.call(view, 0), true);
    } catch {
      return false;
    }
  }
  const viewLength = (view) => (typedArrayName.call(view) === undefined ? view.byteLength : view.length);

  // isLengthTracking tells by a change of the buffer's length, which it undoes.
  function isLengthTracking(view) {
    const { buffer } = view;
    const length = viewLength(view);
    const { byteLength, maxByteLength } = buffer;
    const step = view.BYTES_PER_ELEMENT ?? 1;
    if (byteLength + step <= maxByteLength) {
      buffer.resize(byteLength + step);
      const changed = viewLength(view) !== length;
      buffer.resize(byteLength);
      return changed;
    }
    if (length === 0) return false;
    const tail = new Uint8Array(buffer.slice(byteLength - step));
    buffer.resize(byteLength - step);
    const changed = !isInBounds(view) ? false : viewLength(view) !== length;
    buffer.resize(byteLength);
    new Uint8Array(buffer).set(tail, byteLength - step);
    return changed;
  }

  function beginError(error) {
    const { name, stack } = error;
    const target = new (typeof name === "string" ? errorTypes[name] ?? Error : Error)();
    const message = getOwnPropertyDescriptor(error, "message");
    if (message !== undefined && "value" in message) define(target, "message", `${message.value}`);
    if (typeof stack === "string") define(target, "stack", stack);
    const cause = getOwnPropertyDescriptor(error, "cause");
    return new Part(cause?.value, target, cause !== undefined && "value" in cause ? ["cause"] : none, causeStep);
  }
  function causeStep(part, cloneOne) {
    define(part.target, part.list[part.next++], cloneOne(part.source));
  }
  function define(target, key, value) {
    Object.defineProperty(target, key, { value, writable: true, configurable: true });
  }

  // transferBuffer returns the transfer steps of an ArrayBuffer, see 27_transferable:
  // its bytes are copied, and it is detached.
  function transferBuffer(buffer) {
    if (isDetached(buffer)) fail("a detached ArrayBuffer cannot be transferred");
    const target = emptyBuffer(buffer);
    return {
      target,
      transfer() {
        if (isDetached(buffer)) fail("a detached ArrayBuffer cannot be transferred");
        if (buffer.resizable) target.resize(buffer.byteLength); // serializing ran user code
        new Uint8Array(target).set(new Uint8Array(buffer));
        transfer.call(buffer);
      },
    };
  }

  // cloneWithTransfer is StructuredSerializeWithTransfer and
  // StructuredDeserializeWithTransfer. ports are the MessagePorts among what was transferred.
  function cloneWithTransfer(root, list) {
    if (list.length === 0) return { value: clone(root, new Map()), ports: [] };
    const memory = new Map();
    const all = list.map((transferable) => {
      const steps = isArrayBuffer(transferable) ? transferBuffer(transferable) : host.transferSteps(transferable);
      if (steps === undefined) fail("an object is to be transferred that cannot be");
      if (memory.has(transferable)) fail("an object is to be transferred twice");
      memory.set(transferable, steps.target);
      return steps;
    });
    const value = clone(root, memory);
    for (const steps of all) steps.transfer();
    return { value, ports: all.map(({ target }) => target).filter((target) => host.messagePort?.is(target)) };
  }

  const toObjects = sequence(object);
  const toOptions = dictionary([{ key: "transfer", convert: toObjects, default: () => [] }]);

  // toTransferList resolves the overloads of postMessage: a sequence of objects, or options.
  function toTransferList(value, context) {
    const method = isObject(value) ? value[Symbol.iterator] : undefined;
    return method == null ? toOptions(value, context).transfer : sequenceFrom(value, method, object, context);
  }

  function structuredClone(value, options = undefined) {
    required(arguments.length, 1, "structuredClone");
    return cloneWithTransfer(value, toOptions(options, "structuredClone: 2nd argument").transfer).value;
  }
  return { structuredClone, cloneWithTransfer, toTransferList };
});
