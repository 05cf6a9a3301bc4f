// 38_crypto_hmac: HMAC.
// Spec: https://w3c.github.io/webcrypto/#hmac
// Deviations: no key of more than 524288 bits is generated.
"use strict";
__host.define("38_crypto_hmac", ({ ops, load }) => {
  const { fail, params, hash, optionalEnforced } = load("36_crypto_algorithm");
  const { requireHandler } = load("02_global_scope");
  const { createKey, normalizeUsages, permit } = load("37_crypto_key");
  const { importSecret, exportSecret } = load("37_crypto_secret");

  const usagesOf = ["sign", "verify"];
  const maxGenerated = 8 * 65536; // what op_crypto_random gives
  const toHmacParams = params(hash, optionalEnforced("length", 32));
  const blockSizes = { __proto__: null, "SHA-1": 512, "SHA-256": 512, "SHA-384": 1024, "SHA-512": 1024 };
  const algOf = (hash) => `HS${hash.name.slice("SHA-".length)}`;

  // clearBits makes zero what is beyond length bits.
  function clearBits(bytes, length) {
    const unused = 8 * bytes.byteLength - length;
    if (unused > 0) new Uint8Array(bytes.buffer ?? bytes)[bytes.byteLength - 1] &= 0xff << unused;
    return bytes;
  }

  function generateKey({ hash, length = blockSizes[hash.name] }, extractable, usages) {
    permit(usages, usagesOf);
    if (length === 0 || length > maxGenerated) fail("OperationError", `HMAC: a key of ${length} bits cannot be generated`);
    requireHandler();
    const handle = clearBits(ops.op_crypto_random(Math.ceil(length / 8)), length);
    return createKey("secret", { name: "HMAC", hash, length }, extractable, normalizeUsages(usages), handle);
  }

  function importKey({ hash, length }, format, keyData, extractable, usages) {
    permit(usages, usagesOf);
    const handle = importSecret(format, keyData, extractable, usages, "sig", () => algOf(hash));
    const bits = 8 * handle.byteLength;
    if (bits === 0) fail("DataError", "HMAC: the key is empty");
    if (length === undefined) length = bits;
    if (length > bits || length <= bits - 8) fail("DataError", `HMAC: the key has ${bits} bits, not ${length}`);
    return { type: "secret", algorithm: { name: "HMAC", hash, length }, handle: clearBits(handle, length) };
  }

  function getKeyLength({ hash, length = blockSizes[hash.name] }) {
    if (length === 0) throw new TypeError("HMAC: the length of a key is 0");
    return length;
  }

  const algorithms = {
    __proto__: null,
    HMAC: {
      sign: { steps: (algorithm, key, data) => ops.op_crypto_hmac_sign(key.algorithm.hash.name, key.handle, data) },
      verify: {
        steps: (algorithm, key, signature, data) =>
          ops.op_crypto_hmac_verify(key.algorithm.hash.name, key.handle, signature, data),
      },
      generateKey: { params: toHmacParams, steps: generateKey },
      importKey: { params: toHmacParams, steps: importKey },
      exportKey: { steps: (key, format) => exportSecret(key, format, algOf(key.algorithm.hash)) },
      "get key length": { params: toHmacParams, steps: getKeyLength },
    },
  };
  return { algorithms };
});
