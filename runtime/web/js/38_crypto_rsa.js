// 38_crypto_rsa: RSASSA-PKCS1-v1_5, RSA-PSS and RSA-OAEP.
// Spec: https://w3c.github.io/webcrypto/#rsassa-pkcs1
// Deviations: keys are generated with the public exponent 65537 only, and 1024 to
// 8192 bits. Those of less than 1024 bits can be imported, but not used. Keys with
// more than two primes, or a JWK without its primes, are refused.
"use strict";
__host.define("38_crypto_rsa", ({ ops, load }) => {
  const { params, optionalBytes, enforced, hash, fail, copyBytes } = load("36_crypto_algorithm");
  const { background } = load("11_background");
  const { createKeyPair, permit, requireType } = load("37_crypto_key");
  const { checkJwk, encodeMaterial, decodeMaterial, exportJwk, reject } = load("37_crypto_jwk");

  // A BigInteger is a Uint8Array.
  const typedArrayName = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
  function toBigInteger(value, context) {
    if (typedArrayName.call(value) !== "Uint8Array") throw new TypeError(`${context}: is not a Uint8Array`);
    return copyBytes(value);
  }
  const toRsaHashedKeyGenParams = params(
    enforced("modulusLength", 32), { key: "publicExponent", convert: toBigInteger, required: true }, hash,
  );
  const toRsaHashedImportParams = params(hash);
  const toRsaPssParams = params(enforced("saltLength", 32));
  const toRsaOaepParams = params(optionalBytes("label"));

  const signing = { use: "sig", public: ["verify"], private: ["sign"] };
  const encrypting = { use: "enc", public: ["encrypt", "wrapKey"], private: ["decrypt", "unwrapKey"] };
  const suffix = (hash) => hash.name.slice("SHA-".length);

  // algorithmOf is the RsaHashedKeyAlgorithm of a public key.
  const algorithmOf = (name, hash, publicKey) => ({
    name,
    modulusLength: ops.op_crypto_rsa_modulus_length(publicKey),
    publicExponent: ops.op_crypto_rsa_public_exponent(publicKey),
    hash,
  });

  // A kind is what the keys of an algorithm have of their own: its name, the usages
  // that are allowed, and algOf(hash), the "alg" of a JWK.

  async function generateKey({ name, allowed }, { modulusLength, publicExponent, hash }, extractable, usages) {
    permit(usages, [...allowed.public, ...allowed.private]);
    const privateKey = await background("crypto.subtle.generateKey", (id) =>
      ops.op_crypto_rsa_generate(id, modulusLength, publicExponent));
    const publicKey = ops.op_crypto_rsa_public_key(privateKey);
    return createKeyPair(algorithmOf(name, hash, publicKey), extractable, usages, allowed, { publicKey, privateKey });
  }

  const publicKey = ({ name }, hash, handle) => ({ type: "public", algorithm: algorithmOf(name, hash, handle), handle });
  const privateKey = ({ name }, hash, handle) =>
    ({ type: "private", algorithm: algorithmOf(name, hash, ops.op_crypto_rsa_public_key(handle)), handle });

  function importJwk(kind, hash, jwk, extractable, usages) {
    const { allowed } = kind;
    const isPrivate = jwk.d !== undefined;
    permit(usages, isPrivate ? allowed.private : allowed.public);
    checkJwk(jwk, "RSA", allowed.use, extractable, usages);
    const alg = kind.algOf(hash);
    if (jwk.alg !== undefined && jwk.alg !== alg) reject(`member "alg" is not "${alg}"`);
    if (!isPrivate) return publicKey(kind, hash, ops.op_crypto_rsa_import_public_jwk(encodeMaterial(jwk)));
    if (jwk.oth !== undefined) reject(`member "oth" is of a key with more than two primes, which is not supported`);
    return privateKey(kind, hash, ops.op_crypto_rsa_import_private_jwk(encodeMaterial(jwk)));
  }
  function importKey(kind, { hash }, format, keyData, extractable, usages) {
    switch (format) {
      case "spki":
        permit(usages, kind.allowed.public);
        return publicKey(kind, hash, ops.op_crypto_rsa_import_spki(keyData));
      case "pkcs8":
        permit(usages, kind.allowed.private);
        return privateKey(kind, hash, ops.op_crypto_rsa_import_pkcs8(keyData));
      case "jwk":
        return importJwk(kind, hash, keyData, extractable, usages);
    }
    return noFormat(kind, format);
  }

  function exportKey(kind, key, format) {
    switch (format) {
      case "spki":
        requireType(key, "public");
        return ops.op_crypto_rsa_export_spki(key.handle);
      case "pkcs8":
        requireType(key, "private");
        return ops.op_crypto_rsa_export_pkcs8(key.handle);
      case "jwk": {
        const op = key.type === "public" ? ops.op_crypto_rsa_export_public_jwk : ops.op_crypto_rsa_export_private_jwk;
        return exportJwk(key, decodeMaterial(op(key.handle)), kind.algOf(key.algorithm.hash));
      }
    }
    return noFormat(kind, format);
  }
  const noFormat = ({ name }, format) => fail("NotSupportedError", `${name}: a key has no format "${format}"`);

  const keyOperations = (name, allowed, algOf) => {
    const kind = { name, allowed, algOf };
    return {
      generateKey: { params: toRsaHashedKeyGenParams, steps: (...args) => generateKey(kind, ...args) },
      importKey: { params: toRsaHashedImportParams, steps: (...args) => importKey(kind, ...args) },
      exportKey: { steps: (...args) => exportKey(kind, ...args) },
    };
  };

  // operation makes steps for one half of a key pair. run(key, hash name, algorithm, ...data).
  const operation = (type, run, params = undefined) => ({
    params,
    steps(algorithm, key, ...data) {
      requireType(key, type);
      return run(key.handle, key.algorithm.hash.name, algorithm, ...data);
    },
  });

  const algorithms = {
    __proto__: null,
    "RSASSA-PKCS1-v1_5": {
      sign: operation("private", (handle, hash, algorithm, data) => ops.op_crypto_rsa_pkcs1_sign(hash, handle, data)),
      verify: operation("public", (handle, hash, algorithm, signature, data) =>
        ops.op_crypto_rsa_pkcs1_verify(hash, handle, signature, data)),
      ...keyOperations("RSASSA-PKCS1-v1_5", signing, (hash) => `RS${suffix(hash)}`),
    },
    "RSA-PSS": {
      sign: operation("private", (handle, hash, { saltLength }, data) =>
        ops.op_crypto_rsa_pss_sign(hash, handle, saltLength, data), toRsaPssParams),
      verify: operation("public", (handle, hash, { saltLength }, signature, data) =>
        ops.op_crypto_rsa_pss_verify(hash, handle, saltLength, signature, data), toRsaPssParams),
      ...keyOperations("RSA-PSS", signing, (hash) => `PS${suffix(hash)}`),
    },
    "RSA-OAEP": {
      encrypt: operation("public", (handle, hash, { label }, data) =>
        ops.op_crypto_rsa_oaep_encrypt(hash, handle, label, data), toRsaOaepParams),
      decrypt: operation("private", (handle, hash, { label }, data) =>
        ops.op_crypto_rsa_oaep_decrypt(hash, handle, label, data), toRsaOaepParams),
      ...keyOperations("RSA-OAEP", encrypting, (hash) => (hash.name === "SHA-1" ? "RSA-OAEP" : `RSA-OAEP-${suffix(hash)}`)),
    },
  };
  return { algorithms };
});
