const { subtle } = crypto;
const hex = (buffer) => Array.from(new Uint8Array(buffer), (b) => b.toString(16).padStart(2, "0")).join("");
const secret = Uint8Array.from({ length: 16 }, (_, i) => 16 + i);
const data = new TextEncoder().encode("It is over nine thousand");
const load = (more, usages = ["sign", "verify"]) => subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256", ...more }, true, usages);

test("signs and verifies", async () => {
  const key = await load();
  const signature = await subtle.sign("HMAC", key, data);
  equal(hex(signature), "715ac41b2436ebfa4c6af0cc5910931c84b62282045054eedf47a6dc387774d0");
  equal(await subtle.verify("HMAC", key, signature, data), true);
  equal(await subtle.verify("HMAC", key, signature, data.subarray(1)), false);
  equal(await subtle.verify("HMAC", key, signature.slice(1), data), false);
});
test("the length of a key", async () => {
  for (const [hash, bits] of [["SHA-1", 512], ["SHA-256", 512], ["SHA-384", 1024], ["SHA-512", 1024]]) {
    const key = await subtle.generateKey({ name: "HMAC", hash }, true, ["sign"]);
    same(key.algorithm, { name: "HMAC", hash: { name: hash }, length: bits });
    equal((await subtle.exportKey("raw", key)).byteLength, bits / 8);
  }
  const odd = await load({ length: 123 });
  equal(odd.algorithm.length, 123);
  equal(hex(await subtle.exportKey("raw", odd)), "101112131415161718191a1b1c1d1e00"); // the last 5 bits of 1f
  const generated = await subtle.generateKey({ name: "HMAC", hash: "SHA-1", length: 9 }, true, ["sign"]);
  equal(new Uint8Array(await subtle.exportKey("raw", generated))[1] & 0x7f, 0);
  for (const length of [120, 129, 0]) await rejects("DataError", load({ length }));
  await rejects("OperationError", subtle.generateKey({ name: "HMAC", hash: "SHA-1", length: 0 }, true, ["sign"]));
  await rejects("OperationError", subtle.generateKey({ name: "HMAC", hash: "SHA-1", length: 2 ** 31 }, true, ["sign"]));
  await rejects("DataError", subtle.importKey("raw", new Uint8Array(0), { name: "HMAC", hash: "SHA-1" }, true, ["sign"]));
});
test("refuses", async () => {
  await rejects("NotSupportedError", load({ hash: "MD5" }));
  await rejects("TypeError", load({ hash: undefined }));
  await rejects("SyntaxError", load({}, ["encrypt"]));
  await rejects("NotSupportedError", subtle.importKey("spki", secret, { name: "HMAC", hash: "SHA-1" }, true, ["sign"]));
});
