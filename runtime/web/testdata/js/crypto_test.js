test("getRandomValues fills arrays of integers", () => {
  for (const cls of [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, BigInt64Array, BigUint64Array]) {
    const array = new cls(32);
    equal(crypto.getRandomValues(array), array);
    ok(array.some((x) => x != 0), cls.name);
  }
  equal(crypto.getRandomValues(new Uint8Array(0)).length, 0);
  equal(crypto.getRandomValues(new Uint8Array(65536)).length, 65536);
});
test("getRandomValues fills only the view", () => {
  const bytes = new Uint8Array(64);
  crypto.getRandomValues(bytes.subarray(16, 48));
  ok(bytes.subarray(0, 16).every((x) => x === 0) && bytes.subarray(48).every((x) => x === 0));
  ok(bytes.some((x) => x !== 0));
});
test("getRandomValues refuses", () => {
  for (const bad of [new Float32Array(1), new Float64Array(1), new DataView(new ArrayBuffer(1))]) {
    throws("TypeMismatchError", () => crypto.getRandomValues(bad));
  }
  throws("QuotaExceededError", () => crypto.getRandomValues(new Uint8Array(65537)));
  for (const bad of [undefined, null, 1, [], new ArrayBuffer(1)]) throws("TypeError", () => crypto.getRandomValues(bad));
  throws("TypeError", () => crypto.getRandomValues());
});
test("randomUUID is of version 4", () => {
  const seen = new Set();
  for (let i = 0; i < 50; i++) {
    const uuid = crypto.randomUUID();
    ok(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(uuid), uuid);
    seen.add(uuid);
  }
  equal(seen.size, 50);
});
test("interfaces", () => {
  throws("TypeError", () => new Crypto());
  throws("TypeError", () => new SubtleCrypto());
  ok(crypto instanceof Crypto && crypto.subtle instanceof SubtleCrypto);
  equal(crypto.subtle, crypto.subtle);
  equal(crypto.DigestStream, crypto.DigestStream);
  equal(Object.prototype.toString.call(crypto), "[object Crypto]");
  throws("TypeError", () => Crypto.prototype.randomUUID.call({}));
});
