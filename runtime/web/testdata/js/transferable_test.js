async function all(stream) {
  const out = [];
  const reader = stream.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return out;
    out.push(value);
  }
}
test("a ReadableStream", async () => {
  const original = new ReadableStream({
    start(controller) {
      controller.enqueue({ n: 1 });
      controller.enqueue("two");
      controller.close();
    },
  });
  const stream = structuredClone(original, { transfer: [original] });
  ok(stream instanceof ReadableStream && stream !== original && original.locked);
  same(await all(stream), [{ n: 1 }, "two"]);
});
test("a ReadableStream through a port", async () => {
  const { port1, port2 } = new MessageChannel();
  const original = ReadableStream.from([1, 2, 3]);
  port1.postMessage({ original }, [original]);
  const { data } = await new Promise((resolve) => port2.onmessage = resolve);
  same(await all(data.original), [1, 2, 3]);
});
test("backpressure: no more is pulled than the other side asks for", async () => {
  let pulls = 0;
  const original = new ReadableStream({ pull(controller) { controller.enqueue(pulls++); } }, { highWaterMark: 0 });
  const stream = structuredClone(original, { transfer: [original] });
  await new Promise((resolve) => setTimeout(resolve));
  ok(pulls <= 1, `${pulls} pulls, at most 1`);
  equal((await stream.getReader().read()).value, 0);
});
test("errors and cancellation cross", async () => {
  const broken = new ReadableStream({ start(controller) { controller.error(new RangeError("bad")); } });
  const moved = structuredClone(broken, { transfer: [broken] });
  equal((await rejects("RangeError", moved.getReader().read())).message, "bad");
  let reason;
  const canceled = new Promise((resolve) => reason = resolve);
  const original = new ReadableStream({ cancel(r) { reason(r); } });
  structuredClone(original, { transfer: [original] }).cancel("enough");
  equal(await canceled, "enough");
});
test("a chunk that cannot be cloned breaks both sides", async () => {
  let aborted;
  const failed = new Promise((resolve) => aborted = resolve);
  const original = new ReadableStream({
    start(controller) { controller.enqueue(() => {}); },
    cancel(reason) { aborted(reason); },
  });
  const stream = structuredClone(original, { transfer: [original] });
  await rejects("DataCloneError", stream.getReader().read());
  equal((await failed).name, "DataCloneError");
});
test("a WritableStream", async () => {
  const got = [];
  let closed;
  const end = new Promise((resolve) => closed = resolve);
  const original = new WritableStream({ write(chunk) { got.push(chunk); }, close() { closed(); } });
  const stream = structuredClone(original, { transfer: [original] });
  const writer = stream.getWriter();
  writer.write("a");
  writer.write(["b"]);
  await writer.close();
  await end;
  same(got, ["a", ["b"]]);
});
test("a WritableStream is aborted", async () => {
  let reason;
  const aborted = new Promise((resolve) => reason = resolve);
  const original = new WritableStream({ abort(r) { reason(r); } });
  await structuredClone(original, { transfer: [original] }).abort(new TypeError("no"));
  equal((await aborted).message, "no");
});
test("a TransformStream", async () => {
  const original = new TransformStream({ transform(chunk, controller) { controller.enqueue(chunk * 2); } });
  const stream = structuredClone(original, { transfer: [original] });
  ok(stream instanceof TransformStream);
  ok(original.readable.locked && original.writable.locked);
  const writer = stream.writable.getWriter();
  writer.write(1);
  writer.write(2);
  writer.close();
  same(await all(stream.readable), [2, 4]);
});
test("what cannot be transferred", () => {
  const locked = new ReadableStream();
  locked.getReader();
  throws("DataCloneError", () => structuredClone(locked, { transfer: [locked] }));
  throws("DataCloneError", () => structuredClone(new ReadableStream()));
  const { readable } = new TransformStream();
  throws("DataCloneError", () => structuredClone(readable, { transfer: [readable, readable] }));
  throws("DataCloneError", () => structuredClone(null, { transfer: [{}] }));
  throws("DataCloneError", () => structuredClone(null, { transfer: [new Blob()] }));
  const transform = new TransformStream();
  throws("DataCloneError", () => structuredClone(null, { transfer: [transform, transform.readable] }));
});
test("an ArrayBuffer gets what serializing wrote to it", () => {
  const buffer = new ArrayBuffer(2);
  const value = { get x() { new Uint8Array(buffer)[0] = 7; return buffer; } };
  const { x } = structuredClone(value, { transfer: [buffer] });
  equal(new Uint8Array(x)[0], 7);
  equal(buffer.byteLength, 0);
});
test("nothing is transferred if cloning fails", () => {
  const buffer = new ArrayBuffer(2);
  throws("DataCloneError", () => structuredClone({ buffer, f() {} }, { transfer: [buffer] }));
  equal(buffer.byteLength, 2);
});
