// 21_readable_byte_respond: reading from a byte stream into a view, and the answers of
// its source to that.
// Spec: https://streams.spec.whatwg.org/#readable-byte-stream-controller-pull-into
// Deviations: none known.
"use strict";
__host.define("21_readable_byte_respond", ({ load }) => {
  const { ReadableStreamAddRequest, ReadableStreamHasBYOBReader, ReadableStreamGetNumRequests } = load("21_readable");
  const { TransferArrayBuffer } = load("21_array_buffer");
  const {
    PullIntoDescriptor, ReadableByteStreamControllerError, ReadableByteStreamControllerCallPullIfNeeded,
    ReadableByteStreamControllerInvalidateBYOBRequest, ReadableByteStreamControllerEnqueueClonedChunkToQueue,
    ReadableByteStreamControllerEnqueueDetachedPullIntoToQueue, ReadableByteStreamControllerShiftPendingPullInto,
    ReadableByteStreamControllerHandleQueueDrain, ReadableByteStreamControllerProcessPullIntoDescriptorsUsingQueue,
    ReadableByteStreamControllerFillPullIntoDescriptorFromQueue, ReadableByteStreamControllerCommitPullIntoDescriptor,
    ReadableByteStreamControllerConvertPullIntoDescriptor,
  } = load("21_readable_byte_queue");

  // viewConstructors has the intrinsic constructors by their names, which is what
  // %TypedArray%.prototype[@@toStringTag] returns; that of a DataView is undefined.
  const { get: typedArrayName } = Object.getOwnPropertyDescriptor(
    Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);
  const viewConstructors = {
    Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array,
    Float32Array, Float64Array, BigInt64Array: globalThis.BigInt64Array, BigUint64Array: globalThis.BigUint64Array,
    Float16Array: globalThis.Float16Array, undefined: DataView,
  };

  function ReadableByteStreamControllerPullInto(controller, view, min, readIntoRequest) {
    const { stream } = controller;
    const ctor = viewConstructors[typedArrayName.call(view)];
    const elementSize = ctor.BYTES_PER_ELEMENT ?? 1;
    const { byteOffset, byteLength } = view;
    let buffer;
    try {
      buffer = TransferArrayBuffer(view.buffer);
    } catch (error) {
      readIntoRequest.errorSteps(error);
      return;
    }
    const descriptor = new PullIntoDescriptor(buffer, byteOffset, byteLength, min * elementSize, elementSize, ctor, "byob");
    if (controller.pendingPullIntos.length > 0) {
      controller.pendingPullIntos.push(descriptor);
      ReadableStreamAddRequest(stream, readIntoRequest);
      return;
    }
    if (stream.state === "closed") {
      readIntoRequest.closeSteps(new ctor(buffer, byteOffset, 0));
      return;
    }
    if (controller.queueTotalSize > 0 && pullIntoFromQueue(controller, descriptor, readIntoRequest)) return;
    controller.pendingPullIntos.push(descriptor);
    ReadableStreamAddRequest(stream, readIntoRequest);
    ReadableByteStreamControllerCallPullIfNeeded(controller);
  }

  // pullIntoFromQueue returns whether the request is done with.
  function pullIntoFromQueue(controller, descriptor, readIntoRequest) {
    if (ReadableByteStreamControllerFillPullIntoDescriptorFromQueue(controller, descriptor)) {
      const filledView = ReadableByteStreamControllerConvertPullIntoDescriptor(descriptor);
      ReadableByteStreamControllerHandleQueueDrain(controller);
      readIntoRequest.chunkSteps(filledView);
      return true;
    }
    if (!controller.closeRequested) return false;
    const e = new TypeError("The stream has ended before there were enough bytes for an element of the view");
    ReadableByteStreamControllerError(controller, e);
    readIntoRequest.errorSteps(e);
    return true;
  }

  function ReadableByteStreamControllerRespond(controller, bytesWritten) {
    const { first } = controller.pendingPullIntos;
    if (controller.stream.state === "closed") {
      if (bytesWritten !== 0) throw new TypeError("A closed stream can only be responded to with 0 bytes");
    } else {
      if (bytesWritten === 0) throw new TypeError("A response of 0 bytes is only for a closed stream");
      if (first.bytesFilled + bytesWritten > first.byteLength) throw new RangeError("More bytes are written than the view holds");
    }
    first.buffer = TransferArrayBuffer(first.buffer);
    ReadableByteStreamControllerRespondInternal(controller, bytesWritten);
  }

  function ReadableByteStreamControllerRespondWithNewView(controller, view) {
    const { first } = controller.pendingPullIntos;
    const { buffer, byteOffset, byteLength } = view;
    if (controller.stream.state === "closed") {
      if (byteLength !== 0) throw new TypeError("A closed stream can only be responded to with an empty view");
    } else if (byteLength === 0) throw new TypeError("A response with an empty view is only for a closed stream");
    if (first.byteOffset + first.bytesFilled !== byteOffset) throw new RangeError("The view begins elsewhere than the requested one");
    if (first.bufferByteLength !== buffer.byteLength) throw new RangeError("The view has a buffer of another length");
    if (first.bytesFilled + byteLength > first.byteLength) throw new RangeError("The view is longer than the requested one");
    first.buffer = TransferArrayBuffer(buffer);
    ReadableByteStreamControllerRespondInternal(controller, byteLength);
  }

  function ReadableByteStreamControllerRespondInternal(controller, bytesWritten) {
    const { first } = controller.pendingPullIntos;
    ReadableByteStreamControllerInvalidateBYOBRequest(controller);
    if (controller.stream.state === "closed") ReadableByteStreamControllerRespondInClosedState(controller, first);
    else ReadableByteStreamControllerRespondInReadableState(controller, bytesWritten, first);
    ReadableByteStreamControllerCallPullIfNeeded(controller);
  }

  function ReadableByteStreamControllerRespondInClosedState(controller, firstDescriptor) {
    const { stream } = controller;
    if (firstDescriptor.readerType === "none") ReadableByteStreamControllerShiftPendingPullInto(controller);
    if (!ReadableStreamHasBYOBReader(stream)) return;
    const filled = [];
    while (filled.length < ReadableStreamGetNumRequests(stream)) filled.push(ReadableByteStreamControllerShiftPendingPullInto(controller));
    for (const descriptor of filled) ReadableByteStreamControllerCommitPullIntoDescriptor(stream, descriptor);
  }

  function ReadableByteStreamControllerRespondInReadableState(controller, bytesWritten, descriptor) {
    const { stream } = controller;
    descriptor.bytesFilled += bytesWritten; // ReadableByteStreamControllerFillHeadPullIntoDescriptor
    if (descriptor.readerType === "none") {
      ReadableByteStreamControllerEnqueueDetachedPullIntoToQueue(controller, descriptor);
      const filled = ReadableByteStreamControllerProcessPullIntoDescriptorsUsingQueue(controller);
      for (const other of filled) ReadableByteStreamControllerCommitPullIntoDescriptor(stream, other);
      return;
    }
    if (descriptor.bytesFilled < descriptor.minimumFill) return;
    ReadableByteStreamControllerShiftPendingPullInto(controller);
    const remainderSize = descriptor.bytesFilled % descriptor.elementSize;
    if (remainderSize > 0) {
      const end = descriptor.byteOffset + descriptor.bytesFilled;
      ReadableByteStreamControllerEnqueueClonedChunkToQueue(controller, descriptor.buffer, end - remainderSize, remainderSize);
    }
    descriptor.bytesFilled -= remainderSize;
    const filled = ReadableByteStreamControllerProcessPullIntoDescriptorsUsingQueue(controller);
    ReadableByteStreamControllerCommitPullIntoDescriptor(stream, descriptor);
    for (const other of filled) ReadableByteStreamControllerCommitPullIntoDescriptor(stream, other);
  }

  return {
    ReadableByteStreamControllerPullInto, ReadableByteStreamControllerRespond, ReadableByteStreamControllerRespondWithNewView,
  };
});
