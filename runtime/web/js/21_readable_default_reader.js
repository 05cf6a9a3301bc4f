// 21_readable_default_reader: ReadableStreamDefaultReader.
// Spec: https://streams.spec.whatwg.org/#default-reader-class
// Deviations: none known.
"use strict";
__host.define("21_readable_default_reader", ({ load }) => {
  const { required, expose, illegal } = load("01_webidl");
  const { rejectedWith, Deferred } = load("20_promise");
  const {
    readableStream, AcquireReadableStreamDefaultReader, ReaderRelease, ReadableStreamCancel, ReadableStreamDefaultReaderRead,
  } = load("21_readable");

  // A ReadRequest is the promise that read returns.
  class ReadRequest extends Deferred {
    chunkSteps(chunk) {
      this.resolve({ value: chunk, done: false });
    }
    closeSteps() {
      this.resolve({ value: undefined, done: true });
    }
    errorSteps(e) {
      this.reject(e);
    }
  }

  let isReader;
  class ReadableStreamDefaultReader {
    #slots;
    constructor(stream, slots = undefined) {
      if (stream === illegal) {
        this.#slots = slots; // made by our own code
        return;
      }
      const context = "Failed to construct 'ReadableStreamDefaultReader'";
      required(arguments.length, 1, context);
      this.#slots = AcquireReadableStreamDefaultReader(readableStream.toSlots(stream, `${context}: 1st argument`));
    }
    get closed() {
      if (!isReader(this)) return foreign("closed");
      return this.#slots.closedPromise.promise;
    }
    cancel(reason = undefined) {
      if (!isReader(this)) return foreign("cancel");
      const { stream } = this.#slots;
      return stream === undefined ? released() : ReadableStreamCancel(stream, reason);
    }
    read() {
      if (!isReader(this)) return foreign("read");
      if (this.#slots.stream === undefined) return released();
      const request = new ReadRequest();
      ReadableStreamDefaultReaderRead(this.#slots, request);
      return request.promise;
    }
    releaseLock() {
      if (this.#slots.stream !== undefined) ReaderRelease(this.#slots);
    }
    static {
      isReader = (value) => typeof value === "object" && value !== null && #slots in value;
    }
  }
  expose(ReadableStreamDefaultReader);

  const foreign = (name) => rejectedWith(new TypeError(`ReadableStreamDefaultReader.${name}: receiver is of another class`));
  const released = () => rejectedWith(new TypeError("The reader has released its lock on the stream"));
  const defaultReaderObject = (reader) => new ReadableStreamDefaultReader(illegal, reader);

  return { ReadableStreamDefaultReader, defaultReaderObject };
});
