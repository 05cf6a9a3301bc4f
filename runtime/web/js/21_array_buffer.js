// 21_array_buffer: the operations on ArrayBuffers that byte streams are made of.
// Spec: https://streams.spec.whatwg.org/#misc-abstract-ops
// Deviations: none known. An engine has to have ArrayBuffer.prototype.transfer.
"use strict";
__host.define("21_array_buffer", ({ load }) => {
  const { isArrayBuffer } = load("01_webidl");
  const { isView, prototype } = ArrayBuffer;
  const { transfer } = prototype;
  const { Uint8Array } = globalThis;
  const { set } = Object.getPrototypeOf(Uint8Array.prototype);

  // toArrayBufferView converts to Web IDL's ArrayBufferView.
  function toArrayBufferView(value, context) {
    if (!isView(value)) throw new TypeError(`${context}: is not a view on an ArrayBuffer`);
    if (!isArrayBuffer(value.buffer)) throw new TypeError(`${context}: is a view on shared memory`);
    return value;
  }

  // A detached buffer is empty, and no view can be made on it.
  function IsDetachedBuffer(buffer) {
    if (buffer.byteLength > 0) return false;
    try {
      return new Uint8Array(buffer) === undefined;
    } catch {
      return true;
    }
  }

  const TransferArrayBuffer = (buffer) => transfer.call(buffer);

  const CloneArrayBuffer = (buffer, byteOffset, byteLength) =>
    new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength)).buffer;

  const CloneAsUint8Array = (view) => new Uint8Array(CloneArrayBuffer(view.buffer, view.byteOffset, view.byteLength));

  function CopyDataBlockBytes(toBuffer, toIndex, fromBuffer, fromIndex, count) {
    set.call(new Uint8Array(toBuffer, toIndex, count), new Uint8Array(fromBuffer, fromIndex, count));
  }

  return { toArrayBufferView, IsDetachedBuffer, TransferArrayBuffer, CloneArrayBuffer, CloneAsUint8Array, CopyDataBlockBytes };
});
