"use strict";
const formats = ["gzip", "deflate", "deflate-raw", "brotli"];
const collect = async (readable) => new Uint8Array(await new Response(readable).arrayBuffer());
const through = (bytes, stream) => collect(new Blob([bytes]).stream().pipeThrough(stream));
const long = new Uint8Array(200000).map((_, i) => (i * 7) % 251);

test("what is compressed comes back", async () => {
  for (const format of formats) {
    const packed = await through(long, new CompressionStream(format));
    ok(packed.length < 4000, `${format} length`);
    const back = await through(packed, new DecompressionStream(format));
    equal(back.length, long.length, format);
    ok(back.every((byte, i) => byte === long[i]), format);
  }
});
test("the empty stream", async () => {
  for (const format of formats) {
    const packed = await through(new Uint8Array(0), new CompressionStream(format));
    equal((await through(packed, new DecompressionStream(format))).length, 0, format);
  }
});
test("chunks of one byte", async () => {
  for (const format of formats) {
    const packed = await through(new TextEncoder().encode("expected output"), new CompressionStream(format));
    const stream = new DecompressionStream(format);
    const writer = stream.writable.getWriter();
    for (const byte of packed) writer.write(Uint8Array.of(byte));
    writer.close();
    equal(new TextDecoder().decode(await collect(stream.readable)), "expected output", format);
  }
});
test("truncated data, extra data and what is no data", async () => {
  for (const format of formats) {
    const packed = await through(long.subarray(0, 1000), new CompressionStream(format));
    await rejects("TypeError", through(packed.subarray(0, packed.length - 1), new DecompressionStream(format)));
    await rejects("TypeError", through(Uint8Array.of(...packed, 0), new DecompressionStream(format)));
    await rejects("TypeError", through(new Uint8Array(0), new DecompressionStream(format)));
  }
  await rejects("TypeError", through(long.subarray(1, 9), new DecompressionStream("gzip")));
});
test("a chunk must be bytes", async () => {
  for (const stream of [new CompressionStream("gzip"), new DecompressionStream("gzip")]) {
    const writer = stream.writable.getWriter();
    writer.closed.catch(() => {});
    const reader = stream.readable.getReader();
    reader.closed.catch(() => {});
    const read = reader.read();
    await rejects("TypeError", writer.write("text"));
    await rejects("TypeError", read);
  }
});
test("the format is checked", () => {
  throws("TypeError", () => new CompressionStream());
  throws("TypeError", () => new CompressionStream("zip"));
  throws("TypeError", () => new DecompressionStream("GZIP"));
});
test("a large chunk is passed on as it is read", async () => {
  const packed = await through(new Uint8Array(3000000), new CompressionStream("gzip"));
  const stream = new DecompressionStream("gzip");
  const writer = stream.writable.getWriter();
  let written = false;
  const write = writer.write(packed).then(() => {
    written = true;
  });
  const reader = stream.readable.getReader();
  let length = (await reader.read()).value.length;
  await new Promise((resolve) => setTimeout(resolve, 1));
  equal(written, false, "written");
  for (writer.close(); ;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
  }
  await write;
  equal(length, 3000000);
});
test("nothing is live after the end, a cancel, an abort or an error", async () => {
  const live = () => JSON.parse(__host.listLive()).filter(({ What }) => What.endsWith("compressionStream") || What === "CompressionStream");
  equal(live().length, 0);
  const packed = await through(long, new CompressionStream("gzip"));
  for (const end of [(r) => r.cancel("no"), (r, w) => w.abort("no"), (r, w) => w.write("text").catch(() => {})]) {
    for (const stream of [new DecompressionStream("gzip"), new CompressionStream("gzip")]) {
      const writer = stream.writable.getWriter();
      writer.closed.catch(() => {});
      const reader = stream.readable.getReader();
      reader.closed.catch(() => {});
      reader.read().catch(() => {});
      await writer.write(packed.subarray(0, 20));
      reader.read().catch(() => {});
      equal(live().length, 1, "live");
      await end(reader, writer);
      equal(live().length, 0, `live after ${end}`);
    }
  }
});
