// 21_readable_default_tee: two branches of a stream that is not a byte stream.
// Spec: https://streams.spec.whatwg.org/#abstract-opdef-readablestreamdefaulttee
// Deviations: none known.
"use strict";
__host.define("21_readable_default_tee", ({ load }) => {
  const { ignore, upon, queueMicrotask, Deferred } = load("20_promise");
  const { AcquireReadableStreamDefaultReader, ReadableStreamCancel, ReadableStreamDefaultReaderRead } = load("21_readable");
  const { CreateReadableStream } = load("21_readable_default_stream");

  // A Tee is what the branches share, and the read request of its chunks.
  class Tee {
    constructor(stream, cloneForBranch2) {
      this.stream = stream;
      this.cloneForBranch2 = cloneForBranch2;
      this.reader = AcquireReadableStreamDefaultReader(stream);
      this.reading = false;
      this.readAgain = false;
      this.cancelPromise = new Deferred();
      this.next = undefined; // for Queue
      this.source1 = new BranchSource(this);
      this.source2 = new BranchSource(this);
      this.branch1 = CreateReadableStream(this.source1);
      this.branch2 = CreateReadableStream(this.source2);
      upon(this.reader.closedPromise, ignore, (r) => this.fail(r));
    }
    pull() {
      if (this.reading) {
        this.readAgain = true;
        return;
      }
      this.reading = true;
      ReadableStreamDefaultReaderRead(this.reader, this);
    }
    // The delay lets an error of the stream, which takes a microtask to be noticed,
    // overtake chunks that are there at once.
    chunkSteps(chunk) {
      queueMicrotask(() => this.enqueue(chunk));
    }
    enqueue(chunk) {
      const { branch1, branch2, source1, source2 } = this;
      this.readAgain = false;
      let chunk2 = chunk;
      if (!source2.canceled && this.cloneForBranch2) {
        try {
          chunk2 = load("13_structured_clone").structuredClone(chunk);
        } catch (error) {
          branch1.controller.error(error);
          branch2.controller.error(error);
          this.cancelPromise.resolve(ReadableStreamCancel(this.stream, error));
          return;
        }
      }
      if (!source1.canceled) branch1.controller.enqueue(chunk);
      if (!source2.canceled) branch2.controller.enqueue(chunk2);
      this.reading = false;
      if (this.readAgain) this.pull();
    }
    closeSteps() {
      const { source1, source2 } = this;
      this.reading = false;
      if (!source1.canceled) this.branch1.controller.close();
      if (!source2.canceled) this.branch2.controller.close();
      if (!source1.canceled || !source2.canceled) this.cancelPromise.resolve(undefined);
    }
    errorSteps() {
      this.reading = false;
    }
    fail(r) {
      this.branch1.controller.error(r);
      this.branch2.controller.error(r);
      if (!this.source1.canceled || !this.source2.canceled) this.cancelPromise.resolve(undefined);
    }
  }

  class BranchSource {
    constructor(tee) {
      this.tee = tee;
      this.canceled = false;
      this.reason = undefined;
    }
    start() {}
    pull() {
      this.tee.pull();
    }
    cancel(reason) {
      const { stream, source1, source2, cancelPromise } = this.tee;
      this.canceled = true;
      this.reason = reason;
      if (source1.canceled && source2.canceled) {
        cancelPromise.resolve(ReadableStreamCancel(stream, [source1.reason, source2.reason]));
      }
      return cancelPromise;
    }
  }

  function ReadableStreamDefaultTee(stream, cloneForBranch2) {
    const { branch1, branch2 } = new Tee(stream, cloneForBranch2);
    return [branch1, branch2];
  }

  return { ReadableStreamDefaultTee };
});
