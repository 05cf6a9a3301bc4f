// 20_promise: promises as specifications handle them, out of sight of user code.
// Spec: https://webidl.spec.whatwg.org/#a-promise-type
// Deviations: reacting to a promise reads its "constructor", as then does.
//
// An algorithm of ours that is said to return a promise may return undefined
// instead, which stands for a promise resolved with undefined and costs nothing. One
// that returns unsettled queues the steps that follow its promise itself.
"use strict";
__host.define("20_promise", (host) => {
  const Promise = globalThis.Promise;
  const { then } = Promise.prototype;
  const { resolve, reject } = Promise;
  const { apply } = Reflect;
  const call = Function.prototype.call.bind(Function.prototype.call);
  const settled = resolve.call(Promise); // never leaves this file
  const ignore = () => {};
  const unsettled = Symbol("unsettled");

  const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";

  // resolvedWith is "a promise resolved with" value: always a new one.
  function resolvedWith(value) {
    return value instanceof Promise ? new Promise((fulfil) => fulfil(value)) : resolve.call(Promise, value);
  }
  // rejectedWith is "a promise rejected with" reason.
  const rejectedWith = (reason) => reject.call(Promise, reason);

  // queueMicrotask runs steps, which must not throw, after the current ones.
  const { queueMicrotask } = host;

  // upon performs steps upon fulfillment or rejection of a promise, which may be a
  // Deferred. They must not throw.
  function upon(promise, fulfilled, rejected) {
    if (promise === undefined) queueMicrotask(fulfilled);
    else if (promise instanceof Deferred) promise.upon(fulfilled, rejected);
    else then.call(promise, fulfilled, rejected);
  }

  // react is "the result of reacting to" a promise, which may be a Deferred, with steps
  // for each outcome.
  function react(promise, fulfilled, rejected) {
    if (promise === undefined) promise = settled;
    else if (promise instanceof Deferred) ({ promise } = promise);
    return then.call(promise, fulfilled, rejected);
  }

  // markHandled sets the promise's [[PromiseIsHandled]].
  const markHandled = (promise) => void then.call(promise, undefined, ignore);

  // invoke calls a callback whose return type is a promise.
  function invoke(callback, self, args) {
    try {
      const result = apply(callback, self, args);
      return result !== undefined && isObject(result) ? resolvedWith(result) : undefined;
    } catch (error) {
      return rejectedWith(error);
    }
  }
  // invokeForChunk is invoke without a list of arguments to be made.
  function invokeForChunk(callback, self, chunk, controller) {
    try {
      const result = call(callback, self, chunk, controller);
      return result !== undefined && isObject(result) ? resolvedWith(result) : undefined;
    } catch (error) {
      return rejectedWith(error);
    }
  }

  // A Deferred is "a new promise" together with the means to settle it. Most of a
  // stream's promises are never looked at by user code: the promise object is made on
  // demand, and steps that were to follow before are kept here. What a Deferred begins
  // with is on its prototype, so that a new one costs little.
  class Deferred {
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
      if (this.fulfilled !== undefined) this.pass();
    }
    resolve(value) {
      if (this.state !== "pending") return;
      this.state = "resolved";
      if (this.made !== undefined) this.resolveMade(value);
      else {
        if (value !== undefined) this.value = value;
        if (this.fulfilled !== undefined) this.pass();
      }
    }
    reject(reason) {
      if (this.state !== "pending") return;
      this.state = "rejected";
      if (this.made !== undefined) this.rejectMade(reason);
      else {
        this.value = reason;
        if (this.fulfilled !== undefined) this.pass();
      }
    }
    // upon is what the function upon does with a Deferred.
    upon(fulfilled, rejected) {
      if (this.state !== "pending" || this.made !== undefined) this.follow(fulfilled, rejected);
      else if (this.fulfilled === undefined) {
        this.fulfilled = fulfilled;
        this.rejected = rejected;
      } else (this.others ??= []).push(fulfilled, rejected);
    }
    // pass lets what was given to upon follow, in its order.
    pass() {
      const { fulfilled, rejected, others } = this;
      this.fulfilled = undefined;
      this.follow(fulfilled, rejected);
      if (others === undefined) return;
      this.others = undefined;
      for (let i = 0; i < others.length; i += 2) this.follow(others[i], others[i + 1]);
    }
    // follow performs steps after a Deferred that is settled or whose promise was made.
    follow(fulfilled, rejected) {
      const { state, value, made } = this;
      if (made !== undefined) then.call(made, fulfilled, rejected);
      else if (state === "rejected") queueMicrotask(() => rejected(value));
      else if (value === undefined) queueMicrotask(fulfilled);
      else then.call(this.promise, fulfilled, rejected); // it may be a thenable
    }
    // renewed is a pending Deferred in the place of this one, which is settled and to
    // which nothing refers but what asks for this.
    renewed() {
      if (this.made !== undefined || this.handled) return new Deferred();
      this.state = "pending";
      this.value = undefined;
      return this;
    }
    markHandled() {
      if (this.handled) return;
      this.handled = true;
      if (this.made !== undefined) markHandled(this.made);
    }
  }
  Object.assign(Deferred.prototype, {
    state: "pending", // or "resolved", "rejected"
    value: undefined,
    handled: false,
    made: undefined,
    fulfilled: undefined, // the first steps that upon was given
    rejected: undefined,
    others: undefined, // and further ones, by turns
    next: undefined, // for Queue
  });

  return { ignore, unsettled, isObject, resolvedWith, rejectedWith, upon, react, markHandled, queueMicrotask, invoke, invokeForChunk, Deferred };
});
