async function collect(stream) {
  const reader = stream.getReader();
  const out = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return out;
    out.push(value);
  }
}

test("transform maps chunks, flush adds the last", async () => {
  const { readable, writable } = new TransformStream({
    transform(chunk, c) { c.enqueue(chunk.toUpperCase()); },
    flush(c) { c.enqueue("end"); },
  });
  const writer = writable.getWriter();
  writer.write("a");
  writer.write("b");
  writer.close();
  same(await collect(readable), ["A", "B", "end"]);
});
test("without a transformer chunks pass as they are", async () => {
  const { readable, writable } = new TransformStream();
  const chunk = {};
  const writer = writable.getWriter();
  writer.write(chunk);
  equal((await readable.getReader().read()).value, chunk);
});
test("writing waits until the readable side is read", async () => {
  const { readable, writable } = new TransformStream();
  const writer = writable.getWriter();
  equal(writer.desiredSize, 1);
  let written = false;
  const write = writer.write(1).then(() => { written = true; });
  for (let i = 0; i < 9; i++) await null;
  equal(written, false);
  await readable.getReader().read();
  await write;
});
test("start runs first, with the controller", async () => {
  const { readable } = new TransformStream({ start(c) { c.enqueue("first"); equal(c.desiredSize, 4); } }, undefined, { highWaterMark: 5 });
  equal((await readable.getReader().read()).value, "first");
  throws("RangeError", () => new TransformStream({ start() { throw new RangeError(); } }));
  const failing = new TransformStream({ start: () => Promise.reject(new RangeError()) });
  await rejects("RangeError", failing.readable.getReader().read());
  await rejects("RangeError", failing.writable.getWriter().closed);
});
test("a throw in transform errors both sides", async () => {
  const { readable, writable } = new TransformStream({ transform() { throw new RangeError(); } });
  const writer = writable.getWriter();
  const read = readable.getReader().read();
  await rejects("RangeError", writer.write(1));
  await rejects("RangeError", read);
  await rejects("RangeError", writer.closed);
});
test("terminate closes the readable side and errors the writable", async () => {
  const { readable, writable } = new TransformStream({ transform(_, c) { c.terminate(); } });
  const writer = writable.getWriter();
  const write = writer.write(1);
  equal((await readable.getReader().read()).done, true);
  await write;
  await rejects("TypeError", writer.write(2));
});
test("controller.error errors both sides", async () => {
  let controller;
  const { readable, writable } = new TransformStream({ start(c) { controller = c; } });
  controller.error(new RangeError());
  await rejects("RangeError", readable.getReader().closed);
  await rejects("RangeError", writable.getWriter().closed);
  throws("TypeError", () => controller.enqueue(1));
});
test("cancel and abort call the transformer's cancel once", async () => {
  const reasons = [];
  const make = () => new TransformStream({ cancel(r) { reasons.push(r); } });
  const one = make();
  await one.readable.cancel("readable");
  const two = make();
  await two.writable.abort("writable");
  same(reasons, ["readable", "writable"]);
  const three = make();
  await Promise.all([three.writable.abort("first"), three.readable.cancel("second")]);
  equal(reasons.length, 3);
});
test("transformers are converted as Web IDL says", () => {
  throws("TypeError", () => new TransformStream(null));
  throws("TypeError", () => new TransformStream({ transform: 1 }));
  throws("RangeError", () => new TransformStream({ readableType: "bytes" }));
  throws("RangeError", () => new TransformStream({ writableType: "" }));
  const read = [];
  new TransformStream(new Proxy({}, { get(_, key) { read.push(key); } }));
  same(read, ["cancel", "flush", "readableType", "start", "transform", "writableType"]);
});
test("the two sides are always the same objects, and hidden", () => {
  const stream = new TransformStream();
  equal(stream.readable, stream.readable);
  equal(stream.writable, stream.writable);
  ok(stream.readable instanceof ReadableStream && stream.writable instanceof WritableStream);
  same(Reflect.ownKeys(stream), []);
  const { get } = Object.getOwnPropertyDescriptor(TransformStream.prototype, "readable");
  throws("TypeError", () => get.call({}));
  throws("TypeError", () => new TransformStreamDefaultController());
});
test("an abort that waits for a transform which fails has no more to cancel", async () => {
  let fail, cancels = 0;
  const transform = () => new Promise((_, reject) => { fail = reject; });
  const { readable, writable } = new TransformStream({ transform, cancel() { cancels++; } }, undefined, { highWaterMark: 1 });
  const writer = writable.getWriter();
  await new Promise((resolve) => setTimeout(resolve)); // until it wants a chunk
  const outcomes = [writer.write("x"), writer.abort("stop"), writer.closed, readable.getReader().read()].map((p) => p.then(String, String));
  fail(new RangeError("t"));
  same(await Promise.all(outcomes), ["RangeError: t", "RangeError: t", "stop", "RangeError: t"]);
  equal(cancels, 0);
});
test("a chunk that is written while the readable side is being canceled is dropped", async () => {
  const chunks = [];
  let canceled;
  const cancel = () => new Promise((resolve) => { canceled = resolve; });
  const { readable, writable } = new TransformStream({ transform: (chunk) => void chunks.push(chunk), cancel }, undefined, { highWaterMark: 1 });
  const writer = writable.getWriter();
  await new Promise((resolve) => setTimeout(resolve)); // until it wants a chunk
  const outcomes = [readable.cancel("why"), writer.write("x"), writer.closed].map((p) => p.then(String, String));
  await outcomes[1];
  canceled();
  same(await Promise.all(outcomes), ["undefined", "undefined", "why"]);
  same(chunks, []);
});
