async function through(transform, chunks) {
  const writer = transform.writable.getWriter();
  for (const chunk of chunks) writer.write(chunk).catch(() => {});
  writer.close().catch(() => {});
  const reader = transform.readable.getReader();
  const out = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return out;
    out.push(typeof value === "string" ? value : [...value]);
  }
}

test("TextEncoderStream encodes chunk by chunk", async () => {
  same(await through(new TextEncoderStream(), ["a", "", "\u20ac", 1]), [[97], [0xe2, 0x82, 0xac], [49]]);
});
test("TextEncoderStream joins surrogates across chunks and replaces lone ones", async () => {
  const smile = [0xf0, 0x9f, 0x98, 0x80], replacement = [0xef, 0xbf, 0xbd];
  same(await through(new TextEncoderStream(), ["\ud83d", "\ude00"]), [smile]);
  same(await through(new TextEncoderStream(), ["\ud83d", "", "\ude00"]), [smile]);
  same(await through(new TextEncoderStream(), ["\ud83d", "x"]), [[...replacement, 120]]);
  same(await through(new TextEncoderStream(), ["\ud83d"]), [replacement]);
  same(await through(new TextEncoderStream(), ["\ude00"]), [replacement]);
  same(await through(new TextEncoderStream(), ["\ud83d", "\ud83d", "\ude00"]), [replacement, smile]);
});
test("TextEncoderStream errors on a chunk that is no string", async () => {
  await rejects("TypeError", through(new TextEncoderStream(), [Symbol("s")]));
  await rejects("RangeError", through(new TextEncoderStream(), [{ toString() { throw new RangeError(); } }]));
});
test("TextDecoderStream decodes across chunks", async () => {
  const bytes = (...list) => new Uint8Array(list);
  same(await through(new TextDecoderStream(), [bytes(0xe2), bytes(0x82), bytes(0xac, 97)]), ["\u20aca"]);
  same(await through(new TextDecoderStream(), [bytes(0xef, 0xbb), bytes(0xbf, 97)]), ["a"]);
  same(await through(new TextDecoderStream("utf-8", { ignoreBOM: true }), [bytes(0xef, 0xbb, 0xbf)]), ["\ufeff"]);
  same(await through(new TextDecoderStream(), [bytes(0xe2)]), ["\ufffd"]);
  same(await through(new TextDecoderStream(), [bytes(97).buffer]), ["a"]);
});
test("TextDecoderStream errors on bad chunks, and on bad bytes when fatal", async () => {
  await rejects("TypeError", through(new TextDecoderStream(), ["text"]));
  await rejects("TypeError", through(new TextDecoderStream(), [undefined]));
  await rejects("TypeError", through(new TextDecoderStream("utf-8", { fatal: true }), [new Uint8Array([0xff])]));
  await rejects("TypeError", through(new TextDecoderStream("utf-8", { fatal: true }), [new Uint8Array([0xe2])]));
});
test("the attributes are those of the encoder and the decoder", () => {
  const decoder = new TextDecoderStream("latin1", { fatal: true });
  same([decoder.encoding, decoder.fatal, decoder.ignoreBOM], ["windows-1252", true, false]);
  equal(new TextEncoderStream().encoding, "utf-8");
  throws("RangeError", () => new TextDecoderStream("x"));
  ok(decoder.readable instanceof ReadableStream && decoder.writable instanceof WritableStream);
  equal(decoder.readable, decoder.readable);
  same(Reflect.ownKeys(decoder), []);
  throws("TypeError", () => Object.getOwnPropertyDescriptor(TextEncoderStream.prototype, "encoding").get.call({}));
});
