// 37_crypto_secret: the formats of secret keys, which are those of AES and HMAC.
// Spec: https://w3c.github.io/webcrypto/#subtlecrypto-interface-keyformat, RFC 7518, section 6.4
// Deviations: none known.
"use strict";
__host.define("37_crypto_secret", ({ ops, load }) => {
  const { fail, copyBytes } = load("36_crypto_algorithm");
  const { checkJwk, exportJwk, reject } = load("37_crypto_jwk");

  // importSecret returns the bytes. expectedAlg(bytes) is what the "alg" of a JWK may be.
  function importSecret(format, keyData, extractable, usages, use, expectedAlg) {
    if (format === "raw") return keyData;
    if (format !== "jwk") fail("NotSupportedError", `A secret key has no format "${format}"`);
    checkJwk(keyData, "oct", use, extractable, usages);
    if (keyData.k === undefined) reject(`member "k" is required`);
    const bytes = ops.op_crypto_base64url_decode(keyData.k);
    const alg = expectedAlg(bytes);
    if (keyData.alg !== undefined && keyData.alg !== alg) reject(`member "alg" is not "${alg}"`);
    return bytes;
  }

  function exportSecret(key, format, alg) {
    if (format === "raw") return copyBytes(key.handle).buffer;
    if (format !== "jwk") fail("NotSupportedError", `A secret key has no format "${format}"`);
    return exportJwk(key, { __proto__: null, k: ops.op_crypto_base64url_encode(key.handle), kty: "oct" }, alg);
  }

  return { importSecret, exportSecret };
});
