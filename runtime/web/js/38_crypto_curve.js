// 38_crypto_curve: ECDSA, ECDH, Ed25519 and X25519.
// Spec: https://w3c.github.io/webcrypto/#ecdsa and after
// Deviations: none known.
"use strict";
__host.define("38_crypto_curve", ({ ops, load }) => {
  const { DOMString } = load("01_webidl");
  const { params, hash, fail, copyBytes } = load("36_crypto_algorithm");
  const { createKeyPair, permit, requireType, toCryptoKey, slotsOf } = load("37_crypto_key");
  const { checkJwk, encodeMaterial, decodeMaterial, exportJwk, reject } = load("37_crypto_jwk");

  const namedCurves = ["P-256", "P-384", "P-521"];
  const toEcKeyParams = params({ key: "namedCurve", convert: DOMString, required: true });
  const toEcdsaParams = params(hash);
  const toEcdhKeyDeriveParams = params({ key: "public", convert: toCryptoKey, required: true });

  // curveOf is the curve of a key, which the algorithm's name says unless it has several.
  const curveOf = ({ name, namedCurve = name }) => namedCurve;
  const algorithmOf = ({ name, namedCurve }) => (namedCurve === undefined ? { name } : { name, namedCurve });

  const signing = { use: "sig", public: ["verify"], private: ["sign"] };
  const agreeing = { use: "enc", public: [], private: ["deriveKey", "deriveBits"] };

  // A kind is what the keys of an algorithm have of their own: the kty of a JWK,
  // the usages that are allowed, the parameters, checkAlg(jwk, curve) for the
  // member "alg" of a JWK, and its value when one is exported.
  const isCurve = (kind, curve) => kind.kty === "OKP" || namedCurves.includes(curve);

  function generateKey(kind, algorithm, extractable, usages) {
    const { allowed } = kind;
    permit(usages, [...allowed.public, ...allowed.private]);
    const curve = curveOf(algorithm);
    if (!isCurve(kind, curve)) fail("NotSupportedError", `${algorithm.name}: there is no curve "${curve}"`);
    const privateKey = ops.op_crypto_curve_generate(curve);
    const publicKey = ops.op_crypto_curve_public_key(curve, privateKey);
    return createKeyPair(algorithmOf(algorithm), extractable, usages, allowed, { publicKey, privateKey });
  }

  function importJwk(kind, curve, jwk, extractable, usages) {
    const type = jwk.d === undefined ? "public" : "private";
    permit(usages, kind.allowed[type]);
    checkJwk(jwk, kind.kty, kind.allowed.use, extractable, usages);
    if (jwk.crv !== curve) reject(`member "crv" is not "${curve}"`);
    kind.checkAlg?.(jwk, curve);
    const op = type === "public" ? ops.op_crypto_curve_import_public_jwk : ops.op_crypto_curve_import_private_jwk;
    return { type, handle: op(curve, encodeMaterial(jwk)) };
  }
  const importers = {
    __proto__: null,
    raw: ["public", ops.op_crypto_curve_import_raw],
    spki: ["public", ops.op_crypto_curve_import_spki],
    pkcs8: ["private", ops.op_crypto_curve_import_pkcs8],
  };
  function importBytes(kind, curve, format, bytes, usages) {
    const [type, op] = importers[format];
    permit(usages, kind.allowed[type]);
    if (!isCurve(kind, curve)) fail("DataError", `There is no curve "${curve}"`);
    return { type, handle: op(curve, bytes) };
  }
  function importKey(kind, algorithm, format, keyData, extractable, usages) {
    const curve = curveOf(algorithm);
    const { type, handle } = format === "jwk"
      ? importJwk(kind, curve, keyData, extractable, usages)
      : importBytes(kind, curve, format, keyData, usages);
    return { type, algorithm: algorithmOf(algorithm), handle };
  }

  function exportKey(kind, key, format) {
    const curve = curveOf(key.algorithm);
    switch (format) {
      case "raw":
        requireType(key, "public");
        return copyBytes(key.handle).buffer;
      case "spki":
        requireType(key, "public");
        return ops.op_crypto_curve_export_spki(curve, key.handle);
      case "pkcs8":
        requireType(key, "private");
        return ops.op_crypto_curve_export_pkcs8(curve, key.handle);
    }
    const op = key.type === "public" ? ops.op_crypto_curve_export_public_jwk : ops.op_crypto_curve_export_private_jwk;
    return exportJwk(key, decodeMaterial(op(curve, key.handle)), kind.exportedAlg);
  }

  const keyOperations = (kind) => ({
    generateKey: { params: kind.params, steps: (...args) => generateKey(kind, ...args) },
    importKey: { params: kind.params, steps: (...args) => importKey(kind, ...args) },
    exportKey: { steps: (...args) => exportKey(kind, ...args) },
  });

  // deriveBits is that of ECDH and X25519.
  function deriveBits(algorithm, key, length) {
    requireType(key, "private");
    const peer = slotsOf(algorithm.public);
    requireType(peer, "public");
    const curve = curveOf(key.algorithm);
    if (peer.algorithm.name !== key.algorithm.name || curveOf(peer.algorithm) !== curve) {
      fail("InvalidAccessError", `${key.algorithm.name}: the public key is of another algorithm or curve`);
    }
    const secret = ops.op_crypto_ecdh(curve, key.handle, peer.handle);
    return length === null ? secret : firstBits(secret, length);
  }
  function firstBits(buffer, length) {
    if (8 * buffer.byteLength < length) fail("OperationError", `The shared secret has less than ${length} bits`);
    const bytes = new Uint8Array(buffer.slice(0, Math.ceil(length / 8)));
    if (length % 8 !== 0) bytes[bytes.length - 1] &= 0xff << (8 - (length % 8));
    return bytes.buffer;
  }

  const ecdsaAlgs = { __proto__: null, "P-256": "ES256", "P-384": "ES384", "P-521": "ES512" };

  // operation makes steps for one half of a key pair.
  const operation = (type, run, params = undefined) => ({
    params,
    steps(algorithm, key, ...data) {
      requireType(key, type);
      return run(key, algorithm, ...data);
    },
  });

  const algorithms = {
    __proto__: null,
    ECDSA: {
      sign: operation("private", ({ algorithm: { namedCurve }, handle }, { hash }, data) =>
        ops.op_crypto_ecdsa_sign(namedCurve, hash.name, handle, data), toEcdsaParams),
      verify: operation("public", ({ algorithm: { namedCurve }, handle }, { hash }, signature, data) =>
        ops.op_crypto_ecdsa_verify(namedCurve, hash.name, handle, signature, data), toEcdsaParams),
      ...keyOperations({
        kty: "EC", allowed: signing, params: toEcKeyParams,
        checkAlg({ alg }, curve) {
          if (alg !== undefined && alg !== ecdsaAlgs[curve]) reject(`member "alg" is not "${ecdsaAlgs[curve]}"`);
        },
      }),
    },
    ECDH: {
      deriveBits: { params: toEcdhKeyDeriveParams, steps: deriveBits },
      ...keyOperations({ kty: "EC", allowed: agreeing, params: toEcKeyParams }),
    },
    Ed25519: {
      sign: operation("private", ({ handle }, algorithm, data) => ops.op_crypto_ed25519_sign(handle, data)),
      verify: operation("public", ({ handle }, algorithm, signature, data) =>
        ops.op_crypto_ed25519_verify(handle, signature, data)),
      ...keyOperations({
        kty: "OKP", allowed: signing, exportedAlg: "Ed25519",
        checkAlg({ alg }) {
          if (alg !== undefined && alg !== "Ed25519" && alg !== "EdDSA") reject(`member "alg" is not "Ed25519"`);
        },
      }),
    },
    X25519: {
      deriveBits: { params: toEcdhKeyDeriveParams, steps: deriveBits },
      ...keyOperations({ kty: "OKP", allowed: agreeing }),
    },
  };
  return { algorithms };
});
