// 21_readable_iterator: asynchronous iteration of a ReadableStream.
// Spec: https://streams.spec.whatwg.org/#rs-asynciterator
// and https://webidl.spec.whatwg.org/#js-asynchronous-iterator-prototype-object
// Deviations: on an engine without async generators, the prototype of the
// iterator's prototype is one of our own.
"use strict";
__host.define("21_readable_iterator", ({ load }) => {
  const { rejectedWith, resolvedWith, react, Deferred } = load("20_promise");
  const { AcquireReadableStreamDefaultReader, ReaderRelease, ReadableStreamCancel, ReadableStreamDefaultReaderRead } = load("21_readable");

  const iterators = new WeakMap();

  // An Iteration is the state of one iterator.
  class Iteration {
    constructor(stream, preventCancel) {
      this.reader = AcquireReadableStreamDefaultReader(stream);
      this.preventCancel = preventCancel;
      this.ongoingPromise = undefined;
      this.isFinished = false;
    }
    // after runs steps once the calls before are done, and returns their promise.
    after(steps) {
      const { ongoingPromise } = this;
      return ongoingPromise === undefined ? steps() : react(ongoingPromise, steps, steps);
    }
    nextSteps() {
      if (this.isFinished) return resolvedWith({ value: undefined, done: true });
      const request = new IterationRequest(this.reader);
      ReadableStreamDefaultReaderRead(this.reader, request);
      const settled = react(
        request.promise,
        (result) => {
          if (this.ongoingPromise === settled) this.ongoingPromise = undefined;
          this.isFinished = result.done;
          return result;
        },
        (reason) => {
          if (this.ongoingPromise === settled) this.ongoingPromise = undefined;
          this.isFinished = true;
          throw reason;
        },
      );
      return settled;
    }
    returnSteps(value) {
      if (this.isFinished) return undefined;
      this.isFinished = true;
      const { reader, preventCancel } = this;
      const canceled = preventCancel ? undefined : ReadableStreamCancel(reader.stream, value);
      ReaderRelease(reader);
      return canceled;
    }
  }

  class IterationRequest extends Deferred {
    constructor(reader) {
      super();
      this.reader = reader;
    }
    chunkSteps(chunk) {
      this.resolve({ value: chunk, done: false });
    }
    closeSteps() {
      ReaderRelease(this.reader);
      this.resolve({ value: undefined, done: true });
    }
    errorSteps(e) {
      ReaderRelease(this.reader);
      this.reject(e);
    }
  }

  const prototype = Object.create(asyncIteratorPrototype(), {
    next: method(function next() {
      const iteration = iterators.get(this);
      if (iteration === undefined) return foreign("next");
      return (iteration.ongoingPromise = iteration.after(() => iteration.nextSteps()));
    }),
    return: method({
      return(value) {
        const iteration = iterators.get(this);
        if (iteration === undefined) return foreign("return");
        const done = iteration.after(() => iteration.returnSteps(value));
        iteration.ongoingPromise = done ?? resolvedWith(undefined);
        return react(iteration.ongoingPromise, () => ({ value, done: true }));
      },
    }.return),
    [Symbol.toStringTag]: { value: "ReadableStream AsyncIterator", configurable: true },
  });
  function method(value) {
    return { value, writable: true, enumerable: true, configurable: true };
  }
  const foreign = (name) => rejectedWith(new TypeError(`${name}: receiver is not a ReadableStream AsyncIterator`));

  function asyncIteratorPrototype() {
    try {
      const { prototype } = Function("return async function* () {}")();
      return Object.getPrototypeOf(Object.getPrototypeOf(prototype));
    } catch {
      return Object.create(Object.prototype, {
        [Symbol.asyncIterator]: { value: { [Symbol.asyncIterator]() { return this; } }[Symbol.asyncIterator], writable: true, configurable: true },
      });
    }
  }

  // iterate throws a TypeError if the stream is locked.
  function iterate(stream, preventCancel) {
    const iterator = Object.create(prototype);
    iterators.set(iterator, new Iteration(stream, preventCancel));
    return iterator;
  }

  return { iterate };
});
