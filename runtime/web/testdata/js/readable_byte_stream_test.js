test("a byte stream fills a BYOB reader's view in place", async () => {
  const stream = new ReadableStream({
    type: "bytes",
    pull(c) {
      const { view } = c.byobRequest;
      view.set([1, 2, 3]);
      c.byobRequest.respond(3);
    },
  });
  const reader = stream.getReader({ mode: "byob" });
  const mine = new Uint8Array(8);
  const { value, done } = await reader.read(mine);
  equal(done, false);
  same([...value], [1, 2, 3]);
  equal(value.buffer.byteLength, 8);
  equal(mine.byteLength, 0, "the length of the view that was given");
});
test("a default reader gets Uint8Arrays, whatever view was enqueued", async () => {
  const stream = new ReadableStream({ type: "bytes", start(c) { c.enqueue(new Uint16Array([0x0201])); c.close(); } });
  const reader = stream.getReader();
  const { value } = await reader.read();
  ok(value instanceof Uint8Array);
  same([...value], [1, 2]);
  equal((await reader.read()).done, true);
});
test("what is enqueued is transferred", () => {
  const chunk = new Uint8Array([1]);
  new ReadableStream({ type: "bytes", start(c) { c.enqueue(chunk); } });
  equal(chunk.byteLength, 0);
});
test("a queued chunk fills several views, and a remainder waits for its element", async () => {
  const stream = new ReadableStream({ type: "bytes", start(c) { c.enqueue(new Uint8Array([1, 2, 3, 4, 5])); } });
  const reader = stream.getReader({ mode: "byob" });
  const first = await reader.read(new Uint16Array(2));
  ok(first.value instanceof Uint16Array);
  equal(first.value.length, 2);
  same([...(await reader.read(new Uint8Array(4))).value], [5]);
});
test("read with min waits for that many elements", async () => {
  let controller;
  const stream = new ReadableStream({ type: "bytes", start(c) { controller = c; } });
  const reader = stream.getReader({ mode: "byob" });
  const read = reader.read(new Uint8Array(8), { min: 3 });
  controller.enqueue(new Uint8Array([1, 2]));
  controller.enqueue(new Uint8Array([3, 4]));
  same([...(await read).value], [1, 2, 3, 4]);
});
test("read refuses views and minima that cannot be", async () => {
  const reader = new ReadableStream({ type: "bytes" }).getReader({ mode: "byob" });
  await rejects("TypeError", reader.read());
  await rejects("TypeError", reader.read(new ArrayBuffer(1)));
  await rejects("TypeError", reader.read(new Uint8Array(0)));
  await rejects("TypeError", reader.read(new Uint8Array(1), { min: 0 }));
  await rejects("RangeError", reader.read(new Uint8Array(1), { min: 2 }));
  await rejects("RangeError", reader.read(new DataView(new ArrayBuffer(2)), { min: 3 }));
  reader.releaseLock();
  await rejects("TypeError", reader.read(new Uint8Array(1)));
});
test("autoAllocateChunkSize gives the source a view for default readers", async () => {
  const stream = new ReadableStream({
    type: "bytes", autoAllocateChunkSize: 4,
    pull(c) { c.byobRequest.view[0] = 9; c.byobRequest.respond(1); },
  });
  const { value } = await stream.getReader().read();
  same([...value], [9]);
  equal(value.buffer.byteLength, 4);
});
test("respond checks how much was written", async () => {
  let problem;
  const stream = new ReadableStream({
    type: "bytes",
    pull(c) {
      const { byobRequest } = c;
      problem = [
        throws("RangeError", () => byobRequest.respond(9)).name,
        throws("TypeError", () => byobRequest.respond(0)).name,
        throws("TypeError", () => byobRequest.respond(-1)).name,
        throws("TypeError", () => byobRequest.respond()).name,
      ].length;
      byobRequest.respond(1);
      throws("TypeError", () => byobRequest.respond(1));
      equal(byobRequest.view, null);
    },
  });
  await stream.getReader({ mode: "byob" }).read(new Uint8Array(2));
  equal(problem, 4);
});
test("respondWithNewView takes a view on the transferred buffer", async () => {
  const stream = new ReadableStream({
    type: "bytes",
    pull(c) {
      const { view } = c.byobRequest;
      throws("RangeError", () => c.byobRequest.respondWithNewView(new Uint8Array(view.buffer, 1, 1)));
      throws("RangeError", () => c.byobRequest.respondWithNewView(new Uint8Array(1)));
      throws("TypeError", () => c.byobRequest.respondWithNewView(1));
      view[0] = 5;
      c.byobRequest.respondWithNewView(new Uint8Array(view.buffer, 0, 1));
    },
  });
  same([...(await stream.getReader({ mode: "byob" }).read(new Uint8Array(4))).value], [5]);
});
test("closing answers what waits: an empty view after respond(0)", async () => {
  let controller;
  const stream = new ReadableStream({ type: "bytes", start(c) { controller = c; } });
  const read = stream.getReader({ mode: "byob" }).read(new Uint8Array(3));
  controller.close();
  controller.byobRequest.respond(0);
  const { value, done } = await read;
  equal(done, true);
  equal(value.byteLength, 0);
  equal(value.buffer.byteLength, 3);
});
test("closing in the middle of an element is an error", async () => {
  let controller;
  const stream = new ReadableStream({ type: "bytes", start(c) { controller = c; } });
  const read = stream.getReader({ mode: "byob" }).read(new Uint16Array(2));
  controller.enqueue(new Uint8Array([1]));
  throws("TypeError", () => controller.close());
  await rejects("TypeError", read);
});
test("cancel gives a waiting BYOB read undefined", async () => {
  const stream = new ReadableStream({ type: "bytes" });
  const reader = stream.getReader({ mode: "byob" });
  const read = reader.read(new Uint8Array(3));
  await reader.cancel();
  const { value, done } = await read;
  equal(value, undefined);
  equal(done, true);
});
test("a released BYOB reader leaves its bytes to the next reader", async () => {
  let controller;
  const stream = new ReadableStream({ type: "bytes", start(c) { controller = c; } });
  const reader = stream.getReader({ mode: "byob" });
  const read = reader.read(new Uint8Array(3));
  const { byobRequest } = controller;
  reader.releaseLock();
  await rejects("TypeError", read);
  byobRequest.view[0] = 8;
  byobRequest.respond(1);
  same([...(await stream.getReader().read()).value], [8]);
});
test("byte controllers check their arguments and state", () => {
  let controller;
  new ReadableStream({ type: "bytes", start(c) { controller = c; } }, { highWaterMark: 3 });
  equal(controller.desiredSize, 3);
  equal(controller.byobRequest, null);
  throws("TypeError", () => controller.enqueue());
  throws("TypeError", () => controller.enqueue("x"));
  throws("TypeError", () => controller.enqueue(new Uint8Array(0)));
  controller.enqueue(new Uint8Array(2));
  equal(controller.desiredSize, 1);
  controller.close();
  throws("TypeError", () => controller.enqueue(new Uint8Array(1)));
  throws("TypeError", () => controller.close());
  controller.error(new Error());
  equal(controller.desiredSize, null);
});
test("the interfaces cannot be constructed", () => {
  throws("TypeError", () => new ReadableByteStreamController());
  throws("TypeError", () => new ReadableStreamBYOBRequest());
  throws("TypeError", () => new ReadableStreamBYOBReader(new ReadableStream()));
  throws("TypeError", () => new ReadableStreamBYOBReader({}));
  same(Reflect.ownKeys(new ReadableStreamBYOBReader(new ReadableStream({ type: "bytes" }))), []);
});
