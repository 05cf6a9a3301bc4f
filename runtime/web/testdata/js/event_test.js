test("Event takes type and init", () => {
  const e = new Event("x", { bubbles: 1, cancelable: true });
  same([e.type, e.bubbles, e.cancelable, e.composed, e.isTrusted], ["x", true, true, false, false]);
  same([e.target, e.currentTarget, e.eventPhase, e.defaultPrevented, e.returnValue], [null, null, 0, false, true]);
  equal(typeof e.timeStamp, "number");
  throws("TypeError", () => new Event());
  throws("TypeError", () => new Event("x", 1));
  throws("TypeError", () => Event("x"));
  equal(new Event(undefined).type, "undefined");
});
test("timeStamp is on the time line of performance", () => {
  const before = performance.now();
  const { timeStamp } = new Event("x");
  ok(before <= timeStamp && timeStamp <= performance.now(), `${timeStamp} since ${before}`);
});
test("Event has phase constants", () => {
  same([Event.NONE, Event.CAPTURING_PHASE, Event.AT_TARGET, Event.BUBBLING_PHASE], [0, 1, 2, 3]);
  equal(new Event("x").AT_TARGET, 2);
});
test("isTrusted is an own property that can't be forged", () => {
  const a = Object.getOwnPropertyDescriptor(new Event("x"), "isTrusted");
  const b = Object.getOwnPropertyDescriptor(new Event("y"), "isTrusted");
  equal(a.get, b.get);
  equal(a.configurable, false);
});
test("dispatchEvent calls listeners in order, capturing first", () => {
  const target = new EventTarget();
  const order = [];
  target.addEventListener("x", () => order.push("bubble"));
  target.addEventListener("x", { handleEvent(e) { order.push(this.tag + e.type); }, tag: "object " });
  target.addEventListener("x", () => order.push("capture"), true);
  target.addEventListener("y", () => order.push("other"));
  ok(target.dispatchEvent(new Event("x")), "not canceled");
  same(order, ["capture", "bubble", "object x"]);
});
test("dispatchEvent sets target, phase and path while it runs", () => {
  const target = new EventTarget();
  let seen;
  target.addEventListener("x", function (e) {
    seen = [this === target, e.target === target, e.currentTarget === target, e.srcElement === target, e.eventPhase, e.composedPath().length, e.isTrusted];
  });
  const e = new Event("x");
  target.dispatchEvent(e);
  same(seen, [true, true, true, true, 2, 1, false]);
  same([e.target === target, e.currentTarget, e.eventPhase, e.composedPath()], [true, null, 0, []]);
});
test("preventDefault needs a cancelable event and no passive listener", () => {
  const target = new EventTarget();
  const dispatch = (listener, init, options) => {
    target.addEventListener("x", listener, { once: true, ...options });
    return target.dispatchEvent(new Event("x", init));
  };
  equal(dispatch((e) => e.preventDefault(), { cancelable: true }), false);
  equal(dispatch((e) => (e.returnValue = false), { cancelable: true }), false);
  equal(dispatch((e) => e.preventDefault(), {}), true);
  equal(dispatch((e) => e.preventDefault(), { cancelable: true }, { passive: true }), true);
});
test("the same listener is added once per capture", () => {
  const target = new EventTarget();
  let count = 0;
  const listener = () => count++;
  target.addEventListener("x", listener);
  target.addEventListener("x", listener, { once: true });
  target.addEventListener("x", listener, { capture: true });
  target.dispatchEvent(new Event("x"));
  equal(count, 2);
  target.removeEventListener("x", listener, true);
  target.dispatchEvent(new Event("x"));
  equal(count, 3);
  target.removeEventListener("x", listener);
  target.dispatchEvent(new Event("x"));
  equal(count, 3);
});
test("listeners added while dispatching wait, removed ones do not run", () => {
  const target = new EventTarget();
  const order = [];
  const second = () => order.push("second");
  target.addEventListener("x", () => {
    order.push("first");
    target.removeEventListener("x", second);
    target.addEventListener("x", () => order.push("late"), { once: true });
  }, { once: true });
  target.addEventListener("x", second);
  target.dispatchEvent(new Event("x"));
  same(order, ["first"]);
  target.dispatchEvent(new Event("x"));
  same(order, ["first", "late"]);
});
test("once, stopImmediatePropagation and stopPropagation", () => {
  const target = new EventTarget();
  const order = [];
  target.addEventListener("x", (e) => { order.push(1); e.stopImmediatePropagation(); }, { once: true });
  target.addEventListener("x", () => order.push(2));
  target.dispatchEvent(new Event("x"));
  same(order, [1]);
  target.addEventListener("x", (e) => { order.push(3); e.stopPropagation(); equal(e.cancelBubble, true); }, true);
  target.dispatchEvent(new Event("x"));
  same(order, [1, 3]);
});
test("a signal removes its listener", () => {
  const target = new EventTarget();
  const gate = new AbortController();
  let heard = 0;
  target.addEventListener("x", () => heard++, { signal: gate.signal });
  target.dispatchEvent(new Event("x"));
  gate.abort();
  target.dispatchEvent(new Event("x"));
  target.addEventListener("x", () => heard++, { signal: gate.signal });
  target.dispatchEvent(new Event("x"));
  equal(heard, 1);
  throws("TypeError", () => target.addEventListener("x", () => {}, { signal: null }));
  throws("TypeError", () => target.addEventListener("x", () => {}, { signal: {} }));
});
test("an event that is being dispatched can't be dispatched", () => {
  const target = new EventTarget();
  let name;
  target.addEventListener("x", (e) => {
    try {
      target.dispatchEvent(e);
    } catch (error) {
      name = error.name;
    }
  });
  target.dispatchEvent(new Event("x"));
  equal(name, "InvalidStateError");
  throws("TypeError", () => target.dispatchEvent({}));
  throws("TypeError", () => target.dispatchEvent());
});
test("addEventListener converts its arguments", () => {
  const target = new EventTarget();
  target.addEventListener("x", null);
  target.addEventListener("x", undefined);
  throws("TypeError", () => target.addEventListener("x"));
  throws("TypeError", () => target.addEventListener("x", "text"));
  throws("TypeError", () => EventTarget.prototype.addEventListener.call({}, "x", () => {}));
});
test("EventTarget can be subclassed and has no own keys", () => {
  class Emitter extends EventTarget {}
  const emitter = new Emitter();
  let got;
  emitter.addEventListener("x", (e) => (got = e.detail));
  emitter.dispatchEvent(new CustomEvent("x", { detail: 7 }));
  equal(got, 7);
  equal(Reflect.ownKeys(emitter).length, 0);
});
test("a listener that throws is reported and stops no other", () => {
  const target = new EventTarget();
  const thrown = new Error("boom");
  const order = [];
  const reported = (e) => { order.push(e.error === thrown, e.message, e.constructor === ErrorEvent, e.isTrusted); e.preventDefault(); };
  addEventListener("error", reported);
  target.addEventListener("x", () => { throw thrown; });
  target.addEventListener("x", () => order.push("next"));
  target.addEventListener("y", {});
  target.dispatchEvent(new Event("x"));
  removeEventListener("error", reported);
  same(order, [true, "Uncaught Error: boom", true, true, "next"]);
});
test("the global object is an EventTarget", () => {
  let got;
  const listener = (e) => (got = [e.target === globalThis, e.currentTarget === globalThis]);
  addEventListener("own", listener);
  ok(globalThis.dispatchEvent(new Event("own")));
  same(got, [true, true]);
  removeEventListener("own", listener);
  equal(addEventListener, EventTarget.prototype.addEventListener);
});
test("onerror is called with five arguments and cancels by true", () => {
  const seen = [];
  onerror = (...args) => { seen.push(args.length, args[0], typeof args[2], args[4].message); return true; };
  reportError(new TypeError("bad"));
  equal(typeof onerror, "function");
  onerror = null;
  equal(onerror, null);
  same(seen, [5, "Uncaught TypeError: bad", "number", "bad"]);
  throws("TypeError", () => reportError());
});
test("reportError names the place of the error", () => {
  let place;
  onerror = (message, filename, lineno) => { place = [filename, lineno > 0]; return true; };
  reportError(new Error("here"));
  onerror = null;
  same(place, ["event_test.js", true]);
});
test("an event handler attribute keeps its place among the listeners", () => {
  const { signal } = new AbortController();
  const order = [];
  signal.onabort = () => order.push("replaced");
  signal.addEventListener("abort", () => order.push("listener"));
  signal.onabort = () => order.push("handler");
  signal.dispatchEvent(new Event("abort"));
  same(order, ["handler", "listener"]);
  signal.onabort = {};
  same(signal.onabort, {});
  signal.onabort = 5;
  equal(signal.onabort, null);
});
test("unhandledrejection and rejectionhandled are fired at the end of the task", async () => {
  const seen = [];
  const log = (e) => { seen.push(e.type, e.reason); e.preventDefault(); };
  onunhandledrejection = log;
  onrejectionhandled = log;
  const promise = Promise.reject("why");
  Promise.reject("handled soon").catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 1));
  same(seen, ["unhandledrejection", "why"]);
  promise.catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 1));
  onunhandledrejection = onrejectionhandled = null;
  same(seen, ["unhandledrejection", "why", "rejectionhandled", "why"]);
});
test("events that carry a value", () => {
  const error = new ErrorEvent("error", { message: "m", filename: "f", lineno: 1, colno: 2, error: 3 });
  same([error.message, error.filename, error.lineno, error.colno, error.error], ["m", "f", 1, 2, 3]);
  const message = new MessageEvent("message", { data: [1] });
  same([message.data, message.origin, message.lastEventId, message.source, message.ports], [[1], "", "", null, []]);
  equal(new MessageEvent("m", { data: undefined }).data, null);
  throws("TypeError", () => new MessageEvent("m", { ports: [{}] }));
  throws("TypeError", () => new PromiseRejectionEvent("x"));
  throws("TypeError", () => new PromiseRejectionEvent("x", {}));
  const promise = Promise.resolve();
  equal(new PromiseRejectionEvent("x", { promise }).promise, promise);
  throws("TypeError", () => Object.getOwnPropertyDescriptor(ErrorEvent.prototype, "message").get.call(new Event("x")));
});
test("initEvent and initCustomEvent start an event again", () => {
  const e = new CustomEvent("x", { detail: 1 });
  e.initCustomEvent("y", true, true, 2);
  same([e.type, e.bubbles, e.cancelable, e.detail], ["y", true, true, 2]);
  e.initEvent("z");
  same([e.type, e.bubbles, e.cancelable, e.detail], ["z", false, false, 2]);
});
test("interfaces look as Web IDL says", () => {
  equal(Object.prototype.toString.call(new Event("x")), "[object Event]");
  equal(Object.prototype.toString.call(new CustomEvent("x")), "[object CustomEvent]");
  equal(CustomEvent.name, "CustomEvent");
  equal(Event.length, 1);
  equal(EventTarget.prototype.addEventListener.length, 2);
  ok(Object.getOwnPropertyDescriptor(Event.prototype, "type").enumerable, "type is enumerable");
  equal(Object.getOwnPropertyDescriptor(globalThis, "Event").enumerable, false);
});
test("CloseEvent", () => {
  const event = new CloseEvent("close", { code: 1000, reason: "done", wasClean: true });
  same([event.code, event.reason, event.wasClean, event.type], [1000, "done", true, "close"]);
  const plain = new CloseEvent("close");
  same([plain.code, plain.reason, plain.wasClean], [0, "", false]);
});
