// 39_crypto_normalize: the registry of algorithms, each of which is loaded when its
// name is first used.
// Spec: https://w3c.github.io/webcrypto/#algorithm-normalizing-an-algorithm
// Deviations: none known.
"use strict";
__host.define("39_crypto_normalize", ({ load }) => {
  const { toAlgorithm, recognizer, unknownAlgorithm } = load("36_crypto_algorithm");

  const files = {
    __proto__: null,
    "AES-CBC": "38_crypto_aes", "AES-CTR": "38_crypto_aes", "AES-GCM": "38_crypto_aes", "AES-KW": "38_crypto_aes",
    ECDH: "38_crypto_curve", ECDSA: "38_crypto_curve", Ed25519: "38_crypto_curve", X25519: "38_crypto_curve",
    HKDF: "38_crypto_derivation", PBKDF2: "38_crypto_derivation",
    MD5: "38_crypto_digest", "SHA-1": "38_crypto_digest", "SHA-256": "38_crypto_digest",
    "SHA-384": "38_crypto_digest", "SHA-512": "38_crypto_digest",
    HMAC: "38_crypto_hmac",
    "RSA-OAEP": "38_crypto_rsa", "RSA-PSS": "38_crypto_rsa", "RSASSA-PKCS1-v1_5": "38_crypto_rsa",
  };
  const recognize = recognizer(Object.keys(files));

  // operationOf is { params, steps } of an algorithm, by its recognized name, or undefined.
  const operationOf = (name, op) => load(files[name]).algorithms[name][op];

  // normalize is "normalize an algorithm": the dictionary, with the steps of the
  // operation. algorithm is an object; a string has become one.
  function normalize(algorithm, op, context) {
    const text = toAlgorithm(algorithm, context).name;
    const name = recognize(text);
    const operation = name === undefined ? undefined : operationOf(name, op);
    if (operation === undefined) unknownAlgorithm(text, context);
    const normalized = operation.params === undefined ? {} : operation.params(algorithm, context);
    normalized.name = name;
    normalized.steps = operation.steps;
    return normalized;
  }

  return { normalize, operationOf };
});
