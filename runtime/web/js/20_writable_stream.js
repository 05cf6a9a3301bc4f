// 20_writable_stream: WritableStream, WritableStreamDefaultWriter and
// WritableStreamDefaultController.
// Spec: https://streams.spec.whatwg.org/#ws
// Deviations: none known.
"use strict";
__host.define("20_writable_stream", ({ load }) => {
  const { any, required, object, callback, dictionary, interfaceType, expose, illegal, guardConstructor } = load("01_webidl");
  const { rejectedWith, invoke, invokeForChunk, Deferred } = load("20_promise");
  const { toQueuingStrategy, ExtractHighWaterMark, ExtractSizeAlgorithm } = load("20_queuing_strategy");
  const {
    WritableStreamSlots, IsWritableStreamLocked, WritableStreamAbort, WritableStreamClose, abortSignal,
    WritableStreamCloseQueuedOrInFlight, SetUpWritableStreamDefaultController, WritableStreamDefaultControllerError,
  } = load("20_writable");
  const {
    AcquireWritableStreamDefaultWriter, WritableStreamDefaultWriterGetDesiredSize,
    WritableStreamDefaultWriterRelease, WritableStreamDefaultWriterWrite,
  } = load("20_writable_default_writer");
  const { apply } = Reflect;

  const toUnderlyingSink = dictionary([
    { key: "abort", convert: callback },
    { key: "close", convert: callback },
    { key: "start", convert: callback },
    { key: "type", convert: any },
    { key: "write", convert: callback },
  ]);

  // An UnderlyingSink is the sink of a stream that user code made.
  class UnderlyingSink {
    constructor(sink, { start, write, close, abort }) {
      this.sink = sink;
      this.callbacks = { start, close, abort };
      this.writeCallback = write;
    }
    start(controller) {
      const { start } = this.callbacks;
      return start === undefined ? undefined : apply(start, this.sink, [controllerObject(controller)]);
    }
    write(chunk, controller) {
      const { writeCallback } = this;
      if (writeCallback === undefined) return undefined;
      return invokeForChunk(writeCallback, this.sink, chunk, controller.object ?? controllerObject(controller));
    }
    close() {
      const { close } = this.callbacks;
      return close === undefined ? undefined : invoke(close, this.sink, []);
    }
    abort(reason) {
      const { abort } = this.callbacks;
      return abort === undefined ? undefined : invoke(abort, this.sink, [reason]);
    }
  }

  let slotsOfStream, isWritableStream;
  class WritableStream {
    #slots;
    constructor(underlyingSink = undefined, strategy = {}) {
      if (underlyingSink === illegal) {
        this.#slots = strategy; // made by our own code
        return;
      }
      const context = "Failed to construct 'WritableStream'";
      const sink = underlyingSink === undefined ? null : object(underlyingSink, `${context}: 1st argument`);
      strategy = toQueuingStrategy(strategy, `${context}: 2nd argument`);
      const sinkDict = toUnderlyingSink(sink, `${context}: 1st argument`);
      if (sinkDict.type !== undefined) throw new RangeError(`${context}: a sink must not have a type`);
      const sizeAlgorithm = ExtractSizeAlgorithm(strategy);
      const highWaterMark = ExtractHighWaterMark(strategy, 1);
      this.#slots = new WritableStreamSlots();
      this.#slots.object = this;
      SetUpWritableStreamDefaultController(this.#slots, new UnderlyingSink(sink, sinkDict), highWaterMark, sizeAlgorithm);
    }
    get locked() {
      return IsWritableStreamLocked(this.#slots);
    }
    abort(reason = undefined) {
      if (!isWritableStream(this)) return foreign("WritableStream.abort");
      if (IsWritableStreamLocked(this.#slots)) return rejectedWith(new TypeError("A locked stream cannot be aborted"));
      return WritableStreamAbort(this.#slots, reason);
    }
    close() {
      if (!isWritableStream(this)) return foreign("WritableStream.close");
      if (IsWritableStreamLocked(this.#slots)) return rejectedWith(new TypeError("A locked stream cannot be closed"));
      if (WritableStreamCloseQueuedOrInFlight(this.#slots)) return rejectedWith(new TypeError("The stream is already being closed"));
      return WritableStreamClose(this.#slots);
    }
    getWriter() {
      return new WritableStreamDefaultWriter(illegal, AcquireWritableStreamDefaultWriter(this.#slots));
    }
    static {
      slotsOfStream = (stream) => stream.#slots;
      isWritableStream = (value) => typeof value === "object" && value !== null && #slots in value;
    }
  }
  expose(WritableStream);

  const foreign = (name) => rejectedWith(new TypeError(`${name}: receiver is of another class`));
  const released = () => new TypeError("The writer has released its lock on the stream");
  const toWritableStream = interfaceType("WritableStream", isWritableStream);

  let isWriter;
  class WritableStreamDefaultWriter {
    #slots;
    constructor(stream, slots = undefined) {
      if (stream === illegal) {
        this.#slots = slots; // made by our own code
        return;
      }
      const context = "Failed to construct 'WritableStreamDefaultWriter'";
      required(arguments.length, 1, context);
      this.#slots = AcquireWritableStreamDefaultWriter(slotsOfStream(toWritableStream(stream, `${context}: 1st argument`)));
    }
    get closed() {
      if (!isWriter(this)) return foreign("WritableStreamDefaultWriter.closed");
      return this.#slots.closedPromise.promise;
    }
    get desiredSize() {
      if (this.#slots.stream === undefined) throw released();
      return WritableStreamDefaultWriterGetDesiredSize(this.#slots);
    }
    get ready() {
      if (!isWriter(this)) return foreign("WritableStreamDefaultWriter.ready");
      return this.#slots.readyPromise.promise;
    }
    abort(reason = undefined) {
      if (!isWriter(this)) return foreign("WritableStreamDefaultWriter.abort");
      if (this.#slots.stream === undefined) return rejectedWith(released());
      return WritableStreamAbort(this.#slots.stream, reason);
    }
    close() {
      if (!isWriter(this)) return foreign("WritableStreamDefaultWriter.close");
      const { stream } = this.#slots;
      if (stream === undefined) return rejectedWith(released());
      if (WritableStreamCloseQueuedOrInFlight(stream)) return rejectedWith(new TypeError("The stream is already being closed"));
      return WritableStreamClose(stream);
    }
    releaseLock() {
      if (this.#slots.stream !== undefined) WritableStreamDefaultWriterRelease(this.#slots);
    }
    write(chunk = undefined) {
      if (!isWriter(this)) return foreign("WritableStreamDefaultWriter.write");
      if (this.#slots.stream === undefined) return rejectedWith(released());
      return WritableStreamDefaultWriterWrite(this.#slots, chunk, new Deferred()).promise;
    }
    static {
      isWriter = (value) => typeof value === "object" && value !== null && #slots in value;
    }
  }
  expose(WritableStreamDefaultWriter);

  class WritableStreamDefaultController {
    #slots;
    constructor(token = undefined, slots = undefined) {
      guardConstructor(token);
      this.#slots = slots;
    }
    get signal() {
      return abortSignal(this.#slots);
    }
    error(e = undefined) {
      if (this.#slots.stream.state === "writable") WritableStreamDefaultControllerError(this.#slots, e);
    }
  }
  expose(WritableStreamDefaultController);

  // The object of each record is made when user code is to see it.
  const streamObject = (stream) => (stream.object ??= new WritableStream(illegal, stream));
  const controllerObject = (controller) => (controller.object ??= new WritableStreamDefaultController(illegal, controller));

  return {
    WritableStream, WritableStreamDefaultWriter, WritableStreamDefaultController,
    toWritableStream, isWritableStream, slotsOfStream, streamObject,
  };
});
