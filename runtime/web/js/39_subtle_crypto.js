// 39_subtle_crypto: SubtleCrypto.
// Spec: https://w3c.github.io/webcrypto/#subtlecrypto-interface
// Deviations: but for the generation of RSA keys, nothing happens in parallel: a
// promise is settled before its method returns. There is timingSafeEqual of Workers.
"use strict";
__host.define("39_subtle_crypto", ({ ops, load }) => {
  const {
    required, boolean, integer, nullable, enumeration, BufferSource, isArrayBuffer, illegal, guardConstructor, expose,
  } = load("01_webidl");
  const { fail, bytesHeld, copyBytes, toAlgorithmIdentifier } = load("36_crypto_algorithm");
  const { toJsonWebKey, toObject, serializeJwk, parseJwk } = load("37_crypto_jwk");
  const { toCryptoKey, isCryptoKey, slotsOf, createKey, toKeyUsages, normalizeUsages } = load("37_crypto_key");
  const { normalize, operationOf } = load("39_crypto_normalize");

  const toKeyFormat = enumeration("KeyFormat", ["raw", "pkcs8", "spki", "jwk"]);
  const toLength = nullable(integer(32, false));
  const isBufferSource = (value) => ArrayBuffer.isView(value) || isArrayBuffer(value);
  // toKeyData is the union of BufferSource and JsonWebKey.
  const toKeyData = (value, context) => (isBufferSource(value) ? value : toJsonWebKey(value, context));

  // allow throws unless a key is of an algorithm and may be used for something.
  function allow(normalized, key, usage) {
    if (normalized.name !== key.algorithm.name) {
      fail("InvalidAccessError", `The key is of ${key.algorithm.name}, not of ${normalized.name}`);
    }
    if (!key.usages.includes(usage)) fail("InvalidAccessError", `The key has no usage "${usage}"`);
  }

  // useKey is encrypt, decrypt, sign or verify: their arguments are an algorithm, a
  // key, and what the steps take, in count.
  function useKey(op, args, count) {
    const context = `crypto.subtle.${op}`;
    required(args.length, count, context);
    const algorithm = toAlgorithmIdentifier(args[0], `${context}: 1st argument`);
    const key = slotsOf(toCryptoKey(args[1], `${context}: 2nd argument`));
    const first = BufferSource(args[2], `${context}: 3rd argument`);
    const second = count < 4 ? undefined : BufferSource(args[3], `${context}: 4th argument`);
    const normalized = normalize(algorithm, op, `${context}: 1st argument`);
    allow(normalized, key, op);
    if (second === undefined) return normalized.steps(normalized, key, bytesHeld(first));
    return normalized.steps(normalized, key, bytesHeld(first), bytesHeld(second));
  }

  // normalizeWrapping takes what an algorithm has for keys, or else for any data.
  function normalizeWrapping(algorithm, op, fallback, context) {
    try {
      return normalize(algorithm, op, context);
    } catch {
      return normalize(algorithm, fallback, context);
    }
  }

  const noUsages = () => fail("SyntaxError", "A secret or private key has no usages");

  // importKeyInto performs the import key operation, and makes the key.
  function importKeyInto(normalized, format, keyData, extractable, usages) {
    const { type, algorithm, handle } = normalized.steps(normalized, format, keyData, extractable, usages);
    if (type !== "public" && usages.length === 0) noUsages();
    return createKey(type, algorithm, extractable, normalizeUsages(usages), handle);
  }

  // exportKeyOf performs the export key operation: a buffer, or a JWK that is not
  // yet an object for user code.
  function exportKeyOf(key, format) {
    const operation = operationOf(key.algorithm.name, "exportKey");
    if (operation === undefined) fail("NotSupportedError", `A key of ${key.algorithm.name} cannot be exported`);
    if (!key.extractable) fail("InvalidAccessError", "The key is not extractable");
    return operation.steps(key, format);
  }

  class SubtleCrypto {
    #brand;
    constructor(token = undefined) {
      guardConstructor(token);
    }
    async encrypt(algorithm, key, data) {
      this.#brand;
      return useKey("encrypt", arguments, 3);
    }
    async decrypt(algorithm, key, data) {
      this.#brand;
      return useKey("decrypt", arguments, 3);
    }
    async sign(algorithm, key, data) {
      this.#brand;
      return useKey("sign", arguments, 3);
    }
    async verify(algorithm, key, signature, data) {
      this.#brand;
      return useKey("verify", arguments, 4);
    }
    async digest(algorithm, data) {
      this.#brand;
      const context = "crypto.subtle.digest";
      required(arguments.length, 2, context);
      algorithm = toAlgorithmIdentifier(algorithm, `${context}: 1st argument`);
      BufferSource(data, `${context}: 2nd argument`);
      const normalized = normalize(algorithm, "digest", `${context}: 1st argument`);
      return normalized.steps(normalized, bytesHeld(data));
    }
    async generateKey(algorithm, extractable, keyUsages) {
      this.#brand;
      const context = "crypto.subtle.generateKey";
      required(arguments.length, 3, context);
      algorithm = toAlgorithmIdentifier(algorithm, `${context}: 1st argument`);
      extractable = boolean(extractable);
      const usages = toKeyUsages(keyUsages, `${context}: 3rd argument`);
      const normalized = normalize(algorithm, "generateKey", `${context}: 1st argument`);
      const result = await normalized.steps(normalized, extractable, usages);
      if (slotsOf(isCryptoKey(result) ? result : result.privateKey).usages.length === 0) noUsages();
      return result;
    }
    async deriveKey(algorithm, baseKey, derivedKeyType, extractable, keyUsages) {
      this.#brand;
      const context = "crypto.subtle.deriveKey";
      required(arguments.length, 5, context);
      algorithm = toAlgorithmIdentifier(algorithm, `${context}: 1st argument`);
      const key = slotsOf(toCryptoKey(baseKey, `${context}: 2nd argument`));
      derivedKeyType = toAlgorithmIdentifier(derivedKeyType, `${context}: 3rd argument`);
      extractable = boolean(extractable);
      const usages = toKeyUsages(keyUsages, `${context}: 5th argument`);
      const normalized = normalize(algorithm, "deriveBits", `${context}: 1st argument`);
      const toImport = normalize(derivedKeyType, "importKey", `${context}: 3rd argument`);
      const toMeasure = normalize(derivedKeyType, "get key length", `${context}: 3rd argument`);
      allow(normalized, key, "deriveKey");
      const length = toMeasure.steps(toMeasure);
      const secret = normalized.steps(normalized, key, length);
      return importKeyInto(toImport, "raw", new Uint8Array(secret), extractable, usages);
    }
    async deriveBits(algorithm, baseKey, length = null) {
      this.#brand;
      const context = "crypto.subtle.deriveBits";
      required(arguments.length, 2, context);
      algorithm = toAlgorithmIdentifier(algorithm, `${context}: 1st argument`);
      const key = slotsOf(toCryptoKey(baseKey, `${context}: 2nd argument`));
      length = toLength(length, `${context}: 3rd argument`);
      const normalized = normalize(algorithm, "deriveBits", `${context}: 1st argument`);
      allow(normalized, key, "deriveBits");
      return normalized.steps(normalized, key, length);
    }
    async importKey(format, keyData, algorithm, extractable, keyUsages) {
      this.#brand;
      const context = "crypto.subtle.importKey";
      required(arguments.length, 5, context);
      format = toKeyFormat(format, `${context}: 1st argument`);
      const data = toKeyData(keyData, `${context}: 2nd argument`);
      algorithm = toAlgorithmIdentifier(algorithm, `${context}: 3rd argument`);
      extractable = boolean(extractable);
      const usages = toKeyUsages(keyUsages, `${context}: 5th argument`);
      const normalized = normalize(algorithm, "importKey", `${context}: 3rd argument`);
      if ((format === "jwk") === isBufferSource(data)) {
        const what = format === "jwk" ? "bytes" : "an object";
        throw new TypeError(`${context}: 2nd argument: is ${what}, which "${format}" is not`);
      }
      return importKeyInto(normalized, format, format === "jwk" ? data : copyBytes(data), extractable, usages);
    }
    async exportKey(format, key) {
      this.#brand;
      const context = "crypto.subtle.exportKey";
      required(arguments.length, 2, context);
      format = toKeyFormat(format, `${context}: 1st argument`);
      const exported = exportKeyOf(slotsOf(toCryptoKey(key, `${context}: 2nd argument`)), format);
      return format === "jwk" ? toObject(exported) : exported;
    }
    async wrapKey(format, key, wrappingKey, wrapAlgorithm) {
      this.#brand;
      const context = "crypto.subtle.wrapKey";
      required(arguments.length, 4, context);
      format = toKeyFormat(format, `${context}: 1st argument`);
      const wrapped = slotsOf(toCryptoKey(key, `${context}: 2nd argument`));
      const wrapping = slotsOf(toCryptoKey(wrappingKey, `${context}: 3rd argument`));
      const algorithm = toAlgorithmIdentifier(wrapAlgorithm, `${context}: 4th argument`);
      const normalized = normalizeWrapping(algorithm, "wrapKey", "encrypt", `${context}: 4th argument`);
      allow(normalized, wrapping, "wrapKey");
      const exported = exportKeyOf(wrapped, format);
      return normalized.steps(normalized, wrapping, format === "jwk" ? serializeJwk(exported) : exported);
    }
    async unwrapKey(format, wrappedKey, unwrappingKey, unwrapAlgorithm, unwrappedKeyAlgorithm, extractable, keyUsages) {
      this.#brand;
      const context = "crypto.subtle.unwrapKey";
      required(arguments.length, 7, context);
      format = toKeyFormat(format, `${context}: 1st argument`);
      BufferSource(wrappedKey, `${context}: 2nd argument`);
      const unwrapping = slotsOf(toCryptoKey(unwrappingKey, `${context}: 3rd argument`));
      const algorithm = toAlgorithmIdentifier(unwrapAlgorithm, `${context}: 4th argument`);
      const keyAlgorithm = toAlgorithmIdentifier(unwrappedKeyAlgorithm, `${context}: 5th argument`);
      extractable = boolean(extractable);
      const usages = toKeyUsages(keyUsages, `${context}: 7th argument`);
      const normalized = normalizeWrapping(algorithm, "unwrapKey", "decrypt", `${context}: 4th argument`);
      const toImport = normalize(keyAlgorithm, "importKey", `${context}: 5th argument`);
      allow(normalized, unwrapping, "unwrapKey");
      const bytes = new Uint8Array(normalized.steps(normalized, unwrapping, bytesHeld(wrappedKey)));
      return importKeyInto(toImport, format, format === "jwk" ? parseJwk(bytes) : bytes, extractable, usages);
    }
    timingSafeEqual(a, b) {
      this.#brand;
      const context = "crypto.subtle.timingSafeEqual";
      required(arguments.length, 2, context);
      BufferSource(a, `${context}: 1st argument`);
      BufferSource(b, `${context}: 2nd argument`);
      if (a.byteLength !== b.byteLength) throw new TypeError(`${context}: the arguments are not of the same length`);
      return ops.op_crypto_equal(bytesHeld(a), bytesHeld(b));
    }
  }
  expose(SubtleCrypto);

  return { SubtleCrypto, subtle: new SubtleCrypto(illegal) };
});
