// 38_crypto_derivation: HKDF and PBKDF2.
// Spec: https://w3c.github.io/webcrypto/#hkdf, #pbkdf2
// Deviations: none known.
"use strict";
__host.define("38_crypto_derivation", ({ ops, load }) => {
  const { fail, params, bytes, enforced, hash } = load("36_crypto_algorithm");
  const { permit } = load("37_crypto_key");

  const toHkdfParams = params(hash, bytes("info"), bytes("salt"));
  const toPbkdf2Params = params(hash, enforced("iterations", 32), bytes("salt"));

  const keyOperations = (name) => ({
    importKey: {
      steps(algorithm, format, keyData, extractable, usages) {
        if (format !== "raw") fail("NotSupportedError", `${name}: a key has no format "${format}"`);
        permit(usages, ["deriveKey", "deriveBits"]);
        if (extractable) fail("SyntaxError", `${name}: a key cannot be extractable`);
        return { type: "secret", algorithm: { name }, handle: keyData };
      },
    },
    "get key length": { steps: () => null },
  });

  // wholeBytes is how many bytes a number of bits is.
  function wholeBytes(name, length) {
    if (length === null || length % 8 !== 0) fail("OperationError", `${name}: ${length} is not a multiple of 8 bits`);
    return length / 8;
  }

  function hkdf({ hash, salt, info }, key, length) {
    return ops.op_crypto_hkdf(hash.name, key.handle, salt, info, wholeBytes("HKDF", length));
  }

  // pbkdf2 asks for no more at a time than Go does in some milliseconds.
  const stepIterations = 20000;
  function pbkdf2({ hash, salt, iterations }, key, length) {
    const size = wholeBytes("PBKDF2", length);
    if (iterations === 0) fail("OperationError", "PBKDF2: there are no iterations");
    const out = new Uint8Array(size);
    for (let at = 0, index = 1; at < size; index++) {
      const block = pbkdf2Block(hash.name, key.handle, salt, index, iterations);
      out.set(block.subarray(0, size - at), at);
      at += block.length;
    }
    return out.buffer;
  }
  function pbkdf2Block(hash, password, salt, index, iterations) {
    let state = ops.op_crypto_pbkdf2_begin(hash, password, salt, index);
    for (let left = iterations - 1; left > 0; left -= stepIterations) {
      state = ops.op_crypto_pbkdf2_step(hash, password, state, Math.min(left, stepIterations));
    }
    return new Uint8Array(state).subarray(state.byteLength / 2);
  }

  const algorithms = {
    __proto__: null,
    HKDF: { deriveBits: { params: toHkdfParams, steps: hkdf }, ...keyOperations("HKDF") },
    PBKDF2: { deriveBits: { params: toPbkdf2Params, steps: pbkdf2 }, ...keyOperations("PBKDF2") },
  };
  return { algorithms };
});
