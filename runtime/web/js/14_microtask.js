// 14_microtask: queueMicrotask.
// Spec: https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#microtask-queuing
// Deviations: none known.
"use strict";
__host.define("14_microtask", (host) => {
  const { required, callback: toCallback } = host.load("01_webidl");
  const resolved = Promise.resolve();
  const { then } = Promise.prototype;

  function queueMicrotask(callback) {
    required(arguments.length, 1, "queueMicrotask");
    toCallback(callback, "queueMicrotask: 1st argument");
    then.call(resolved, () => {
      try {
        callback.call(undefined);
      } catch (error) {
        host.reportException(error);
      }
    });
  }
  return { queueMicrotask };
});
