// 03_event: Event and EventTarget.
// Spec: https://dom.spec.whatwg.org/#events
// Deviations: there is no tree, so an event's path is its target alone. The
// global object is an EventTarget by its methods, not by its prototype.
"use strict";
__host.define("03_event", (host) => {
  const { ops, load } = host;
  const { required, boolean, DOMString, isObject, object, dictionary, expose } = load("01_webidl");

  const NONE = 0, AT_TARGET = 2; // values of eventPhase

  // Flags of an event; some are attributes.
  const BUBBLES = 1, CANCELABLE = 2, COMPOSED = 4, CANCELED = 8, TRUSTED = 16;
  const STOP_PROPAGATION = 32, STOP_IMMEDIATE = 64, IN_PASSIVE_LISTENER = 128, DISPATCH = 256;

  const isTrusted = {
    enumerable: true,
    get: Object.getOwnPropertyDescriptor({ get isTrusted() { return has(this, TRUSTED); } }, "isTrusted").get,
  };
  const toEventInit = dictionary([
    { key: "bubbles", convert: boolean, default: false },
    { key: "cancelable", convert: boolean, default: false },
    { key: "composed", convert: boolean, default: false },
  ]);
  function initFlags(init, context) {
    if (init == null) return 0;
    const { bubbles, cancelable, composed } = toEventInit(init, context);
    return (bubbles ? BUBBLES : 0) | (cancelable ? CANCELABLE : 0) | (composed ? COMPOSED : 0);
  }

  // What the functions of this file do to an event's private state. Those given a
  // foreign object throw a TypeError.
  let isEvent, typeOf, has, mark, clear, aim, unaim, initialize;
  class Event {
    #type;
    #flags;
    #target = null;
    #currentTarget = null; // not null while the event is dispatched
    #timeStamp;
    constructor(type, init = undefined) {
      required(arguments.length, 1, "Failed to construct 'Event'");
      this.#type = DOMString(type, "Failed to construct 'Event': 1st argument");
      this.#flags = initFlags(init, "Failed to construct 'Event': 2nd argument");
      this.#timeStamp = ops.op_event_time();
      Object.defineProperty(this, "isTrusted", isTrusted);
    }
    get type() { return this.#type; }
    get target() { return this.#target; }
    get srcElement() { return this.#target; }
    get currentTarget() { return this.#currentTarget; }
    composedPath() { return this.#currentTarget === null ? [] : [this.#currentTarget]; }
    get eventPhase() { return this.#currentTarget === null ? NONE : AT_TARGET; }
    stopPropagation() { mark(this, STOP_PROPAGATION); }
    get cancelBubble() { return has(this, STOP_PROPAGATION); }
    set cancelBubble(value) { mark(this, value ? STOP_PROPAGATION : 0); }
    stopImmediatePropagation() { mark(this, STOP_PROPAGATION | STOP_IMMEDIATE); }
    get bubbles() { return has(this, BUBBLES); }
    get cancelable() { return has(this, CANCELABLE); }
    get returnValue() { return !has(this, CANCELED); }
    set returnValue(value) {
      if (!value) cancel(this);
      else has(this, 0); // checks the receiver
    }
    preventDefault() { cancel(this); }
    get defaultPrevented() { return has(this, CANCELED); }
    get composed() { return has(this, COMPOSED); }
    get timeStamp() { return this.#timeStamp; }
    initEvent(type, bubbles = false, cancelable = false) {
      has(this, 0); // the receiver is checked before the arguments
      required(arguments.length, 1, "Event.initEvent");
      initialize(this, DOMString(type, "Event.initEvent: 1st argument"), bubbles, cancelable);
    }
    static {
      isEvent = (value) => isObject(value) && #flags in value;
      has = (event, flags) => (event.#flags & flags) !== 0;
      mark = (event, flags) => void (event.#flags |= flags);
      clear = (event, flags) => void (event.#flags &= ~flags);
      aim = (event, target) => void (event.#target = event.#currentTarget = target);
      unaim = (event) => void (event.#currentTarget = null);
      typeOf = (event) => event.#type;
      // initialize reports whether it did: not while the event is dispatched.
      initialize = (event, type, bubbles, cancelable) => {
        if (event.#flags & DISPATCH) return false;
        event.#flags = (event.#flags & COMPOSED) | (bubbles ? BUBBLES : 0) | (cancelable ? CANCELABLE : 0);
        event.#target = null;
        event.#type = type;
        return true;
      };
    }
  }
  expose(Event, { NONE, CAPTURING_PHASE: 1, AT_TARGET, BUBBLING_PHASE: 3 });

  // cancel is "set the canceled flag".
  function cancel(event) {
    if (has(event, CANCELABLE) && !has(event, IN_PASSIVE_LISTENER)) mark(event, CANCELED);
  }

  // A listener is {type, callback, capture, passive, once, removed}.
  let listenersOf;
  class EventTarget {
    #listeners = null;
    addEventListener(type, callback, options = undefined) {
      const list = listenersOf(this, true);
      const context = "EventTarget.addEventListener";
      required(arguments.length, 2, context);
      type = DOMString(type, `${context}: 1st argument`);
      callback = toCallback(callback, `${context}: 2nd argument`);
      const { capture, passive, once, signal } = flattenMore(options, `${context}: 3rd argument`);
      if (signal !== null && host.abortSignal.aborted(signal)) return;
      if (callback === null || find(list, type, callback, capture) !== undefined) return;
      const listener = addListener(list, type, callback, capture, passive, once);
      if (signal !== null) host.abortSignal.add(signal, () => remove(list, listener));
    }
    removeEventListener(type, callback, options = undefined) {
      const list = listenersOf(this, true);
      const context = "EventTarget.removeEventListener";
      required(arguments.length, 2, context);
      type = DOMString(type, `${context}: 1st argument`);
      callback = toCallback(callback, `${context}: 2nd argument`);
      const listener = find(list, type, callback, flatten(options));
      if (listener !== undefined) remove(list, listener);
    }
    dispatchEvent(event) {
      listenersOf(this, false);
      required(arguments.length, 1, "EventTarget.dispatchEvent");
      if (!isEvent(event)) throw new TypeError("EventTarget.dispatchEvent: 1st argument: is not an Event");
      if (has(event, DISPATCH)) {
        throw host.domException("EventTarget.dispatchEvent: the event is being dispatched", "InvalidStateError");
      }
      clear(event, TRUSTED);
      return dispatch(this ?? globalThis, event);
    }
    static {
      // listenersOf throws a TypeError on a foreign object. It may return null if
      // make is false.
      listenersOf = (target, make) => {
        const owner = target === globalThis || target == null ? globalTarget : target;
        if (owner.#listeners === null && make) owner.#listeners = [];
        return owner.#listeners;
      };
    }
  }
  expose(EventTarget);

  // globalTarget keeps the listeners of the global object, which is also what a
  // method means that is called with no receiver (Web IDL).
  const globalTarget = new EventTarget();

  const toCallback = (value, context) => (value == null ? null : object(value, context));
  // flatten is the capture value of a boolean or a dictionary.
  const flatten = (options) => !!(isObject(options) ? options.capture : options);
  const plain = { capture: false, passive: false, once: false, signal: null };
  function flattenMore(options, context) {
    if (options == null) return plain;
    if (!isObject(options)) return { ...plain, capture: !!options };
    const capture = !!options.capture, once = !!options.once, passive = !!options.passive;
    const { signal } = options;
    if (signal === undefined) return { capture, once, passive, signal: null };
    if (!host.abortSignal?.is(signal)) throw new TypeError(`${context}, member "signal": is not an AbortSignal`);
    return { capture, once, passive, signal };
  }

  function addListener(list, type, callback, capture, passive, once) {
    const listener = { type, callback, capture, passive, once, removed: false };
    list.push(listener);
    return listener;
  }
  function find(list, type, callback, capture) {
    return list.find((l) => l.type === type && l.callback === callback && l.capture === capture);
  }
  function remove(list, listener) {
    listener.removed = true;
    const i = list.indexOf(listener);
    if (i >= 0) list.splice(i, 1);
  }
  const hasListener = (target, type) => (listenersOf(target, false) ?? []).some((listener) => listener.type === type);

  // dispatch runs the listeners of an event that is not being dispatched, and
  // reports whether it was not canceled.
  function dispatch(target, event) {
    mark(event, DISPATCH);
    aim(event, target);
    invoke(event, target, true);
    invoke(event, target, false);
    unaim(event);
    clear(event, DISPATCH | STOP_PROPAGATION | STOP_IMMEDIATE);
    return !has(event, CANCELED);
  }
  // fire dispatches an event of our own making.
  function fire(target, event) {
    mark(event, TRUSTED);
    return dispatch(target, event);
  }

  // invoke runs the listeners for one phase.
  function invoke(event, target, capture) {
    const list = listenersOf(target, false);
    if (list === null || has(event, STOP_PROPAGATION)) return;
    const type = typeOf(event);
    const listeners = list.slice();
    for (let i = 0; i < listeners.length; i++) {
      const listener = listeners[i];
      if (listener.removed || listener.type !== type || listener.capture !== capture) continue;
      if (listener.once) remove(list, listener);
      if (listener.passive) mark(event, IN_PASSIVE_LISTENER);
      try {
        call(listener.callback, target, event);
      } catch (error) {
        host.reportException(error);
      }
      clear(event, IN_PASSIVE_LISTENER);
      if (has(event, STOP_IMMEDIATE)) return;
    }
  }
  function call(callback, target, event) {
    if (typeof callback === "function") return callback.call(target, event);
    const { handleEvent } = callback;
    if (typeof handleEvent !== "function") throw new TypeError("EventListener.handleEvent is not a function");
    return handleEvent.call(callback, event);
  }

  const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;
  return {
    Event, EventTarget, addEventListener, removeEventListener, dispatchEvent,
    initialize, cancel, fire, hasListener, listenersOf, addListener, find, remove,
  };
});
