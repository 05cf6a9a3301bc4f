// 36_crypto_algorithm: what algorithms of Web Cryptography take as parameters.
// Spec: https://w3c.github.io/webcrypto/#algorithm-normalizing-an-algorithm
// Deviations: none known.
"use strict";
__host.define("36_crypto_algorithm", (host) => {
  const { load } = host;
  const { DOMString, BufferSource, bytesOf, isObject, integer, dictionary } = load("01_webidl");

  function fail(name, message) {
    throw host.domException(message, name);
  }

  // bytesHeld is the bytes of a buffer source, of which a detached one has none.
  const bytesHeld = (source) => (source.byteLength === 0 ? new Uint8Array(0) : bytesOf(source));
  // copyBytes is "get a copy of the bytes held by the buffer source".
  const copyBytes = (source) => new Uint8Array(bytesHeld(source));

  // toAlgorithmIdentifier makes a dictionary of a string.
  const toAlgorithmIdentifier = (value, context) =>
    isObject(value) ? value : { __proto__: null, name: DOMString(value, context) };

  const name = { key: "name", convert: DOMString, required: true };
  const toAlgorithm = dictionary([name]);

  // recognizer makes the function that finds a recognized name, whatever the case
  // of the ASCII letters in a text, or undefined.
  const lowered = (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  function recognizer(names) {
    const known = new Map(names.map((name) => [name, name]));
    for (const name of names) known.set(lowered(name), name);
    return (text) => known.get(text) ?? known.get(lowered(text));
  }

  // unknownAlgorithm throws for a name that is not registered for an operation.
  function unknownAlgorithm(text, context) {
    fail("NotSupportedError", `${context}: "${text}" is not an algorithm for this`);
  }

  // normalizeHash is "normalize an algorithm" with op digest.
  const digests = ["SHA-1", "SHA-256", "SHA-384", "SHA-512"];
  const recognizeDigest = recognizer(digests);
  function normalizeHash(algorithm, context) {
    const text = toAlgorithm(algorithm, context).name;
    return { name: recognizeDigest(text) ?? unknownAlgorithm(text, context) };
  }

  // params makes the conversion to a dictionary type from the members that it adds
  // to Algorithm, in the order of the specification: those of base types first.
  // settle is what normalizing does with a member after all are converted.
  function params(...members) {
    const convert = dictionary([name, ...members]);
    return (algorithm, context) => {
      const out = convert(algorithm, context);
      for (const { key, settle } of members) {
        if (settle !== undefined && out[key] !== undefined) out[key] = settle(out[key], `${context}, member "${key}"`);
      }
      return out;
    };
  }
  const bytes = (key) => ({ key, convert: BufferSource, settle: copyBytes, required: true });
  const optionalBytes = (key) => ({ key, convert: BufferSource, settle: copyBytes, default: () => new Uint8Array(0) });
  const enforced = (key, bits) => ({ key, convert: integer(bits, false, "enforceRange"), required: true });
  const optionalEnforced = (key, bits) => ({ key, convert: integer(bits, false, "enforceRange") });
  const hash = { key: "hash", convert: toAlgorithmIdentifier, settle: normalizeHash, required: true };

  return {
    fail, bytesHeld, copyBytes, toAlgorithmIdentifier, toAlgorithm, recognizer, unknownAlgorithm, digests,
    params, bytes, optionalBytes, enforced, optionalEnforced, hash,
  };
});
