const streamOf = (...chunks) => new ReadableStream({ start(c) { chunks.forEach((x) => c.enqueue(x)); c.close(); } });

test("next gives chunks, then the end, and unlocks", async () => {
  const stream = streamOf(1, 2);
  const iterator = stream.values();
  equal(stream.locked, true);
  same(await iterator.next(), { value: 1, done: false });
  same(await iterator.next(), { value: 2, done: false });
  equal((await iterator.next()).done, true);
  equal(stream.locked, false);
  equal((await iterator.next()).done, true);
});
test("calls of next queue up", async () => {
  const iterator = streamOf(1, 2).values();
  const results = await Promise.all([iterator.next(), iterator.next(), iterator.next()]);
  same(results.map((r) => r.value ?? null), [1, 2, null]);
});
test("return cancels and unlocks", async () => {
  let reason;
  const stream = new ReadableStream({ pull(c) { c.enqueue(1); }, cancel(r) { reason = r; } });
  const iterator = stream.values();
  await iterator.next();
  same(await iterator.return("why"), { value: "why", done: true });
  equal(reason, "why");
  equal(stream.locked, false);
  equal((await iterator.next()).done, true);
  same(await iterator.return("again"), { value: "again", done: true });
});
test("preventCancel leaves the rest of the stream", async () => {
  const stream = streamOf(1, 2);
  const iterator = stream.values({ preventCancel: true });
  await iterator.next();
  await iterator.return();
  equal((await stream.getReader().read()).value, 2);
});
test("return waits for the next before it", async () => {
  const iterator = streamOf("a").values();
  const [next, end] = await Promise.all([iterator.next(), iterator.return("r")]);
  same(next, { value: "a", done: false });
  same(end, { value: "r", done: true });
});
test("an error rejects next and ends the iteration", async () => {
  const stream = new ReadableStream({ pull() { throw new RangeError(); } });
  const iterator = stream.values();
  await rejects("RangeError", iterator.next());
  equal((await iterator.next()).done, true);
  equal(stream.locked, false);
});
test("the iterator looks like Web IDL's", async () => {
  const stream = streamOf();
  equal(ReadableStream.prototype[Symbol.asyncIterator], ReadableStream.prototype.values);
  const iterator = stream.values();
  const prototype = Object.getPrototypeOf(iterator);
  same(Object.getOwnPropertyNames(prototype).sort(), ["next", "return"]);
  equal(prototype.next.length, 0);
  equal(prototype.return.length, 1);
  equal(prototype[Symbol.toStringTag], "ReadableStream AsyncIterator");
  equal(iterator[Symbol.asyncIterator](), iterator);
  same(Reflect.ownKeys(iterator), []);
  await rejects("TypeError", prototype.next.call({}));
  await rejects("TypeError", prototype.return.call({}));
  throws("TypeError", () => stream.values());
  throws("TypeError", () => stream.values.call({}));
});
