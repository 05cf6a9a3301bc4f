// 21_readable_byte_controller: the abstract operations on the controllers of byte
// streams, as records of internal slots (see 21_readable). 21_readable_pull_into
// has those that fill and answer pull-into descriptors.
// Spec: https://streams.spec.whatwg.org/#rbs-controller-abstract-ops
// Deviations: none known.
"use strict";
__host.define("21_readable_byte_controller", ({ load }) => {
  const { resolvedWith, react } = load("20_promise");
  const { Queue, ResetQueue } = load("20_queue");
  const {
    ReadableStreamSlots, IsReadableStreamLocked, ReadableStreamClose, ReadableStreamError, ReadableStreamAddRequest,
    ReadableStreamFulfillReadRequest, ReadableStreamFulfillReadIntoRequest, ReadableStreamHasDefaultReader,
    ReadableStreamHasBYOBReader, ReadableStreamGetNumRequests,
  } = load("21_readable");
  const { IsDetachedBuffer, TransferArrayBuffer, CloneArrayBuffer, CopyDataBlockBytes } = load("21_array_buffer");
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
      ResetQueue(this);
    }
    get byteStream() {
      return true;
    }
    cancelSteps(reason) {
      ReadableByteStreamControllerClearPendingPullIntos(this);
      ResetQueue(this);
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
      load("21_readable_pull_into").ReadableByteStreamControllerPullInto(this, view, min, readIntoRequest);
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
      if (this.pendingPullIntos.length > 0) load("21_readable_pull_into").ReadableByteStreamControllerRespond(this, 0);
    }
    enqueue(chunk) {
      ReadableByteStreamControllerEnqueue(this, chunk);
    }
    error(e) {
      ReadableByteStreamControllerError(this, e);
    }
  }

  class PullIntoDescriptor {
    constructor(buffer, byteOffset, byteLength, minimumFill, elementSize, viewConstructor, readerType) {
      this.buffer = buffer;
      this.bufferByteLength = buffer.byteLength;
      this.byteOffset = byteOffset;
      this.byteLength = byteLength;
      this.bytesFilled = 0;
      this.minimumFill = minimumFill;
      this.elementSize = elementSize;
      this.viewConstructor = viewConstructor;
      this.readerType = readerType; // "default", "byob" or "none"
      this.next = undefined;
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
    react(
      startResult === undefined ? undefined : resolvedWith(startResult),
      () => {
        controller.started = true;
        ReadableByteStreamControllerCallPullIfNeeded(controller);
      },
      (r) => ReadableByteStreamControllerError(controller, r),
    );
  }

  function ReadableByteStreamControllerCallPullIfNeeded(controller) {
    if (!ReadableByteStreamControllerShouldCallPull(controller)) return;
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
        ReadableByteStreamControllerCallPullIfNeeded(controller);
      };
      controller.pullFailed = (e) => ReadableByteStreamControllerError(controller, e);
    }
    react(pullPromise, controller.pulled, controller.pullFailed);
  }

  function ReadableByteStreamControllerShouldCallPull(controller) {
    const { stream } = controller;
    if (stream.state !== "readable" || controller.closeRequested || !controller.started) return false;
    if (ReadableStreamGetNumRequests(stream) > 0) return true;
    return ReadableByteStreamControllerGetDesiredSize(controller) > 0;
  }

  function ReadableByteStreamControllerGetDesiredSize(controller) {
    const { state } = controller.stream;
    if (state === "errored") return null;
    if (state === "closed") return 0;
    return controller.strategyHWM - controller.queueTotalSize;
  }

  function ReadableByteStreamControllerClearAlgorithms(controller) {
    controller.source = undefined;
  }

  function ReadableByteStreamControllerClearPendingPullIntos(controller) {
    ReadableByteStreamControllerInvalidateBYOBRequest(controller);
    controller.pendingPullIntos = new Queue();
  }

  function ReadableByteStreamControllerInvalidateBYOBRequest(controller) {
    if (controller.byobRequest === null) return;
    controller.byobRequest.controller = undefined;
    controller.byobRequest.view = null;
    controller.byobRequest = null;
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

  function ReadableByteStreamControllerError(controller, e) {
    const { stream } = controller;
    if (stream.state !== "readable") return;
    ReadableByteStreamControllerClearPendingPullIntos(controller);
    ResetQueue(controller);
    ReadableByteStreamControllerClearAlgorithms(controller);
    ReadableStreamError(stream, e);
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

  function ReadableByteStreamControllerEnqueueChunkToQueue(controller, buffer, byteOffset, byteLength) {
    controller.queue.push({ buffer, byteOffset, byteLength, next: undefined });
    controller.queueTotalSize += byteLength;
  }

  function ReadableByteStreamControllerEnqueueClonedChunkToQueue(controller, buffer, byteOffset, byteLength) {
    let clone;
    try {
      clone = CloneArrayBuffer(buffer, byteOffset, byteLength);
    } catch (error) {
      ReadableByteStreamControllerError(controller, error);
      throw error;
    }
    ReadableByteStreamControllerEnqueueChunkToQueue(controller, clone, 0, byteLength);
  }

  function ReadableByteStreamControllerEnqueueDetachedPullIntoToQueue(controller, descriptor) {
    const { buffer, byteOffset, bytesFilled } = descriptor;
    if (bytesFilled > 0) ReadableByteStreamControllerEnqueueClonedChunkToQueue(controller, buffer, byteOffset, bytesFilled);
    ReadableByteStreamControllerShiftPendingPullInto(controller);
  }

  const ReadableByteStreamControllerShiftPendingPullInto = (controller) => controller.pendingPullIntos.shift();

  function ReadableByteStreamControllerHandleQueueDrain(controller) {
    if (controller.queueTotalSize === 0 && controller.closeRequested) {
      ReadableByteStreamControllerClearAlgorithms(controller);
      ReadableStreamClose(controller.stream);
    } else {
      ReadableByteStreamControllerCallPullIfNeeded(controller);
    }
  }

  function ReadableByteStreamControllerProcessReadRequestsUsingQueue(controller) {
    const { reader } = controller.stream;
    while (reader.requests.length > 0 && controller.queueTotalSize > 0) {
      ReadableByteStreamControllerFillReadRequestFromQueue(controller, reader.requests.shift());
    }
  }

  function ReadableByteStreamControllerFillReadRequestFromQueue(controller, readRequest) {
    const { buffer, byteOffset, byteLength } = controller.queue.shift();
    controller.queueTotalSize -= byteLength;
    ReadableByteStreamControllerHandleQueueDrain(controller);
    readRequest.chunkSteps(new Uint8Array(buffer, byteOffset, byteLength));
  }

  function ReadableByteStreamControllerProcessPullIntoDescriptorsUsingQueue(controller) {
    const filled = [];
    while (controller.pendingPullIntos.length > 0 && controller.queueTotalSize > 0) {
      const descriptor = controller.pendingPullIntos.first;
      if (!ReadableByteStreamControllerFillPullIntoDescriptorFromQueue(controller, descriptor)) continue;
      ReadableByteStreamControllerShiftPendingPullInto(controller);
      filled.push(descriptor);
    }
    return filled;
  }

  // ReadableByteStreamControllerFillPullIntoDescriptorFromQueue returns whether the
  // descriptor has its minimum fill. One that has not stays at the head of the
  // queue, so that the source can go on filling it.
  function ReadableByteStreamControllerFillPullIntoDescriptorFromQueue(controller, descriptor) {
    const maxBytesToCopy = Math.min(controller.queueTotalSize, descriptor.byteLength - descriptor.bytesFilled);
    const maxBytesFilled = descriptor.bytesFilled + maxBytesToCopy;
    const maxAlignedBytes = maxBytesFilled - (maxBytesFilled % descriptor.elementSize);
    const ready = maxAlignedBytes >= descriptor.minimumFill;
    let remaining = ready ? maxAlignedBytes - descriptor.bytesFilled : maxBytesToCopy;
    const { queue } = controller;
    while (remaining > 0) {
      const head = queue.first;
      const count = Math.min(remaining, head.byteLength);
      CopyDataBlockBytes(descriptor.buffer, descriptor.byteOffset + descriptor.bytesFilled, head.buffer, head.byteOffset, count);
      if (head.byteLength === count) queue.shift();
      else {
        head.byteOffset += count;
        head.byteLength -= count;
      }
      controller.queueTotalSize -= count;
      descriptor.bytesFilled += count; // ReadableByteStreamControllerFillHeadPullIntoDescriptor
      remaining -= count;
    }
    return ready;
  }

  function ReadableByteStreamControllerCommitPullIntoDescriptor(stream, descriptor) {
    const done = stream.state === "closed";
    const filledView = ReadableByteStreamControllerConvertPullIntoDescriptor(descriptor);
    if (descriptor.readerType === "default") ReadableStreamFulfillReadRequest(stream, filledView, done);
    else ReadableStreamFulfillReadIntoRequest(stream, filledView, done);
  }

  function ReadableByteStreamControllerConvertPullIntoDescriptor({ buffer, byteOffset, bytesFilled, elementSize, viewConstructor }) {
    return new viewConstructor(TransferArrayBuffer(buffer), byteOffset, bytesFilled / elementSize);
  }

  return {
    PullIntoDescriptor, CreateReadableByteStream, SetUpReadableByteStreamController,
    ReadableByteStreamControllerClose, ReadableByteStreamControllerEnqueue, ReadableByteStreamControllerError,
    ReadableByteStreamControllerGetDesiredSize, ReadableByteStreamControllerGetBYOBRequest,
    ReadableByteStreamControllerCallPullIfNeeded, ReadableByteStreamControllerInvalidateBYOBRequest,
    ReadableByteStreamControllerEnqueueClonedChunkToQueue, ReadableByteStreamControllerEnqueueDetachedPullIntoToQueue,
    ReadableByteStreamControllerShiftPendingPullInto, ReadableByteStreamControllerHandleQueueDrain,
    ReadableByteStreamControllerProcessPullIntoDescriptorsUsingQueue,
    ReadableByteStreamControllerFillPullIntoDescriptorFromQueue, ReadableByteStreamControllerCommitPullIntoDescriptor,
    ReadableByteStreamControllerConvertPullIntoDescriptor,
  };
});
