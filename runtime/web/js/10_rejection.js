// 10_rejection: promise rejections that nobody handles.
// Spec: https://html.spec.whatwg.org/multipage/webappapis.html#unhandled-promise-rejections
// Deviations: rejectionhandled is fired at the end of the task in which the
// handler came, not in a task of its own.
"use strict";
__host.define("10_rejection", (host) => {
  const { ops, load } = host;

  let pending = []; // the about-to-be-notified list: {promise, reason}
  let late = []; // promises of the outstanding set that got a handler
  const outstanding = new WeakSet();

  // rejection is HostPromiseRejectionTracker.
  function rejection(promise, reason, handled) {
    if (!handled) {
      announce();
      pending.push({ promise, reason });
      return;
    }
    const i = pending.findIndex((entry) => entry.promise === promise);
    if (i >= 0) {
      pending.splice(i, 1);
    } else if (outstanding.delete(promise)) {
      announce();
      late.push({ promise, reason });
    }
  }
  function announce() {
    if (pending.length + late.length === 0) ops.op_rejections_pending();
  }

  // notifyRejections is "notify about rejected promises".
  function notifyRejections() {
    if (pending.length + late.length === 0) return;
    for (const entry of pending) outstanding.add(entry.promise);
    const [rejected, handled] = [pending, late];
    [pending, late] = [[], []];
    for (const entry of rejected) {
      if (fire("unhandledrejection", entry)) ops.op_report(`Uncaught (in promise) ${load("09_report").describe(entry.reason)}`);
    }
    for (const entry of handled) fire("rejectionhandled", entry);
  }
  // fire reports whether no listener prevented what happens otherwise.
  function fire(type, { promise, reason }) {
    const { fire, hasListener } = load("03_event");
    if (!hasListener(globalThis, type)) return true;
    const { PromiseRejectionEvent } = load("03_event_carrier");
    const cancelable = type === "unhandledrejection";
    return fire(globalThis, new PromiseRejectionEvent(type, { cancelable, promise, reason }));
  }
  host.notifyRejections = notifyRejections;
  return { rejection };
});
