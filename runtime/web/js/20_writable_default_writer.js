// 20_writable_default_writer: the abstract operations on the writers of writable
// streams, as records of internal slots (see 20_writable).
// Spec: https://streams.spec.whatwg.org/#ws-writer-abstract-ops
// Deviations: none known.
"use strict";
__host.define("20_writable_default_writer", ({ load }) => {
  const { resolvedWith, rejectedWith, queueMicrotask, Deferred } = load("20_promise");
  const {
    IsWritableStreamLocked, WritableStreamClose, WritableStreamCloseQueuedOrInFlight,
    WritableStreamDefaultWriterEnsureClosedPromiseRejected, WritableStreamDefaultWriterEnsureReadyPromiseRejected,
    WritableStreamDefaultControllerGetChunkSize, WritableStreamDefaultControllerGetDesiredSize,
    WritableStreamDefaultControllerWrite,
  } = load("20_writable");

  class WritableStreamDefaultWriterSlots {
    constructor(stream) {
      this.stream = stream;
      this.readyPromise = undefined;
      this.closedPromise = undefined;
    }
    backpressureChanged(backpressure) {
      if (backpressure) this.readyPromise = this.readyPromise.renewed();
      else this.readyPromise.resolve(undefined);
    }
  }

  // The writer of a pipe has only the pipe to wait for it: its readyPromise is not kept.
  class PipeWriterSlots extends WritableStreamDefaultWriterSlots {
    constructor(stream) {
      super(stream);
      this.readySteps = undefined; // follow when there is no more backpressure
    }
    backpressureChanged(backpressure) {
      const { readySteps } = this;
      if (backpressure || readySteps === undefined) return;
      this.readySteps = undefined;
      queueMicrotask(readySteps);
    }
  }

  function AcquireWritableStreamDefaultWriter(stream) {
    if (IsWritableStreamLocked(stream)) throw new TypeError("The stream is already locked to a writer");
    const writer = new WritableStreamDefaultWriterSlots(stream);
    SetUpWritableStreamDefaultWriter(writer, stream);
    return writer;
  }
  // acquirePipeWriter is the same for a stream that is not locked.
  function acquirePipeWriter(stream) {
    const writer = new PipeWriterSlots(stream);
    SetUpWritableStreamDefaultWriter(writer, stream);
    return writer;
  }

  function SetUpWritableStreamDefaultWriter(writer, stream) {
    stream.writer = writer;
    const { state, storedError } = stream;
    if (state === "writable") {
      const full = !WritableStreamCloseQueuedOrInFlight(stream) && stream.backpressure;
      writer.readyPromise = full ? new Deferred() : Deferred.resolved(undefined);
    } else if (state === "closed") {
      writer.readyPromise = Deferred.resolved(undefined);
    } else {
      writer.readyPromise = Deferred.rejected(storedError);
      writer.readyPromise.markHandled();
    }
    if (state === "closed") writer.closedPromise = Deferred.resolved(undefined);
    else if (state !== "errored") writer.closedPromise = new Deferred();
    else {
      writer.closedPromise = Deferred.rejected(storedError);
      writer.closedPromise.markHandled();
    }
  }

  function WritableStreamDefaultWriterCloseWithErrorPropagation(writer) {
    const { stream } = writer;
    const { state } = stream;
    if (WritableStreamCloseQueuedOrInFlight(stream) || state === "closed") return resolvedWith(undefined);
    if (state === "errored") return rejectedWith(stream.storedError);
    return WritableStreamClose(stream);
  }

  function WritableStreamDefaultWriterGetDesiredSize(writer) {
    const { state, controller } = writer.stream;
    if (state === "errored" || state === "erroring") return null;
    if (state === "closed") return 0;
    return WritableStreamDefaultControllerGetDesiredSize(controller);
  }

  function WritableStreamDefaultWriterRelease(writer) {
    const { stream } = writer;
    const releasedError = new TypeError("The writer has released its lock on the stream");
    WritableStreamDefaultWriterEnsureReadyPromiseRejected(writer, releasedError);
    WritableStreamDefaultWriterEnsureClosedPromiseRejected(writer, releasedError);
    stream.writer = undefined;
    writer.stream = undefined;
  }

  // WritableStreamDefaultWriterWrite settles request and returns it, or one that is
  // rejected.
  function WritableStreamDefaultWriterWrite(writer, chunk, request) {
    const { stream } = writer;
    const { controller } = stream;
    const chunkSize = WritableStreamDefaultControllerGetChunkSize(controller, chunk);
    if (stream !== writer.stream) return Deferred.rejected(new TypeError("The writer has released its lock on the stream"));
    const { state } = stream;
    if (state === "errored") return Deferred.rejected(stream.storedError);
    if (WritableStreamCloseQueuedOrInFlight(stream) || state === "closed") {
      return Deferred.rejected(new TypeError("The stream is closing or closed and cannot be written to"));
    }
    if (state === "erroring") return Deferred.rejected(stream.storedError);
    WritableStreamDefaultControllerWrite(controller, chunk, chunkSize, request);
    return request;
  }

  return {
    AcquireWritableStreamDefaultWriter, acquirePipeWriter, WritableStreamDefaultWriterCloseWithErrorPropagation,
    WritableStreamDefaultWriterGetDesiredSize, WritableStreamDefaultWriterRelease, WritableStreamDefaultWriterWrite,
  };
});
