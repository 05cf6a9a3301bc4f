// 21_readable_stream: ReadableStream, and what other files need of it.
// Spec: https://streams.spec.whatwg.org/#rs-class
// Deviations: none known.
"use strict";
__host.define("21_readable_stream", ({ load }) => {
  const { required, boolean, object, callback, integer, enumeration, dictionary, interfaceType, expose, illegal } =
    load("01_webidl");
  const { rejectedWith, markHandled, invoke } = load("20_promise");
  const {
    ReadableStreamSlots, readableStream, IsReadableStreamLocked, ReadableStreamCancel, AcquireReadableStreamDefaultReader,
    AcquireReadableStreamBYOBReader, ReadableStreamDefaultReaderRead, ReaderRelease,
  } = load("21_readable");
  const { ContentStreamSlots, takeContent: takeContentOf } = load("21_readable_content");
  const { CreateReadableStream, SetUpReadableStreamDefaultController } = load("21_readable_default_stream");
  const { apply } = Reflect;

  const toUnderlyingSource = dictionary([
    { key: "autoAllocateChunkSize", convert: integer(64, false, "enforceRange") },
    { key: "cancel", convert: callback },
    { key: "pull", convert: callback },
    { key: "start", convert: callback },
    { key: "type", convert: enumeration("ReadableStreamType", ["bytes"]) },
  ]);
  const toGetReaderOptions = dictionary([{ key: "mode", convert: enumeration("ReadableStreamReaderMode", ["byob"]) }]);
  const toIteratorOptions = dictionary([{ key: "preventCancel", convert: boolean, default: false }]);
  const toPipeOptions = dictionary([
    { key: "preventAbort", convert: boolean, default: false },
    { key: "preventCancel", convert: boolean, default: false },
    { key: "preventClose", convert: boolean, default: false },
    { key: "signal", convert: (value, context) => load("04_abort").toSignal(value, context) },
  ]);
  const toTransform = dictionary([
    { key: "readable", convert: (value, context) => toReadableStream(value, context), required: true },
    { key: "writable", convert: (value, context) => toWritableSlots(value, context), required: true },
  ]);
  function toWritableSlots(value, context) {
    const { toWritableStream, slotsOfStream } = load("20_writable_stream");
    return slotsOfStream(toWritableStream(value, context));
  }

  // An UnderlyingSource is the source of a stream that user code made.
  class UnderlyingSource {
    constructor(source, dict) {
      this.source = source;
      this.callbacks = dict;
      this.pullCallback = dict.pull;
      this.pullArguments = undefined; // made once
    }
    start(controller) {
      const { start } = this.callbacks;
      return start === undefined ? undefined : apply(start, this.source, [controllerObject(controller)]);
    }
    pull(controller) {
      const { pullCallback } = this;
      if (pullCallback === undefined) return undefined;
      return invoke(pullCallback, this.source, (this.pullArguments ??= [controllerObject(controller)]));
    }
    cancel(reason) {
      const { cancel } = this.callbacks;
      return cancel === undefined ? undefined : invoke(cancel, this.source, [reason]);
    }
  }

  function controllerObject(controller) {
    if (controller.object !== undefined) return controller.object;
    if (controller.byteStream) return load("21_readable_byte_stream_controller").controllerObject(controller);
    return load("21_readable_default_stream_controller").controllerObject(controller);
  }

  let slotsOf, isReadableStream;
  class ReadableStream {
    #slots;
    constructor(underlyingSource = undefined, strategy = {}) {
      if (underlyingSource === illegal) {
        this.#slots = strategy; // made by our own code
        return;
      }
      const context = "Failed to construct 'ReadableStream'";
      const source = underlyingSource === undefined ? null : object(underlyingSource, `${context}: 1st argument`);
      const { toQueuingStrategy } = load("20_queuing_strategy");
      strategy = toQueuingStrategy(strategy, `${context}: 2nd argument`);
      const sourceDict = toUnderlyingSource(source, `${context}: 1st argument`);
      this.#slots = new ReadableStreamSlots();
      this.#slots.object = this;
      setUpController(this.#slots, source, sourceDict, strategy);
    }
    static from(asyncIterable) {
      required(arguments.length, 1, "ReadableStream.from");
      return streamObject(load("21_readable_from").ReadableStreamFromIterable(asyncIterable));
    }
    get locked() {
      return IsReadableStreamLocked(this.#slots);
    }
    cancel(reason = undefined) {
      if (!isReadableStream(this)) return foreign("cancel");
      if (IsReadableStreamLocked(this.#slots)) return rejectedWith(new TypeError("A locked stream cannot be canceled"));
      return ReadableStreamCancel(this.#slots, reason);
    }
    getReader(options = {}) {
      const stream = this.#slots;
      const { mode } = toGetReaderOptions(options, "ReadableStream.getReader: 1st argument");
      if (mode === undefined) {
        return load("21_readable_default_reader").defaultReaderObject(AcquireReadableStreamDefaultReader(stream));
      }
      return load("21_readable_byob_reader").byobReaderObject(AcquireReadableStreamBYOBReader(stream));
    }
    pipeThrough(transform, options = {}) {
      const stream = this.#slots;
      required(arguments.length, 1, "ReadableStream.pipeThrough");
      const { readable, writable } = toTransform(transform, "ReadableStream.pipeThrough: 1st argument");
      options = toPipeOptions(options, "ReadableStream.pipeThrough: 2nd argument");
      markHandled(pipe(stream, writable, options));
      return readable;
    }
    pipeTo(destination, options = {}) {
      if (!isReadableStream(this)) return foreign("pipeTo");
      try {
        required(arguments.length, 1, "ReadableStream.pipeTo");
        const writable = toWritableSlots(destination, "ReadableStream.pipeTo: 1st argument");
        options = toPipeOptions(options, "ReadableStream.pipeTo: 2nd argument");
        return pipe(this.#slots, writable, options);
      } catch (error) {
        return rejectedWith(error);
      }
    }
    tee() {
      return ReadableStreamTee(this.#slots, false).map(streamObject);
    }
    values(options = {}) {
      const stream = this.#slots;
      const { preventCancel } = toIteratorOptions(options, "ReadableStream.values: 1st argument");
      return load("21_readable_iterator").iterate(stream, preventCancel);
    }
    static {
      slotsOf = (stream) => stream.#slots;
      isReadableStream = (value) => typeof value === "object" && value !== null && #slots in value;
    }
  }
  expose(ReadableStream);
  Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, {
    value: ReadableStream.prototype.values, writable: true, configurable: true,
  });

  const foreign = (name) => rejectedWith(new TypeError(`ReadableStream.${name}: receiver is of another class`));
  const toReadableStream = interfaceType("ReadableStream", isReadableStream);
  const streamObject = (stream) => (stream.object ??= new ReadableStream(illegal, stream));
  readableStream.toSlots = (value, context) => slotsOf(toReadableStream(value, context));
  readableStream.object = streamObject;

  // setUpController is SetUpReadableStreamDefaultControllerFromUnderlyingSource or
  // SetUpReadableByteStreamControllerFromUnderlyingSource.
  function setUpController(stream, source, sourceDict, strategy) {
    const { ExtractHighWaterMark, ExtractSizeAlgorithm } = load("20_queuing_strategy");
    const underlyingSource = new UnderlyingSource(source, sourceDict);
    if (sourceDict.type === undefined) {
      const sizeAlgorithm = ExtractSizeAlgorithm(strategy);
      SetUpReadableStreamDefaultController(stream, underlyingSource, ExtractHighWaterMark(strategy, 1), sizeAlgorithm);
      return;
    }
    if (strategy.size !== undefined) throw new RangeError("The strategy of a byte stream must not have a size function");
    const highWaterMark = ExtractHighWaterMark(strategy, 0);
    const { autoAllocateChunkSize } = sourceDict;
    if (autoAllocateChunkSize === 0) throw new TypeError("autoAllocateChunkSize must not be 0");
    const { SetUpReadableByteStreamController } = load("21_readable_byte_stream");
    SetUpReadableByteStreamController(stream, underlyingSource, highWaterMark, autoAllocateChunkSize);
  }

  // pipe throws a TypeError if either stream is locked.
  function pipe(stream, writable, { preventClose, preventAbort, preventCancel, signal }) {
    if (IsReadableStreamLocked(stream)) throw new TypeError("A locked stream cannot be piped");
    if (load("20_writable").IsWritableStreamLocked(writable)) throw new TypeError("A locked stream cannot be piped to");
    const { ReadableStreamPipeTo } = load("21_readable_pipe");
    return ReadableStreamPipeTo(stream, writable, preventClose, preventAbort, preventCancel, signal);
  }

  function ReadableStreamTee(stream, cloneForBranch2) {
    if (stream.controller.byteStream) return load("21_readable_byte_tee").ReadableByteStreamTee(stream);
    return load("21_readable_default_tee").ReadableStreamDefaultTee(stream, cloneForBranch2);
  }

  // What other specifications do with streams, each given by its object
  // (https://streams.spec.whatwg.org/#other-specs-rs).

  // An AlgorithmSource is the source of a stream that our own code sets up. The
  // algorithms may be undefined. They get the controller's record, whose methods
  // are enqueue(chunk), close() and error(e).
  class AlgorithmSource {
    constructor(startAlgorithm, pullAlgorithm, cancelAlgorithm) {
      this.startAlgorithm = startAlgorithm;
      this.pullAlgorithm = pullAlgorithm;
      this.cancelAlgorithm = cancelAlgorithm;
    }
    start(controller) {
      const { startAlgorithm } = this;
      return startAlgorithm === undefined ? undefined : startAlgorithm(controller);
    }
    pull(controller) {
      const { pullAlgorithm } = this;
      return pullAlgorithm === undefined ? undefined : invoke(pullAlgorithm, undefined, [controller]);
    }
    cancel(reason) {
      const { cancelAlgorithm } = this;
      return cancelAlgorithm === undefined ? undefined : invoke(cancelAlgorithm, undefined, [reason]);
    }
  }

  const createReadableStream = (start, pull, cancel, highWaterMark, sizeAlgorithm) =>
    streamObject(CreateReadableStream(new AlgorithmSource(start, pull, cancel), highWaterMark, sizeAlgorithm));

  // createReadableByteStream is "set up with byte reading support".
  function createReadableByteStream(start, pull, cancel, highWaterMark = 0) {
    const stream = new ReadableStreamSlots();
    const { SetUpReadableByteStreamController } = load("21_readable_byte_stream");
    SetUpReadableByteStreamController(stream, new AlgorithmSource(start, pull, cancel), highWaterMark, undefined);
    return streamObject(stream);
  }

  // createContentStream is a byte stream of a string, bytes that nobody changes or a ByteSequence; see
  // 21_readable_content.
  const createContentStream = (content) => streamObject(new ContentStreamSlots(content));
  const takeContent = (stream) => takeContentOf(slotsOf(stream));

  const isLocked = (stream) => IsReadableStreamLocked(slotsOf(stream));
  const isDisturbed = (stream) => slotsOf(stream).disturbed;
  // isFresh is neither disturbed nor locked.
  const isFresh = (stream) => {
    const { disturbed, reader } = slotsOf(stream);
    return !disturbed && reader === undefined;
  };
  const isErrored = (stream) => slotsOf(stream).state === "errored";
  const cancel = (stream, reason) => ReadableStreamCancel(slotsOf(stream), reason);
  const tee = (stream) => ReadableStreamTee(slotsOf(stream), true).map(streamObject);
  // pipeThrough takes the { readable, writable } pair of objects; it throws a
  // TypeError if a stream is locked.
  function pipeThrough(stream, pair) {
    const { readable, writable } = toTransform(pair, "pipeThrough");
    markHandled(pipe(slotsOf(stream), writable, {}));
    return readable;
  }
  // readAllBytes throws a TypeError if the stream is locked; see 21_readable_bytes.
  function readAllBytes(stream, successSteps, failureSteps) {
    load("21_readable_bytes").readAllBytes(slotsOf(stream), successSteps, failureSteps);
  }

  // readEachChunk does too; see 21_readable_bytes.
  function readEachChunk(stream, take, successSteps, failureSteps) {
    load("21_readable_bytes").readEachChunk(slotsOf(stream), take, successSteps, failureSteps);
  }

  // acquireReader throws a TypeError if the stream is locked. readChunk takes a
  // request with the methods chunkSteps(chunk), closeSteps() and errorSteps(e), of
  // which one is called, perhaps at once.
  const acquireReader = (stream) => AcquireReadableStreamDefaultReader(slotsOf(stream));
  const readChunk = ReadableStreamDefaultReaderRead;
  const releaseReader = ReaderRelease;

  return {
    ReadableStream, isReadableStream, slotsOf, streamObject,
    get ReadableStreamDefaultReader() {
      return load("21_readable_default_reader").ReadableStreamDefaultReader;
    },
    get ReadableStreamBYOBReader() {
      return load("21_readable_byob_reader").ReadableStreamBYOBReader;
    },
    get ReadableStreamDefaultController() {
      return load("21_readable_default_stream_controller").ReadableStreamDefaultController;
    },
    get ReadableByteStreamController() {
      return load("21_readable_byte_stream_controller").ReadableByteStreamController;
    },
    get ReadableStreamBYOBRequest() {
      return load("21_readable_byte_stream_controller").ReadableStreamBYOBRequest;
    },
    createReadableStream, createReadableByteStream, createContentStream, takeContent, isLocked, isDisturbed, isFresh, isErrored, cancel, tee, pipeThrough,
    readAllBytes, readEachChunk, acquireReader, readChunk, releaseReader,
  };
});
