// 14_microtask: queueMicrotask.
// Spec: https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#microtask-queuing
// Deviations: none known.
"use strict";
__host.define("14_microtask", (host) => {
  const { required, callback: toCallback } = host.load("01_webidl");
  const { queueMicrotask: queue } = host;
  const { apply } = Reflect;

  function queueMicrotask(callback) {
    required(arguments.length, 1, "queueMicrotask");
    toCallback(callback, "queueMicrotask: 1st argument");
    queue(() => {
      try {
        apply(callback, undefined, []);
      } catch (error) {
        host.reportException(error);
      }
    });
  }
  return { queueMicrotask };
});
