// 40_crypto: crypto, with random values and digests.
// Spec: https://w3c.github.io/webcrypto/
// Deviations: of SubtleCrypto only digest is there; its other methods and CryptoKey are absent.
"use strict";
__host.define("40_crypto", (host) => {
  const { ops, load } = host;
  const { required, DOMString, BufferSource, bytesOf, isObject, illegal, guardConstructor, expose } = load("01_webidl");
  const { requireHandler } = load("02_global_scope");

  const typedArrayName = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
  const integerArrays = [
    "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array",
    "BigInt64Array", "BigUint64Array",
  ];
  const digests = ["SHA-1", "SHA-256", "SHA-384", "SHA-512"];

  // normalizeDigest is "normalize an algorithm" with op digest.
  function normalizeDigest(algorithm) {
    const context = "crypto.subtle.digest: 1st argument";
    let name = algorithm;
    if (isObject(algorithm)) {
      ({ name } = algorithm);
      if (name === undefined) throw new TypeError(`${context}: member "name" is required`);
    }
    name = DOMString(name, context);
    const known = digests.find((digest) => digest === name.toUpperCase());
    if (known === undefined) throw host.domException(`${context}: "${name}" is not a known algorithm`, "NotSupportedError");
    return known;
  }

  class SubtleCrypto {
    #brand;
    constructor(token = undefined) {
      guardConstructor(token);
    }
    async digest(algorithm, data) {
      this.#brand;
      required(arguments.length, 2, "crypto.subtle.digest");
      const name = normalizeDigest(algorithm);
      BufferSource(data, "crypto.subtle.digest: 2nd argument");
      return ops.op_crypto_digest(name, data);
    }
  }
  expose(SubtleCrypto);

  class Crypto {
    #subtle = new SubtleCrypto(illegal);
    constructor(token = undefined) {
      guardConstructor(token);
    }
    get subtle() {
      return this.#subtle;
    }
    getRandomValues(array) {
      this.#subtle;
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
      this.#subtle;
      requireHandler();
      return ops.op_crypto_uuid();
    }
  }
  expose(Crypto);

  return { Crypto, SubtleCrypto, crypto: new Crypto(illegal) };
});
