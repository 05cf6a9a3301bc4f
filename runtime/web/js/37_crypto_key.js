// 37_crypto_key: CryptoKey.
// Spec: https://w3c.github.io/webcrypto/#cryptokey-interface
// Deviations: none known.
//
// The slots of a key are { type, algorithm, extractable, usages, handle } and never
// change. The handle is the key's bytes, in a form of its algorithm's choice. No user
// code ever gets the handle: what is exported is a copy.
"use strict";
__host.define("37_crypto_key", ({ load }) => {
  const { illegal, guardConstructor, expose, interfaceType, isObject, serializable } = load("01_webidl");
  const { enumeration, sequence } = load("01_webidl");
  const { fail } = load("36_crypto_algorithm");

  const recognizedUsages = ["encrypt", "decrypt", "sign", "verify", "deriveKey", "deriveBits", "wrapKey", "unwrapKey"];
  const toKeyUsages = sequence(enumeration("KeyUsage", recognizedUsages));
  // normalizeUsages is "the normalized value of a usages list", an intersection
  // with those that are allowed.
  const normalizeUsages = (usages, allowed = recognizedUsages) =>
    recognizedUsages.filter((usage) => usages.includes(usage) && allowed.includes(usage));

  // permit throws if a key is to be used for what is not in allowed.
  function permit(usages, allowed) {
    const bad = usages.find((usage) => !allowed.includes(usage));
    if (bad !== undefined) fail("SyntaxError", `"${bad}" is not a usage of this key`);
  }

  // toKeyAlgorithm is the object that user code sees of an algorithm.
  function toKeyAlgorithm(algorithm) {
    const object = { ...algorithm };
    if (object.publicExponent !== undefined) object.publicExponent = new Uint8Array(object.publicExponent);
    if (object.hash !== undefined) object.hash = { name: object.hash.name };
    return object;
  }

  let slotsOf, isCryptoKey;
  class CryptoKey {
    #slots;
    #algorithmCached;
    #usagesCached;
    constructor(token = undefined, slots = undefined) {
      guardConstructor(token);
      this.#slots = slots;
    }
    get type() {
      return this.#slots.type;
    }
    get extractable() {
      return this.#slots.extractable;
    }
    get algorithm() {
      if (this.#algorithmCached === undefined) this.#algorithmCached = toKeyAlgorithm(this.#slots.algorithm);
      return this.#algorithmCached;
    }
    get usages() {
      if (this.#usagesCached === undefined) this.#usagesCached = this.#slots.usages.slice();
      return this.#usagesCached;
    }
    static {
      slotsOf = (key) => key.#slots;
      isCryptoKey = (value) => isObject(value) && #slots in value;
    }
  }
  expose(CryptoKey);
  serializable(CryptoKey, (key) => new CryptoKey(illegal, slotsOf(key)));

  const createKey = (type, algorithm, extractable, usages, handle) =>
    new CryptoKey(illegal, { type, algorithm, extractable, usages, handle });
  // createKeyPair gives each half those of the usages that are its own. handles are
  // { publicKey, privateKey }.
  const createKeyPair = (algorithm, extractable, usages, allowed, handles) => ({
    privateKey: createKey("private", algorithm, extractable, normalizeUsages(usages, allowed.private), handles.privateKey),
    publicKey: createKey("public", algorithm, true, normalizeUsages(usages, allowed.public), handles.publicKey),
  });

  // requireType throws if a key is not of a type.
  function requireType(key, type) {
    if (key.type !== type) fail("InvalidAccessError", `The key is a ${key.type} key, not a ${type} one`);
  }

  return {
    CryptoKey, toCryptoKey: interfaceType("CryptoKey", isCryptoKey), slotsOf, isCryptoKey,
    createKey, createKeyPair, toKeyUsages, normalizeUsages, permit, requireType,
  };
});
