// 08_timers: setTimeout, setInterval, clearTimeout, clearInterval.
// Spec: https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timers
// Deviations: none known.
"use strict";
__host.define("08_timers", (host) => {
  const { ops, load } = host;
  const { required, integer } = load("01_webidl");
  const { requireHandler } = load("02_global_scope");
  const toLong = integer(32, true);

  // The map of setTimeout and setInterval IDs.
  const active = new Map();
  host.live.push(() => Array.from(active.values(), ({ repeat, origin }) => ({ What: repeat ? "setInterval" : "setTimeout", Stack: origin })));
  let lastId = 0;
  let nestingLevel = 0;

  // start is the timer initialization steps, for a timer that is not yet known.
  function start(repeat, handler, timeout, args) {
    if (typeof handler !== "function") handler = `${handler}`;
    timeout = Math.max(toLong(timeout, "timeout"), 0);
    requireHandler();
    const timer = { id: ++lastId, repeat, handler, timeout, args, nesting: nestingLevel + 1, origin: host.origin() };
    active.set(timer.id, timer);
    arm(timer);
    return timer.id;
  }
  function arm(timer) {
    const { id, timeout, nesting } = timer;
    ops.op_timer_set(id, nesting > 5 && timeout < 4 ? 4 : timeout);
  }

  host.fireTimer = function fireTimer(id) {
    const timer = active.get(id);
    if (timer === undefined) return;
    if (!timer.repeat) active.delete(id);
    nestingLevel = timer.nesting;
    try {
      invoke(timer);
    } catch (error) {
      host.reportException(error);
    } finally {
      nestingLevel = 0;
    }
    if (timer.repeat && active.has(id)) {
      timer.nesting++;
      arm(timer);
    }
  };
  function invoke({ handler, args }) {
    if (typeof handler === "function") Reflect.apply(handler, globalThis, args);
    else (0, eval)(handler);
  }

  function setTimeout(handler, timeout = 0, ...args) {
    required(arguments.length, 1, "setTimeout");
    return start(false, handler, timeout, args);
  }
  function setInterval(handler, timeout = 0, ...args) {
    required(arguments.length, 1, "setInterval");
    return start(true, handler, timeout, args);
  }
  function clear(id) {
    if (id == null) return;
    id = toLong(id, "id");
    requireHandler();
    if (active.delete(id)) ops.op_timer_clear(id);
  }
  function clearTimeout(id = undefined) {
    clear(id);
  }
  function clearInterval(id = undefined) {
    clear(id);
  }
  return { setTimeout, setInterval, clearTimeout, clearInterval };
});
