test("strategies have a high water mark and a shared size function", () => {
  const count = new CountQueuingStrategy({ highWaterMark: 3 });
  equal(count.highWaterMark, 3);
  equal(count.size(), 1);
  equal(count.size, new CountQueuingStrategy({ highWaterMark: 4 }).size);
  equal(count.size.length, 0);
  const bytes = new ByteLengthQueuingStrategy({ highWaterMark: "5" });
  equal(bytes.highWaterMark, 5);
  equal(bytes.size(new Uint8Array(7)), 7);
  equal(bytes.size.name, "size");
  equal(bytes.size.length, 1);
  throws("TypeError", () => bytes.size());
});
test("strategies convert their argument", () => {
  throws("TypeError", () => new CountQueuingStrategy());
  throws("TypeError", () => new CountQueuingStrategy({}));
  throws("TypeError", () => new ByteLengthQueuingStrategy(1));
  ok(Number.isNaN(new CountQueuingStrategy({ highWaterMark: "x" }).highWaterMark));
  throws("TypeError", () => CountQueuingStrategy({ highWaterMark: 1 }));
});
test("strategies check their receiver and hide their state", () => {
  const { get } = Object.getOwnPropertyDescriptor(CountQueuingStrategy.prototype, "size");
  throws("TypeError", () => get.call({}));
  same(Reflect.ownKeys(new CountQueuingStrategy({ highWaterMark: 1 })), []);
});
test("streams refuse a high water mark or a size that is not a number of things", () => {
  for (const highWaterMark of [-1, NaN, "x", -Infinity]) {
    throws("RangeError", () => new ReadableStream({}, { highWaterMark }));
    throws("RangeError", () => new WritableStream({}, { highWaterMark }));
    throws("RangeError", () => new TransformStream({}, { highWaterMark }));
  }
  throws("TypeError", () => new ReadableStream({}, { size: 1 }));
  equal(new WritableStream({}, { highWaterMark: Infinity }).getWriter().desiredSize, Infinity);
});
test("a size of a chunk that is no finite number errors the stream", async () => {
  for (const size of [-1, NaN, Infinity, -Infinity]) {
    let controller;
    const stream = new ReadableStream({ start: (c) => { controller = c; } }, { size: () => size, highWaterMark: 5 });
    throws("RangeError", () => controller.enqueue("x"));
    await rejects("RangeError", stream.getReader().closed);
  }
});
test("total sizes forget rounding errors", async () => {
  let controller;
  const stream = new ReadableStream({ start: (c) => { controller = c; } }, { size: (x) => x, highWaterMark: 0 });
  controller.enqueue(1e-16);
  controller.enqueue(1);
  const reader = stream.getReader();
  await reader.read();
  await reader.read();
  equal(controller.desiredSize, 0);
});
