const { background } = __host.load("11_background");
// begin starts work that is done when finish(value, name, message) is called.
function begin() {
  let id;
  const promise = background("begin", (i) => { id = i; });
  return { promise, finish: (value, name = "", message = "") => __host.backgroundDone(id, value, name, message) };
}

test("each piece of work settles its own promise", async () => {
  const a = begin(), b = begin(), c = begin(), d = begin();
  d.finish(undefined, "TypeError", "no");
  c.finish(undefined, "OperationError", "never");
  b.finish("b");
  a.finish("a");
  same(await Promise.all([a.promise, b.promise]), ["a", "b"]);
  const never = await rejects("OperationError", c.promise);
  ok(never instanceof DOMException);
  equal(never.message, "never");
  ok((await rejects("TypeError", d.promise)) instanceof TypeError);
});
test("work is live until it is done", async () => {
  const live = () => JSON.parse(__host.listLive()).filter(({ What }) => What === "begin");
  const a = begin();
  same(live(), [{ What: "begin", Stack: "", Pending: true }]);
  a.finish("a");
  same(live(), []);
});
test("what can't be started is a rejection", async () => {
  await rejects("RangeError", background("begin", () => { throw new RangeError(); }));
});
