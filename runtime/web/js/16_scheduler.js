// 16_scheduler: scheduler.wait, as in Workers.
// Spec: https://developers.cloudflare.com/workers/runtime-apis/scheduler/
// Deviations: the rest of the Prioritized Task Scheduling API, a browser's, is absent, as in Workers.
"use strict";
__host.define("16_scheduler", ({ load }) => {
  const { required, isObject, guardConstructor, illegal, expose } = load("01_webidl");
  const { toSignal, addAlgorithm } = load("04_abort");
  const { setTimeout, clearTimeout } = load("08_timers");

  function wait(delay, signal) {
    return new Promise((resolve, reject) => {
      let forget = () => {};
      const id = setTimeout(() => {
        forget();
        resolve();
      }, delay);
      if (signal === undefined) return;
      forget = addAlgorithm(signal, (reason) => {
        clearTimeout(id);
        reject(reason);
      });
    });
  }

  class Scheduler {
    constructor(token = undefined) {
      guardConstructor(token);
    }
    async wait(delay, options = undefined) {
      required(arguments.length, 1, "Scheduler.wait");
      if (options != null && !isObject(options)) throw new TypeError("Scheduler.wait: 2nd argument: is not an object");
      if (options?.signal === undefined) return wait(delay);
      const signal = toSignal(options.signal, "Scheduler.wait: signal");
      signal.throwIfAborted();
      return wait(delay, signal);
    }
  }
  expose(Scheduler);
  return { Scheduler, scheduler: new Scheduler(illegal) };
});
