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
    constructor(reader, successSteps, failureSteps) {
      this.reader = reader;
      this.successSteps = successSteps;
      this.failureSteps = failureSteps;
      this.chunks = [];
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
      this.chunks.push(chunk);
      if (this.looping) this.again = true;
      else this.read();
    }
    closeSteps() {
      this.successSteps(concatenate(this.chunks));
    }
    errorSteps(e) {
      this.failureSteps(e);
    }
  }

  function concatenate(chunks) {
    if (chunks.length === 1) return chunks[0];
    const bytes = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.byteLength, 0));
    let offset = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, offset);
      offset += chunk.byteLength;
    }
    return bytes;
  }

  // readAllBytes locks the stream, and gives a Uint8Array of all its bytes to
  // successSteps. It may be the only chunk itself, so it must not be given to user
  // code that still has that chunk. Neither of the steps may throw.
  function readAllBytes(stream, successSteps, failureSteps) {
    new ReadAllRequest(AcquireReadableStreamDefaultReader(stream), successSteps, failureSteps).read();
  }

  return { readAllBytes };
});
