// 25_fixed_length_stream: IdentityTransformStream and FixedLengthStream of Workers.
// Spec: https://developers.cloudflare.com/workers/runtime-apis/streams/transformstream/
// Deviations: none known.
"use strict";
__host.define("25_fixed_length_stream", ({ load }) => {
  const { required, isArrayBuffer, bytesOf, unrestrictedDouble, integer, dictionary, expose, illegal } = load("01_webidl");
  const { createByteTransformStream } = load("24_transform");
  const { TransformStream } = load("24_transform_stream");
  const { ExtractHighWaterMark } = load("20_queuing_strategy");
  const { requireHandler } = load("02_global_scope");
  const { isView } = ArrayBuffer;

  const toStrategy = dictionary([{ key: "highWaterMark", convert: unrestrictedDouble }]);
  const toLength = integer(64, false, "enforceRange");

  // A ByteIdentity passes bytes on, as many as its length allows.
  class ByteIdentity {
    constructor(length) {
      this.left = length;
    }
    transform(chunk, controller) {
      const bytes = toBytes(chunk);
      if (bytes.byteLength === 0) return;
      if (bytes.byteLength > this.left) throw new TypeError("More bytes were written to the FixedLengthStream than its length");
      this.left -= bytes.byteLength;
      controller.enqueue(bytes.slice());
    }
    flush() {
      if (this.left > 0 && this.left !== Infinity) {
        throw new TypeError(`The FixedLengthStream was closed ${this.left} bytes before its length`);
      }
    }
  }

  function toBytes(chunk) {
    if (isView(chunk) || isArrayBuffer(chunk)) return bytesOf(chunk);
    const kind = typeof chunk === "string" ? "a string, which a TextEncoder makes bytes of" : "no ArrayBuffer or view on one";
    throw new TypeError(`A stream of bytes was written ${kind}`);
  }

  function byteTransform(length, strategy, context) {
    const { highWaterMark } = toStrategy(strategy, context);
    requireHandler();
    if (highWaterMark === undefined) return createByteTransformStream(new ByteIdentity(length), 1, undefined);
    ExtractHighWaterMark({ highWaterMark }, 1);
    return createByteTransformStream(new ByteIdentity(length), highWaterMark, (chunk) => chunk?.byteLength ?? 0);
  }

  class IdentityTransformStream extends TransformStream {
    constructor(strategy = {}, slots = undefined) {
      super(illegal, strategy === illegal ? slots : byteTransform(Infinity, strategy, "IdentityTransformStream: 1st argument"));
    }
  }

  const lengths = new WeakMap(); // of readable sides

  class FixedLengthStream extends IdentityTransformStream {
    constructor(expectedLength, strategy = {}) {
      const context = "FixedLengthStream";
      required(arguments.length, 1, context);
      if (typeof expectedLength === "bigint") expectedLength = Number(expectedLength);
      const length = toLength(expectedLength, `${context}: 1st argument`);
      super(illegal, byteTransform(length, strategy, `${context}: 2nd argument`));
      lengths.set(this.readable, length);
    }
  }

  // expectedLength is how many bytes a stream will have, or undefined: what a
  // message whose body it is says in Content-Length.
  const expectedLength = (readable) => lengths.get(readable);

  return {
    IdentityTransformStream: expose(IdentityTransformStream), FixedLengthStream: expose(FixedLengthStream), expectedLength,
  };
});
