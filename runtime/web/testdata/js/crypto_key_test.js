const usages = ["encrypt", "decrypt"];
const generate = (extractable = true) => crypto.subtle.generateKey({ name: "aes-gcm", length: 128 }, extractable, usages);

test("attributes are those of the standard", async () => {
  const key = await generate();
  ok(key instanceof CryptoKey);
  equal(key.type, "secret");
  equal(key.extractable, true);
  same(key.algorithm, { name: "AES-GCM", length: 128 });
  same(key.usages, usages);
  equal(Object.prototype.toString.call(key), "[object CryptoKey]");
  throws("TypeError", () => new CryptoKey());
  throws("TypeError", () => CryptoKey.prototype.type);
});
test("algorithm and usages are cached, and what is done to them is of no effect", async () => {
  const key = await generate();
  equal(key.algorithm, key.algorithm);
  equal(key.usages, key.usages);
  key.algorithm.name = "AES-CBC";
  key.usages.length = 0;
  equal(key.algorithm.name, "AES-CBC");
  await crypto.subtle.encrypt({ name: "AES-GCM", iv: new Uint8Array(12) }, key, new Uint8Array(1));
});
test("usages are in the order of the standard, and once", async () => {
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 128 }, true, ["decrypt", "encrypt", "decrypt"]);
  same(key.usages, usages);
});
test("a clone is another key of the same bytes", async () => {
  for (const extractable of [true, false]) {
    const key = await generate(extractable);
    const [clone] = structuredClone([key]);
    ok(clone instanceof CryptoKey && clone !== key);
    equal(clone.extractable, extractable);
    same(clone.algorithm, key.algorithm);
    ok(clone.algorithm !== key.algorithm);
    const iv = new Uint8Array(12);
    const cipher = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new Uint8Array([1, 2]));
    const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, clone, cipher);
    same([...new Uint8Array(plain)], [1, 2]);
  }
});
test("no property has the bytes of a key", async () => {
  const key = await generate(false);
  same(Reflect.ownKeys(key), []);
  equal(JSON.stringify(key), "{}");
  await rejects("InvalidAccessError", crypto.subtle.exportKey("raw", key));
});
test("an exported key is a copy", async () => {
  const key = await generate();
  const first = new Uint8Array(await crypto.subtle.exportKey("raw", key));
  const kept = first.slice();
  first.fill(0);
  same([...new Uint8Array(await crypto.subtle.exportKey("raw", key))], [...kept]);
});
test("what was imported is a copy", async () => {
  const bytes = new Uint8Array(16).fill(3);
  const promise = crypto.subtle.importKey("raw", bytes, "AES-CBC", true, usages);
  bytes.fill(0);
  const raw = await crypto.subtle.exportKey("raw", await promise);
  ok(new Uint8Array(raw).every((b) => b === 3));
});
