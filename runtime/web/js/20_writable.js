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
  const { unsettled, resolvedWith, rejectedWith, upon, queueMicrotask, Deferred } = load("20_promise");
  const { Queue, EnqueueValueWithSize, takeEntry, isChunkSize, ResetQueue } = load("20_queue");

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
      this.relay = undefined; // the transform stream whose writable side this is, if that is an identity transform stream
    }
  }

  class WritableStreamDefaultControllerSlots {
    constructor(stream, sink, highWaterMark, sizeAlgorithm) {
      this.object = undefined;
      this.stream = stream;
      this.firstEntry = undefined; // of the queue
      this.lastEntry = undefined;
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
    updateBackpressure(controller);
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
    const { stream } = controller;
    if (!controller.started || stream.inFlightWriteRequest !== undefined) return;
    if (stream.state === "erroring") {
      WritableStreamFinishErroring(stream);
      return;
    }
    if (controller.firstEntry === undefined) return;
    const { value, size } = takeEntry(controller);
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
    if (controller.written === undefined) makeWriteReactions(controller);
    const sinkWritePromise = controller.sink.write(chunk, controller);
    if (sinkWritePromise === undefined) queueMicrotask(controller.written);
    else if (sinkWritePromise !== unsettled) upon(sinkWritePromise, controller.written, controller.writeFailed);
  }
  function makeWriteReactions(controller) {
    const { stream } = controller;
    controller.written = () => WritableStreamDefaultControllerWritten(controller);
    controller.writeFailed = (reason) => {
      if (stream.state === "writable") WritableStreamDefaultControllerClearAlgorithms(controller);
      WritableStreamFinishInFlightWriteWithError(stream, reason);
    };
  }

  // WritableStreamDefaultControllerWritten is what follows the fulfillment of
  // sinkWritePromise.
  function WritableStreamDefaultControllerWritten(controller) {
    const { stream } = controller;
    if (stream.inFlightWriteRequest !== unobserved) stream.inFlightWriteRequest.resolve(undefined);
    stream.inFlightWriteRequest = undefined; // WritableStreamFinishInFlightWrite
    const total = controller.queueTotalSize - controller.inFlightSize;
    controller.queueTotalSize = total < 0 ? 0 : total; // rounding errors
    updateBackpressure(controller);
    if (controller.firstEntry !== undefined || stream.state === "erroring") WritableStreamDefaultControllerAdvanceQueueIfNeeded(controller);
  }

  // updateBackpressure is WritableStreamUpdateBackpressure if the stream is writable and
  // not closing.
  function updateBackpressure(controller) {
    const { stream } = controller;
    if (stream.closeRequest !== undefined || stream.inFlightCloseRequest !== undefined || stream.state !== "writable") return;
    const backpressure = controller.queueTotalSize >= controller.strategyHWM; // WritableStreamDefaultControllerGetBackpressure
    if (backpressure === stream.backpressure) return;
    stream.backpressure = backpressure;
    const { writer } = stream;
    if (writer !== undefined) writer.backpressureChanged(backpressure);
  }

  // WritableStreamDefaultControllerWrite adds the request of the write, too. A chunk
  // that nothing is in front of does not go through the queue.
  function WritableStreamDefaultControllerWrite(controller, chunk, chunkSize, request) {
    const { stream } = controller;
    const first = controller.firstEntry === undefined && stream.inFlightWriteRequest === undefined;
    if (first && controller.started && stream.state === "writable" && (chunkSize === 1 || isChunkSize(chunkSize))) {
      controller.queueTotalSize += chunkSize;
      updateBackpressure(controller);
      WritableStreamDefaultControllerProcessWrite(controller, chunk, chunkSize, request);
      return;
    }
    WritableStreamAddWriteRequest(stream, request);
    try {
      EnqueueValueWithSize(controller, chunk, chunkSize);
    } catch (error) {
      WritableStreamDefaultControllerErrorIfNeeded(controller, error);
      return;
    }
    updateBackpressure(controller);
    WritableStreamDefaultControllerAdvanceQueueIfNeeded(controller);
  }

  return {
    WritableStreamSlots, CreateWritableStream, IsWritableStreamLocked, WritableStreamAbort, WritableStreamClose,
    unobserved, lastWriteRequest, WritableStreamCloseQueuedOrInFlight, abortSignal, WritableStreamDefaultControllerWritten,
    WritableStreamDefaultWriterEnsureClosedPromiseRejected, WritableStreamDefaultWriterEnsureReadyPromiseRejected,
    SetUpWritableStreamDefaultController, WritableStreamDefaultControllerError,
    WritableStreamDefaultControllerErrorIfNeeded, WritableStreamDefaultControllerGetChunkSize,
    WritableStreamDefaultControllerGetDesiredSize, WritableStreamDefaultControllerWrite,
  };
});
