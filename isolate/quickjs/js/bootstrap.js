// The JavaScript half of an isolate's boundary. It runs first in every isolate,
// takes what it needs from the language before an app can change it, and is the
// value of this script.
(() => {
  "use strict";
  const { Error, AggregateError, Promise, String, Uint8Array } = globalThis;
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const constructors = {
    __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError,
  };
  const { then } = Promise.prototype;
  const getter = (key) => getOwnPropertyDescriptor(DataView.prototype, key).get;
  const buffer = getter("buffer"), byteOffset = getter("byteOffset"), byteLength = getter("byteLength");

  const ops = {};
  const host = { ops, queueMicrotask: globalThis.queueMicrotask };
  defineProperty(globalThis, "__host", { value: host, writable: true, configurable: true, enumerable: false });
  // What QuickJS adds to the language.
  delete globalThis.queueMicrotask;
  delete globalThis.InternalError;

  return {
    host,
    ops,

    // window is the bytes that a DataView shows.
    window: (view) => new Uint8Array(apply(buffer, view, []), apply(byteOffset, view, []), apply(byteLength, view, [])),

    // failure is the error that an op throws.
    failure(name, message) {
      if (name === "AggregateError") return new AggregateError([], message);
      const constructor = constructors[name];
      if (constructor !== undefined) return new constructor(message);
      const make = host.domException;
      if (typeof make === "function") return make(message, name);
      const error = new Error(message);
      defineProperty(error, "name", { value: name, writable: true, configurable: true, enumerable: false });
      return error;
    },

    // describe is one part of what was thrown, as a string, whatever it was.
    describe(thrown, isError, part) {
      try {
        if (!isError) return part === "message" ? String(thrown) : "";
        const field = thrown[part];
        if (typeof field === "string") return field;
        return part === "message" && field !== undefined ? String(field) : "";
      } catch {
        return part === "message" && !isError ? "an object without a text" : "";
      }
    },

    // rejected tells __host.rejection.
    rejected(promise, reason, handled) {
      try {
        const hook = host.rejection;
        if (typeof hook === "function") hook(promise, reason, handled);
      } catch {
        // The hook is no place to report an error of the hook.
      }
    },

    // loaded leaves the promise for a module's namespace, and returns it.
    loaded: (promise, namespace) => (host.module = apply(then, promise, [() => namespace])),
  };
})();
