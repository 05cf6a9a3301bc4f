const { subtle } = crypto;
const data = new TextEncoder().encode("It is over nine thousand");
const exponent = new Uint8Array([1, 0, 1]);
const generate = (name, usages, more) =>
  subtle.generateKey({ name, modulusLength: 1024, publicExponent: exponent, hash: "SHA-256", ...more }, true, usages);

test("generated keys sign", async () => {
  for (const name of ["RSASSA-PKCS1-v1_5", "RSA-PSS"]) {
    const { privateKey, publicKey } = await generate(name, ["sign", "verify"]);
    same([privateKey.usages, publicKey.usages], [["sign"], ["verify"]]);
    equal(publicKey.algorithm.modulusLength, 1024);
    same([...publicKey.algorithm.publicExponent], [...exponent]);
    for (const saltLength of [0, 20]) {
      const algorithm = { name, saltLength };
      const signature = await subtle.sign(algorithm, privateKey, data);
      equal(await subtle.verify(algorithm, publicKey, signature, data), true);
      equal(await subtle.verify(algorithm, publicKey, signature, data.subarray(1)), false);
    }
    await rejects("InvalidAccessError", subtle.sign({ name, saltLength: 0 }, publicKey, data));
  }
});
test("generated keys encrypt", async () => {
  const { privateKey, publicKey } = await generate("RSA-OAEP", ["encrypt", "decrypt"], { hash: "SHA-1" });
  const cipher = await subtle.encrypt({ name: "RSA-OAEP", label: data }, publicKey, data);
  same([...new Uint8Array(await subtle.decrypt({ name: "RSA-OAEP", label: data }, privateKey, cipher))], [...data]);
  await rejects("OperationError", subtle.decrypt("RSA-OAEP", privateKey, cipher));
  await rejects("OperationError", subtle.encrypt("RSA-OAEP", publicKey, new Uint8Array(128)));
});
test("several keys are generated at once", async () => {
  const pairs = await Promise.all([1, 2, 3].map(() => generate("RSA-PSS", ["sign"])));
  const moduli = await Promise.all(pairs.map(async ({ publicKey }) => (await subtle.exportKey("jwk", publicKey)).n));
  equal(new Set(moduli).size, 3);
});
test("what no key can be generated of", async () => {
  await rejects("OperationError", generate("RSA-PSS", ["sign"], { publicExponent: new Uint8Array([3]) }));
  await rejects("OperationError", generate("RSA-PSS", ["sign"], { modulusLength: 512 }));
  await rejects("OperationError", generate("RSA-PSS", ["sign"], { modulusLength: 2 ** 31 }));
  await rejects("TypeError", generate("RSA-PSS", ["sign"], { publicExponent: [1, 0, 1] }));
  await rejects("SyntaxError", generate("RSA-PSS", ["encrypt"]));
  await rejects("SyntaxError", generate("RSA-PSS", ["verify"]));
});
test("a JWK with its primes is imported", async () => {
  const { privateKey } = await generate("RSA-OAEP", ["decrypt"]);
  const jwk = await subtle.exportKey("jwk", privateKey);
  equal(Object.keys(jwk).join(), "alg,d,dp,dq,e,ext,key_ops,kty,n,p,q,qi");
  equal(jwk.alg, "RSA-OAEP-256");
  const load = (more) => subtle.importKey("jwk", { ...jwk, ...more }, { name: "RSA-OAEP", hash: "SHA-256" }, true, ["decrypt"]);
  same(await subtle.exportKey("jwk", await load({})), jwk);
  for (const bad of [{ p: undefined }, { n: jwk.p }, { d: "" }, { oth: [] }, { alg: "RSA-OAEP" }, { kty: "EC" }]) {
    await rejects("DataError", load(bad));
  }
});
