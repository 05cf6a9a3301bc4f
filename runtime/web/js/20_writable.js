// 20_writable: the abstract operations on writable streams and their controllers.
// 20_writable_default_writer has those on writers, 20_writable_stream the interfaces.
// Spec: https://streams.spec.whatwg.org/#ws-all-abstract-ops
// Deviations: none known.
//
// A "stream", "writer" or "controller" here is a record of internal slots. The
// object that user code sees, where there is one, is its "object". The sink of a
// controller is { start(controller), write(chunk, controller), close(), abort(reason) }.
"use strict";
__host.define("20_writable", ({ load }) => {
  const { resolvedWith, rejectedWith, upon, Deferred } = load("20_promise");
  const { Queue, EnqueueValueWithSize, addSize, subtractSize, ResetQueue } = load("20_queue");

  const closeSentinel = Symbol("close sentinel");

  class WritableStreamSlots {
    constructor() {
      this.object = undefined;
      this.state = "writable"; // or "erroring", "errored", "closed"
      this.storedError = undefined;
      this.writer = undefined;
      this.controller = undefined;
      this.writeRequests = new Queue();
      this.inFlightWriteRequest = undefined;
      this.closeRequest = undefined;
      this.inFlightCloseRequest = undefined;
      this.pendingAbortRequest = undefined;
      this.backpressure = false;
    }
  }

  class WritableStreamDefaultControllerSlots {
    constructor(stream, sink, highWaterMark, sizeAlgorithm) {
      this.object = undefined;
      this.stream = stream;
      this.queue = undefined;
      this.queueTotalSize = 0; // with the chunk that is in flight, which has left the queue
      this.inFlightSize = 0;
      this.started = false;
      this.sink = sink;
      this.strategyHWM = highWaterMark;
      this.sizeAlgorithm = sizeAlgorithm;
      this.signal = undefined;
      this.aborted = false;
      this.abortReason = undefined;
      this.written = undefined; // the reactions to a write, made once
      this.writeFailed = undefined;
      ResetQueue(this);
    }
  }

  function CreateWritableStream(sink, highWaterMark, sizeAlgorithm) {
    const stream = new WritableStreamSlots();
    SetUpWritableStreamDefaultController(stream, sink, highWaterMark, sizeAlgorithm);
    return stream;
  }

  const IsWritableStreamLocked = (stream) => stream.writer !== undefined;

  // Working with writable streams

  function WritableStreamAbort(stream, reason) {
    if (stream.state === "closed" || stream.state === "errored") return resolvedWith(undefined);
    signalAbort(stream.controller, reason);
    const { state } = stream; // signalling ran user code
    if (state === "closed" || state === "errored") return resolvedWith(undefined);
    if (stream.pendingAbortRequest !== undefined) return stream.pendingAbortRequest.deferred.promise;
    const wasAlreadyErroring = state === "erroring";
    const deferred = new Deferred();
    const { promise } = deferred;
    if (wasAlreadyErroring) reason = undefined;
    stream.pendingAbortRequest = { deferred, reason, wasAlreadyErroring };
    if (!wasAlreadyErroring) WritableStreamStartErroring(stream, reason);
    return promise;
  }

  // The [[abortController]] of a controller is a signal, made when it is asked for.
  function signalAbort(controller, reason) {
    if (controller.aborted) return;
    controller.aborted = true;
    controller.abortReason = reason;
    if (controller.signal !== undefined) load("04_abort").signalAbort(controller.signal, reason);
  }
  function abortSignal(controller) {
    if (controller.signal === undefined) {
      const { newSignal, signalAbort } = load("04_abort");
      controller.signal = newSignal();
      if (controller.aborted) signalAbort(controller.signal, controller.abortReason);
    }
    return controller.signal;
  }

  function WritableStreamClose(stream) {
    const { state, writer } = stream;
    if (state === "closed" || state === "errored") {
      return rejectedWith(new TypeError(`The stream is ${state} and cannot be closed`));
    }
    const deferred = new Deferred();
    const { promise } = deferred;
    stream.closeRequest = deferred;
    if (writer !== undefined && stream.backpressure && state === "writable") writer.readyPromise.resolve(undefined);
    WritableStreamDefaultControllerClose(stream.controller);
    return promise;
  }

  // Interfacing with controllers

  // unobserved is the request of a write whose end nobody waits for.
  const unobserved = { resolve() {}, reject() {} };

  function WritableStreamAddWriteRequest(stream, request) {
    stream.writeRequests.push(request === unobserved ? new Deferred() : request);
  }

  // lastWriteRequest is the request that settles last, or undefined if there is none.
  function lastWriteRequest(stream) {
    if (stream.writeRequests.length > 0) return stream.writeRequests.last;
    if (stream.inFlightWriteRequest === unobserved) stream.inFlightWriteRequest = new Deferred();
    return stream.inFlightWriteRequest;
  }

  const WritableStreamCloseQueuedOrInFlight = (stream) =>
    stream.closeRequest !== undefined || stream.inFlightCloseRequest !== undefined;

  function WritableStreamDealWithRejection(stream, error) {
    if (stream.state === "writable") WritableStreamStartErroring(stream, error);
    else WritableStreamFinishErroring(stream);
  }

  function WritableStreamStartErroring(stream, reason) {
    const { controller, writer } = stream;
    stream.state = "erroring";
    stream.storedError = reason;
    if (writer !== undefined) WritableStreamDefaultWriterEnsureReadyPromiseRejected(writer, reason);
    if (!WritableStreamHasOperationMarkedInFlight(stream) && controller.started) WritableStreamFinishErroring(stream);
  }

  function WritableStreamFinishErroring(stream) {
    stream.state = "errored";
    ResetQueue(stream.controller); // the controller's [[ErrorSteps]]
    const { storedError, writeRequests, pendingAbortRequest: abortRequest } = stream;
    while (writeRequests.length > 0) writeRequests.shift().reject(storedError);
    if (abortRequest === undefined) {
      WritableStreamRejectCloseAndClosedPromiseIfNeeded(stream);
      return;
    }
    stream.pendingAbortRequest = undefined;
    if (abortRequest.wasAlreadyErroring) {
      abortRequest.deferred.reject(storedError);
      WritableStreamRejectCloseAndClosedPromiseIfNeeded(stream);
      return;
    }
    upon(
      WritableStreamDefaultControllerAbortSteps(stream.controller, abortRequest.reason),
      () => {
        abortRequest.deferred.resolve(undefined);
        WritableStreamRejectCloseAndClosedPromiseIfNeeded(stream);
      },
      (reason) => {
        abortRequest.deferred.reject(reason);
        WritableStreamRejectCloseAndClosedPromiseIfNeeded(stream);
      },
    );
  }

  function WritableStreamFinishInFlightWrite(stream) {
    stream.inFlightWriteRequest.resolve(undefined);
    stream.inFlightWriteRequest = undefined;
  }

  function WritableStreamFinishInFlightWriteWithError(stream, error) {
    stream.inFlightWriteRequest.reject(error);
    stream.inFlightWriteRequest = undefined;
    WritableStreamDealWithRejection(stream, error);
  }

  function WritableStreamFinishInFlightClose(stream) {
    stream.inFlightCloseRequest.resolve(undefined);
    stream.inFlightCloseRequest = undefined;
    if (stream.state === "erroring") {
      stream.storedError = undefined;
      if (stream.pendingAbortRequest !== undefined) {
        stream.pendingAbortRequest.deferred.resolve(undefined);
        stream.pendingAbortRequest = undefined;
      }
    }
    stream.state = "closed";
    if (stream.writer !== undefined) stream.writer.closedPromise.resolve(undefined);
  }

  function WritableStreamFinishInFlightCloseWithError(stream, error) {
    stream.inFlightCloseRequest.reject(error);
    stream.inFlightCloseRequest = undefined;
    if (stream.pendingAbortRequest !== undefined) {
      stream.pendingAbortRequest.deferred.reject(error);
      stream.pendingAbortRequest = undefined;
    }
    WritableStreamDealWithRejection(stream, error);
  }

  const WritableStreamHasOperationMarkedInFlight = (stream) =>
    stream.inFlightWriteRequest !== undefined || stream.inFlightCloseRequest !== undefined;

  function WritableStreamRejectCloseAndClosedPromiseIfNeeded(stream) {
    const { storedError, writer } = stream;
    if (stream.closeRequest !== undefined) {
      stream.closeRequest.reject(storedError);
      stream.closeRequest = undefined;
    }
    if (writer !== undefined) {
      writer.closedPromise.reject(storedError);
      writer.closedPromise.markHandled();
    }
  }

  function WritableStreamUpdateBackpressure(stream, backpressure) {
    const { writer } = stream;
    if (writer !== undefined && backpressure !== stream.backpressure) {
      if (backpressure) writer.readyPromise = writer.readyPromise.renewed();
      else writer.readyPromise.resolve(undefined);
    }
    stream.backpressure = backpressure;
  }

  // Writers

  function WritableStreamDefaultWriterEnsureClosedPromiseRejected(writer, error) {
    if (writer.closedPromise.state === "pending") writer.closedPromise.reject(error);
    else writer.closedPromise = Deferred.rejected(error);
    writer.closedPromise.markHandled();
  }

  function WritableStreamDefaultWriterEnsureReadyPromiseRejected(writer, error) {
    if (writer.readyPromise.state === "pending") writer.readyPromise.reject(error);
    else writer.readyPromise = Deferred.rejected(error);
    writer.readyPromise.markHandled();
  }

  // Default controllers

  function SetUpWritableStreamDefaultController(stream, sink, highWaterMark, sizeAlgorithm) {
    const controller = new WritableStreamDefaultControllerSlots(stream, sink, highWaterMark, sizeAlgorithm);
    stream.controller = controller;
    WritableStreamUpdateBackpressure(stream, WritableStreamDefaultControllerGetBackpressure(controller));
    const startResult = sink.start(controller);
    upon(
      startResult === undefined ? undefined : resolvedWith(startResult),
      () => {
        controller.started = true;
        WritableStreamDefaultControllerAdvanceQueueIfNeeded(controller);
      },
      (reason) => {
        controller.started = true;
        WritableStreamDealWithRejection(stream, reason);
      },
    );
  }

  function WritableStreamDefaultControllerAbortSteps(controller, reason) {
    const result = controller.sink.abort(reason);
    WritableStreamDefaultControllerClearAlgorithms(controller);
    return result;
  }

  function WritableStreamDefaultControllerAdvanceQueueIfNeeded(controller) {
    const { stream, queue } = controller;
    if (!controller.started || stream.inFlightWriteRequest !== undefined) return;
    if (stream.state === "erroring") {
      WritableStreamFinishErroring(stream);
      return;
    }
    if (queue.length === 0) return;
    const { value, size } = queue.shift();
    if (value === closeSentinel) {
      WritableStreamDefaultControllerProcessClose(controller);
      return;
    }
    WritableStreamDefaultControllerProcessWrite(controller, value, size, stream.writeRequests.shift());
  }

  function WritableStreamDefaultControllerClearAlgorithms(controller) {
    controller.sink = undefined;
    controller.sizeAlgorithm = undefined;
  }

  function WritableStreamDefaultControllerClose(controller) {
    EnqueueValueWithSize(controller, closeSentinel, 0);
    WritableStreamDefaultControllerAdvanceQueueIfNeeded(controller);
  }

  function WritableStreamDefaultControllerError(controller, error) {
    WritableStreamDefaultControllerClearAlgorithms(controller);
    WritableStreamStartErroring(controller.stream, error);
  }

  function WritableStreamDefaultControllerErrorIfNeeded(controller, error) {
    if (controller.stream.state === "writable") WritableStreamDefaultControllerError(controller, error);
  }

  const WritableStreamDefaultControllerGetBackpressure = (controller) =>
    WritableStreamDefaultControllerGetDesiredSize(controller) <= 0;

  // A sizeAlgorithm that is undefined stands for one that returns 1, which is
  // also the answer after ClearAlgorithms.
  function WritableStreamDefaultControllerGetChunkSize(controller, chunk) {
    const { sizeAlgorithm } = controller;
    if (sizeAlgorithm === undefined) return 1;
    try {
      return sizeAlgorithm(chunk);
    } catch (error) {
      WritableStreamDefaultControllerErrorIfNeeded(controller, error);
      return 1;
    }
  }

  const WritableStreamDefaultControllerGetDesiredSize = (controller) => controller.strategyHWM - controller.queueTotalSize;

  function WritableStreamDefaultControllerProcessClose(controller) {
    const { stream } = controller;
    stream.inFlightCloseRequest = stream.closeRequest; // WritableStreamMarkCloseRequestInFlight
    stream.closeRequest = undefined;
    const sinkClosePromise = controller.sink.close();
    WritableStreamDefaultControllerClearAlgorithms(controller);
    upon(
      sinkClosePromise,
      () => WritableStreamFinishInFlightClose(stream),
      (reason) => WritableStreamFinishInFlightCloseWithError(stream, reason),
    );
  }

  function WritableStreamDefaultControllerProcessWrite(controller, chunk, size, request) {
    const { stream } = controller;
    stream.inFlightWriteRequest = request; // WritableStreamMarkFirstWriteRequestInFlight
    controller.inFlightSize = size;
    const sinkWritePromise = controller.sink.write(chunk, controller);
    if (controller.written === undefined) {
      controller.written = () => WritableStreamDefaultControllerWritten(controller);
      controller.writeFailed = (reason) => {
        if (stream.state === "writable") WritableStreamDefaultControllerClearAlgorithms(controller);
        WritableStreamFinishInFlightWriteWithError(stream, reason);
      };
    }
    upon(sinkWritePromise, controller.written, controller.writeFailed);
  }

  // WritableStreamDefaultControllerWritten is what follows the fulfillment of
  // sinkWritePromise.
  function WritableStreamDefaultControllerWritten(controller) {
    const { stream } = controller;
    WritableStreamFinishInFlightWrite(stream);
    const { state } = stream;
    subtractSize(controller, controller.inFlightSize); // DequeueValue
    if (!WritableStreamCloseQueuedOrInFlight(stream) && state === "writable") {
      WritableStreamUpdateBackpressure(stream, WritableStreamDefaultControllerGetBackpressure(controller));
    }
    WritableStreamDefaultControllerAdvanceQueueIfNeeded(controller);
  }

  // WritableStreamDefaultControllerWrite adds the request of the write, too. A chunk
  // that nothing is in front of does not go through the queue.
  function WritableStreamDefaultControllerWrite(controller, chunk, chunkSize, request) {
    const { stream, queue, started } = controller;
    const direct = started && queue.length === 0 && stream.inFlightWriteRequest === undefined && stream.state === "writable";
    if (!direct) WritableStreamAddWriteRequest(stream, request);
    try {
      if (direct) addSize(controller, chunkSize);
      else EnqueueValueWithSize(controller, chunk, chunkSize);
    } catch (error) {
      if (direct) WritableStreamAddWriteRequest(stream, request);
      WritableStreamDefaultControllerErrorIfNeeded(controller, error);
      return;
    }
    if (!WritableStreamCloseQueuedOrInFlight(stream) && stream.state === "writable") {
      WritableStreamUpdateBackpressure(stream, WritableStreamDefaultControllerGetBackpressure(controller));
    }
    if (direct) WritableStreamDefaultControllerProcessWrite(controller, chunk, chunkSize, request);
    else WritableStreamDefaultControllerAdvanceQueueIfNeeded(controller);
  }

  return {
    WritableStreamSlots, CreateWritableStream, IsWritableStreamLocked, WritableStreamAbort, WritableStreamClose,
    unobserved, lastWriteRequest, WritableStreamCloseQueuedOrInFlight, abortSignal,
    WritableStreamDefaultWriterEnsureClosedPromiseRejected, WritableStreamDefaultWriterEnsureReadyPromiseRejected,
    SetUpWritableStreamDefaultController, WritableStreamDefaultControllerError,
    WritableStreamDefaultControllerErrorIfNeeded, WritableStreamDefaultControllerGetChunkSize,
    WritableStreamDefaultControllerGetDesiredSize, WritableStreamDefaultControllerWrite,
  };
});
