// 21_readable_default_stream: the abstract operations on the default
// controllers of readable streams, as records of internal slots (see 21_readable).
// Spec: https://streams.spec.whatwg.org/#rs-default-controller-abstract-ops
// Deviations: none known.
"use strict";
__host.define("21_readable_default_stream", ({ load }) => {
  const { unsettled, resolvedWith, upon, queueMicrotask } = load("20_promise");
  const { EnqueueValueWithSize, DequeueValue, ResetQueue } = load("20_queue");
  const {
    ReadableStreamSlots, ReadableStreamClose, ReadableStreamError, ReadableStreamAddRequest,
    ReadableStreamFulfillReadRequest,
  } = load("21_readable");

  class ReadableStreamDefaultControllerSlots {
    constructor(stream, source, highWaterMark, sizeAlgorithm) {
      this.object = undefined;
      this.stream = stream;
      this.firstEntry = undefined; // of the queue
      this.lastEntry = undefined;
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
      if (this.firstEntry === undefined) {
        ReadableStreamAddRequest(stream, readRequest);
        ReadableStreamDefaultControllerCallPullIfNeeded(this);
        return;
      }
      const chunk = DequeueValue(this);
      if (this.closeRequested && this.firstEntry === undefined) {
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
    if (controller.pulled === undefined) makePullReactions(controller);
    const pullPromise = controller.source.pull(controller);
    if (pullPromise === undefined) queueMicrotask(controller.pulled);
    else if (pullPromise !== unsettled) upon(pullPromise, controller.pulled, controller.pullFailed);
  }
  function makePullReactions(controller) {
    controller.pulled = () => {
      controller.pulling = false;
      if (!controller.pullAgain) return;
      controller.pullAgain = false;
      ReadableStreamDefaultControllerCallPullIfNeeded(controller);
    };
    controller.pullFailed = (e) => ReadableStreamDefaultControllerError(controller, e);
  }

  // This is asked several times for a chunk, so it asks no other operation.
  function ReadableStreamDefaultControllerShouldCallPull(controller) {
    const { stream } = controller;
    if (!controller.started || controller.closeRequested || stream.state !== "readable") return false;
    if (controller.queueTotalSize < controller.strategyHWM) return true;
    const { reader } = stream;
    return reader !== undefined && reader.requests.length > 0;
  }

  function ReadableStreamDefaultControllerClearAlgorithms(controller) {
    controller.source = undefined;
    controller.sizeAlgorithm = undefined;
  }

  function ReadableStreamDefaultControllerClose(controller) {
    if (!ReadableStreamDefaultControllerCanCloseOrEnqueue(controller)) return;
    controller.closeRequested = true;
    if (controller.firstEntry !== undefined) return;
    ReadableStreamDefaultControllerClearAlgorithms(controller);
    ReadableStreamClose(controller.stream);
  }

  function ReadableStreamDefaultControllerEnqueue(controller, chunk) {
    const { stream, sizeAlgorithm } = controller, { reader } = stream;
    if (controller.closeRequested || stream.state !== "readable") return;
    if (reader !== undefined && reader.requests.length > 0) {
      ReadableStreamFulfillReadRequest(stream, chunk, false);
    } else if (sizeAlgorithm === undefined) {
      EnqueueValueWithSize(controller, chunk, 1);
      if (controller.queueTotalSize >= controller.strategyHWM) return; // there is no need for more
    } else {
      try {
        EnqueueValueWithSize(controller, chunk, sizeAlgorithm(chunk));
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
