// 21_readable_iterator: asynchronous iteration of a ReadableStream.
// Spec: https://streams.spec.whatwg.org/#rs-asynciterator
// and https://webidl.spec.whatwg.org/#js-asynchronous-iterator-prototype-object
// Deviations: on an engine without async generators, the prototype of the
// iterator's prototype is one of our own.
"use strict";
__host.define("21_readable_iterator", ({ load }) => {
  const { expose } = load("01_webidl");
  const { rejectedWith, resolvedWith, react, Deferred } = load("20_promise");
  const { AcquireReadableStreamDefaultReader, ReaderRelease, ReadableStreamCancel, ReadableStreamDefaultReaderRead } = load("21_readable");

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

  let isIterator;
  class ReadableStreamAsyncIterator {
    #iteration;
    constructor(iteration) {
      this.#iteration = iteration;
    }
    next() {
      if (!isIterator(this)) return foreign("next");
      const iteration = this.#iteration;
      return (iteration.ongoingPromise = iteration.after(() => iteration.nextSteps()));
    }
    return(value) {
      if (!isIterator(this)) return foreign("return");
      const iteration = this.#iteration;
      iteration.ongoingPromise = iteration.after(() => iteration.returnSteps(value)) ?? resolvedWith(undefined);
      return react(iteration.ongoingPromise, () => ({ value, done: true }));
    }
    static {
      isIterator = (value) => typeof value === "object" && value !== null && #iteration in value;
    }
  }
  const { prototype } = expose(ReadableStreamAsyncIterator);
  delete prototype.constructor; // the class has no interface object
  Object.defineProperty(prototype, Symbol.toStringTag, { value: "ReadableStream AsyncIterator" });
  Object.setPrototypeOf(prototype, asyncIteratorPrototype());

  const foreign = (name) => rejectedWith(new TypeError(`${name}: receiver is not a ReadableStream AsyncIterator`));

  function asyncIteratorPrototype() {
    try {
      const { prototype } = Function("return async function* () {}")();
      return Object.getPrototypeOf(Object.getPrototypeOf(prototype));
    } catch {
      return {
        [Symbol.asyncIterator]() {
          return this;
        },
      };
    }
  }

  // iterate throws a TypeError if the stream is locked.
  const iterate = (stream, preventCancel) => new ReadableStreamAsyncIterator(new Iteration(stream, preventCancel));

  return { iterate };
});
