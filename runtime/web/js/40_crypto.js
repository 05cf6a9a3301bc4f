// 40_crypto: crypto, with random values.
// Spec: https://w3c.github.io/webcrypto/#crypto-interface
// Deviations: there is DigestStream of Workers.
"use strict";
__host.define("40_crypto", (host) => {
  const { ops, load } = host;
  const { required, bytesOf, illegal, guardConstructor, expose } = load("01_webidl");
  const { requireHandler } = load("02_global_scope");

  const typedArrayName = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
  const integerArrays = [
    "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array",
    "BigInt64Array", "BigUint64Array",
  ];

  class Crypto {
    #brand;
    constructor(token = undefined) {
      guardConstructor(token);
    }
    get subtle() {
      this.#brand;
      return load("39_subtle_crypto").subtle;
    }
    get DigestStream() {
      this.#brand;
      return load("39_digest_stream").DigestStream;
    }
    getRandomValues(array) {
      this.#brand;
      const context = "crypto.getRandomValues";
      required(arguments.length, 1, context);
      if (!ArrayBuffer.isView(array)) throw new TypeError(`${context}: 1st argument: is not a view on an ArrayBuffer`);
      if (!integerArrays.includes(typedArrayName.call(array))) {
        throw host.domException(`${context}: 1st argument is not an array of integers`, "TypeMismatchError");
      }
      const { byteLength } = array;
      if (byteLength > 65536) throw host.domException(`${context}: ${byteLength} bytes are more than 65536`, "QuotaExceededError");
      requireHandler();
      if (byteLength > 0) bytesOf(array).set(new Uint8Array(ops.op_crypto_random(byteLength)));
      return array;
    }
    randomUUID() {
      this.#brand;
      requireHandler();
      return ops.op_crypto_uuid();
    }
  }
  expose(Crypto);

  return { Crypto, crypto: new Crypto(illegal) };
});
