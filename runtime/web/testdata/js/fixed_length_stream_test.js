const readAllBytes = (stream) => new Promise((resolve, reject) => {
  __host.load("21_readable_stream").readAllBytes(stream, resolve, reject);
});
const { expectedLength } = __host.load("25_fixed_length_stream");

test("an identity stream passes bytes of any buffer source", async () => {
  const { readable, writable } = new IdentityTransformStream();
  const writer = writable.getWriter();
  const mine = new Uint8Array([1, 2]);
  writer.write(mine);
  writer.write(new Uint8Array([3]).buffer);
  writer.write(new Uint8Array(0));
  writer.close();
  same([...(await readAllBytes(readable))], [1, 2, 3]);
  equal(mine.byteLength, 2, "the length of what was written");
});
test("an identity stream refuses what is no bytes", async () => {
  for (const bad of ["text", 1, {}, undefined]) {
    const { readable, writable } = new IdentityTransformStream();
    readable.getReader().read().catch(() => {});
    await rejects("TypeError", writable.getWriter().write(bad));
  }
});
test("the readable side is a byte stream", async () => {
  const { readable, writable } = new IdentityTransformStream();
  const writer = writable.getWriter();
  const reader = readable.getReader({ mode: "byob" });
  writer.write(new Uint8Array([1, 2, 3]));
  same([...(await reader.read(new Uint8Array(2))).value], [1, 2]);
  same([...(await reader.read(new Uint8Array(2))).value], [3]);
  const end = reader.read(new Uint8Array(2));
  await writer.close();
  equal((await end).done, true);
});
test("a fixed length stream takes exactly its length", async () => {
  const { readable, writable } = new FixedLengthStream(3);
  const writer = writable.getWriter();
  writer.write(new Uint8Array([1, 2]));
  writer.write(new Uint8Array([3]));
  writer.close();
  equal((await readAllBytes(readable)).byteLength, 3);
});
test("too many bytes and too few are TypeErrors on both sides", async () => {
  const many = new FixedLengthStream(1);
  const read = readAllBytes(many.readable);
  await rejects("TypeError", many.writable.getWriter().write(new Uint8Array(2)));
  await rejects("TypeError", read);
  const few = new FixedLengthStream(2n);
  const reading = readAllBytes(few.readable);
  const writer = few.writable.getWriter();
  writer.write(new Uint8Array(1));
  await rejects("TypeError", writer.close());
  await rejects("TypeError", reading);
});
test("the classes are one another's, and know their length", () => {
  const stream = new FixedLengthStream(5);
  ok(stream instanceof IdentityTransformStream && stream instanceof TransformStream);
  equal(String(stream), "[object FixedLengthStream]");
  equal(expectedLength(stream.readable), 5);
  equal(expectedLength(new IdentityTransformStream().readable), undefined);
  throws("TypeError", () => new FixedLengthStream());
  throws("TypeError", () => new FixedLengthStream(-1));
  throws("TypeError", () => new FixedLengthStream("x"));
  throws("RangeError", () => new IdentityTransformStream({ highWaterMark: -1 }));
  equal(new FixedLengthStream(1, { highWaterMark: 7 }).writable.getWriter().desiredSize, 7);
});
