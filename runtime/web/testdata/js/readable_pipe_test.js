function source(chunks, extra = {}) {
  return new ReadableStream({
    start(c) {
      for (const chunk of chunks) c.enqueue(chunk);
      c.close();
    },
    ...extra,
  });
}
function recorder(extra = {}, strategy = undefined) {
  const log = [];
  const stream = new WritableStream({
    write(chunk) { log.push(chunk); },
    close() { log.push("close"); },
    abort(reason) { log.push(`abort ${reason?.name}`); },
    ...extra,
  }, strategy);
  return { stream, log };
}

test("pipeTo moves every chunk, closes and unlocks", async () => {
  const readable = source(["a", "b", "c"]);
  const { stream, log } = recorder();
  const piped = readable.pipeTo(stream);
  equal(readable.locked, true);
  equal(stream.locked, true);
  equal(await piped, undefined);
  same(log, ["a", "b", "c", "close"]);
  equal(readable.locked, false);
  equal(stream.locked, false);
});
test("preventClose leaves the destination open", async () => {
  const { stream, log } = recorder();
  await source(["a"]).pipeTo(stream, { preventClose: true });
  await source(["b"]).pipeTo(stream);
  same(log, ["a", "b", "close"]);
});
test("an error of the source aborts the destination, unless prevented", async () => {
  const failing = () => new ReadableStream({ pull(c) { c.error(new RangeError()); } });
  const first = recorder();
  await rejects("RangeError", failing().pipeTo(first.stream));
  same(first.log, ["abort RangeError"]);
  const second = recorder();
  await rejects("RangeError", failing().pipeTo(second.stream, { preventAbort: true }));
  same(second.log, []);
  await second.stream.close();
});
test("an error of the destination cancels the source, unless prevented", async () => {
  const fail = { write() { throw new RangeError(); } };
  let reason;
  const cancelable = () => new ReadableStream({ pull(c) { c.enqueue(1); }, cancel(r) { reason = r; } });
  await rejects("RangeError", cancelable().pipeTo(recorder(fail).stream));
  equal(reason.name, "RangeError");
  reason = undefined;
  await rejects("RangeError", cancelable().pipeTo(recorder(fail).stream, { preventCancel: true }));
  equal(reason, undefined);
});
test("a closed destination cancels the source", async () => {
  const { stream } = recorder();
  await stream.close();
  let canceled = 0;
  await rejects("TypeError", new ReadableStream({ cancel() { canceled++; } }).pipeTo(stream));
  equal(canceled, 1);
});
test("the source is read only while the destination has room", async () => {
  let pulled = 0;
  const release = [];
  const readable = new ReadableStream({ pull(c) { c.enqueue(pulled++); } }, { highWaterMark: 0 });
  const writable = new WritableStream({ write: () => new Promise((resolve) => release.push(resolve)) }, { highWaterMark: 2 });
  readable.pipeTo(writable);
  for (let i = 0; i < 20; i++) await null;
  equal(pulled, 2);
  release.shift()();
  for (let i = 0; i < 20; i++) await null;
  equal(pulled, 3);
});
test("a chunk is not written inside the enqueue that gave it", async () => {
  let controller, inside = false, nested;
  const readable = new ReadableStream({ start(c) { controller = c; } });
  readable.pipeTo(new WritableStream({ write() { nested = inside; } }));
  for (let i = 0; i < 9; i++) await null;
  inside = true;
  controller.enqueue("x");
  inside = false;
  for (let i = 0; i < 9; i++) await null;
  equal(nested, false);
});
test("a signal stops the pipe, aborting and canceling with its reason", async () => {
  const controller = new AbortController();
  let canceled;
  const { stream, log } = recorder();
  const piped = new ReadableStream({ cancel(reason) { canceled = reason; } }).pipeTo(stream, { signal: controller.signal });
  const reason = new RangeError();
  controller.abort(reason);
  equal(await rejects("RangeError", piped), reason);
  equal(canceled, reason);
  same(log, ["abort RangeError"]);
});
test("an aborted signal stops the pipe at once, sparing what is to be spared", async () => {
  const { stream, log } = recorder();
  const readable = source(["a"]);
  await rejects("AbortError", readable.pipeTo(stream, { signal: AbortSignal.abort(), preventAbort: true, preventCancel: true }));
  same(log, []);
  equal((await readable.getReader().read()).value, "a");
});
test("chunks that were read are written before the pipe shuts down", async () => {
  const controller = new AbortController();
  let release;
  const { stream, log } = recorder({ write: (chunk) => new Promise((resolve) => { log.push(chunk); release = resolve; }) });
  const piped = new ReadableStream({ start(c) { c.enqueue("a"); } }).pipeTo(stream, { signal: controller.signal, preventAbort: true });
  for (let i = 0; i < 9; i++) await null;
  controller.abort();
  let settled = false;
  piped.catch(() => { settled = true; });
  for (let i = 0; i < 9; i++) await null;
  equal(settled, false);
  release();
  await rejects("AbortError", piped);
  same(log, ["a"]);
});
test("pipeTo and pipeThrough refuse locked streams and other things", async () => {
  const locked = new ReadableStream();
  locked.getReader();
  await rejects("TypeError", locked.pipeTo(new WritableStream()));
  throws("TypeError", () => locked.pipeThrough(new TransformStream()));
  const writable = new WritableStream();
  writable.getWriter();
  await rejects("TypeError", new ReadableStream().pipeTo(writable));
  throws("TypeError", () => new ReadableStream().pipeThrough({ readable: new ReadableStream(), writable }));
  await rejects("TypeError", new ReadableStream().pipeTo({}));
  await rejects("TypeError", new ReadableStream().pipeTo(new WritableStream(), { signal: {} }));
  throws("TypeError", () => new ReadableStream().pipeThrough({ readable: new ReadableStream() }));
});
test("pipe options are read in the standard's order", async () => {
  const read = [];
  await source([]).pipeTo(new WritableStream(), new Proxy({}, { get(_, key) { read.push(key); } }));
  same(read, ["preventAbort", "preventCancel", "preventClose", "signal"]);
});
test("pipeThrough returns the pair's readable and leaves no unhandled rejection", async () => {
  const pair = new TransformStream({ transform(chunk, c) { c.enqueue(chunk * 2); } });
  const out = source([1, 2]).pipeThrough(pair);
  equal(out, pair.readable);
  const reader = out.getReader();
  equal((await reader.read()).value, 2);
  equal((await reader.read()).value, 4);
  equal((await reader.read()).done, true);
});
test("a long pipe of ready chunks uses no stack for each", async () => {
  let sum = 0;
  const chunks = Array.from({ length: 3000 }, () => 1);
  await source(chunks).pipeTo(new WritableStream({ write(x) { sum += x; } }, { highWaterMark: Infinity }));
  equal(sum, 3000);
});
// What two pipes with an identity transform stream between them do must not differ from
// what they do with one whose transformer does the same.
for (const [name, transformer] of Object.entries({ none: undefined, flush: { flush() {} } })) {
  for (const [writableHWM, readableHWM] of [[1, 0], [3, 0], [1, 2], [2, 1]]) {
    for (const end of ["close", "error", "sink error", "abort"]) {
      test(`an identity transform stream (transformer ${name}, marks ${writableHWM} and ${readableHWM}) between two pipes, to the ${end}`, async () => {
        const marks = [{ highWaterMark: writableHWM }, { highWaterMark: readableHWM }];
        const passing = { transform: (chunk, controller) => controller.enqueue(chunk) };
        same(await between(new TransformStream(transformer, ...marks), end), await between(new TransformStream(passing, ...marks), end));
      });
    }
  }
}
// between logs what source and sink saw, how far the source was ahead of the sink, and how both sides ended.
async function between(transform, end) {
  const log = [];
  let pulled = 0, ahead = 0;
  const readable = new ReadableStream({
    pull(controller) {
      if (pulled < 6) controller.enqueue(++pulled);
      else if (end === "error") controller.error(new RangeError("source"));
      else controller.close();
    },
    cancel: (reason) => void log.push(`cancel ${reason.name}`),
  });
  const abort = new AbortController();
  const writable = new WritableStream({
    async write(chunk) {
      for (let i = 0; i < 20; i++) await null;
      ahead = Math.max(ahead, pulled - chunk);
      log.push(chunk);
      if (chunk === 3 && end === "sink error") throw new SyntaxError("sink");
      if (chunk === 3 && end === "abort") abort.abort();
    },
    close: () => void log.push("close"),
    abort: (reason) => void log.push(`abort ${reason.name}`),
  });
  const outcome = (promise) => promise.then(() => "done", (error) => error.name);
  log.push(await outcome(readable.pipeThrough(transform).pipeTo(writable, { signal: abort.signal })));
  for (let i = 0; i < 20; i++) await null;
  log.push(ahead, transform.readable.locked, transform.writable.locked, readable.locked);
  log.push(await outcome(transform.readable.getReader().closed));
  if (!transform.writable.locked) log.push(await outcome(transform.writable.getWriter().closed));
  return log;
}
test("a chunk that waits in an identity transform stream is not lost with the pipe that was to read it", async () => {
  const { readable, writable } = new TransformStream();
  const abort = new AbortController();
  const written = source(["a", "b", "c"]).pipeTo(writable);
  let release;
  const sink = new WritableStream({ write: () => new Promise((resolve) => { release = resolve; }) });
  const read = readable.pipeTo(sink, { signal: abort.signal, preventCancel: true });
  for (let i = 0; i < 30; i++) await null;
  abort.abort();
  release();
  await rejects("AbortError", read);
  const reader = readable.getReader();
  const left = [];
  for (let step = await reader.read(); !step.done; step = await reader.read()) left.push(step.value);
  await written;
  same(left, ["b", "c"]);
});
