// 21_readable_byob_reader: ReadableStreamBYOBReader.
// Spec: https://streams.spec.whatwg.org/#byob-reader-class
// Deviations: none known.
"use strict";
__host.define("21_readable_byob_reader", ({ load }) => {
  const { required, integer, dictionary, expose, illegal } = load("01_webidl");
  const { rejectedWith, Deferred } = load("20_promise");
  const { readableStream, AcquireReadableStreamBYOBReader, ReaderRelease, ReadableStreamCancel, ReadableStreamBYOBReaderRead } =
    load("21_readable");
  const { toArrayBufferView, IsDetachedBuffer } = load("21_array_buffer");

  const toReadOptions = dictionary([{ key: "min", convert: integer(64, false, "enforceRange"), default: 1 }]);

  // A ReadIntoRequest is the promise that read returns.
  class ReadIntoRequest extends Deferred {
    chunkSteps(chunk) {
      this.resolve({ value: chunk, done: false });
    }
    closeSteps(chunk) {
      this.resolve({ value: chunk, done: true });
    }
    errorSteps(e) {
      this.reject(e);
    }
  }

  let isReader;
  class ReadableStreamBYOBReader {
    #slots;
    constructor(stream, slots = undefined) {
      if (stream === illegal) {
        this.#slots = slots; // made by our own code
        return;
      }
      const context = "Failed to construct 'ReadableStreamBYOBReader'";
      required(arguments.length, 1, context);
      this.#slots = AcquireReadableStreamBYOBReader(readableStream.toSlots(stream, `${context}: 1st argument`));
    }
    get closed() {
      if (!isReader(this)) return foreign("closed");
      return this.#slots.closedPromise.promise;
    }
    cancel(reason = undefined) {
      if (!isReader(this)) return foreign("cancel");
      const { stream } = this.#slots;
      return stream === undefined ? rejectedWith(released()) : ReadableStreamCancel(stream, reason);
    }
    read(view, options = {}) {
      if (!isReader(this)) return foreign("read");
      try {
        required(arguments.length, 1, "ReadableStreamBYOBReader.read");
        view = toArrayBufferView(view, "ReadableStreamBYOBReader.read: 1st argument");
        const { min } = toReadOptions(options, "ReadableStreamBYOBReader.read: 2nd argument");
        checkRead(view, min);
        if (this.#slots.stream === undefined) throw released();
        const request = new ReadIntoRequest();
        ReadableStreamBYOBReaderRead(this.#slots, view, min, request);
        return request.promise;
      } catch (error) {
        return rejectedWith(error);
      }
    }
    releaseLock() {
      if (this.#slots.stream !== undefined) ReaderRelease(this.#slots);
    }
    static {
      isReader = (value) => typeof value === "object" && value !== null && #slots in value;
    }
  }
  expose(ReadableStreamBYOBReader);

  function checkRead(view, min) {
    const context = "ReadableStreamBYOBReader.read";
    if (view.byteLength === 0 || view.buffer.byteLength === 0) throw new TypeError(`${context}: the view is empty`);
    if (IsDetachedBuffer(view.buffer)) throw new TypeError(`${context}: the view is detached`);
    if (min === 0) throw new TypeError(`${context}: min must not be 0`);
    const room = view.length ?? view.byteLength; // a DataView has no length
    if (min > room) throw new RangeError(`${context}: min is ${min}, but the view has room for ${room}`);
  }

  const foreign = (name) => rejectedWith(new TypeError(`ReadableStreamBYOBReader.${name}: receiver is of another class`));
  const released = () => new TypeError("The reader has released its lock on the stream");
  const byobReaderObject = (reader) => new ReadableStreamBYOBReader(illegal, reader);

  return { ReadableStreamBYOBReader, byobReaderObject };
});
