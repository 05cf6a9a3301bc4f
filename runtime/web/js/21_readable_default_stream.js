// 21_readable_default_stream: the abstract operations on the default
// controllers of readable streams, as records of internal slots (see 21_readable).
// Spec: https://streams.spec.whatwg.org/#rs-default-controller-abstract-ops
// Deviations: none known.
"use strict";
__host.define("21_readable_default_stream", ({ load }) => {
  const { resolvedWith, upon } = load("20_promise");
  const { EnqueueValueWithSize, DequeueValue, ResetQueue } = load("20_queue");
  const {
    ReadableStreamSlots, ReadableStreamClose, ReadableStreamError, ReadableStreamAddRequest,
    ReadableStreamFulfillReadRequest, ReadableStreamGetNumRequests,
  } = load("21_readable");

  class ReadableStreamDefaultControllerSlots {
    constructor(stream, source, highWaterMark, sizeAlgorithm) {
      this.object = undefined;
      this.stream = stream;
      this.queue = undefined;
      this.queueTotalSize = 0;
      this.started = false;
      this.closeRequested = false;
      this.pullAgain = false;
      this.pulling = false;
      this.source = source;
      this.strategyHWM = highWaterMark;
      this.sizeAlgorithm = sizeAlgorithm; // undefined stands for one that returns 1
      this.pulled = undefined; // the reactions to a pull, made once
      this.pullFailed = undefined;
      ResetQueue(this);
    }
    get byteStream() {
      return false;
    }
    cancelSteps(reason) {
      ResetQueue(this);
      const result = this.source.cancel(reason);
      ReadableStreamDefaultControllerClearAlgorithms(this);
      return result;
    }
    pullSteps(readRequest) {
      const { stream } = this;
      if (this.queue.length === 0) {
        ReadableStreamAddRequest(stream, readRequest);
        ReadableStreamDefaultControllerCallPullIfNeeded(this);
        return;
      }
      const chunk = DequeueValue(this);
      if (this.closeRequested && this.queue.length === 0) {
        ReadableStreamDefaultControllerClearAlgorithms(this);
        ReadableStreamClose(stream);
      } else {
        ReadableStreamDefaultControllerCallPullIfNeeded(this);
      }
      readRequest.chunkSteps(chunk);
    }
    releaseSteps() {}
    // The rest is what either kind of controller has for other files.
    desiredSize() {
      return ReadableStreamDefaultControllerGetDesiredSize(this);
    }
    hasBackpressure() {
      return !ReadableStreamDefaultControllerShouldCallPull(this);
    }
    canCloseOrEnqueue() {
      return ReadableStreamDefaultControllerCanCloseOrEnqueue(this);
    }
    close() {
      ReadableStreamDefaultControllerClose(this);
    }
    enqueue(chunk) {
      ReadableStreamDefaultControllerEnqueue(this, chunk);
    }
    error(e) {
      ReadableStreamDefaultControllerError(this, e);
    }
  }

  function CreateReadableStream(source, highWaterMark = 1, sizeAlgorithm = undefined) {
    const stream = new ReadableStreamSlots();
    SetUpReadableStreamDefaultController(stream, source, highWaterMark, sizeAlgorithm);
    return stream;
  }

  function SetUpReadableStreamDefaultController(stream, source, highWaterMark, sizeAlgorithm) {
    const controller = new ReadableStreamDefaultControllerSlots(stream, source, highWaterMark, sizeAlgorithm);
    stream.controller = controller;
    const startResult = source.start(controller);
    // What start has closed or errored already is never pulled.
    if (startResult === undefined && !controller.canCloseOrEnqueue()) return;
    upon(
      startResult === undefined ? undefined : resolvedWith(startResult),
      () => {
        controller.started = true;
        ReadableStreamDefaultControllerCallPullIfNeeded(controller);
      },
      startResult === undefined ? undefined : (r) => ReadableStreamDefaultControllerError(controller, r),
    );
  }

  function ReadableStreamDefaultControllerCallPullIfNeeded(controller) {
    if (!ReadableStreamDefaultControllerShouldCallPull(controller)) return;
    if (controller.pulling) {
      controller.pullAgain = true;
      return;
    }
    controller.pulling = true;
    const pullPromise = controller.source.pull(controller);
    if (controller.pulled === undefined) {
      controller.pulled = () => {
        controller.pulling = false;
        if (!controller.pullAgain) return;
        controller.pullAgain = false;
        ReadableStreamDefaultControllerCallPullIfNeeded(controller);
      };
      controller.pullFailed = (e) => ReadableStreamDefaultControllerError(controller, e);
    }
    upon(pullPromise, controller.pulled, controller.pullFailed);
  }

  function ReadableStreamDefaultControllerShouldCallPull(controller) {
    if (!ReadableStreamDefaultControllerCanCloseOrEnqueue(controller) || !controller.started) return false;
    if (ReadableStreamGetNumRequests(controller.stream) > 0) return true;
    return ReadableStreamDefaultControllerGetDesiredSize(controller) > 0;
  }

  function ReadableStreamDefaultControllerClearAlgorithms(controller) {
    controller.source = undefined;
    controller.sizeAlgorithm = undefined;
  }

  function ReadableStreamDefaultControllerClose(controller) {
    if (!ReadableStreamDefaultControllerCanCloseOrEnqueue(controller)) return;
    controller.closeRequested = true;
    if (controller.queue.length > 0) return;
    ReadableStreamDefaultControllerClearAlgorithms(controller);
    ReadableStreamClose(controller.stream);
  }

  function ReadableStreamDefaultControllerEnqueue(controller, chunk) {
    if (!ReadableStreamDefaultControllerCanCloseOrEnqueue(controller)) return;
    const { stream, sizeAlgorithm } = controller;
    if (ReadableStreamGetNumRequests(stream) > 0) {
      ReadableStreamFulfillReadRequest(stream, chunk, false);
    } else {
      try {
        EnqueueValueWithSize(controller, chunk, sizeAlgorithm === undefined ? 1 : sizeAlgorithm(chunk));
      } catch (error) {
        ReadableStreamDefaultControllerError(controller, error);
        throw error;
      }
    }
    ReadableStreamDefaultControllerCallPullIfNeeded(controller);
  }

  function ReadableStreamDefaultControllerError(controller, e) {
    const { stream } = controller;
    if (stream.state !== "readable") return;
    ResetQueue(controller);
    ReadableStreamDefaultControllerClearAlgorithms(controller);
    ReadableStreamError(stream, e);
  }

  function ReadableStreamDefaultControllerGetDesiredSize(controller) {
    const { state } = controller.stream;
    if (state === "errored") return null;
    if (state === "closed") return 0;
    return controller.strategyHWM - controller.queueTotalSize;
  }

  const ReadableStreamDefaultControllerCanCloseOrEnqueue = (controller) =>
    !controller.closeRequested && controller.stream.state === "readable";

  return {
    CreateReadableStream, SetUpReadableStreamDefaultController,
    ReadableStreamDefaultControllerClose, ReadableStreamDefaultControllerEnqueue, ReadableStreamDefaultControllerError,
    ReadableStreamDefaultControllerGetDesiredSize, ReadableStreamDefaultControllerCanCloseOrEnqueue,
  };
});
