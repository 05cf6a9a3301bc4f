// 21_readable_pipe: piping a readable stream to a writable one.
// Spec: https://streams.spec.whatwg.org/#readable-stream-pipe-to
// Deviations: none known. A byte stream is read with a default reader.
"use strict";
__host.define("21_readable_pipe", ({ load }) => {
  const { unsettled, upon, queueMicrotask, Deferred } = load("20_promise");
  const {
    WritableStreamAbort, WritableStreamCloseQueuedOrInFlight, WritableStreamDefaultControllerWrite, unobserved, lastWriteRequest,
  } = load("20_writable");
  const {
    acquirePipeWriter, WritableStreamDefaultWriterCloseWithErrorPropagation,
    WritableStreamDefaultWriterRelease, WritableStreamDefaultWriterWrite,
  } = load("20_writable_default_writer");
  const { AcquireReadableStreamDefaultReader, ReaderRelease, ReadableStreamCancel } = load("21_readable");

  // A Pipe is an operation under way, and the read request of its chunks.
  class Pipe {
    constructor(source, dest, preventClose, preventAbort, preventCancel) {
      this.source = source;
      this.dest = dest;
      this.preventClose = preventClose;
      this.preventAbort = preventAbort;
      this.preventCancel = preventCancel;
      this.reader = AcquireReadableStreamDefaultReader(source);
      this.writer = acquirePipeWriter(dest);
      this.relay = source.relay;
      this.outcome = new Deferred();
      this.shuttingDown = false;
      this.removeAbortAlgorithm = undefined;
      this.writes = 0; // made so far
      this.reading = false; // a read is being made
      this.again = false; // and has given a chunk at once
      this.unwritten = false; // chunk was read but not yet written
      this.chunk = undefined;
      this.readSteps = () => this.readChunks();
      this.writeSteps = () => this.writeChunk();
      this.next = undefined; // for Queue
      source.disturbed = true;
    }

    // readChunks reads and writes for as long as chunks are there at once and dest
    // takes them, then goes on when that changes.
    readChunks() {
      const { source, dest, relay, writer } = this;
      do {
        this.again = false;
        if (this.shuttingDown || dest.state !== "writable") return; // an error of dest shuts the pipe down
        if (dest.backpressure) {
          writer.readySteps = this.readSteps;
          return;
        }
        const chunk = relay === undefined ? unsettled : relay.takeWaiting();
        if (chunk !== unsettled) {
          this.write(chunk);
          this.again = true;
          continue;
        }
        if (source.state !== "readable") return; // that shuts the pipe down, too
        this.reading = true;
        source.controller.pullSteps(this); // ReadableStreamDefaultReaderRead
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
      this.unwritten = true;
      this.chunk = chunk;
      queueMicrotask(this.writeSteps);
    }
    writeChunk() {
      const { chunk } = this;
      this.unwritten = false;
      this.chunk = undefined;
      this.write(chunk);
      this.readChunks();
    }
    closeSteps() {}
    errorSteps() {}
    write(chunk) {
      const { state, controller, relay } = this.dest;
      this.writes++;
      if (controller.sizeAlgorithm === undefined && relay !== undefined && relay.putWaiting(chunk)) return;
      if (state === "writable" && controller.sizeAlgorithm === undefined) WritableStreamDefaultControllerWrite(controller, chunk, 1, unobserved);
      else WritableStreamDefaultWriterWrite(this.writer, chunk, unobserved);
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
      upon(reader.closedPromise, () => this.sourceClosed(), (e) => this.sourceErrored(e));
      upon(writer.closedPromise, () => this.destClosed(), (e) => this.destErrored(e));
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
        else upon(action(), () => this.finalize(failure), (error) => this.finalize({ error }));
      };
      if (dest.state === "writable" && !WritableStreamCloseQueuedOrInFlight(dest)) this.afterWrites(act);
      else act();
    }
    afterWrites(steps) {
      const { writes } = this;
      const check = () => {
        if (!this.unwritten && this.writes === writes) steps();
        else this.afterWrites(steps);
      };
      upon(writes === 0 ? undefined : lastWriteRequest(this.dest), check, check);
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
      upon(promise, () => { if (--left === 0) all.resolve(undefined); }, (e) => all.reject(e));
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
    if (!pipe.shuttingDown) queueMicrotask(pipe.readSteps);
    return promise;
  }

  return { ReadableStreamPipeTo };
});
