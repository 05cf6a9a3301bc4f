async function collect(stream) {
  const reader = stream.getReader();
  const out = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return out;
    out.push(value);
  }
}

test("from reads iterables, strings and promises of values", async () => {
  same(await collect(ReadableStream.from([1, 2])), [1, 2]);
  same(await collect(ReadableStream.from("a\u{1f600}")), ["a", "\u{1f600}"]);
  same(await collect(ReadableStream.from(new Set(["x"]))), ["x"]);
  same(await collect(ReadableStream.from([Promise.resolve("p"), "q"])), ["p", "q"]);
  same(await collect(ReadableStream.from((function* () { yield 1; })())), [1]);
});
test("from prefers the async iterator, and does not await its values", async () => {
  const value = Promise.resolve(1);
  let left = 1;
  const iterable = {
    [Symbol.asyncIterator]: () => ({ next: async () => (left-- > 0 ? { value, done: false } : { done: true }) }),
    [Symbol.iterator]() { throw new Error("not this one"); },
  };
  equal((await ReadableStream.from(iterable).getReader().read()).value, value);
});
test("from takes a stream", async () => {
  same(await collect(ReadableStream.from(new ReadableStream({ start(c) { c.enqueue(1); c.close(); } }))), [1]);
});
test("from refuses what is not iterable", () => {
  for (const bad of [undefined, null, 0, true, {}, Symbol("s"), { [Symbol.iterator]: 1 }, { [Symbol.iterator]: () => 1 }]) {
    throws("TypeError", () => ReadableStream.from(bad));
  }
  throws("TypeError", () => ReadableStream.from());
});
test("next is read once and called only when there is demand", async () => {
  let reads = 0, calls = 0;
  const iterator = { get next() { reads++; return () => ({ value: ++calls, done: false }); }, [Symbol.iterator]() { return this; } };
  const stream = ReadableStream.from(iterator);
  for (let i = 0; i < 5; i++) await null;
  equal(calls, 0);
  const reader = stream.getReader();
  await reader.read();
  await reader.read();
  equal(calls, 2);
  equal(reads, 1);
});
test("cancel calls return with the reason", async () => {
  let reason;
  const stream = ReadableStream.from({
    next: () => ({ value: 1, done: false }),
    return(r) { reason = r; return {}; },
    [Symbol.iterator]() { return this; },
  });
  equal(await stream.cancel("why"), undefined);
  equal(reason, "why");
});
test("bad iterators error the stream", async () => {
  const of = (members) => ReadableStream.from({ ...members, [Symbol.asyncIterator]() { return this; } });
  await rejects("TypeError", of({ next: () => 1 }).getReader().read());
  await rejects("TypeError", of({}).getReader().read());
  await rejects("RangeError", of({ next() { throw new RangeError(); } }).getReader().read());
  await rejects("RangeError", of({ next: () => Promise.reject(new RangeError()) }).getReader().read());
  await rejects("TypeError", of({ next: () => ({}), return: () => 1 }).cancel());
  await rejects("TypeError", of({ next: () => ({}), return: 1 }).cancel());
});
test("a rejected value closes the sync iterator that gave it", async () => {
  let closed = 0;
  const iterable = { next: () => ({ value: Promise.reject(new RangeError()), done: false }), return() { closed++; return {}; }, [Symbol.iterator]() { return this; } };
  await rejects("RangeError", ReadableStream.from(iterable).getReader().read());
  equal(closed, 1);
});
