// 21_readable: the abstract operations on readable streams and their readers.
// 21_readable_default_stream and 21_readable_byte_stream have those on
// controllers, 21_readable_stream the interfaces.
// Spec: https://streams.spec.whatwg.org/#rs-all-abstract-ops
// Deviations: none known.
//
// A "stream", "reader" or "controller" here is a record of internal slots. The
// object that user code sees, where there is one, is its "object". A controller
// has the methods cancelSteps, pullSteps and releaseSteps. The source of one is
// { start(controller), pull(controller), cancel(reason) }. A read request, or
// read-into request, has the methods chunkSteps, closeSteps and errorSteps.
"use strict";
__host.define("21_readable", ({ load }) => {
  const { resolvedWith, rejectedWith, react, Deferred } = load("20_promise");
  const { Queue } = load("20_queue");

  class ReadableStreamSlots {
    constructor() {
      this.object = undefined;
      this.state = "readable"; // or "closed", "errored"
      this.storedError = undefined;
      this.reader = undefined;
      this.controller = undefined;
      this.disturbed = false;
      this.relay = undefined; // the transform stream whose readable side this is, if that is an identity transform stream
    }
  }

  // A reader of either class: byob tells which, and requests are its
  // [[readRequests]] or [[readIntoRequests]].
  class ReaderSlots {
    constructor(stream, byob) {
      this.stream = stream;
      this.byob = byob;
      this.requests = new Queue();
      this.closedPromise = undefined;
    }
  }

  // readableStream is what lower files know of the interface ReadableStream: its
  // Web IDL conversion, which gives the slots, and the object of such slots. Set by
  // 21_readable_stream, without which there is no object to convert.
  const readableStream = { toSlots: undefined, object: undefined };

  const IsReadableStreamLocked = (stream) => stream.reader !== undefined;

  function ReadableStreamCancel(stream, reason) {
    stream.disturbed = true;
    if (stream.state === "closed") return resolvedWith(undefined);
    if (stream.state === "errored") return rejectedWith(stream.storedError);
    ReadableStreamClose(stream);
    const { reader } = stream;
    if (reader !== undefined && reader.byob) {
      forEachRequest(reader, (request) => request.closeSteps(undefined));
    }
    return react(stream.controller.cancelSteps(reason), () => undefined);
  }

  function ReadableStreamClose(stream) {
    stream.state = "closed";
    const { reader } = stream;
    if (reader === undefined) return;
    reader.closedPromise.resolve(undefined);
    if (!reader.byob) forEachRequest(reader, (request) => request.closeSteps());
  }

  function ReadableStreamError(stream, e) {
    stream.state = "errored";
    stream.storedError = e;
    const { reader } = stream;
    if (reader === undefined) return;
    reader.closedPromise.reject(e);
    reader.closedPromise.markHandled();
    ReaderErrorRequests(reader, e);
  }

  // forEachRequest empties the reader's list before the first of the steps.
  function forEachRequest(reader, steps) {
    const { requests } = reader;
    reader.requests = new Queue();
    while (requests.length > 0) steps(requests.shift());
  }

  const ReadableStreamAddRequest = (stream, request) => stream.reader.requests.push(request);

  function ReadableStreamFulfillReadRequest(stream, chunk, done) {
    const request = stream.reader.requests.shift();
    if (done) request.closeSteps();
    else request.chunkSteps(chunk);
  }

  function ReadableStreamFulfillReadIntoRequest(stream, chunk, done) {
    const request = stream.reader.requests.shift();
    if (done) request.closeSteps(chunk);
    else request.chunkSteps(chunk);
  }

  const ReadableStreamHasDefaultReader = (stream) => stream.reader !== undefined && !stream.reader.byob;
  const ReadableStreamHasBYOBReader = (stream) => stream.reader !== undefined && stream.reader.byob;

  // ReadableStreamGetNumRequests counts what waits for a chunk, of either kind.
  const ReadableStreamGetNumRequests = (stream) => (stream.reader === undefined ? 0 : stream.reader.requests.length);

  // Readers

  function AcquireReadableStreamDefaultReader(stream) {
    if (IsReadableStreamLocked(stream)) throw new TypeError("The stream is already locked to a reader");
    return ReadableStreamReaderGenericInitialize(new ReaderSlots(stream, false), stream);
  }

  function AcquireReadableStreamBYOBReader(stream) {
    if (IsReadableStreamLocked(stream)) throw new TypeError("The stream is already locked to a reader");
    if (!stream.controller.byteStream) throw new TypeError("The stream is not a byte stream, which a BYOB reader needs");
    return ReadableStreamReaderGenericInitialize(new ReaderSlots(stream, true), stream);
  }

  function ReadableStreamReaderGenericInitialize(reader, stream) {
    stream.reader = reader;
    if (stream.state === "readable") reader.closedPromise = new Deferred();
    else if (stream.state === "closed") reader.closedPromise = Deferred.resolved(undefined);
    else {
      reader.closedPromise = Deferred.rejected(stream.storedError);
      reader.closedPromise.markHandled();
    }
    return reader;
  }

  function ReadableStreamReaderGenericRelease(reader) {
    const { stream } = reader;
    const e = new TypeError("The reader has released its lock on the stream");
    if (stream.state === "readable") reader.closedPromise.reject(e);
    else reader.closedPromise = Deferred.rejected(e);
    reader.closedPromise.markHandled();
    stream.controller.releaseSteps();
    stream.reader = undefined;
    reader.stream = undefined;
  }

  // ReaderRelease is ReadableStreamDefaultReaderRelease and ReadableStreamBYOBReaderRelease.
  function ReaderRelease(reader) {
    ReadableStreamReaderGenericRelease(reader);
    if (reader.requests.length > 0) {
      ReaderErrorRequests(reader, new TypeError("The reader has released its lock on the stream"));
    }
  }

  // ReaderErrorRequests is ReadableStreamDefaultReaderErrorReadRequests and
  // ReadableStreamBYOBReaderErrorReadIntoRequests.
  const ReaderErrorRequests = (reader, e) => forEachRequest(reader, (request) => request.errorSteps(e));

  function ReadableStreamDefaultReaderRead(reader, readRequest) {
    const { stream } = reader;
    stream.disturbed = true;
    if (stream.state === "closed") readRequest.closeSteps();
    else if (stream.state === "errored") readRequest.errorSteps(stream.storedError);
    else stream.controller.pullSteps(readRequest);
  }

  function ReadableStreamBYOBReaderRead(reader, view, min, readIntoRequest) {
    const { stream } = reader;
    stream.disturbed = true;
    if (stream.state === "errored") readIntoRequest.errorSteps(stream.storedError);
    else stream.controller.pullInto(view, min, readIntoRequest);
  }

  return {
    ReadableStreamSlots, readableStream, IsReadableStreamLocked, ReadableStreamCancel, ReadableStreamClose, ReadableStreamError,
    ReadableStreamAddRequest, ReadableStreamFulfillReadRequest, ReadableStreamFulfillReadIntoRequest,
    ReadableStreamHasDefaultReader, ReadableStreamHasBYOBReader, ReadableStreamGetNumRequests,
    AcquireReadableStreamDefaultReader, AcquireReadableStreamBYOBReader, ReaderRelease,
    ReadableStreamDefaultReaderRead, ReadableStreamBYOBReaderRead,
  };
});
