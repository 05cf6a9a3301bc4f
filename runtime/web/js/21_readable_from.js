// 21_readable_from: a stream from an iterable or async iterable.
// Spec: https://streams.spec.whatwg.org/#abstract-opdef-readablestreamfromiterable
// and https://webidl.spec.whatwg.org/#js-async-iterable
// Deviations: none known.
"use strict";
__host.define("21_readable_from", ({ load }) => {
  const { isObject } = load("01_webidl");
  const { resolvedWith, rejectedWith, react } = load("20_promise");
  const { CreateReadableStream } = load("21_readable_default_stream");
  const { apply } = Reflect;

  // An IteratorSource reads an iterator; the values of a sync one are awaited.
  class IteratorSource {
    constructor(asyncIterable) {
      let method = methodOf(asyncIterable, Symbol.asyncIterator);
      this.sync = method === undefined;
      if (this.sync) method = methodOf(asyncIterable, Symbol.iterator);
      if (method === undefined) throw new TypeError("ReadableStream.from: 1st argument is not iterable");
      this.iterator = apply(method, asyncIterable, []);
      if (!isObject(this.iterator)) throw new TypeError("ReadableStream.from: the iterator is not an object");
      this.nextMethod = this.iterator.next;
    }
    start() {}
    pull(controller) {
      let result;
      try {
        result = apply(this.nextMethod, this.iterator, []);
        if (this.sync) return this.awaitValue(result, controller);
      } catch (error) {
        return rejectedWith(error);
      }
      return react(resolvedWith(result), (settled) => {
        if (!isObject(settled)) throw notAnObject("next");
        if (settled.done) controller.close();
        else controller.enqueue(settled.value);
      });
    }
    // awaitValue is what an async iterator made from a sync one does: it closes the
    // iterator when a value turns out to be rejected.
    awaitValue(result, controller) {
      if (!isObject(result)) throw notAnObject("next");
      const { done } = result;
      const { value } = result;
      return react(
        resolvedWith(value),
        (awaited) => {
          if (done) controller.close();
          else controller.enqueue(awaited);
        },
        (error) => {
          if (!done) this.closeQuietly();
          throw error;
        },
      );
    }
    closeQuietly() {
      try {
        const method = methodOf(this.iterator, "return");
        if (method !== undefined) apply(method, this.iterator, []);
      } catch {
        // The rejection that led here is what counts.
      }
    }
    cancel(reason) {
      let result;
      try {
        const method = methodOf(this.iterator, "return");
        if (method === undefined) return undefined;
        result = apply(method, this.iterator, [reason]);
        if (this.sync && !isObject(result)) throw notAnObject("return");
      } catch (error) {
        return rejectedWith(error);
      }
      if (this.sync) return react(resolvedWith(result.value), () => undefined);
      return react(resolvedWith(result), (settled) => {
        if (!isObject(settled)) throw notAnObject("return");
      });
    }
  }

  // methodOf is GetMethod of the language.
  function methodOf(object, key) {
    const method = object[key];
    if (method === undefined || method === null) return undefined;
    if (typeof method !== "function") throw new TypeError(`ReadableStream.from: ${String(key)} is not a function`);
    return method;
  }
  const notAnObject = (name) => new TypeError(`ReadableStream.from: the result of the iterator's ${name} is not an object`);

  function ReadableStreamFromIterable(asyncIterable) {
    if (asyncIterable == null) throw new TypeError(`ReadableStream.from: ${asyncIterable} is not iterable`);
    return CreateReadableStream(new IteratorSource(asyncIterable), 0);
  }

  return { ReadableStreamFromIterable };
});
