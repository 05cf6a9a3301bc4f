const hex = (buffer) => Array.from(new Uint8Array(buffer), (b) => b.toString(16).padStart(2, "0")).join("");
const { DigestStream } = crypto;
const abc = new TextEncoder().encode("abc");

test("digests what is written", async () => {
  for (const algorithm of ["MD5", "SHA-1", "SHA-256", { name: "sha-384" }, "SHA-512"]) {
    const stream = new DigestStream(algorithm);
    ok(stream instanceof WritableStream);
    const writer = stream.getWriter();
    writer.write(abc.subarray(0, 1));
    writer.write(abc.slice(1).buffer);
    await writer.write("é");
    equal(stream.bytesWritten, 5n);
    await writer.close();
    equal(hex(await stream.digest), hex(await crypto.subtle.digest(algorithm, new TextEncoder().encode("abcé"))));
  }
});
test("a body is piped to it", async () => {
  const stream = new DigestStream("SHA-256");
  await new Response("abc").body.pipeTo(stream);
  equal(hex(await stream.digest), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
test("of nothing, it is the digest of nothing", async () => {
  const stream = new DigestStream("SHA-1");
  await stream.close();
  equal(hex(await stream.digest), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
});
test("what goes wrong, digest is rejected with", async () => {
  const aborted = new DigestStream("SHA-1");
  const reason = new RangeError("enough");
  await aborted.abort(reason);
  await rejects("RangeError", aborted.digest);
  const stream = new DigestStream("SHA-1");
  await rejects("TypeError", stream.getWriter().write(1));
  await rejects("TypeError", stream.digest);
  throws("NotSupportedError", () => new DigestStream("AES-CBC"));
  throws("TypeError", () => new DigestStream());
});
