const { subtle } = crypto;
const bytes = new Uint8Array(16).fill(1);
const aes = (usages) => subtle.importKey("raw", bytes, "AES-CBC", true, usages);
const cbc = { name: "AES-CBC", iv: bytes };

test("what is wrong with arguments is a rejection", async () => {
  await rejects("TypeError", subtle.encrypt());
  await rejects("TypeError", subtle.encrypt(cbc, {}, bytes));
  await rejects("TypeError", subtle.encrypt.call({}, cbc, {}, bytes));
  await rejects("TypeError", subtle.importKey("der", bytes, "AES-CBC", true, ["encrypt"]));
  await rejects("TypeError", subtle.importKey("raw", bytes, "AES-CBC", true, ["fly"]));
  await rejects("TypeError", subtle.importKey("raw", {}, "AES-CBC", true, ["encrypt"]));
  await rejects("TypeError", subtle.importKey("jwk", bytes, "AES-CBC", true, ["encrypt"]));
  await rejects("TypeError", subtle.generateKey("AES-CBC", true, ["encrypt"]));
  await rejects("TypeError", subtle.generateKey({ name: "AES-CBC", length: 2 ** 16 }, true, ["encrypt"]));
});
test("a key has an algorithm and usages", async () => {
  const key = await aes(["encrypt"]);
  await rejects("InvalidAccessError", subtle.encrypt({ name: "AES-CTR", counter: bytes, length: 64 }, key, bytes));
  await rejects("InvalidAccessError", subtle.decrypt(cbc, key, bytes));
  await rejects("NotSupportedError", subtle.sign("AES-CBC", key, bytes));
  await rejects("NotSupportedError", subtle.encrypt("AES-XTS", key, bytes));
  await rejects("SyntaxError", aes([]));
  await rejects("SyntaxError", aes(["sign"]));
});
test("the algorithm is read once all arguments are converted, and the data after it", async () => {
  const key = await aes(["encrypt", "decrypt"]);
  const data = bytes.slice();
  const order = [];
  const algorithm = {
    get name() {
      order.push("name");
      return "AES-CBC";
    },
    get iv() {
      order.push("iv");
      data[0] = 9;
      return bytes;
    },
  };
  const cipher = await subtle.encrypt(algorithm, key, data);
  same(order, ["name", "name", "iv"]);
  equal(new Uint8Array(await subtle.decrypt(cbc, key, cipher))[0], 9);
  await rejects("TypeError", subtle.encrypt(algorithm, key, "no bytes"));
  equal(order.length, 3);
});
test("wrapped keys can be unwrapped in each format", async () => {
  const wrapper = await aes(["wrapKey", "unwrapKey"]);
  const pair = await subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  for (const [format, key, usages] of [
    ["pkcs8", pair.privateKey, ["sign"]], ["jwk", pair.privateKey, ["sign"]],
    ["spki", pair.publicKey, ["verify"]], ["raw", pair.publicKey, []], ["jwk", pair.publicKey, ["verify"]],
  ]) {
    const wrapped = await subtle.wrapKey(format, key, wrapper, cbc);
    const back = await subtle.unwrapKey(format, wrapped, wrapper, cbc, { name: "ECDSA", namedCurve: "P-256" }, true, usages);
    same(back.usages, usages);
    same((await subtle.exportKey("jwk", back)).x, (await subtle.exportKey("jwk", key)).x);
  }
});
test("no user code sees a key that is wrapped", async () => {
  const wrapper = await aes(["wrapKey", "unwrapKey"]);
  const key = await aes(["encrypt"]);
  let seen = 0;
  const spy = { configurable: true, get: () => void seen++ };
  Object.defineProperty(Object.prototype, "toJSON", spy);
  Object.defineProperty(Array.prototype, "toJSON", spy);
  try {
    const wrapped = await subtle.wrapKey("jwk", key, wrapper, cbc);
    await subtle.unwrapKey("jwk", wrapped, wrapper, cbc, "AES-CBC", true, ["encrypt"]);
  } finally {
    delete Object.prototype.toJSON;
    delete Array.prototype.toJSON;
  }
  equal(seen, 0, "reads");
});
test("what is unwrapped as a JWK must be one", async () => {
  const key = await aes(["encrypt", "unwrapKey"]);
  for (const text of ["", "{", "1", "null", "[]", "{}", '{"kty":"RSA"}', '{"kty":"oct"}', '{"kty":"oct","k":"AA=="}']) {
    const wrapped = await subtle.encrypt(cbc, key, new TextEncoder().encode(text));
    await rejects("DataError", subtle.unwrapKey("jwk", wrapped, key, cbc, "AES-CBC", true, ["encrypt"]));
  }
});
test("a JWK that is exported has its members in the order of the dictionary", async () => {
  const jwk = await subtle.exportKey("jwk", await aes(["encrypt"]));
  same(jwk, { alg: "A128CBC", ext: true, k: "AQEBAQEBAQEBAQEBAQEBAQ", key_ops: ["encrypt"], kty: "oct" });
  equal(Object.getPrototypeOf(jwk), Object.prototype);
  ok(jwk.key_ops instanceof Array);
});
test("a JWK may restrict a key", async () => {
  const jwk = { kty: "oct", k: "AQEBAQEBAQEBAQEBAQEBAQ" };
  const load = (more, extractable = true) => subtle.importKey("jwk", { ...jwk, ...more }, "AES-CBC", extractable, ["encrypt"]);
  await load({});
  await load({ ext: false }, false);
  await load({ use: "enc", key_ops: ["encrypt", "unwrapKey", "more"], alg: "A128CBC" });
  for (const bad of [
    { ext: false }, { use: "sig" }, { key_ops: ["decrypt"] }, { key_ops: ["encrypt", "encrypt"] }, { alg: "A256CBC" },
    { kty: "EC" }, { k: undefined }, { k: "AQ\nEB" },
  ]) await rejects("DataError", load(bad));
});
test("keys are derived to keys", async () => {
  const base = await subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]);
  const hkdf = { name: "HKDF", hash: "SHA-256", salt: bytes, info: bytes };
  const key = await subtle.deriveKey(hkdf, base, { name: "HMAC", hash: "SHA-384" }, true, ["sign"]);
  same(key.algorithm, { name: "HMAC", hash: { name: "SHA-384" }, length: 1024 });
  equal((await subtle.deriveKey(hkdf, base, { name: "AES-KW", length: 192 }, true, ["wrapKey"])).algorithm.length, 192);
  await rejects("OperationError", subtle.deriveKey(hkdf, base, { name: "AES-KW", length: 100 }, true, ["wrapKey"]));
  await rejects("NotSupportedError", subtle.deriveKey(hkdf, base, { name: "RSA-PSS", hash: "SHA-1" }, true, ["sign"]));
  await rejects("InvalidAccessError", subtle.deriveBits(hkdf, base, 256));
});
test("timingSafeEqual", () => {
  equal(subtle.timingSafeEqual(bytes, bytes.slice().buffer), true);
  equal(subtle.timingSafeEqual(bytes, new Uint8Array(16)), false);
  equal(subtle.timingSafeEqual(new Uint8Array(0), new ArrayBuffer(0)), true);
  throws("TypeError", () => subtle.timingSafeEqual(bytes, new Uint8Array(15)));
  throws("TypeError", () => subtle.timingSafeEqual(bytes, "0123456789abcdef"));
});
