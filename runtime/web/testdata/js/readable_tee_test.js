async function collect(stream) {
  const reader = stream.getReader();
  const out = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return out;
    out.push(value);
  }
}

test("both branches get every chunk", async () => {
  const stream = new ReadableStream({ start(c) { c.enqueue("a"); c.enqueue("b"); c.close(); } });
  const [one, two] = stream.tee();
  equal(stream.locked, true);
  same(await collect(one), ["a", "b"]);
  same(await collect(two), ["a", "b"]);
});
test("a branch can be read long after the other", async () => {
  let n = 0;
  const [one, two] = new ReadableStream({ pull(c) { n < 3 ? c.enqueue(n++) : c.close(); } }).tee();
  same(await collect(one), [0, 1, 2]);
  same(await collect(two), [0, 1, 2]);
});
test("an error goes to both branches", async () => {
  const [one, two] = new ReadableStream({ pull(c) { c.error(new RangeError()); } }).tee();
  await rejects("RangeError", one.getReader().read());
  await rejects("RangeError", two.getReader().closed);
});
test("canceling both branches cancels the stream with both reasons", async () => {
  let reasons;
  const [one, two] = new ReadableStream({ cancel(r) { reasons = r; } }).tee();
  const first = one.cancel("r1");
  equal(reasons, undefined);
  await Promise.all([first, two.cancel("r2")]);
  same(reasons, ["r1", "r2"]);
});
test("canceling one branch leaves the other", async () => {
  const [one, two] = new ReadableStream({ start(c) { c.enqueue(1); c.close(); } }).tee();
  const canceled = one.cancel();
  same(await collect(two), [1]);
  await canceled;
});
test("branches of a byte stream have chunks of their own", async () => {
  const [one, two] = new ReadableStream({ type: "bytes", start(c) { c.enqueue(new Uint8Array([1, 2])); c.close(); } }).tee();
  const [a] = await collect(one), [b] = await collect(two);
  a[0] = 9;
  same([...b], [1, 2]);
  ok(a.buffer !== b.buffer);
});
test("a branch of a byte stream can be read with BYOB, the other not", async () => {
  let view;
  const [one, two] = new ReadableStream({
    type: "bytes",
    pull(c) {
      view = c.byobRequest?.view;
      if (view) {
        view[0] = 7;
        c.byobRequest.respond(1);
      } else {
        c.enqueue(new Uint8Array([8]));
      }
    },
  }).tee();
  const byob = one.getReader({ mode: "byob" });
  same([...(await byob.read(new Uint8Array(2))).value], [7]);
  ok(view, "the view that the source saw");
  same([...(await two.getReader().read()).value], [7]);
});
test("closing a teed byte stream answers pending BYOB reads of both branches", async () => {
  let controller;
  const [one, two] = new ReadableStream({ type: "bytes", start(c) { controller = c; } }).tee();
  const reads = [one, two].map((branch) => branch.getReader({ mode: "byob" }).read(new Uint8Array(1)));
  await null;
  await null;
  controller.close();
  controller.byobRequest?.respond(0);
  for (const read of reads) equal((await read).done, true);
});
