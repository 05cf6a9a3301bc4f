test("an AbortController aborts its signal once", () => {
  const c = new AbortController();
  let count = 0;
  c.signal.onabort = () => count++;
  equal(c.signal, c.signal);
  same([c.signal.aborted, c.signal.reason], [false, undefined]);
  c.abort();
  c.abort("again");
  same([count, c.signal.aborted, c.signal.reason.name, c.signal.reason.code], [1, true, "AbortError", 20]);
  ok(c.signal.reason instanceof DOMException);
});
test("the abort event is trusted and has the signal as target", () => {
  const c = new AbortController();
  let seen;
  c.signal.addEventListener("abort", (e) => (seen = [e.isTrusted, e.target === c.signal, c.signal.aborted]));
  c.abort(null);
  same(seen, [true, true, true]);
  equal(c.signal.reason, null);
});
test("abort, timeout and throwIfAborted", async () => {
  const done = AbortSignal.abort();
  equal(throws("AbortError", () => done.throwIfAborted()), done.reason);
  equal(AbortSignal.abort(7).reason, 7);
  new AbortController().signal.throwIfAborted();
  const late = AbortSignal.timeout(2);
  equal(late.aborted, false);
  await new Promise((resolve) => late.addEventListener("abort", resolve));
  same([late.aborted, late.reason.name, late.reason instanceof DOMException], [true, "TimeoutError", true]);
  throws("TypeError", () => AbortSignal.timeout());
  throws("TypeError", () => AbortSignal.timeout(-1));
  throws("TypeError", () => AbortSignal.timeout(NaN));
});
test("any takes the reason of the first and is heard before its sources' listeners", () => {
  const order = [];
  const a = new AbortController(), b = new AbortController();
  const any = AbortSignal.any([a.signal, b.signal]);
  any.addEventListener("abort", () => order.push("any"));
  a.signal.addEventListener("abort", () => order.push("a"));
  b.signal.addEventListener("abort", () => order.push("b"));
  b.abort("late b");
  a.abort("late a");
  same([any.aborted, any.reason, order], [true, "late b", ["b", "any", "a"]]);
});
test("any of none, of an aborted one, and of dependent ones", () => {
  equal(AbortSignal.any([]).aborted, false);
  equal(AbortSignal.any([new AbortController().signal, AbortSignal.abort(7)]).reason, 7);
  const c = new AbortController();
  const outer = AbortSignal.any([AbortSignal.any([c.signal]), c.signal]);
  let count = 0;
  outer.onabort = () => count++;
  c.abort(1);
  same([outer.reason, count], [1, 1]);
  throws("TypeError", () => AbortSignal.any([{}]));
  throws("TypeError", () => AbortSignal.any());
});
test("all signals are aborted before the first listener runs", () => {
  const c = new AbortController();
  const any = AbortSignal.any([c.signal]);
  let seen;
  c.signal.onabort = () => (seen = any.aborted);
  c.abort();
  equal(seen, true);
});
test("AbortSignal has no constructor of its own, and members check their receiver", () => {
  throws("TypeError", () => new AbortSignal());
  throws("TypeError", () => AbortController.prototype.signal);
  throws("TypeError", () => AbortController.prototype.abort.call({}));
  throws("TypeError", () => Object.getOwnPropertyDescriptor(AbortSignal.prototype, "aborted").get.call(new EventTarget()));
  equal(Object.prototype.toString.call(AbortSignal.abort()), "[object AbortSignal]");
  equal(Reflect.ownKeys(new AbortController()).length, 0);
});
