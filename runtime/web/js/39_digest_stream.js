// 39_digest_stream: crypto.DigestStream of Workers.
// Spec: https://developers.cloudflare.com/workers/runtime-apis/web-crypto/#constructors
// Deviations: none known.
"use strict";
__host.define("39_digest_stream", ({ ops, load }) => {
  const { required, isArrayBuffer, bytesOf, illegal, expose } = load("01_webidl");
  const { utf8Encode } = load("06_encoding");
  const { CreateWritableStream } = load("20_writable");
  const { WritableStream } = load("20_writable_stream");
  const { Deferred, rejectedWith } = load("20_promise");
  const { toAlgorithmIdentifier } = load("36_crypto_algorithm");
  const { normalize } = load("39_crypto_normalize");

  function toBytes(chunk) {
    if (typeof chunk === "string") return utf8Encode(chunk);
    if (ArrayBuffer.isView(chunk) || isArrayBuffer(chunk)) return bytesOf(chunk);
    throw new TypeError("A DigestStream was written neither bytes nor a string");
  }

  // A DigestSink has the state of the digest, which Go makes new with each chunk.
  class DigestSink {
    constructor(algorithm) {
      this.algorithm = algorithm;
      this.state = new Uint8Array(0);
      this.written = 0;
      this.digest = new Deferred();
      this.digest.markHandled();
    }
    start() {}
    write(chunk) {
      try {
        const bytes = toBytes(chunk);
        this.state = ops.op_crypto_digest_update(this.algorithm, this.state, bytes);
        this.written += bytes.byteLength;
        return undefined;
      } catch (error) {
        this.digest.reject(error);
        return rejectedWith(error);
      }
    }
    close() {
      this.digest.resolve(ops.op_crypto_digest_final(this.algorithm, this.state));
    }
    abort(reason) {
      this.digest.reject(reason);
    }
  }

  class DigestStream extends WritableStream {
    #sink;
    constructor(algorithm) {
      const context = "Failed to construct 'DigestStream'";
      required(arguments.length, 1, context);
      const identifier = toAlgorithmIdentifier(algorithm, `${context}: 1st argument`);
      const { name } = normalize(identifier, "digest", `${context}: 1st argument`);
      const sink = new DigestSink(name);
      const slots = CreateWritableStream(sink, 1, () => 1);
      super(illegal, slots);
      slots.object = this;
      this.#sink = sink;
    }
    get digest() {
      return this.#sink.digest.promise;
    }
    get bytesWritten() {
      return BigInt(this.#sink.written);
    }
  }

  return { DigestStream: expose(DigestStream) };
});
