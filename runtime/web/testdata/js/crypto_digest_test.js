const hex = (buffer) => Array.from(new Uint8Array(buffer), (b) => b.toString(16).padStart(2, "0")).join("");
const abc = new TextEncoder().encode("abc");

test("digests", async () => {
  const want = {
    MD5: "900150983cd24fb0d6963f7d28e17f72",
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
test("what is detached is empty", async () => {
  if (ArrayBuffer.prototype.transfer === undefined) return;
  const data = abc.slice();
  data.buffer.transfer();
  equal(hex(await crypto.subtle.digest("SHA-1", data)), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  equal(hex(await crypto.subtle.digest("SHA-1", data.buffer)), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
});
test("digest refuses", async () => {
  await rejects("NotSupportedError", crypto.subtle.digest("MD4", abc));
  await rejects("NotSupportedError", crypto.subtle.digest("\u017fHA-1", abc)); // whose upper case is SHA-1
  await rejects("TypeError", crypto.subtle.digest("SHA-1", "abc"));
  await rejects("TypeError", crypto.subtle.digest("SHA-1"));
  await rejects("TypeError", crypto.subtle.digest({}, abc));
  await rejects("TypeError", SubtleCrypto.prototype.digest.call({}, "SHA-1", abc));
});
