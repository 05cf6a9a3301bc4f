// 24_transform: the abstract operations on transform streams and their controllers.
// 24_transform_stream has the interfaces.
// Spec: https://streams.spec.whatwg.org/#ts-all-abstract-ops
// Deviations: none known.
//
// A "stream" or "controller" here is a record of internal slots. The transformer of
// a controller is { transform(chunk, controller), flush(controller), cancel(reason) }.
// The readable side may be a byte stream, which the standard does not have: so it is
// used through the methods that either kind of controller has.
"use strict";
__host.define("24_transform", ({ load }) => {
  const { unsettled, upon, react, resolvedWith, rejectedWith, queueMicrotask, Deferred } = load("20_promise");
  const {
    CreateWritableStream, unobserved, WritableStreamDefaultControllerErrorIfNeeded, WritableStreamDefaultControllerWritten,
  } = load("20_writable");
  const { ReadableStreamSlots } = load("21_readable");
  const { SetUpReadableStreamDefaultController } = load("21_readable_default_stream");

  class TransformStreamSlots {
    constructor() {
      this.readable = undefined;
      this.writable = undefined;
      this.backpressure = undefined;
      this.controller = undefined;
      this.changeSteps = undefined; // follow the [[backpressureChangePromise]]
      this.waiting = unsettled; // the chunk of a write that waits for it
      this.writeSteps = undefined; // of such a write, made once
    }
    // takeWaiting hands over the chunk of a pipe that has written to an identity transform
    // stream to the pipe that reads from that, or gives unsettled if there is none. Only the
    // two could tell that no pull, no transformation and no microtask came between.
    takeWaiting() {
      const { waiting } = this;
      if (waiting === unsettled || !this.backpressure) return unsettled;
      const { writable } = this;
      if (writable.inFlightWriteRequest !== unobserved || writable.state !== "writable") return unsettled;
      if (writable.closeRequest !== undefined || this.readable.controller.firstEntry !== undefined) return unsettled;
      this.waiting = unsettled;
      this.changeSteps = undefined;
      WritableStreamDefaultControllerWritten(writable.controller);
      return waiting;
    }
    // putWaiting is WritableStreamDefaultControllerWrite of a chunk of size 1 for a pipe, where
    // the write does nothing but wait for the reader. It returns whether that is so.
    putWaiting(chunk) {
      const { writable, writeSteps } = this, { controller } = writable;
      if (!this.backpressure || writeSteps === undefined || writable.state !== "writable") return false;
      if (!controller.started || controller.firstEntry !== undefined || writable.inFlightWriteRequest !== undefined) return false;
      this.waiting = chunk;
      this.changeSteps = writeSteps;
      writable.inFlightWriteRequest = unobserved;
      controller.inFlightSize = 1;
      if ((controller.queueTotalSize += 1) >= controller.strategyHWM) writable.backpressure = true;
      return true;
    }
  }

  class TransformStreamDefaultControllerSlots {
    constructor(stream, transformer) {
      this.object = undefined;
      this.stream = stream;
      this.transformer = transformer;
      this.finishPromise = undefined;
    }
    enqueue(chunk) {
      TransformStreamDefaultControllerEnqueue(this, chunk);
    }
    error(e) {
      TransformStreamError(this.stream, e);
    }
    terminate() {
      TransformStreamDefaultControllerTerminate(this);
    }
  }

  // A TransformSink is the sink of the writable side.
  class TransformSink {
    constructor(stream, startPromise) {
      this.stream = stream;
      this.startPromise = startPromise;
    }
    start() {
      return this.startPromise;
    }
    write(chunk) {
      return TransformStreamDefaultSinkWriteAlgorithm(this.stream, chunk);
    }
    close() {
      return TransformStreamDefaultSinkCloseAlgorithm(this.stream);
    }
    abort(reason) {
      return TransformStreamDefaultSinkAbortAlgorithm(this.stream, reason);
    }
  }

  // A TransformSource is the source of the readable side.
  class TransformSource {
    constructor(stream, startPromise) {
      this.stream = stream;
      this.startPromise = startPromise;
    }
    start() {
      return this.startPromise;
    }
    pull(controller) {
      TransformStreamSetBackpressure(this.stream, false); // TransformStreamDefaultSourcePullAlgorithm
      uponBackpressureChange(this.stream, controller.pulled);
      return unsettled;
    }
    cancel(reason) {
      return TransformStreamDefaultSourceCancelAlgorithm(this.stream, reason);
    }
  }

  // The startPromise of a transformer without start. A stream that has nothing to
  // wait for starts sooner than one whose start has returned a promise, even a
  // resolved one, so this promise must be there.
  const started = resolvedWith(undefined);

  function InitializeTransformStream(stream, startPromise, writableHWM, writableSize, setUpReadable) {
    stream.writable = CreateWritableStream(new TransformSink(stream, startPromise), writableHWM, writableSize);
    stream.readable = new ReadableStreamSlots();
    setUpReadable(stream.readable, new TransformSource(stream, startPromise));
    TransformStreamSetBackpressure(stream, true);
  }

  function SetUpTransformStreamDefaultController(stream, transformer) {
    stream.controller = new TransformStreamDefaultControllerSlots(stream, transformer);
  }

  // createTransformStream sets a stream up for another specification. The
  // transformer's methods may be absent, throw, or return a promise or nothing.
  function createTransformStream(transformer) {
    const stream = new TransformStreamSlots();
    InitializeTransformStream(stream, started, 1, undefined, (readable, source) =>
      SetUpReadableStreamDefaultController(readable, source, 0, undefined));
    SetUpTransformStreamDefaultController(stream, transformer);
    return stream;
  }

  // createByteTransformStream is the same with a byte stream as the readable side.
  function createByteTransformStream(transformer, writableHWM, writableSize) {
    const { SetUpReadableByteStreamController } = load("21_readable_byte_stream");
    const stream = new TransformStreamSlots();
    InitializeTransformStream(stream, started, writableHWM, writableSize, (readable, source) =>
      SetUpReadableByteStreamController(readable, source, 0, undefined));
    SetUpTransformStreamDefaultController(stream, transformer);
    return stream;
  }

  function TransformStreamError(stream, e) {
    stream.readable.controller.error(e);
    TransformStreamErrorWritableAndUnblockWrite(stream, e);
  }

  function TransformStreamErrorWritableAndUnblockWrite(stream, e) {
    TransformStreamDefaultControllerClearAlgorithms(stream.controller);
    WritableStreamDefaultControllerErrorIfNeeded(stream.writable.controller, e);
    TransformStreamUnblockWrite(stream);
  }

  function TransformStreamSetBackpressure(stream, backpressure) {
    const { changeSteps } = stream;
    if (changeSteps !== undefined) {
      stream.changeSteps = undefined;
      queueMicrotask(changeSteps);
    }
    stream.backpressure = backpressure;
  }

  // uponBackpressureChange performs steps upon fulfillment of [[backpressureChangePromise]].
  // There is never more than one to wait for it: a write or its transformation while there
  // is backpressure, a pull while there is none.
  function uponBackpressureChange(stream, steps) {
    stream.changeSteps = steps;
  }

  function TransformStreamUnblockWrite(stream) {
    if (stream.backpressure) TransformStreamSetBackpressure(stream, false);
  }

  function TransformStreamDefaultControllerClearAlgorithms(controller) {
    controller.transformer = undefined;
  }

  function TransformStreamDefaultControllerEnqueue(controller, chunk) {
    const { stream } = controller;
    const readableController = stream.readable.controller;
    if (!readableController.canCloseOrEnqueue()) {
      throw new TypeError("The readable side is closed or errored and cannot be enqueued to");
    }
    try {
      readableController.enqueue(chunk);
    } catch (error) {
      TransformStreamErrorWritableAndUnblockWrite(stream, error);
      throw stream.readable.storedError;
    }
    if (readableController.hasBackpressure() !== stream.backpressure) {
      TransformStreamSetBackpressure(stream, true);
    }
  }

  // It drops a chunk that is written while the readable side is being canceled,
  // as Node and Deno do; the standard would call an algorithm that is cleared.
  function TransformStreamDefaultControllerPerformTransform(controller, chunk) {
    if (controller.transformer === undefined) return undefined;
    let transformPromise;
    try {
      transformPromise = controller.transformer.transform(chunk, controller);
    } catch (error) {
      transformPromise = rejectedWith(error);
    }
    if (transformPromise === undefined) return undefined;
    return react(transformPromise, undefined, (r) => {
      TransformStreamError(controller.stream, r);
      throw r;
    });
  }

  function TransformStreamDefaultControllerTerminate({ stream }) {
    stream.readable.controller.close();
    TransformStreamErrorWritableAndUnblockWrite(stream, new TypeError("The transform stream has been terminated"));
  }

  // Default sinks

  function TransformStreamDefaultSinkWriteAlgorithm(stream, chunk) {
    if (!stream.backpressure) return TransformStreamDefaultControllerPerformTransform(stream.controller, chunk);
    stream.waiting = chunk;
    uponBackpressureChange(stream, (stream.writeSteps ??= () => writeWaiting(stream)));
    return unsettled;
  }
  function writeWaiting(stream) {
    const { controller, writable, waiting: chunk } = stream, { written, writeFailed } = writable.controller;
    stream.waiting = unsettled;
    if (writable.state === "erroring") {
      const { storedError } = writable;
      queueMicrotask(() => writeFailed(storedError));
      return;
    }
    const transformPromise = TransformStreamDefaultControllerPerformTransform(controller, chunk);
    if (transformPromise === undefined) queueMicrotask(written);
    else upon(resolvedWith(transformPromise), written, writeFailed);
  }

  // finish is what the algorithms of closing, aborting and canceling share: algorithm
  // is run once, then succeed() or fail(error) tells the other side. A transform that failed after an
  // abort was asked for has cleared the algorithms; the standard would call one that is no more.
  function finish(controller, algorithm, argument, otherSide, succeed, fail) {
    if (controller.finishPromise !== undefined) return controller.finishPromise;
    const finishPromise = (controller.finishPromise = new Deferred());
    let result;
    try {
      result = controller.transformer?.[algorithm]?.(argument);
    } catch (error) {
      result = rejectedWith(error);
    }
    TransformStreamDefaultControllerClearAlgorithms(controller);
    upon(
      result,
      () => {
        if (otherSide.state === "errored") {
          finishPromise.reject(otherSide.storedError);
          return;
        }
        succeed();
        finishPromise.resolve(undefined);
      },
      (r) => {
        fail(r);
        finishPromise.reject(r);
      },
    );
    return finishPromise;
  }

  function TransformStreamDefaultSinkAbortAlgorithm({ controller, readable }, reason) {
    const error = (e) => readable.controller.error(e);
    return finish(controller, "cancel", reason, readable, () => error(reason), error);
  }

  function TransformStreamDefaultSinkCloseAlgorithm({ controller, readable }) {
    const close = () => readable.controller.close();
    const error = (e) => readable.controller.error(e);
    return finish(controller, "flush", controller, readable, close, error);
  }

  // Default sources

  function TransformStreamDefaultSourceCancelAlgorithm(stream, reason) {
    const { controller, writable } = stream;
    const error = (e) => {
      WritableStreamDefaultControllerErrorIfNeeded(writable.controller, e);
      TransformStreamUnblockWrite(stream);
    };
    return finish(controller, "cancel", reason, writable, () => error(reason), error);
  }

  return {
    TransformStreamSlots, started, InitializeTransformStream, SetUpTransformStreamDefaultController,
    createTransformStream, createByteTransformStream, uponBackpressureChange,
    TransformStreamError, TransformStreamDefaultControllerEnqueue, TransformStreamDefaultControllerTerminate,
  };
});
