// 24_transform_stream: TransformStream and TransformStreamDefaultController.
// Spec: https://streams.spec.whatwg.org/#ts
// Deviations: none known.
"use strict";
__host.define("24_transform_stream", ({ load }) => {
  const { any, isObject, object, callback, dictionary, expose, illegal, guardConstructor } = load("01_webidl");
  const { invoke, invokeForChunk, Deferred } = load("20_promise");
  const { toQueuingStrategy, ExtractHighWaterMark, ExtractSizeAlgorithm } = load("20_queuing_strategy");
  const writableObject = (stream) => load("20_writable_stream").streamObject(stream);
  const { streamObject: readableObject } = load("21_readable_stream");
  const { SetUpReadableStreamDefaultController } = load("21_readable_default_stream");
  const {
    TransformStreamSlots, started, InitializeTransformStream, SetUpTransformStreamDefaultController,
    TransformStreamError, TransformStreamDefaultControllerEnqueue, TransformStreamDefaultControllerTerminate,
  } = load("24_transform");
  const { apply } = Reflect;

  const toTransformer = dictionary([
    { key: "cancel", convert: callback },
    { key: "flush", convert: callback },
    { key: "readableType", convert: any },
    { key: "start", convert: callback },
    { key: "transform", convert: callback },
    { key: "writableType", convert: any },
  ]);

  // A UserTransformer is the transformer of a stream that user code made.
  class UserTransformer {
    constructor(transformer, dict) {
      this.transformer = transformer;
      this.callbacks = dict;
    }
    transform(chunk, controller) {
      const { transform } = this.callbacks;
      if (transform !== undefined) return invokeForChunk(transform, this.transformer, chunk, controller.object ?? controllerObject(controller));
      TransformStreamDefaultControllerEnqueue(controller, chunk);
      return undefined;
    }
    flush(controller) {
      const { flush } = this.callbacks;
      return flush === undefined ? undefined : invoke(flush, this.transformer, [controllerObject(controller)]);
    }
    cancel(reason) {
      const { cancel } = this.callbacks;
      return cancel === undefined ? undefined : invoke(cancel, this.transformer, [reason]);
    }
  }

  let slotsOf, isTransformStream;
  class TransformStream {
    #slots;
    constructor(transformer = undefined, writableStrategy = {}, readableStrategy = {}) {
      if (transformer === illegal) {
        this.#slots = writableStrategy; // made by our own code
        return;
      }
      const context = "Failed to construct 'TransformStream'";
      transformer = transformer === undefined ? null : object(transformer, `${context}: 1st argument`);
      writableStrategy = toQueuingStrategy(writableStrategy, `${context}: 2nd argument`);
      readableStrategy = toQueuingStrategy(readableStrategy, `${context}: 3rd argument`);
      const dict = toTransformer(transformer, `${context}: 1st argument`);
      if (dict.readableType !== undefined) throw new RangeError(`${context}: a transformer must not have a readableType`);
      if (dict.writableType !== undefined) throw new RangeError(`${context}: a transformer must not have a writableType`);
      const readableHWM = ExtractHighWaterMark(readableStrategy, 0);
      const readableSize = ExtractSizeAlgorithm(readableStrategy);
      const writableHWM = ExtractHighWaterMark(writableStrategy, 1);
      const writableSize = ExtractSizeAlgorithm(writableStrategy);
      const startPromise = dict.start === undefined ? undefined : new Deferred();
      const stream = (this.#slots = new TransformStreamSlots());
      InitializeTransformStream(stream, startPromise?.promise ?? started, writableHWM, writableSize, (readable, source) =>
        SetUpReadableStreamDefaultController(readable, source, readableHWM, readableSize));
      SetUpTransformStreamDefaultController(stream, new UserTransformer(transformer, dict));
      if (dict.transform === undefined) stream.readable.relay = stream.writable.relay = stream;
      startPromise?.resolve(apply(dict.start, transformer, [controllerObject(stream.controller)]));
    }
    get readable() {
      return readableObject(this.#slots.readable);
    }
    get writable() {
      return writableObject(this.#slots.writable);
    }
    static {
      slotsOf = (stream) => stream.#slots;
      isTransformStream = (value) => isObject(value) && #slots in value;
    }
  }
  expose(TransformStream);

  class TransformStreamDefaultController {
    #slots;
    constructor(token = undefined, slots = undefined) {
      guardConstructor(token);
      this.#slots = slots;
    }
    get desiredSize() {
      return this.#slots.stream.readable.controller.desiredSize();
    }
    enqueue(chunk = undefined) {
      TransformStreamDefaultControllerEnqueue(this.#slots, chunk);
    }
    error(reason = undefined) {
      TransformStreamError(this.#slots.stream, reason);
    }
    terminate() {
      TransformStreamDefaultControllerTerminate(this.#slots);
    }
  }
  expose(TransformStreamDefaultController);

  const controllerObject = (controller) => (controller.object ??= new TransformStreamDefaultController(illegal, controller));

  // transformObject makes the object of a stream of which only readable and writable are known.
  const transformObject = (slots) => new TransformStream(illegal, slots);

  return { TransformStream, TransformStreamDefaultController, slotsOf, isTransformStream, transformObject };
});
