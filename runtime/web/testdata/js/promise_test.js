const { Deferred, invoke, react, resolvedWith, upon } = __host.load("20_promise");

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
test("steps upon a Deferred come in their order, with those of its promise", async () => {
  const order = [];
  const push = (text) => () => void order.push(text);
  const deferred = new Deferred();
  deferred.upon(push("first"), push("rejected"));
  deferred.upon(push("second"), push("rejected"));
  deferred.promise.then(push("third"));
  deferred.upon(push("fourth"), push("rejected"));
  deferred.resolve(undefined);
  upon(deferred, push("fifth"), push("rejected"));
  upon(undefined, push("sixth"), push("rejected"));
  same(order, []);
  await null;
  same(order, ["first", "second", "third", "fourth", "fifth", "sixth"]);
});
test("steps upon a Deferred that is rejected get the reason, and those of a promise in it wait for that", async () => {
  const reasons = [];
  const early = new Deferred();
  early.upon(() => reasons.push("fulfilled"), (reason) => reasons.push(reason));
  early.reject("early");
  upon(Deferred.rejected("late"), () => reasons.push("fulfilled"), (reason) => reasons.push(reason));
  await null;
  same(reasons, ["early", "late"]);
  const outer = new Deferred(), inner = new Deferred();
  outer.upon((value) => reasons.push(value), () => reasons.push("rejected"));
  outer.resolve(inner.promise);
  await null;
  equal(reasons.length, 2);
  inner.resolve(3);
  for (let i = 0; i < 4; i++) await null;
  same(reasons, ["early", "late", 3]);
});
test("a Deferred is renewed in place only if nobody can see it", async () => {
  const hidden = new Deferred();
  let calls = 0;
  hidden.upon(() => calls++, () => {});
  hidden.resolve(undefined);
  equal(hidden.renewed(), hidden);
  equal(hidden.state, "pending");
  await null;
  equal(calls, 1);
  const seen = new Deferred();
  seen.promise;
  seen.resolve(1);
  ok(seen.renewed() !== seen);
  equal(await seen.promise, 1);
});
