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

  // keyOperations are the same but for the usages, and what a JWK has to say.
  // checkAlg(jwk, curve) is about its member "alg", and exportedAlg its value.
  function keyOperations({ kty, allowed, params, checkAlg = () => {}, exportedAlg }) {
    const isCurve = (curve) => kty === "OKP" || namedCurves.includes(curve);

    function generateKey(algorithm, extractable, usages) {
      permit(usages, [...allowed.public, ...allowed.private]);
      const curve = curveOf(algorithm);
      if (!isCurve(curve)) fail("NotSupportedError", `${algorithm.name}: there is no curve "${curve}"`);
      const privateKey = ops.op_crypto_curve_generate(curve);
      const publicKey = ops.op_crypto_curve_public_key(curve, privateKey);
      return createKeyPair(algorithmOf(algorithm), extractable, usages, allowed, { publicKey, privateKey });
    }

    function importJwk(curve, jwk, extractable, usages) {
      const isPrivate = jwk.d !== undefined;
      permit(usages, isPrivate ? allowed.private : allowed.public);
      checkJwk(jwk, kty, allowed.use, extractable, usages);
      if (jwk.crv !== curve) reject(`member "crv" is not "${curve}"`);
      checkAlg(jwk, curve);
      const op = isPrivate ? ops.op_crypto_curve_import_private_jwk : ops.op_crypto_curve_import_public_jwk;
      return { type: isPrivate ? "private" : "public", handle: op(curve, encodeMaterial(jwk)) };
    }
    function importFrom(curve, format, keyData, extractable, usages) {
      const type = format === "pkcs8" ? "private" : "public";
      if (format !== "jwk") permit(usages, allowed[type]);
      if (!isCurve(curve)) fail("DataError", `There is no curve "${curve}"`);
      switch (format) {
        case "raw":
          return { type, handle: ops.op_crypto_curve_import_raw(curve, keyData) };
        case "spki":
          return { type, handle: ops.op_crypto_curve_import_spki(curve, keyData) };
        case "pkcs8":
          return { type, handle: ops.op_crypto_curve_import_pkcs8(curve, keyData) };
      }
      return importJwk(curve, keyData, extractable, usages);
    }
    function importKey(algorithm, format, keyData, extractable, usages) {
      const { type, handle } = importFrom(curveOf(algorithm), format, keyData, extractable, usages);
      return { type, algorithm: algorithmOf(algorithm), handle };
    }

    function exportKey(key, format) {
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
      return exportJwk(key, decodeMaterial(op(curve, key.handle)), exportedAlg);
    }

    return {
      generateKey: { params, steps: generateKey },
      importKey: { params, steps: importKey },
      exportKey: { steps: exportKey },
    };
  }

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
      verify: operation("public", ({ handle }, algorithm, signature, data) => ops.op_crypto_ed25519_verify(handle, signature, data)),
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
