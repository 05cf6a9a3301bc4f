const { subtle } = crypto;
const hex = (buffer) => Array.from(new Uint8Array(buffer), (b) => b.toString(16).padStart(2, "0")).join("");
const data = new TextEncoder().encode("It is over nine thousand");

test("ECDSA", async () => {
  for (const [namedCurve, size] of [["P-256", 64], ["P-384", 96], ["P-521", 132]]) {
    const { privateKey, publicKey } = await subtle.generateKey({ name: "ECDSA", namedCurve }, false, ["sign", "verify"]);
    same(publicKey.algorithm, { name: "ECDSA", namedCurve });
    ok(publicKey.extractable && !privateKey.extractable);
    for (const hash of ["SHA-1", "SHA-512"]) {
      const signature = await subtle.sign({ name: "ECDSA", hash }, privateKey, data);
      equal(signature.byteLength, size);
      equal(await subtle.verify({ name: "ECDSA", hash }, publicKey, signature, data), true);
      equal(await subtle.verify({ name: "ECDSA", hash }, publicKey, signature.slice(1), data), false);
      equal(await subtle.verify({ name: "ECDSA", hash }, publicKey, new Uint8Array(size), data), false);
    }
  }
});
test("Ed25519 signs as RFC 8032 says", async () => {
  const jwk = {
    kty: "OKP", crv: "Ed25519", d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  };
  const key = await subtle.importKey("jwk", jwk, "Ed25519", true, ["sign"]);
  equal(hex(await subtle.sign("Ed25519", key, data)),
    "adaca28ee1665a7cbd65b2690149dd1c8e50755a5ddb69e24cc81458378bc0c574ce6c0d1bd529978cfa4dcb58cde69dd5c26e464bc11aa4934ba5493ea37f09");
  await rejects("DataError", subtle.importKey("jwk", { ...jwk, x: jwk.d }, "Ed25519", true, ["sign"]));
  await rejects("DataError", subtle.importKey("jwk", { ...jwk, alg: "ES256" }, "Ed25519", true, ["sign"]));
  await rejects("DataError", subtle.importKey("jwk", { ...jwk, d: "" }, "Ed25519", true, ["sign"]));
});
test("two sides agree on bits", async () => {
  for (const algorithm of [{ name: "ECDH", namedCurve: "P-256" }, { name: "ECDH", namedCurve: "P-521" }, { name: "X25519" }]) {
    const a = await subtle.generateKey(algorithm, true, ["deriveBits"]);
    const b = await subtle.generateKey(algorithm, true, ["deriveBits", "deriveKey"]);
    same(a.publicKey.usages, []);
    const derive = (mine, theirs, ...length) => subtle.deriveBits({ ...algorithm, public: theirs }, mine, ...length);
    const whole = hex(await derive(a.privateKey, b.publicKey));
    equal(hex(await derive(b.privateKey, a.publicKey)), whole);
    const bits = new Uint8Array(await derive(b.privateKey, a.publicKey, 13));
    equal(bits.length, 2);
    equal(hex(bits).slice(0, 3), hex([parseInt(whole.slice(0, 2), 16), parseInt(whole.slice(2, 4), 16) & 0xf8]).slice(0, 3));
    equal(bits[1] & 7, 0);
    await rejects("OperationError", derive(a.privateKey, b.publicKey, 8 * 67));
    await rejects("InvalidAccessError", derive(a.privateKey, b.privateKey));
    const other = await subtle.generateKey({ name: "ECDH", namedCurve: "P-384" }, true, ["deriveBits"]);
    await rejects("InvalidAccessError", derive(a.privateKey, other.publicKey));
    await rejects("TypeError", derive(a.privateKey, {}));
  }
});
test("a point of small order agrees on nothing", async () => {
  const { privateKey } = await subtle.generateKey("X25519", false, ["deriveBits"]);
  const zero = await subtle.importKey("raw", new Uint8Array(32), "X25519", true, []);
  await rejects("OperationError", subtle.deriveBits({ name: "X25519", public: zero }, privateKey, null));
});
test("what no key is", async () => {
  const ec = (namedCurve) => ({ name: "ECDSA", namedCurve });
  await rejects("NotSupportedError", subtle.generateKey(ec("P-224"), true, ["sign"]));
  await rejects("DataError", subtle.importKey("raw", new Uint8Array(65), ec("P-256"), true, ["verify"]));
  await rejects("DataError", subtle.importKey("raw", new Uint8Array(65), ec("P-224"), true, ["verify"]));
  await rejects("DataError", subtle.importKey("pkcs8", new Uint8Array(65), ec("P-256"), true, ["sign"]));
  await rejects("DataError", subtle.importKey("raw", new Uint8Array(31), "Ed25519", true, ["verify"]));
  await rejects("SyntaxError", subtle.generateKey(ec("P-256"), true, ["verify"]));
});
