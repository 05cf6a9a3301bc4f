// 21_readable_bytes: reading all bytes of a stream.
// Spec: https://streams.spec.whatwg.org/#readablestreamdefaultreader-read-all-bytes
// Deviations: none known.
"use strict";
__host.define("21_readable_bytes", ({ load }) => {
  const { AcquireReadableStreamDefaultReader, ReadableStreamDefaultReaderRead } = load("21_readable");
  const { Uint8Array } = globalThis;

  // A ReadAllRequest is the read request of every chunk. Chunks that are there at
  // once are read in a loop, not recursively.
  class ReadAllRequest {
    constructor(reader, take, successSteps, failureSteps) {
      this.reader = reader;
      this.take = take;
      this.successSteps = successSteps;
      this.failureSteps = failureSteps;
      this.looping = false;
      this.again = false;
      this.next = undefined; // for Queue
    }
    read() {
      this.looping = true;
      do {
        this.again = false;
        ReadableStreamDefaultReaderRead(this.reader, this);
      } while (this.again);
      this.looping = false;
    }
    chunkSteps(chunk) {
      if (!(chunk instanceof Uint8Array)) {
        this.failureSteps(new TypeError("A chunk of the stream is not a Uint8Array"));
        return;
      }
      this.take(chunk);
      if (this.looping) this.again = true;
      else this.read();
    }
    closeSteps() {
      this.successSteps();
    }
    errorSteps(e) {
      this.failureSteps(e);
    }
  }

  // readEachChunk locks the stream, and gives each chunk to take, a Uint8Array that is
  // not ours. None of the functions may throw.
  function readEachChunk(stream, take, successSteps, failureSteps) {
    new ReadAllRequest(AcquireReadableStreamDefaultReader(stream), take, successSteps, failureSteps).read();
  }

  // readAllBytes locks the stream, and gives a Uint8Array of all its bytes to
  // successSteps. It may be the only chunk itself, so it must not be given to user
  // code that still has that chunk. Neither of the steps may throw.
  function readAllBytes(stream, successSteps, failureSteps) {
    const chunks = [];
    const join = () => successSteps(chunks.length === 1 ? chunks[0] : load("20_byte_sequence").concatenate(chunks));
    readEachChunk(stream, (chunk) => void chunks.push(chunk), join, failureSteps);
  }

  return { readAllBytes, readEachChunk };
});
