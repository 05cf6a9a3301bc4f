// 20_promise: promises as specifications handle them, out of sight of user code.
// Spec: https://webidl.spec.whatwg.org/#a-promise-type
// Deviations: reacting to a promise reads its "constructor", as then does.
//
// An algorithm of ours that is said to return a promise may return undefined
// instead, which stands for a promise resolved with undefined and costs nothing.
"use strict";
__host.define("20_promise", () => {
  const Promise = globalThis.Promise;
  const { then } = Promise.prototype;
  const { resolve, reject } = Promise;
  const { apply } = Reflect;
  const settled = resolve.call(Promise); // never leaves this file
  const ignore = () => {};

  const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";

  // resolvedWith is "a promise resolved with" value: always a new one.
  function resolvedWith(value) {
    return value instanceof Promise ? new Promise((fulfil) => fulfil(value)) : resolve.call(Promise, value);
  }
  // rejectedWith is "a promise rejected with" reason.
  const rejectedWith = (reason) => reject.call(Promise, reason);

  // react is "the result of reacting to" promise with steps for each outcome.
  const react = (promise, fulfilled, rejected) => then.call(promise === undefined ? settled : promise, fulfilled, rejected);

  // markHandled sets the promise's [[PromiseIsHandled]].
  const markHandled = (promise) => void then.call(promise, undefined, ignore);

  // queueMicrotask runs steps, which must not throw, after the current ones.
  const queueMicrotask = (steps) => void then.call(settled, steps);

  // invoke calls a callback whose return type is a promise.
  function invoke(callback, self, args) {
    try {
      const result = apply(callback, self, args);
      return isObject(result) ? resolvedWith(result) : undefined;
    } catch (error) {
      return rejectedWith(error);
    }
  }

  // A Deferred is "a new promise" together with the means to settle it. Most of a
  // stream's promises are never looked at: the promise object is made on demand.
  class Deferred {
    constructor() {
      this.state = "pending"; // or "resolved", "rejected"
      this.value = undefined;
      this.handled = false;
      this.made = undefined;
      this.resolveMade = undefined;
      this.rejectMade = undefined;
      this.next = undefined; // for Queue
    }
    static resolved(value) {
      const deferred = new Deferred();
      deferred.resolve(value);
      return deferred;
    }
    static rejected(reason) {
      const deferred = new Deferred();
      deferred.reject(reason);
      return deferred;
    }
    get promise() {
      if (this.made === undefined) this.make();
      return this.made;
    }
    make() {
      if (this.state === "pending") {
        this.made = new Promise((fulfil, refuse) => {
          this.resolveMade = fulfil;
          this.rejectMade = refuse;
        });
      } else {
        this.made = this.state === "resolved" ? resolvedWith(this.value) : rejectedWith(this.value);
      }
      if (this.handled) markHandled(this.made);
    }
    resolve(value) {
      if (this.state !== "pending") return;
      this.state = "resolved";
      if (this.made !== undefined) this.resolveMade(value);
      else this.value = value;
    }
    reject(reason) {
      if (this.state !== "pending") return;
      this.state = "rejected";
      if (this.made !== undefined) this.rejectMade(reason);
      else this.value = reason;
    }
    markHandled() {
      if (this.handled) return;
      this.handled = true;
      if (this.made !== undefined) markHandled(this.made);
    }
  }

  return { isObject, resolvedWith, rejectedWith, react, markHandled, queueMicrotask, invoke, Deferred };
});
