const { subtle } = crypto;
const hex = (buffer) => Array.from(new Uint8Array(buffer), (b) => b.toString(16).padStart(2, "0")).join("");
const salt = Uint8Array.from({ length: 16 }, (_, i) => 16 + i);
const secret = new TextEncoder().encode("It is over nine thousand");
const derive = async (algorithm, length) =>
  hex(await subtle.deriveBits(algorithm, await subtle.importKey("raw", secret, algorithm.name, false, ["deriveBits"]), length));
const hkdf = { name: "HKDF", hash: "SHA-256", salt, info: secret };
const pbkdf2 = { name: "PBKDF2", hash: "SHA-512", salt, iterations: 50001 };

test("derives what Node does", async () => {
  equal(await derive(hkdf, 800),
    "13324c64b47d86b3e408d39518965fd9cc2453752994a1057ae23e8fb0f773956c4c9c5c261eea45b72709cf57f0f5ae2f54d29ab9dcac3a6f2f6dc10b6ba9c1" +
    "8a497676d3e1a2ec0f9025ebe052adc093df7e85c1bb63ee7fd45c65c1a385fd9c795901");
  equal(await derive(pbkdf2, 800),
    "04f6999c67b343eb4f7a3ee6939148e06213eecbbab230f765400abe13e711b3b1dbc320d2382c2406a47fb0911b3511186a0294674e7240194640d12a7cf86a" +
    "2ea8abf3418450d71c8e1cc6f3f2355a613e1782e196e39f94d06dc1aa605aa158877101");
});
test("lengths", async () => {
  for (const algorithm of [hkdf, { ...pbkdf2, iterations: 1 }]) {
    equal(await derive(algorithm, 0), "");
    for (const length of [null, undefined, 7]) await rejects("OperationError", derive(algorithm, length));
  }
  await rejects("OperationError", derive(hkdf, 8 * 255 * 32 + 8));
  await rejects("OperationError", derive({ ...pbkdf2, iterations: 0 }, 8));
});
test("keys are raw and stay inside", async () => {
  for (const name of ["HKDF", "PBKDF2"]) {
    await rejects("SyntaxError", subtle.importKey("raw", secret, name, true, ["deriveBits"]));
    await rejects("NotSupportedError", subtle.importKey("jwk", { kty: "oct", k: "AA" }, name, false, ["deriveBits"]));
    await rejects("NotSupportedError", subtle.generateKey(name, false, ["deriveBits"]));
    await rejects("NotSupportedError", subtle.exportKey("raw", await subtle.importKey("raw", secret, name, false, ["deriveBits"])));
    const empty = await subtle.importKey("raw", new Uint8Array(0), name, false, ["deriveKey"]);
    same(empty.algorithm, { name });
  }
});
