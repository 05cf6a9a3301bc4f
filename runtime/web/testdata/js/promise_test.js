const { Deferred, invoke, react, resolvedWith } = __host.load("20_promise");

test("a Deferred makes its promise on demand, once", async () => {
  const pending = new Deferred();
  equal(pending.promise, pending.promise);
  pending.resolve(1);
  pending.resolve(2);
  pending.reject(3);
  equal(await pending.promise, 1);
  equal(await Deferred.resolved(4).promise, 4);
  equal(await Deferred.resolved(Promise.resolve(5)).promise, 5);
  const error = new Error("e");
  error.name = "Mine";
  await rejects("Mine", Deferred.rejected(error).promise);
});
test("a Deferred that is marked handled makes a handled promise", async () => {
  const before = Deferred.rejected(new Error("before"));
  before.markHandled();
  const after = new Deferred();
  after.markHandled();
  ok(before.promise instanceof Promise && after.promise instanceof Promise);
  after.reject(new Error("after"));
});
test("invoke turns a throw into a rejection, and no object into undefined", async () => {
  equal(invoke(() => 1, undefined, []), undefined);
  equal(await invoke(async () => 2, undefined, []), 2);
  equal(await invoke(() => ({ then: (f) => f(3) }), undefined, []), 3);
  await rejects("RangeError", invoke(() => { throw new RangeError("r"); }, undefined, []));
});
test("reactions do not go through a then that user code has put there", async () => {
  const { then } = Promise.prototype;
  let calls = 0;
  Promise.prototype.then = function patched(...args) {
    calls++;
    return then.apply(this, args);
  };
  const order = [];
  react(undefined, () => order.push("reacted"));
  react(resolvedWith(1), (value) => order.push(value));
  Promise.prototype.then = then;
  equal(calls, 0);
  await null;
  await null;
  same(order, ["reacted", 1]);
});
