const bytes = async (blob) => Array.from(new Uint8Array(await blob.arrayBuffer()));
test("Blob joins strings, buffers, views and blobs", async () => {
  const view = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
  const blob = new Blob(["aé", view.buffer, view, new Blob(["z"]), "q", 5]);
  equal(blob.size, 12);
  same(await bytes(blob), [97, 195, 169, 1, 2, 3, 4, 2, 3, 122, 113, 53]);
  equal(new Blob().size, 0);
  equal(await new Blob(["x", "y"]).text(), "xy");
});
test("Blob copies what it is given", async () => {
  const source = new Uint8Array([1]);
  const blob = new Blob([source]);
  source[0] = 9;
  same(await bytes(blob), [1]);
  const out = await blob.bytes();
  out[0] = 7;
  same(await bytes(blob), [1]);
});
test("Blob normalizes type and line endings", async () => {
  equal(new Blob([], { type: "Text/HTML" }).type, "text/html");
  equal(new Blob([], { type: "té" }).type, "");
  equal(new Blob([], {}).type, "");
  equal(await new Blob(["a\r\nb\rc\nd"], { endings: "native" }).text(), "a\nb\nc\nd");
  equal(await new Blob(["a\r\nb"]).text(), "a\r\nb");
});
test("Blob takes iterables and refuses what is none", () => {
  equal(new Blob(new Set(["a", "b"])).size, 2);
  equal(new Blob(new Uint8Array([10, 11])).size, 4);
  for (const bad of [null, "text", 5, {}, new Date()]) throws("TypeError", () => new Blob(bad));
  throws("TypeError", () => new Blob([], { endings: "x" }));
  throws("TypeError", () => new Blob([], 5));
  throws("TypeError", () => Blob([]));
});
test("slice shares content and clamps its arguments", async () => {
  const blob = new Blob(["0123456789"], { type: "a/b" });
  equal(await blob.slice(2, 5).text(), "234");
  equal(await blob.slice(-3).text(), "789");
  equal(await blob.slice(8, 2).text(), "");
  equal(await blob.slice(5, -2).text(), "567");
  equal(await blob.slice(NaN, 1e30, "C/D").text(), "0123456789");
  same([blob.slice().type, blob.slice(0, 1, "C/D").type], ["", "c/d"]);
  equal(await blob.slice(2, 8).slice(1, 3).text(), "34");
  equal(new File(["abc"], "n").slice(1) instanceof File, false);
});
test("text replaces what is no UTF-8 and drops a BOM", async () => {
  equal(await new Blob([new Uint8Array([0xef, 0xbb, 0xbf, 0x61])]).text(), "a");
  equal(await new Blob(["\ud800"]).text(), "\ufffd");
});
test("stream gives the bytes", async () => {
  const reader = new Blob(["hey"]).stream().getReader();
  const { value } = await reader.read();
  ok(value instanceof Uint8Array);
  same(Array.from(value), [104, 101, 121]);
  equal((await reader.read()).done, true);
  equal((await new Blob().stream().getReader().read()).done, true);
});
test("File has a name and a time", () => {
  const file = new File(["x"], "a/b", { type: "T/X", lastModified: 5 });
  same([file.name, file.lastModified, file.type, file.size], ["a/b", 5, "t/x", 1]);
  ok(file instanceof Blob);
  ok(Math.abs(new File([], "").lastModified - Date.now()) < 60000, "default is now");
  equal(new File([], "", { lastModified: new Date(7) }).lastModified, 7);
  throws("TypeError", () => new File([]));
  throws("TypeError", () => new File("x", "name"));
});
test("methods check their receiver by rejection", async () => {
  await rejects("TypeError", Blob.prototype.text.call({}));
  throws("TypeError", () => Blob.prototype.size);
  throws("TypeError", () => Object.getOwnPropertyDescriptor(File.prototype, "name").get.call(new Blob()));
  equal(Object.prototype.toString.call(new File([], "")), "[object File]");
  equal(Reflect.ownKeys(new File([], "")).length, 0);
});
test("structuredClone copies blobs and files", async () => {
  const [blob, file] = structuredClone([new Blob(["x"], { type: "a/b" }), new File(["y"], "n", { lastModified: 3 })]);
  same([blob.constructor === Blob, blob.type, await blob.text()], [true, "a/b", "x"]);
  same([file instanceof File, file.name, file.lastModified, await file.text()], [true, "n", 3, "y"]);
});
test("a large blob is streamed in pieces, when they are asked for", async () => {
  const bytes = new Uint8Array(200000).map((_, i) => i);
  const reader = new Blob([bytes]).stream().getReader({ mode: "byob" });
  let at = 0;
  for (let view = new Uint8Array(50000); ; ) {
    const { value, done } = await reader.read(view);
    if (done) break;
    ok(value.every((byte, i) => byte === bytes[at + i]), `bytes from ${at}`);
    at += value.length;
    view = new Uint8Array(value.buffer);
  }
  equal(at, bytes.length);
  const chunks = [];
  await new Blob([bytes]).stream().pipeTo(new WritableStream({ write: (chunk) => void chunks.push(chunk.length) }));
  same(chunks, [65536, 65536, 65536, 3392]);
  const waiting = new Blob([bytes.subarray(0, 70000)]).stream().getReader({ mode: "byob" });
  const reads = [1, 2, 3].map(() => waiting.read(new Uint8Array(65536)));
  same((await Promise.all(reads)).map(({ value, done }) => [value.length, done]), [[65536, false], [4464, false], [0, true]]);
});
