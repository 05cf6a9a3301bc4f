function recordingSink(extra = {}) {
  const log = [];
  return {
    log,
    write(chunk) { log.push(`write ${chunk}`); },
    close() { log.push("close"); },
    abort(reason) { log.push(`abort ${reason?.message ?? reason}`); },
    ...extra,
  };
}

test("chunks reach the sink in order, then close", async () => {
  const sink = recordingSink();
  const stream = new WritableStream(sink);
  const writer = stream.getWriter();
  writer.write("a");
  writer.write("b");
  await writer.close();
  same(sink.log, ["write a", "write b", "close"]);
  equal(await writer.closed, undefined);
  equal(writer.desiredSize, 0);
});
test("a write waits for the one before it", async () => {
  const release = [];
  const sink = recordingSink({ write(chunk) { sink.log.push(chunk); return new Promise((resolve) => release.push(resolve)); } });
  const writer = new WritableStream(sink).getWriter();
  await writer.ready;
  const first = writer.write(1), second = writer.write(2);
  await null;
  same(sink.log, [1]);
  release[0]();
  await first;
  await null;
  same(sink.log, [1, 2]);
  release[1]();
  await second;
});
test("desiredSize and ready follow the queue", async () => {
  let release;
  const writer = new WritableStream({ write: () => new Promise((resolve) => { release = resolve; }) }, { highWaterMark: 2 }).getWriter();
  equal(writer.desiredSize, 2);
  const { ready } = writer;
  writer.write("a");
  equal(writer.desiredSize, 1);
  equal(writer.ready, ready);
  writer.write("b");
  equal(writer.desiredSize, 0);
  ok(writer.ready !== ready, "ready is a new promise");
  await ready;
  release();
  await writer.ready;
  equal(writer.desiredSize, 1);
});
test("a sink that throws errors the stream", async () => {
  const error = new RangeError("sink");
  const writer = new WritableStream({ write() { throw error; } }).getWriter();
  await rejects("RangeError", writer.write(1));
  await rejects("RangeError", writer.closed);
  await rejects("RangeError", writer.write(2));
  equal(writer.desiredSize, null);
});
test("start's throw is thrown, its rejection errors the stream", async () => {
  throws("RangeError", () => new WritableStream({ start() { throw new RangeError(); } }));
  const writer = new WritableStream({ start: () => Promise.reject(new RangeError()) }).getWriter();
  await rejects("RangeError", writer.closed);
});
test("abort discards what is queued and tells the sink why", async () => {
  const sink = recordingSink();
  const stream = new WritableStream(sink, { highWaterMark: 5 });
  const writer = stream.getWriter();
  const write = writer.write("x");
  const aborted = writer.abort(new Error("why"));
  await rejects("Error", write);
  equal(await aborted, undefined);
  same(sink.log, ["abort why"]);
  await rejects("Error", writer.closed);
});
test("abort and close refuse a locked stream; close refuses twice", async () => {
  const stream = new WritableStream();
  const writer = stream.getWriter();
  await rejects("TypeError", stream.abort());
  await rejects("TypeError", stream.close());
  throws("TypeError", () => stream.getWriter());
  const closing = writer.close();
  await rejects("TypeError", writer.close());
  await rejects("TypeError", writer.write(1));
  await closing;
});
test("the controller's signal is aborted with the reason, made before or after", async () => {
  let controller;
  const stream = new WritableStream({ start(c) { controller = c; } });
  const { signal } = controller;
  equal(signal, controller.signal);
  let fired = 0;
  signal.addEventListener("abort", () => fired++);
  const reason = new Error("r");
  await stream.abort(reason);
  equal(signal.aborted, true);
  equal(signal.reason, reason);
  equal(fired, 1);
  const late = new WritableStream({ start(c) { controller = c; } });
  await late.abort();
  equal(controller.signal.aborted, true);
  equal(controller.signal.reason.name, "AbortError");
});
test("controller.error ends the stream", async () => {
  let controller;
  const writer = new WritableStream({ start(c) { controller = c; } }).getWriter();
  controller.error(new RangeError("e"));
  controller.error(new TypeError("ignored"));
  await rejects("RangeError", writer.closed);
  await rejects("RangeError", writer.ready);
});
test("a released writer is done with", async () => {
  const stream = new WritableStream();
  const writer = stream.getWriter();
  equal(stream.locked, true);
  writer.releaseLock();
  writer.releaseLock();
  equal(stream.locked, false);
  await rejects("TypeError", writer.closed);
  await rejects("TypeError", writer.ready);
  await rejects("TypeError", writer.write(1));
  throws("TypeError", () => writer.desiredSize);
  const again = new WritableStreamDefaultWriter(stream);
  equal(again.desiredSize, 1);
});
test("sinks are converted as Web IDL says", () => {
  throws("TypeError", () => new WritableStream(null));
  throws("TypeError", () => new WritableStream({ write: 1 }));
  throws("RangeError", () => new WritableStream({ type: "bytes" }));
  const read = [];
  new WritableStream(new Proxy({}, { get(_, key) { read.push(key); } }));
  same(read, ["abort", "close", "start", "type", "write"]);
});
test("callbacks are called on the sink, and not through a call or apply of their own", async () => {
  const self = [];
  const sink = { write() { self.push(this === sink); }, close() { self.push(this === sink); } };
  sink.write.call = sink.write.apply = () => { throw new Error("used"); };
  const writer = new WritableStream(sink).getWriter();
  await writer.write(1);
  await writer.close();
  same(self, [true, true]);
});
test("foreign receivers get a TypeError, rejected where a promise is due", async () => {
  const { prototype } = WritableStream;
  throws("TypeError", () => Object.getOwnPropertyDescriptor(prototype, "locked").get.call({}));
  throws("TypeError", () => prototype.getWriter.call({}));
  await rejects("TypeError", prototype.abort.call({}));
  await rejects("TypeError", prototype.close.call(undefined));
  const writer = WritableStreamDefaultWriter.prototype;
  await rejects("TypeError", writer.write.call({}));
  await rejects("TypeError", Object.getOwnPropertyDescriptor(writer, "closed").get.call({}));
  throws("TypeError", () => writer.releaseLock.call({}));
  throws("TypeError", () => new WritableStreamDefaultController());
  throws("TypeError", () => new WritableStreamDefaultWriter({}));
});
test("instances have no own properties, and subclasses work", async () => {
  class Mine extends WritableStream {}
  const stream = new Mine(recordingSink());
  same(Reflect.ownKeys(stream), []);
  same(Reflect.ownKeys(stream.getWriter()), []);
  ok(stream instanceof WritableStream);
  equal(String(stream), "[object WritableStream]");
});
test("a thousand writes are taken without a thousand stack frames", async () => {
  let sum = 0;
  const writer = new WritableStream({ write(x) { sum += x; } }, { highWaterMark: Infinity }).getWriter();
  for (let i = 0; i < 1000; i++) writer.write(i);
  await writer.close();
  equal(sum, 499500);
});
