const { subtle } = crypto;
const hex = (buffer) => Array.from(new Uint8Array(buffer), (b) => b.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
const load = (name, usages = ["encrypt", "decrypt"]) =>
  subtle.importKey("raw", unhex("000102030405060708090a0b0c0d0e0f"), name, true, usages);
const iv = unhex("101112131415161718191a1b1c1d1e1f");
const data = new TextEncoder().encode("It is over nine thousand");

test("each mode encrypts as Node does", async () => {
  for (const [name, more, want] of [
    ["AES-CBC", { iv }, "db78c448e44bd9570b2817c8c736dc5df41109395fffa169990daa051456fdd0"],
    ["AES-CTR", { counter: iv, length: 64 }, "4e8acf1d92f56c18f57cce7fe7faf7b3e6aaaa71ab6dec66"],
    [
      "AES-GCM", { iv: iv.subarray(0, 12), additionalData: data },
      "8d5a23c67c6fd99972af7d9bae498e1e4ed41bf2459505dba6d1e3338e66ed86495f5ece425c8f80",
    ],
    ["AES-GCM", { iv, tagLength: 96 }, "8cead7df0e924bfeb36ae3ecc8414af781954fea1e67c99cbd028af2b7ae8f8091fc24ae"],
  ]) {
    const key = await load(name);
    const algorithm = { name, ...more };
    const cipher = await subtle.encrypt(algorithm, key, data);
    equal(hex(cipher), want, name);
    equal(hex(await subtle.decrypt(algorithm, key, cipher)), hex(data), name);
  }
});
test("AES-GCM notices a change", async () => {
  const key = await load("AES-GCM");
  for (const tagLength of [32, 64, 96, 104, 112, 120, 128]) {
    const algorithm = { name: "AES-GCM", iv, tagLength };
    const cipher = new Uint8Array(await subtle.encrypt(algorithm, key, data));
    equal(cipher.length, data.length + tagLength / 8);
    cipher[3] ^= 1;
    await rejects("OperationError", subtle.decrypt(algorithm, key, cipher));
    await rejects("OperationError", subtle.decrypt({ ...algorithm, additionalData: data }, key, cipher));
    await rejects("OperationError", subtle.decrypt(algorithm, key, new Uint8Array(tagLength / 8 - 1)));
  }
});
test("parameters out of range", async () => {
  const cbc = await load("AES-CBC"), ctr = await load("AES-CTR"), gcm = await load("AES-GCM");
  await rejects("OperationError", subtle.encrypt({ name: "AES-CBC", iv: iv.subarray(1) }, cbc, data));
  await rejects("OperationError", subtle.decrypt({ name: "AES-CBC", iv }, cbc, new Uint8Array(0)));
  await rejects("OperationError", subtle.decrypt({ name: "AES-CBC", iv }, cbc, new Uint8Array(17)));
  for (const length of [0, 129]) await rejects("OperationError", subtle.encrypt({ name: "AES-CTR", counter: iv, length }, ctr, data));
  await rejects("OperationError", subtle.encrypt({ name: "AES-CTR", counter: iv.subarray(1), length: 64 }, ctr, data));
  for (const tagLength of [0, 16, 127, 136]) await rejects("OperationError", subtle.encrypt({ name: "AES-GCM", iv, tagLength }, gcm, data));
  await rejects("OperationError", subtle.encrypt({ name: "AES-GCM", iv: new Uint8Array(0) }, gcm, data));
  await rejects("TypeError", subtle.encrypt({ name: "AES-GCM", iv, tagLength: 256 }, gcm, data));
  await rejects("DataError", subtle.importKey("raw", new Uint8Array(15), "AES-CBC", true, ["encrypt"]));
});
test("AES-KW wraps whole blocks", async () => {
  const wrapper = await load("AES-KW", ["wrapKey", "unwrapKey"]);
  const key = await load("AES-CBC");
  const wrapped = await subtle.wrapKey("raw", key, wrapper, "AES-KW");
  equal(wrapped.byteLength, 24);
  const back = await subtle.unwrapKey("raw", wrapped, wrapper, "AES-KW", "AES-CBC", true, ["encrypt"]);
  equal(hex(await subtle.exportKey("raw", back)), "000102030405060708090a0b0c0d0e0f");
  new Uint8Array(wrapped)[5] ^= 1;
  await rejects("OperationError", subtle.unwrapKey("raw", wrapped, wrapper, "AES-KW", "AES-CBC", true, ["encrypt"]));
  const odd = await subtle.importKey("raw", new Uint8Array(17), { name: "HMAC", hash: "SHA-1" }, true, ["sign"]);
  await rejects("OperationError", subtle.wrapKey("raw", odd, wrapper, "AES-KW"));
});
