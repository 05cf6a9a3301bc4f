// 38_crypto_aes: AES-CBC, AES-CTR, AES-GCM and AES-KW.
// Spec: https://w3c.github.io/webcrypto/#aes-ctr and after
// Deviations: none known.
"use strict";
__host.define("38_crypto_aes", ({ ops, load }) => {
  const { fail, params, bytes, optionalBytes, enforced, optionalEnforced } = load("36_crypto_algorithm");
  const { requireHandler } = load("02_global_scope");
  const { createKey, normalizeUsages, permit } = load("37_crypto_key");
  const { importSecret, exportSecret } = load("37_crypto_secret");

  const encryption = ["encrypt", "decrypt", "wrapKey", "unwrapKey"];
  const wrapping = ["wrapKey", "unwrapKey"];
  const toAesKeyParams = params(enforced("length", 16));
  const toAesCbcParams = params(bytes("iv"));
  const toAesCtrParams = params(bytes("counter"), enforced("length", 8));
  const toAesGcmParams = params(optionalBytes("additionalData"), bytes("iv"), optionalEnforced("tagLength", 8));

  const isKeyLength = (bits) => bits === 128 || bits === 192 || bits === 256;
  function checkLength(bits) {
    if (!isKeyLength(bits)) fail("OperationError", `AES: a key has 128, 192 or 256 bits, not ${bits}`);
  }

  // keyOperations are the same for all modes.
  function keyOperations(name, usagesOf) {
    const algOf = (bytes) => `A${8 * bytes.byteLength}${name.slice("AES-".length)}`;
    return {
      generateKey: {
        params: toAesKeyParams,
        steps({ length }, extractable, usages) {
          permit(usages, usagesOf);
          checkLength(length);
          requireHandler();
          const handle = ops.op_crypto_random(length / 8);
          return createKey("secret", { name, length }, extractable, normalizeUsages(usages), handle);
        },
      },
      importKey: {
        steps(algorithm, format, keyData, extractable, usages) {
          permit(usages, usagesOf);
          const handle = importSecret(format, keyData, extractable, usages, "enc", algOf);
          const length = 8 * handle.byteLength;
          if (!isKeyLength(length)) fail("DataError", `${name}: a key has 128, 192 or 256 bits, not ${length}`);
          return { type: "secret", algorithm: { name, length }, handle };
        },
      },
      exportKey: { steps: (key, format) => exportSecret(key, format, algOf(key.handle)) },
      "get key length": {
        params: toAesKeyParams,
        steps({ length }) {
          checkLength(length);
          return length;
        },
      },
    };
  }

  const ctr = {
    params: toAesCtrParams,
    steps: ({ counter, length }, key, data) => ops.op_crypto_aes_ctr(key.handle, counter, length, data),
  };

  const tagLengths = [32, 64, 96, 104, 112, 120, 128];
  const gcm = (op) => ({
    params: toAesGcmParams,
    steps({ iv, additionalData, tagLength = 128 }, key, data) {
      if (!tagLengths.includes(tagLength)) fail("OperationError", `AES-GCM: ${tagLength} is not a length of a tag`);
      return op(key.handle, iv, additionalData, tagLength, data);
    },
  });

  const algorithms = {
    __proto__: null,
    "AES-CBC": {
      encrypt: { params: toAesCbcParams, steps: ({ iv }, key, data) => ops.op_crypto_aes_cbc_encrypt(key.handle, iv, data) },
      decrypt: { params: toAesCbcParams, steps: ({ iv }, key, data) => ops.op_crypto_aes_cbc_decrypt(key.handle, iv, data) },
      ...keyOperations("AES-CBC", encryption),
    },
    "AES-CTR": { encrypt: ctr, decrypt: ctr, ...keyOperations("AES-CTR", encryption) },
    "AES-GCM": {
      encrypt: gcm(ops.op_crypto_aes_gcm_encrypt),
      decrypt: gcm(ops.op_crypto_aes_gcm_decrypt),
      ...keyOperations("AES-GCM", encryption),
    },
    "AES-KW": {
      wrapKey: { steps: (algorithm, key, data) => ops.op_crypto_aes_wrap(key.handle, data) },
      unwrapKey: { steps: (algorithm, key, data) => ops.op_crypto_aes_unwrap(key.handle, data) },
      ...keyOperations("AES-KW", wrapping),
    },
  };
  return { algorithms };
});
