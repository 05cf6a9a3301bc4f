// 21_readable_pipe: piping a readable stream to a writable one.
// Spec: https://streams.spec.whatwg.org/#readable-stream-pipe-to
// Deviations: none known. A byte stream is read with a default reader.
"use strict";
__host.define("21_readable_pipe", ({ load }) => {
  const { react, queueMicrotask, Deferred } = load("20_promise");
  const { WritableStreamAbort, WritableStreamCloseQueuedOrInFlight } = load("20_writable");
  const {
    AcquireWritableStreamDefaultWriter, WritableStreamDefaultWriterCloseWithErrorPropagation,
    WritableStreamDefaultWriterGetDesiredSize, WritableStreamDefaultWriterRelease, WritableStreamDefaultWriterWrite,
  } = load("20_writable_default_writer");
  const { AcquireReadableStreamDefaultReader, ReaderRelease, ReadableStreamCancel, ReadableStreamDefaultReaderRead } = load("21_readable");

  // A Pipe is an operation under way, and the read request of its chunks.
  class Pipe {
    constructor(source, dest, preventClose, preventAbort, preventCancel) {
      this.source = source;
      this.dest = dest;
      this.preventClose = preventClose;
      this.preventAbort = preventAbort;
      this.preventCancel = preventCancel;
      this.reader = AcquireReadableStreamDefaultReader(source);
      this.writer = AcquireWritableStreamDefaultWriter(dest);
      this.outcome = new Deferred();
      this.shuttingDown = false;
      this.removeAbortAlgorithm = undefined;
      this.currentWrite = undefined; // the last, a Deferred
      this.reading = false; // a read is being made
      this.again = false; // and has given a chunk at once
      this.unwritten = undefined; // { chunk } that was read but not yet written
      this.step = () => this.readChunks();
      this.next = undefined; // for Queue
      source.disturbed = true;
    }

    // readChunks reads and writes for as long as chunks are there at once and dest
    // takes them, then goes on when that changes.
    readChunks() {
      do {
        this.again = false;
        if (this.shuttingDown) return;
        const desiredSize = WritableStreamDefaultWriterGetDesiredSize(this.writer);
        if (desiredSize === null) return; // its error shuts the pipe down
        if (desiredSize <= 0) {
          react(this.writer.readyPromise.promise, this.step, () => undefined);
          return;
        }
        this.reading = true;
        ReadableStreamDefaultReaderRead(this.reader, this);
        this.reading = false;
      } while (this.again);
    }
    chunkSteps(chunk) {
      if (this.reading) {
        this.again = true;
        this.write(chunk);
        return;
      }
      // The source is enqueueing: the sink must not run inside that.
      this.unwritten = { chunk };
      queueMicrotask(() => {
        const { chunk } = this.unwritten;
        this.unwritten = undefined;
        this.write(chunk);
        this.readChunks();
      });
    }
    closeSteps() {}
    errorSteps() {}
    write(chunk) {
      this.currentWrite = WritableStreamDefaultWriterWrite(this.writer, chunk);
    }

    // watch propagates errors and closing: those that are there in the order that
    // the specification has, those to come as they come.
    watch() {
      const { source, dest, reader, writer } = this;
      if (source.state === "errored") this.sourceErrored(source.storedError);
      else if (dest.state === "errored") this.destErrored(dest.storedError);
      else if (source.state === "closed") this.sourceClosed();
      else if (WritableStreamCloseQueuedOrInFlight(dest) || dest.state === "closed") this.destClosed();
      if (this.shuttingDown) return;
      react(reader.closedPromise.promise, () => this.sourceClosed(), (e) => this.sourceErrored(e));
      react(writer.closedPromise.promise, () => this.destClosed(), (e) => this.destErrored(e));
    }
    sourceErrored(error) {
      const abort = () => WritableStreamAbort(this.dest, error);
      this.shutdown(this.preventAbort ? undefined : abort, { error });
    }
    destErrored(error) {
      const cancel = () => ReadableStreamCancel(this.source, error);
      this.shutdown(this.preventCancel ? undefined : cancel, { error });
    }
    sourceClosed() {
      const close = () => WritableStreamDefaultWriterCloseWithErrorPropagation(this.writer);
      this.shutdown(this.preventClose ? undefined : close, undefined);
    }
    destClosed() {
      this.destErrored(new TypeError("The stream that is piped to is closed or closing"));
    }
    aborted(error) {
      const { source, dest, preventAbort, preventCancel } = this;
      this.shutdown(() => {
        const actions = [];
        if (!preventAbort && dest.state === "writable") actions.push(WritableStreamAbort(dest, error));
        if (!preventCancel && source.state === "readable") actions.push(ReadableStreamCancel(source, error));
        return waitForAll(actions);
      }, { error });
    }

    // shutdown is "shutdown with an action", or "shutdown" if that is undefined.
    // failure is { error } or undefined.
    shutdown(action, failure) {
      if (this.shuttingDown) return;
      this.shuttingDown = true;
      const { dest } = this;
      const act = () => {
        if (action === undefined) this.finalize(failure);
        else react(action(), () => this.finalize(failure), (error) => this.finalize({ error }));
      };
      if (dest.state === "writable" && !WritableStreamCloseQueuedOrInFlight(dest)) this.afterWrites(act);
      else act();
    }
    afterWrites(steps) {
      const { currentWrite } = this;
      const check = () => {
        if (this.unwritten === undefined && this.currentWrite === currentWrite) steps();
        else this.afterWrites(steps);
      };
      react(currentWrite?.promise, check, check);
    }
    finalize(failure) {
      WritableStreamDefaultWriterRelease(this.writer);
      ReaderRelease(this.reader);
      this.removeAbortAlgorithm?.();
      if (failure === undefined) this.outcome.resolve(undefined);
      else this.outcome.reject(failure.error);
    }
  }

  // waitForAll is "getting a promise to wait for all": the first rejection counts.
  function waitForAll(promises) {
    if (promises.length === 0) return undefined;
    const all = new Deferred();
    let left = promises.length;
    for (const promise of promises) {
      react(promise, () => { if (--left === 0) all.resolve(undefined); }, (e) => all.reject(e));
    }
    return all.promise;
  }

  function ReadableStreamPipeTo(source, dest, preventClose, preventAbort, preventCancel, signal) {
    const pipe = new Pipe(source, dest, preventClose, preventAbort, preventCancel);
    const { promise } = pipe.outcome;
    if (signal !== undefined) {
      if (signal.aborted) {
        pipe.aborted(signal.reason);
        return promise;
      }
      pipe.removeAbortAlgorithm = load("04_abort").addAlgorithm(signal, (reason) => pipe.aborted(reason));
    }
    pipe.watch();
    if (!pipe.shuttingDown) react(pipe.writer.readyPromise.promise, pipe.step, () => undefined);
    return promise;
  }

  return { ReadableStreamPipeTo };
});
