// 21_readable_byte_queue: the abstract operations on the controllers of byte streams
// that pull from the source, and move bytes from the queue to those who wait for them.
// Spec: https://streams.spec.whatwg.org/#rbs-controller-abstract-ops
// Deviations: none known.
"use strict";
__host.define("21_readable_byte_queue", ({ load }) => {
  const { unsettled, upon } = load("20_promise");
  const { Queue } = load("20_queue");
  const {
    ReadableStreamClose, ReadableStreamError, ReadableStreamFulfillReadRequest, ReadableStreamFulfillReadIntoRequest,
    ReadableStreamGetNumRequests,
  } = load("21_readable");
  const { TransferArrayBuffer, CloneArrayBuffer, CopyDataBlockBytes } = load("21_array_buffer");
  const { Uint8Array } = globalThis;

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

  function ReadableByteStreamControllerCallPullIfNeeded(controller) {
    if (!ReadableByteStreamControllerShouldCallPull(controller)) return;
    if (controller.pulling) {
      controller.pullAgain = true;
      return;
    }
    controller.pulling = true;
    if (controller.pulled === undefined) makePullReactions(controller);
    const pullPromise = controller.source.pull(controller);
    if (pullPromise !== unsettled) upon(pullPromise, controller.pulled, controller.pullFailed);
  }
  function makePullReactions(controller) {
    controller.pulled = () => {
      controller.pulling = false;
      if (!controller.pullAgain) return;
      controller.pullAgain = false;
      ReadableByteStreamControllerCallPullIfNeeded(controller);
    };
    controller.pullFailed = (e) => ReadableByteStreamControllerError(controller, e);
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

  // ReadableByteStreamControllerResetQueue is ResetQueue for a queue of pieces of buffers.
  function ReadableByteStreamControllerResetQueue(controller) {
    controller.queue = new Queue();
    controller.queueTotalSize = 0;
  }

  function ReadableByteStreamControllerInvalidateBYOBRequest(controller) {
    if (controller.byobRequest === null) return;
    controller.byobRequest.controller = undefined;
    controller.byobRequest.view = null;
    controller.byobRequest = null;
  }

  function ReadableByteStreamControllerError(controller, e) {
    const { stream } = controller;
    if (stream.state !== "readable") return;
    ReadableByteStreamControllerClearPendingPullIntos(controller);
    ReadableByteStreamControllerResetQueue(controller);
    ReadableByteStreamControllerClearAlgorithms(controller);
    ReadableStreamError(stream, e);
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
    PullIntoDescriptor, ReadableByteStreamControllerCallPullIfNeeded, ReadableByteStreamControllerShouldCallPull,
    ReadableByteStreamControllerGetDesiredSize, ReadableByteStreamControllerClearAlgorithms,
    ReadableByteStreamControllerClearPendingPullIntos, ReadableByteStreamControllerResetQueue,
    ReadableByteStreamControllerInvalidateBYOBRequest, ReadableByteStreamControllerError, ReadableByteStreamControllerEnqueueChunkToQueue,
    ReadableByteStreamControllerEnqueueClonedChunkToQueue, ReadableByteStreamControllerEnqueueDetachedPullIntoToQueue,
    ReadableByteStreamControllerShiftPendingPullInto, ReadableByteStreamControllerHandleQueueDrain,
    ReadableByteStreamControllerProcessReadRequestsUsingQueue, ReadableByteStreamControllerFillReadRequestFromQueue,
    ReadableByteStreamControllerProcessPullIntoDescriptorsUsingQueue,
    ReadableByteStreamControllerFillPullIntoDescriptorFromQueue, ReadableByteStreamControllerCommitPullIntoDescriptor,
    ReadableByteStreamControllerConvertPullIntoDescriptor,
  };
});
