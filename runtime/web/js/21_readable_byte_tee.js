// 21_readable_byte_tee: two branches of a byte stream.
// Spec: https://streams.spec.whatwg.org/#abstract-opdef-readablebytestreamtee
// Deviations: none known.
"use strict";
__host.define("21_readable_byte_tee", ({ load }) => {
  const { ignore, upon, queueMicrotask, Deferred } = load("20_promise");
  const {
    AcquireReadableStreamDefaultReader, AcquireReadableStreamBYOBReader, ReaderRelease, ReadableStreamCancel,
    ReadableStreamDefaultReaderRead, ReadableStreamBYOBReaderRead,
  } = load("21_readable");
  const { CloneAsUint8Array } = load("21_array_buffer");
  const { ReadableByteStreamControllerError } = load("21_readable_byte_queue");
  const {
    CreateReadableByteStream, ReadableByteStreamControllerClose, ReadableByteStreamControllerEnqueue,
    ReadableByteStreamControllerGetBYOBRequest,
  } = load("21_readable_byte_stream");

  // A Tee is what the branches share. A branch is the source of its stream.
  class Tee {
    constructor(stream) {
      this.stream = stream;
      this.reader = AcquireReadableStreamDefaultReader(stream);
      this.reading = false;
      this.cancelPromise = new Deferred();
      this.branch1 = new Branch(this);
      this.branch2 = new Branch(this);
      this.branch1.other = this.branch2;
      this.branch2.other = this.branch1;
      this.branch1.stream = CreateReadableByteStream(this.branch1);
      this.branch2.stream = CreateReadableByteStream(this.branch2);
      this.forwardReaderError();
    }
    forwardReaderError() {
      const thisReader = this.reader;
      upon(thisReader.closedPromise, ignore, (r) => {
        if (thisReader !== this.reader) return;
        this.error(r);
        this.resolveUnlessCanceled(undefined);
      });
    }
    error(e) {
      ReadableByteStreamControllerError(this.branch1.stream.controller, e);
      ReadableByteStreamControllerError(this.branch2.stream.controller, e);
    }
    resolveUnlessCanceled() {
      if (!this.branch1.canceled || !this.branch2.canceled) this.cancelPromise.resolve(undefined);
    }
    useReader(byob) {
      if (this.reader.byob === byob) return;
      ReaderRelease(this.reader);
      this.reader = byob ? AcquireReadableStreamBYOBReader(this.stream) : AcquireReadableStreamDefaultReader(this.stream);
      this.forwardReaderError();
    }
    // clone returns undefined if there is no memory for a copy, which ends the tee.
    clone(chunk) {
      try {
        return CloneAsUint8Array(chunk);
      } catch (error) {
        this.error(error);
        this.cancelPromise.resolve(ReadableStreamCancel(this.stream, error));
        return undefined;
      }
    }
    readAgain() {
      this.reading = false;
      if (this.branch1.readAgain) this.branch1.pull();
      else if (this.branch2.readAgain) this.branch2.pull();
    }
  }

  class Branch {
    constructor(tee) {
      this.tee = tee;
      this.other = undefined;
      this.stream = undefined;
      this.readAgain = false;
      this.canceled = false;
      this.reason = undefined;
    }
    start() {}
    pull() {
      const { tee } = this;
      if (tee.reading) {
        this.readAgain = true;
        return;
      }
      tee.reading = true;
      const byobRequest = ReadableByteStreamControllerGetBYOBRequest(this.stream.controller);
      tee.useReader(byobRequest !== null);
      if (byobRequest === null) ReadableStreamDefaultReaderRead(tee.reader, new TeeReadRequest(tee));
      else ReadableStreamBYOBReaderRead(tee.reader, byobRequest.view, 1, new TeeReadIntoRequest(tee, this));
    }
    cancel(reason) {
      const { stream, branch1, branch2, cancelPromise } = this.tee;
      this.canceled = true;
      this.reason = reason;
      if (branch1.canceled && branch2.canceled) {
        cancelPromise.resolve(ReadableStreamCancel(stream, [branch1.reason, branch2.reason]));
      }
      return cancelPromise;
    }
    enqueue(chunk) {
      if (!this.canceled) ReadableByteStreamControllerEnqueue(this.stream.controller, chunk);
    }
    close() {
      if (!this.canceled) ReadableByteStreamControllerClose(this.stream.controller);
    }
    respondWithNewView(view) {
      if (this.canceled) return;
      load("21_readable_byte_respond").ReadableByteStreamControllerRespondWithNewView(this.stream.controller, view);
    }
    // respondToClosing answers what still waits for bytes.
    respondToClosing() {
      const { controller } = this.stream;
      if (controller.pendingPullIntos.length > 0) load("21_readable_byte_respond").ReadableByteStreamControllerRespond(controller, 0);
    }
  }

  class TeeReadRequest {
    constructor(tee) {
      this.tee = tee;
      this.next = undefined; // for Queue
    }
    // The delay lets an error of the stream, which takes a microtask to be noticed,
    // overtake chunks that are there at once.
    chunkSteps(chunk) {
      queueMicrotask(() => this.enqueue(chunk));
    }
    enqueue(chunk) {
      const { tee } = this;
      const { branch1, branch2 } = tee;
      branch1.readAgain = branch2.readAgain = false;
      let chunk2 = chunk;
      if (!branch1.canceled && !branch2.canceled) {
        chunk2 = tee.clone(chunk);
        if (chunk2 === undefined) return;
      }
      branch1.enqueue(chunk);
      branch2.enqueue(chunk2);
      tee.readAgain();
    }
    closeSteps() {
      const { tee } = this;
      tee.reading = false;
      tee.branch1.close();
      tee.branch2.close();
      tee.branch1.respondToClosing();
      tee.branch2.respondToClosing();
      tee.resolveUnlessCanceled();
    }
    errorSteps() {
      this.tee.reading = false;
    }
  }

  class TeeReadIntoRequest {
    constructor(tee, branch) {
      this.tee = tee;
      this.branch = branch;
      this.next = undefined; // for Queue
    }
    chunkSteps(chunk) {
      queueMicrotask(() => this.enqueue(chunk));
    }
    enqueue(chunk) {
      const { tee, branch } = this;
      const { other } = branch;
      branch.readAgain = other.readAgain = false;
      const clonedChunk = other.canceled ? undefined : tee.clone(chunk);
      if (!other.canceled && clonedChunk === undefined) return;
      branch.respondWithNewView(chunk);
      if (!other.canceled) other.enqueue(clonedChunk);
      tee.readAgain();
    }
    closeSteps(chunk) {
      const { tee, branch } = this;
      const { other } = branch;
      tee.reading = false;
      branch.close();
      other.close();
      if (chunk !== undefined) {
        branch.respondWithNewView(chunk);
        if (!other.canceled) other.respondToClosing();
      }
      tee.resolveUnlessCanceled();
    }
    errorSteps() {
      this.tee.reading = false;
    }
  }

  function ReadableByteStreamTee(stream) {
    const { branch1, branch2 } = new Tee(stream);
    return [branch1.stream, branch2.stream];
  }

  return { ReadableByteStreamTee };
});
