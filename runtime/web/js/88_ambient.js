// 88_ambient: who reads what is not the app's own: clocks, random numbers and env.
// Spec: none. It replaces the functions that read them by others that report each call.
//
// It is for instances that are looked at and then thrown away: an app can tell
// its Date and Math.random from the language's own.
"use strict";
__host.define("88_ambient", (host) => {
  const { ops, load } = host;
  const { defineProperty, getOwnPropertyDescriptor } = Object;

  function report(api) {
    ops.op_ambient(api, `${new Error().stack}`);
  }

  // wrap has each call of a method, or of the getter of an attribute, reported as api.
  function wrap(object, key, api) {
    const descriptor = getOwnPropertyDescriptor(object, key);
    const part = "get" in descriptor ? "get" : "value";
    descriptor[part] = new Proxy(descriptor[part], {
      apply(method, self, args) {
        report(api);
        return Reflect.apply(method, self, args);
      },
    });
    defineProperty(object, key, descriptor);
  }

  // wrapDate has the constructor reported where it reads the clock. It is no
  // Proxy, which goja takes for no function in instanceof.
  function wrapDate() {
    const RealDate = Date;
    wrap(RealDate, "now", "Date.now");
    function WatchedDate(...args) {
      if (new.target === undefined) {
        report("Date()");
        return RealDate();
      }
      if (args.length === 0) report("new Date()");
      return Reflect.construct(RealDate, args, new.target === WatchedDate ? RealDate : new.target);
    }
    Object.defineProperties(WatchedDate, Object.getOwnPropertyDescriptors(RealDate)); // prototype, name and length too
    RealDate.prototype.constructor = WatchedDate;
    defineProperty(globalThis, "Date", { value: WatchedDate, writable: true, enumerable: false, configurable: true });
  }

  // wrapEnv has each variable of env reported that a module which imports it reads.
  function wrapEnv(workers) {
    workers.env = new Proxy(workers.env, {
      get(env, key, self) {
        report(`env.${String(key)}`);
        return Reflect.get(env, key, self);
      },
      ownKeys(env) {
        report("env");
        return Reflect.ownKeys(env);
      },
    });
  }

  host.traceAmbient = function traceAmbient() {
    wrapDate();
    wrap(Math, "random", "Math.random");
    const { Performance } = load("15_performance");
    wrap(Performance.prototype, "now", "performance.now");
    wrap(Performance.prototype, "timeOrigin", "performance.timeOrigin");
    const { Crypto } = load("40_crypto");
    wrap(Crypto.prototype, "getRandomValues", "crypto.getRandomValues");
    wrap(Crypto.prototype, "randomUUID", "crypto.randomUUID");
    if (host.workers !== undefined) wrapEnv(host.workers); // there is an app
  };
  return {};
});
