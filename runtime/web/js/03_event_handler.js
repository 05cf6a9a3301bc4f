// 03_event_handler: event handler attributes, such as onabort.
// Spec: https://html.spec.whatwg.org/multipage/webappapis.html#event-handler-attributes
// Deviations: none known.
"use strict";
__host.define("03_event_handler", ({ load, loaded }) => {
  const { isObject } = load("01_webidl");
  const { listenersOf, addListener, find, remove, cancel } = load("03_event");

  // An EventHandler is a listener whose callback can change. It keeps the place
  // among the listeners that it took when it was set from null.
  class EventHandler {
    constructor() {
      this.value = null;
    }
    // handleEvent is "the event handler processing algorithm".
    handleEvent(event) {
      const { value } = this;
      if (typeof value !== "function") return;
      const target = event.currentTarget;
      if (event.type === "error" && target === globalThis && isErrorEvent(event)) {
        const { message, filename, lineno, colno, error } = event;
        if (value.call(target, message, filename, lineno, colno, error) === true) cancel(event);
      } else if (value.call(target, event) === false) {
        cancel(event);
      }
    }
  }

  // An ErrorEvent exists only if its file was loaded.
  const isErrorEvent = (event) => loaded("03_event_carrier") && load("03_event_carrier").isErrorEvent(event);

  const handlers = new WeakMap(); // target -> {type: EventHandler}

  function getHandler(target, type) {
    listenersOf(target, false);
    return handlers.get(target)?.[type]?.value ?? null;
  }
  function setHandler(target, type, value) {
    const list = listenersOf(target, true);
    if (!handlers.has(target)) handlers.set(target, { __proto__: null });
    const own = handlers.get(target);
    const handler = (own[type] ??= new EventHandler());
    handler.value = isObject(value) ? value : null;
    const listener = find(list, type, handler, false);
    if (handler.value === null && listener !== undefined) remove(list, listener);
    if (handler.value !== null && listener === undefined) addListener(list, type, handler, false, false, false);
  }

  // handlerAttribute defines the attribute for events of a type.
  function handlerAttribute(target, type) {
    const accessor = {
      get [`on${type}`]() {
        return getHandler(this ?? globalThis, type);
      },
      set [`on${type}`](value) {
        setHandler(this ?? globalThis, type, value);
      },
    };
    Object.defineProperties(target, Object.getOwnPropertyDescriptors(accessor));
  }
  return { getHandler, setHandler, handlerAttribute };
});
