// 21_readable_bytes: reading all bytes of a stream.
// Spec: https://streams.spec.whatwg.org/#readablestreamdefaultreader-read-all-bytes
// Deviations: none known.
"use strict";
__host.define("21_readable_bytes", ({ load }) => {
  const { Deferred } = load("20_promise");
  const { AcquireReadableStreamDefaultReader, ReadableStreamDefaultReaderRead } = load("21_readable");
  const { Uint8Array } = globalThis;

  // A ReadAllRequest is the read request of every chunk, and the promise for the
  // bytes of all. Chunks that are there at once are read in a loop, not recursively.
  class ReadAllRequest extends Deferred {
    constructor(reader) {
      super();
      this.reader = reader;
      this.chunks = [];
      this.looping = false;
      this.again = false;
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
        this.reject(new TypeError("A chunk of the stream is not a Uint8Array"));
        return;
      }
      this.chunks.push(chunk);
      if (this.looping) this.again = true;
      else this.read();
    }
    closeSteps() {
      this.resolve(concatenate(this.chunks));
    }
    errorSteps(e) {
      this.reject(e);
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

  // readAllBytes locks the stream, and is a promise for a Uint8Array of all its
  // bytes. It may be the only chunk itself, so it must not be given to user code
  // that still has that chunk.
  function readAllBytes(stream) {
    const request = new ReadAllRequest(AcquireReadableStreamDefaultReader(stream));
    request.read();
    return request.promise;
  }

  return { readAllBytes };
});
