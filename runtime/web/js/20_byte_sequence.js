// 20_byte_sequence: bytes that nobody changes, held in chunks.
// Spec: https://infra.spec.whatwg.org/#byte-sequences
// Deviations: none known.
"use strict";
__host.define("20_byte_sequence", () => {
  // concatenate makes new bytes of a list of Uint8Arrays.
  function concatenate(chunks) {
    const bytes = new Uint8Array(byteLength(chunks));
    let at = 0;
    for (let i = 0; i < chunks.length; i++) {
      bytes.set(chunks[i], at);
      at += chunks[i].byteLength;
    }
    return bytes;
  }
  function byteLength(chunks) {
    let length = 0;
    for (let i = 0; i < chunks.length; i++) length += chunks[i].byteLength;
    return length;
  }

  const SMALL = 1 << 16; // bytes up to which a sequence is one piece

  // A ByteSequence shares its chunks with others.
  class ByteSequence {
    constructor(chunks) {
      this.chunks = chunks;
      this.length = byteLength(chunks);
      if (chunks.length > 1 && this.length <= SMALL) this.chunks = [concatenate(chunks)];
    }
    // bytes is all of it in one piece, which is kept in place of the chunks.
    get bytes() {
      if (this.chunks.length !== 1) this.chunks = [concatenate(this.chunks)];
      return this.chunks[0];
    }
    slice(start, end) {
      const chunks = [];
      let from = 0; // where the chunk begins
      for (const chunk of this.chunks) {
        const to = from + chunk.byteLength;
        if (start < to && from < end) chunks.push(chunk.subarray(Math.max(start - from, 0), Math.min(end, to) - from));
        from = to;
      }
      return new ByteSequence(chunks);
    }
  }
  return { ByteSequence, concatenate };
});
