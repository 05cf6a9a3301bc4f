const streams = __host.load("21_readable_stream");
function streamOf(chunks, strategy) {
  return new ReadableStream({
    start(c) {
      for (const chunk of chunks) c.enqueue(chunk);
      c.close();
    },
  }, strategy);
}
async function collect(stream) {
  const reader = stream.getReader();
  const out = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return out;
    out.push(value);
  }
}

test("chunks come out as they went in, then done", async () => {
  const reader = streamOf(["a", "b"]).getReader();
  same(await reader.read(), { value: "a", done: false });
  same(await reader.read(), { value: "b", done: false });
  const end = await reader.read();
  equal(end.done, true);
  ok("value" in end && end.value === undefined);
  equal(await reader.closed, undefined);
});
test("pull is called while there is room, and one at a time", async () => {
  let pulls = 0;
  const stream = new ReadableStream({ pull(c) { c.enqueue(++pulls); } }, { highWaterMark: 3 });
  equal(pulls, 0);
  for (let i = 0; i < 9; i++) await null;
  equal(pulls, 3);
  const reader = stream.getReader();
  equal((await reader.read()).value, 1);
  await null;
  equal(pulls, 4);
});
test("a pull that rejects or throws errors the stream", async () => {
  await rejects("RangeError", new ReadableStream({ pull() { throw new RangeError(); } }).getReader().read());
  await rejects("RangeError", new ReadableStream({ pull: () => Promise.reject(new RangeError()) }).getReader().read());
});
test("start's throw is thrown, its rejection errors the stream", async () => {
  throws("RangeError", () => new ReadableStream({ start() { throw new RangeError(); } }));
  await rejects("RangeError", new ReadableStream({ start: () => Promise.reject(new RangeError()) }).getReader().closed);
});
test("cancel drops the queue and calls the source once", async () => {
  const reasons = [];
  const stream = new ReadableStream({ start(c) { c.enqueue(1); }, cancel(reason) { reasons.push(reason); return "ignored"; } });
  equal(await stream.cancel("why"), undefined);
  equal(await stream.cancel("again"), undefined);
  same(reasons, ["why"]);
  equal((await stream.getReader().read()).done, true);
});
test("cancel rejects with what the source throws, and on a locked stream", async () => {
  await rejects("RangeError", new ReadableStream({ cancel() { throw new RangeError(); } }).cancel());
  const stream = new ReadableStream();
  const reader = stream.getReader();
  await rejects("TypeError", stream.cancel());
  equal(await reader.cancel(), undefined);
});
test("desiredSize is null for an errored and 0 for a closed stream", async () => {
  let controller;
  const start = (c) => { controller = c; };
  new ReadableStream({ start }, { highWaterMark: 4 });
  equal(controller.desiredSize, 4);
  controller.enqueue("x");
  equal(controller.desiredSize, 3);
  controller.error(new Error());
  equal(controller.desiredSize, null);
  throws("TypeError", () => controller.enqueue(1));
  throws("TypeError", () => controller.close());
  new ReadableStream({ start });
  controller.close();
  equal(controller.desiredSize, 0);
  throws("TypeError", () => controller.close());
});
test("an error overtakes what is queued", async () => {
  let controller;
  const reader = new ReadableStream({ start(c) { controller = c; c.enqueue(1); } }).getReader();
  controller.error(new RangeError());
  await rejects("RangeError", reader.read());
  await rejects("RangeError", reader.closed);
});
test("releaseLock rejects pending reads and frees the stream", async () => {
  let controller;
  const stream = new ReadableStream({ start(c) { controller = c; } });
  const reader = stream.getReader();
  const pending = reader.read();
  reader.releaseLock();
  await rejects("TypeError", pending);
  await rejects("TypeError", reader.closed);
  await rejects("TypeError", reader.read());
  await rejects("TypeError", reader.cancel());
  equal(stream.locked, false);
  controller.enqueue("kept");
  equal((await stream.getReader().read()).value, "kept");
});
test("a stream has one reader at a time", () => {
  const stream = new ReadableStream();
  stream.getReader();
  equal(stream.locked, true);
  throws("TypeError", () => stream.getReader());
  throws("TypeError", () => new ReadableStreamDefaultReader(stream));
  throws("TypeError", () => new ReadableStreamDefaultReader({}));
  throws("TypeError", () => new ReadableStreamDefaultReader());
  throws("TypeError", () => new ReadableStream().getReader({ mode: "byob" }));
  throws("TypeError", () => new ReadableStream().getReader({ mode: "x" }));
});
test("sources are converted as Web IDL says", () => {
  throws("TypeError", () => new ReadableStream(null));
  throws("TypeError", () => new ReadableStream({ pull: 1 }));
  throws("TypeError", () => new ReadableStream({ type: "x" }));
  throws("TypeError", () => new ReadableStream({ autoAllocateChunkSize: -1 }));
  throws("TypeError", () => new ReadableStream({ type: "bytes", autoAllocateChunkSize: 0 }));
  throws("RangeError", () => new ReadableStream({ type: "bytes" }, { size: () => 1 }));
  const read = [];
  new ReadableStream(new Proxy({}, { get(_, key) { read.push(key); } }));
  same(read, ["autoAllocateChunkSize", "cancel", "pull", "start", "type"]);
});
test("foreign receivers get a TypeError, rejected where a promise is due", async () => {
  const { prototype } = ReadableStream;
  throws("TypeError", () => Object.getOwnPropertyDescriptor(prototype, "locked").get.call({}));
  throws("TypeError", () => prototype.getReader.call({}));
  throws("TypeError", () => prototype.tee.call(null));
  throws("TypeError", () => prototype.pipeThrough.call({}, {}));
  await rejects("TypeError", prototype.cancel.call({}));
  await rejects("TypeError", prototype.pipeTo.call({}));
  const reader = ReadableStreamDefaultReader.prototype;
  await rejects("TypeError", reader.read.call({}));
  await rejects("TypeError", Object.getOwnPropertyDescriptor(reader, "closed").get.call({}));
  throws("TypeError", () => new ReadableStreamDefaultController());
});
test("instances have no own properties, and subclasses work", () => {
  class Mine extends ReadableStream {}
  const stream = new Mine();
  same(Reflect.ownKeys(stream), []);
  same(Reflect.ownKeys(stream.getReader()), []);
  ok(stream instanceof ReadableStream);
  same(Object.keys({ ...new ReadableStream() }), []);
  equal(String(stream), "[object ReadableStream]");
});
test("Object.prototype.then sees nothing of pipes and tees", async () => {
  const written = [];
  const [branch1, branch2] = streamOf([{ a: 1 }, { a: 2 }]).tee();
  let calls = 0;
  Object.defineProperty(Object.prototype, "then", { configurable: true, get() { calls++; } });
  for (const branch of [branch1, branch2]) branch.pipeTo(new WritableStream({ write(chunk) { written.push(chunk.a); } }));
  for (let i = 0; i < 30; i++) await null;
  delete Object.prototype.then;
  equal(calls, 0);
  same(written, [1, 1, 2, 2]);
});
const readAllBytes = (stream) => new Promise((resolve, reject) => streams.readAllBytes(stream, resolve, reject));
test("the internal interface: set up, read all bytes, introspect", async () => {
  let left = 3;
  const make = (create) => create(undefined, (c) => (left-- > 0 ? c.enqueue(new Uint8Array([left])) : c.close()), undefined);
  const stream = make(streams.createReadableStream);
  ok(streams.isReadableStream(stream) && stream instanceof ReadableStream);
  equal(streams.isDisturbed(stream), false);
  equal(streams.isLocked(stream), false);
  const bytes = readAllBytes(stream);
  equal(streams.isLocked(stream), true);
  equal(streams.isDisturbed(stream), true);
  same([...(await bytes)], [2, 1, 0]);
  left = 2;
  same([...(await readAllBytes(make(streams.createReadableByteStream)))], [1, 0]);
  equal((await readAllBytes(streamOf([]))).byteLength, 0);
  throws("TypeError", () => streams.readAllBytes(stream, () => {}, () => {}));
});
test("reading all bytes rejects on an error and on a chunk of another kind", async () => {
  await rejects("TypeError", readAllBytes(streamOf(["text"])));
  const failing = new ReadableStream({ pull(c) { c.error(new RangeError()); } });
  await rejects("RangeError", readAllBytes(failing));
  equal(streams.isErrored(failing), true);
});
test("reading all bytes of many chunks uses no stack for each", async () => {
  const many = streamOf(Array.from({ length: 3000 }, () => new Uint8Array(1)), { highWaterMark: Infinity });
  equal((await readAllBytes(many)).byteLength, 3000);
});
test("a reader of our own reads through requests", async () => {
  const log = [];
  const request = () => ({
    chunkSteps: (chunk) => log.push(chunk), closeSteps: () => log.push("close"), errorSteps: (e) => log.push(e.name),
  });
  const stream = streamOf(["a"]);
  const reader = streams.acquireReader(stream);
  streams.readChunk(reader, request());
  streams.readChunk(reader, request());
  same(log, ["a", "close"]);
  streams.releaseReader(reader);
  equal(stream.locked, false);
});
test("collecting works through microtasks alone", async () => {
  same(await collect(streamOf([1, 2, 3])), [1, 2, 3]);
});
