const hex = (buffer) => Array.from(new Uint8Array(buffer), (b) => b.toString(16).padStart(2, "0")).join("");
const abc = new TextEncoder().encode("abc");

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
test("digests", async () => {
  const want = {
    "SHA-1": "a9993e364706816aba3e25717850c26c9cd0d89d",
    "sha-256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "SHA-384": "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
    "SHA-512": "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
  };
  for (const name in want) {
    const digest = await crypto.subtle.digest(name, abc);
    ok(digest instanceof ArrayBuffer);
    equal(hex(digest), want[name], name);
  }
  equal(hex(await crypto.subtle.digest({ name: "SHA-1" }, abc.buffer.slice(0))), want["SHA-1"]);
  equal(hex(await crypto.subtle.digest("SHA-1", new Uint8Array([0, 97, 98, 99]).subarray(1))), want["SHA-1"]);
  equal(hex(await crypto.subtle.digest("SHA-1", new ArrayBuffer(0))), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
});
test("digest takes the data when it is called", async () => {
  const data = abc.slice();
  const promise = crypto.subtle.digest("SHA-1", data);
  data[0] = 0;
  equal(hex(await promise), "a9993e364706816aba3e25717850c26c9cd0d89d");
});
test("digest refuses", async () => {
  await rejects("NotSupportedError", crypto.subtle.digest("MD5", abc));
  await rejects("TypeError", crypto.subtle.digest("SHA-1", "abc"));
  await rejects("TypeError", crypto.subtle.digest("SHA-1"));
  await rejects("TypeError", crypto.subtle.digest({}, abc));
  await rejects("TypeError", SubtleCrypto.prototype.digest.call({}, "SHA-1", abc));
});
test("interfaces", () => {
  throws("TypeError", () => new Crypto());
  throws("TypeError", () => new SubtleCrypto());
  ok(crypto instanceof Crypto && crypto.subtle instanceof SubtleCrypto);
  equal(crypto.subtle, crypto.subtle);
  equal(Object.prototype.toString.call(crypto), "[object Crypto]");
  throws("TypeError", () => Crypto.prototype.randomUUID.call({}));
});
