// 21_readable_byte_stream: the controllers of byte streams, as records of internal
// slots (see 21_readable), and the abstract operations that others perform on them.
// Spec: https://streams.spec.whatwg.org/#rbs-controller-abstract-ops
// Deviations: none known.
"use strict";
__host.define("21_readable_byte_stream", ({ load }) => {
  const { resolvedWith, upon } = load("20_promise");
  const { Queue } = load("20_queue");
  const {
    ReadableStreamSlots, ReadableStreamClose, ReadableStreamAddRequest, ReadableStreamFulfillReadRequest,
    ReadableStreamHasDefaultReader, ReadableStreamHasBYOBReader, ReadableStreamGetNumRequests,
  } = load("21_readable");
  const { IsDetachedBuffer, TransferArrayBuffer } = load("21_array_buffer");
  const {
    PullIntoDescriptor, ReadableByteStreamControllerCallPullIfNeeded, ReadableByteStreamControllerShouldCallPull,
    ReadableByteStreamControllerGetDesiredSize, ReadableByteStreamControllerClearAlgorithms,
    ReadableByteStreamControllerClearPendingPullIntos, ReadableByteStreamControllerResetQueue,
    ReadableByteStreamControllerInvalidateBYOBRequest,
    ReadableByteStreamControllerError, ReadableByteStreamControllerEnqueueChunkToQueue,
    ReadableByteStreamControllerEnqueueDetachedPullIntoToQueue, ReadableByteStreamControllerShiftPendingPullInto,
    ReadableByteStreamControllerProcessReadRequestsUsingQueue, ReadableByteStreamControllerFillReadRequestFromQueue,
    ReadableByteStreamControllerProcessPullIntoDescriptorsUsingQueue,
    ReadableByteStreamControllerCommitPullIntoDescriptor,
  } = load("21_readable_byte_queue");
  const { ArrayBuffer, Uint8Array } = globalThis;

  class ReadableByteStreamControllerSlots {
    constructor(stream, source, highWaterMark, autoAllocateChunkSize) {
      this.object = undefined;
      this.stream = stream;
      this.queue = undefined; // of { buffer, byteOffset, byteLength }
      this.queueTotalSize = 0;
      this.started = false;
      this.closeRequested = false;
      this.pullAgain = false;
      this.pulling = false;
      this.source = source;
      this.strategyHWM = highWaterMark;
      this.autoAllocateChunkSize = autoAllocateChunkSize;
      this.byobRequest = null; // { controller, view, object }
      this.pendingPullIntos = new Queue();
      this.pulled = undefined; // the reactions to a pull, made once
      this.pullFailed = undefined;
      ReadableByteStreamControllerResetQueue(this);
    }
    get byteStream() {
      return true;
    }
    cancelSteps(reason) {
      ReadableByteStreamControllerClearPendingPullIntos(this);
      ReadableByteStreamControllerResetQueue(this);
      const result = this.source.cancel(reason);
      ReadableByteStreamControllerClearAlgorithms(this);
      return result;
    }
    pullSteps(readRequest) {
      const { stream, autoAllocateChunkSize } = this;
      if (this.queueTotalSize > 0) {
        ReadableByteStreamControllerFillReadRequestFromQueue(this, readRequest);
        return;
      }
      if (autoAllocateChunkSize !== undefined) {
        let buffer;
        try {
          buffer = new ArrayBuffer(autoAllocateChunkSize);
        } catch (error) {
          readRequest.errorSteps(error);
          return;
        }
        this.pendingPullIntos.push(new PullIntoDescriptor(buffer, 0, autoAllocateChunkSize, 1, 1, Uint8Array, "default"));
      }
      ReadableStreamAddRequest(stream, readRequest);
      ReadableByteStreamControllerCallPullIfNeeded(this);
    }
    releaseSteps() {
      if (this.pendingPullIntos.length === 0) return;
      const { first } = this.pendingPullIntos;
      first.readerType = "none";
      first.next = undefined;
      this.pendingPullIntos = new Queue();
      this.pendingPullIntos.push(first);
    }
    pullInto(view, min, readIntoRequest) {
      load("21_readable_byte_respond").ReadableByteStreamControllerPullInto(this, view, min, readIntoRequest);
    }
    // The rest is what either kind of controller has for other files.
    desiredSize() {
      return ReadableByteStreamControllerGetDesiredSize(this);
    }
    hasBackpressure() {
      return !ReadableByteStreamControllerShouldCallPull(this);
    }
    canCloseOrEnqueue() {
      return !this.closeRequested && this.stream.state === "readable";
    }
    close() {
      ReadableByteStreamControllerClose(this);
      if (this.pendingPullIntos.length > 0) load("21_readable_byte_respond").ReadableByteStreamControllerRespond(this, 0);
    }
    enqueue(chunk) {
      ReadableByteStreamControllerEnqueue(this, chunk);
    }
    error(e) {
      ReadableByteStreamControllerError(this, e);
    }
  }

  function CreateReadableByteStream(source) {
    const stream = new ReadableStreamSlots();
    SetUpReadableByteStreamController(stream, source, 0, undefined);
    return stream;
  }

  function SetUpReadableByteStreamController(stream, source, highWaterMark, autoAllocateChunkSize) {
    const controller = new ReadableByteStreamControllerSlots(stream, source, highWaterMark, autoAllocateChunkSize);
    stream.controller = controller;
    const startResult = source.start(controller);
    // What start has closed or errored already is never pulled.
    if (startResult === undefined && !controller.canCloseOrEnqueue()) return;
    upon(
      startResult === undefined ? undefined : resolvedWith(startResult),
      () => {
        controller.started = true;
        ReadableByteStreamControllerCallPullIfNeeded(controller);
      },
      (r) => ReadableByteStreamControllerError(controller, r),
    );
  }

  function ReadableByteStreamControllerGetBYOBRequest(controller) {
    if (controller.byobRequest === null && controller.pendingPullIntos.length > 0) {
      const { buffer, byteOffset, byteLength, bytesFilled } = controller.pendingPullIntos.first;
      const view = new Uint8Array(buffer, byteOffset + bytesFilled, byteLength - bytesFilled);
      controller.byobRequest = { controller, view, object: undefined };
    }
    return controller.byobRequest;
  }

  function ReadableByteStreamControllerClose(controller) {
    const { stream } = controller;
    if (controller.closeRequested || stream.state !== "readable") return;
    if (controller.queueTotalSize > 0) {
      controller.closeRequested = true;
      return;
    }
    if (controller.pendingPullIntos.length > 0) {
      const { bytesFilled, elementSize } = controller.pendingPullIntos.first;
      if (bytesFilled % elementSize !== 0) {
        const e = new TypeError("The stream is closed in the middle of an element of the view that is read into");
        ReadableByteStreamControllerError(controller, e);
        throw e;
      }
    }
    ReadableByteStreamControllerClearAlgorithms(controller);
    ReadableStreamClose(stream);
  }

  function ReadableByteStreamControllerEnqueue(controller, chunk) {
    const { stream } = controller;
    if (controller.closeRequested || stream.state !== "readable") return;
    const { buffer, byteOffset, byteLength } = chunk;
    if (IsDetachedBuffer(buffer)) throw new TypeError("A chunk must not be detached");
    const transferredBuffer = TransferArrayBuffer(buffer);
    if (controller.pendingPullIntos.length > 0) {
      const { first } = controller.pendingPullIntos;
      if (IsDetachedBuffer(first.buffer)) throw new TypeError("The buffer of the BYOB request is detached");
      ReadableByteStreamControllerInvalidateBYOBRequest(controller);
      first.buffer = TransferArrayBuffer(first.buffer);
      if (first.readerType === "none") ReadableByteStreamControllerEnqueueDetachedPullIntoToQueue(controller, first);
    }
    if (ReadableStreamHasDefaultReader(stream)) {
      enqueueForDefaultReader(controller, transferredBuffer, byteOffset, byteLength);
    } else {
      ReadableByteStreamControllerEnqueueChunkToQueue(controller, transferredBuffer, byteOffset, byteLength);
      if (ReadableStreamHasBYOBReader(stream)) {
        const filled = ReadableByteStreamControllerProcessPullIntoDescriptorsUsingQueue(controller);
        for (const descriptor of filled) ReadableByteStreamControllerCommitPullIntoDescriptor(stream, descriptor);
      }
    }
    ReadableByteStreamControllerCallPullIfNeeded(controller);
  }

  function enqueueForDefaultReader(controller, buffer, byteOffset, byteLength) {
    const { stream } = controller;
    ReadableByteStreamControllerProcessReadRequestsUsingQueue(controller);
    if (ReadableStreamGetNumRequests(stream) === 0) {
      ReadableByteStreamControllerEnqueueChunkToQueue(controller, buffer, byteOffset, byteLength);
      return;
    }
    if (controller.pendingPullIntos.length > 0) ReadableByteStreamControllerShiftPendingPullInto(controller);
    ReadableStreamFulfillReadRequest(stream, new Uint8Array(buffer, byteOffset, byteLength), false);
  }

  return {
    CreateReadableByteStream, SetUpReadableByteStreamController, ReadableByteStreamControllerGetBYOBRequest,
    ReadableByteStreamControllerClose, ReadableByteStreamControllerEnqueue,
  };
});
