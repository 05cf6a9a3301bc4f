// 37_crypto_jwk: JSON Web Keys.
// Spec: https://w3c.github.io/webcrypto/#JsonWebKey-dictionary, RFC 7517
// Deviations: none known.
"use strict";
__host.define("37_crypto_jwk", ({ load }) => {
  const { DOMString, boolean, dictionary, sequence, isObject } = load("01_webidl");
  const { utf8Encode, utf8Decode } = load("06_encoding");
  const { fail } = load("36_crypto_algorithm");
  const { assign, keys, setPrototypeOf } = Object;
  const { parse, stringify } = JSON;

  const text = (key) => ({ key, convert: DOMString });
  const toJsonWebKey = dictionary([
    text("alg"), text("crv"), text("d"), text("dp"), text("dq"), text("e"), { key: "ext", convert: boolean }, text("k"),
    { key: "key_ops", convert: sequence(DOMString) }, text("kty"), text("n"),
    { key: "oth", convert: sequence(dictionary([text("d"), text("r"), text("t")])) },
    text("p"), text("q"), text("qi"), text("use"), text("x"), text("y"),
  ]);

  const reject = (message) => fail("DataError", `JsonWebKey: ${message}`);

  // checkJwk has the conditions that are the same for all algorithms.
  function checkJwk(jwk, kty, use, extractable, usages) {
    if (jwk.kty !== kty) reject(`member "kty" is not "${kty}"`);
    if (usages.length > 0 && jwk.use !== undefined && jwk.use !== use) reject(`member "use" is not "${use}"`);
    if (jwk.key_ops !== undefined) checkKeyOps(jwk.key_ops, usages);
    if (jwk.ext === false && extractable) reject(`member "ext" says that the key is not extractable`);
  }
  function checkKeyOps(operations, usages) {
    if (new Set(operations).size < operations.length) reject(`member "key_ops" has a value twice`);
    const missing = usages.find((usage) => !operations.includes(usage));
    if (missing !== undefined) reject(`member "key_ops" has no "${missing}"`);
  }

  // The members with key material go to and from Go as JSON, by way of objects
  // without a prototype, which user code can't have added anything to.
  const material = ["crv", "d", "dp", "dq", "e", "kty", "n", "p", "q", "qi", "x", "y"];
  function encodeMaterial(jwk) {
    const members = { __proto__: null };
    for (const key of material) if (jwk[key] !== undefined) members[key] = jwk[key];
    return stringify(members);
  }
  const decodeMaterial = (json) => setPrototypeOf(parse(json), null);

  // exportJwk adds to the members with key material what all keys have. The order
  // is that of a dictionary.
  function exportJwk(key, members, alg) {
    const all = assign(members, { ext: key.extractable, key_ops: setPrototypeOf(key.usages.slice(), null) });
    if (alg !== undefined) all.alg = alg;
    const jwk = { __proto__: null };
    for (const name of keys(all).sort()) jwk[name] = all[name];
    return jwk;
  }

  // toObject is what user code gets of an exported key.
  const toObject = (jwk) => assign({}, jwk, { key_ops: setPrototypeOf(jwk.key_ops, Array.prototype) });
  // serializeJwk is what is wrapped.
  const serializeJwk = (jwk) => utf8Encode(stringify(jwk));

  // parseJwk is "parse a JWK".
  function parseJwk(bytes) {
    let value;
    try {
      value = parse(utf8Decode(bytes));
    } catch {
      reject("the unwrapped key is not JSON");
    }
    if (!isObject(value)) reject("the unwrapped key is not an object");
    const jwk = toJsonWebKey(setPrototypeOf(value, null), "JsonWebKey");
    if (jwk.kty === undefined) reject(`member "kty" is required`);
    return jwk;
  }

  return { toJsonWebKey, checkJwk, encodeMaterial, decodeMaterial, exportJwk, toObject, serializeJwk, parseJwk, reject };
});
