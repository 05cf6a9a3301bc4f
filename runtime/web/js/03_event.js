// 03_event: Event, EventTarget, the events that carry a value, and reportError.
// Spec: https://dom.spec.whatwg.org/#events
//       https://html.spec.whatwg.org/multipage/webappapis.html#report-an-exception
// Deviations: there is no tree, so an event's path is its target alone. The
// global object is an EventTarget by its methods, not by its prototype.
"use strict";
__host.define("03_event", (host) => {
  const { ops, load } = host;
  const { required, any, boolean, DOMString, USVString, integer } = load("01_webidl");
  const { isObject, object, nullable, sequence, dictionary, expose } = load("01_webidl");

  const NONE = 0, AT_TARGET = 2;

  const isTrusted = {
    enumerable: true,
    get: Object.getOwnPropertyDescriptor({ get isTrusted() { return stateOf(this).trusted; } }, "isTrusted").get,
  };
  const eventInit = [
    { key: "bubbles", convert: boolean, default: false },
    { key: "cancelable", convert: boolean, default: false },
    { key: "composed", convert: boolean, default: false },
  ];
  const toEventInit = dictionary(eventInit);
  const plainInit = { bubbles: false, cancelable: false, composed: false };

  let isEvent, stateOf;
  class Event {
    #state;
    constructor(type, init = undefined) {
      const context = "Failed to construct 'Event'";
      required(arguments.length, 1, context);
      type = DOMString(type, `${context}: 1st argument`);
      const { bubbles, cancelable, composed } = init == null ? plainInit : toEventInit(init, `${context}: 2nd argument`);
      this.#state = {
        type, bubbles, cancelable, composed,
        target: null, currentTarget: null, eventPhase: NONE, timeStamp: ops.op_now(),
        stopPropagation: false, stopImmediatePropagation: false, canceled: false,
        inPassiveListener: false, dispatch: false, trusted: false,
      };
      Object.defineProperty(this, "isTrusted", isTrusted);
    }
    get type() { return this.#state.type; }
    get target() { return this.#state.target; }
    get srcElement() { return this.#state.target; }
    get currentTarget() { return this.#state.currentTarget; }
    composedPath() {
      const { currentTarget } = this.#state;
      return currentTarget === null ? [] : [currentTarget];
    }
    get eventPhase() { return this.#state.eventPhase; }
    stopPropagation() { this.#state.stopPropagation = true; }
    get cancelBubble() { return this.#state.stopPropagation; }
    set cancelBubble(value) {
      const state = this.#state;
      if (value) state.stopPropagation = true;
    }
    stopImmediatePropagation() {
      const state = this.#state;
      state.stopPropagation = state.stopImmediatePropagation = true;
    }
    get bubbles() { return this.#state.bubbles; }
    get cancelable() { return this.#state.cancelable; }
    get returnValue() { return !this.#state.canceled; }
    set returnValue(value) {
      const state = this.#state;
      if (!value) setCanceled(state);
    }
    preventDefault() { setCanceled(this.#state); }
    get defaultPrevented() { return this.#state.canceled; }
    get composed() { return this.#state.composed; }
    get timeStamp() { return this.#state.timeStamp; }
    initEvent(type, bubbles = false, cancelable = false) {
      const state = this.#state;
      required(arguments.length, 1, "Event.initEvent");
      initialize(state, DOMString(type, "Event.initEvent: 1st argument"), !!bubbles, !!cancelable);
    }
    static {
      isEvent = (value) => isObject(value) && #state in value;
      stateOf = (event) => event.#state;
    }
  }
  expose(Event, { NONE, CAPTURING_PHASE: 1, AT_TARGET, BUBBLING_PHASE: 3 });

  function setCanceled(state) {
    if (state.cancelable && !state.inPassiveListener) state.canceled = true;
  }

  const cancel = (event) => setCanceled(stateOf(event));

  // initialize reports whether it did: not while the event is dispatched.
  function initialize(state, type, bubbles, cancelable) {
    if (state.dispatch) return false;
    state.stopPropagation = state.stopImmediatePropagation = state.canceled = state.trusted = false;
    state.target = null;
    Object.assign(state, { type, bubbles, cancelable });
    return true;
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
      callback = listenerCallback(callback, `${context}: 2nd argument`);
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
      callback = listenerCallback(callback, `${context}: 2nd argument`);
      const listener = find(list, type, callback, flatten(options));
      if (listener !== undefined) remove(list, listener);
    }
    dispatchEvent(event) {
      const target = targetOf(this);
      required(arguments.length, 1, "EventTarget.dispatchEvent");
      if (!isEvent(event)) throw new TypeError("EventTarget.dispatchEvent: 1st argument: is not an Event");
      const state = stateOf(event);
      if (state.dispatch) {
        throw host.domException("EventTarget.dispatchEvent: the event is being dispatched", "InvalidStateError");
      }
      state.trusted = false;
      return dispatch(target, event);
    }
    static {
      listenersOf = (target, make) => {
        const owner = target === globalThis || target == null ? globalTarget : target;
        if (owner.#listeners === null && make) owner.#listeners = [];
        return owner.#listeners;
      };
    }
  }
  expose(EventTarget);

  // globalTarget keeps the listeners of the global object, which a method called
  // with no receiver means as well (Web IDL).
  const globalTarget = new EventTarget();
  function targetOf(receiver) {
    listenersOf(receiver, false);
    return receiver ?? globalThis;
  }

  function listenerCallback(value, context) {
    return value == null ? null : object(value, context);
  }
  // flatten is the capture value of a boolean or a dictionary.
  const flatten = (options) => !!(isObject(options) ? options.capture : options);
  const plainListener = { capture: false, passive: false, once: false, signal: null };
  function flattenMore(options, context) {
    if (options == null) return plainListener;
    if (!isObject(options)) return { ...plainListener, capture: !!options };
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

  // dispatch runs the listeners of an event that is not being dispatched, and
  // reports whether it was not canceled.
  function dispatch(target, event) {
    const state = stateOf(event);
    state.dispatch = true;
    state.target = state.currentTarget = target;
    state.eventPhase = AT_TARGET;
    invoke(event, state, true);
    invoke(event, state, false);
    state.eventPhase = NONE;
    state.currentTarget = null;
    state.dispatch = state.stopPropagation = state.stopImmediatePropagation = false;
    return !state.canceled;
  }

  const hasListener = (target, type) => (listenersOf(target, false) ?? []).some((listener) => listener.type === type);

  // fire dispatches an event of our own making.
  function fire(target, event) {
    stateOf(event).trusted = true;
    return dispatch(target, event);
  }

  // invoke is "inner invoke" for one phase.
  function invoke(event, state, capture) {
    const list = listenersOf(state.target, false);
    if (list === null || state.stopPropagation) return;
    for (const listener of list.slice()) {
      if (listener.removed || listener.type !== state.type || listener.capture !== capture) continue;
      if (listener.once) remove(list, listener);
      state.inPassiveListener = listener.passive;
      try {
        callListener(listener.callback, state.currentTarget, event);
      } catch (error) {
        reportException(error);
      }
      state.inPassiveListener = false;
      if (state.stopImmediatePropagation) return;
    }
  }
  function callListener(listener, target, event) {
    if (typeof listener === "function") return listener.call(target, event);
    const { handleEvent } = listener;
    if (typeof handleEvent !== "function") throw new TypeError("EventListener.handleEvent is not a function");
    return handleEvent.call(listener, event);
  }

  // eventClass makes an Event with attributes that its init dictionary sets. The
  // members are in the order of their names, as dictionaries are read.
  function eventClass(name, members, initRequired) {
    const convert = dictionary(members);
    const values = new WeakMap();
    const cls = {
      [name]: class extends Event {
        constructor(type, init = undefined) {
          required(arguments.length, initRequired ? 2 : 1, `Failed to construct '${name}'`);
          super(type, init);
          values.set(this, convert(init, `Failed to construct '${name}': 2nd argument`));
        }
      },
    }[name];
    for (const { key } of members) {
      const { get } = Object.getOwnPropertyDescriptor({
        get [key]() {
          const own = values.get(this);
          if (own === undefined) throw new TypeError(`${name}.${key}: receiver is not a ${name}`);
          return own[key];
        },
      }, key);
      Object.defineProperty(cls.prototype, key, { get, configurable: true });
    }
    return { cls, values };
  }

  // initMethod defines the legacy method that takes what the constructor's
  // dictionary takes, as arguments in the order of keys.
  function initMethod({ cls, values }, name, keys, members) {
    const convert = dictionary(members);
    const method = {
      [name](type, bubbles = false, cancelable = false, ...rest) {
        const own = values.get(this);
        if (own === undefined) throw new TypeError(`${name}: receiver is not a ${cls.name}`);
        required(arguments.length, 1, name);
        type = DOMString(type, `${name}: 1st argument`);
        const init = convert(Object.fromEntries(keys.map((key, i) => [key, rest[i]])), name);
        if (initialize(stateOf(this), type, !!bubbles, !!cancelable)) Object.assign(own, init);
      },
    }[name];
    Object.defineProperty(cls.prototype, name, { value: method, writable: true, configurable: true });
  }

  const unsignedLong = integer(32, false);
  const customInit = [{ key: "detail", convert: any, default: null }];
  const custom = eventClass("CustomEvent", customInit);
  initMethod(custom, "initCustomEvent", ["detail"], customInit);
  const errors = eventClass("ErrorEvent", [
    { key: "colno", convert: unsignedLong, default: 0 },
    { key: "error", convert: any, default: undefined },
    { key: "filename", convert: USVString, default: "" },
    { key: "lineno", convert: unsignedLong, default: 0 },
    { key: "message", convert: DOMString, default: "" },
  ]);
  const isErrorEvent = (event) => errors.values.has(event);
  const rejections = eventClass("PromiseRejectionEvent", [
    { key: "promise", convert: object, required: true },
    { key: "reason", convert: any, default: undefined },
  ], true);
  // A MessagePort is not there yet, so no element of ports and no source can be one.
  const noPort = (value, context) => {
    throw new TypeError(`${context}: is not a MessagePort`);
  };
  const frozen = (convert) => (value, context) => Object.freeze(convert(value, context));
  const messageInit = [
    { key: "data", convert: any, default: null },
    { key: "lastEventId", convert: DOMString, default: "" },
    { key: "origin", convert: USVString, default: "" },
    { key: "ports", convert: frozen(sequence(noPort)), default: () => Object.freeze([]) },
    { key: "source", convert: nullable(noPort), default: null },
  ];
  const messages = eventClass("MessageEvent", messageInit);
  initMethod(messages, "initMessageEvent", ["data", "origin", "lastEventId", "source", "ports"], messageInit);

  // reportException is "report an exception": an error event on the global
  // object, and the log if no listener prevents that.
  let reporting = false; // in error reporting mode: a listener's own throw only goes to the log
  function reportException(error) {
    if (!reporting) {
      reporting = true;
      try {
        const event = new errors.cls("error", { cancelable: true, error, ...position(error) });
        if (!fire(globalThis, event)) return;
      } finally {
        reporting = false;
      }
    }
    ops.op_report(`Uncaught ${describe(error)}`);
  }
  function reportError(error) {
    required(arguments.length, 1, "reportError");
    reportException(error);
  }

  // describe is what a log shows of an exception. What was thrown may throw in
  // turn when it is looked at.
  function describe(error) {
    try {
      if (!(error instanceof Error)) return String(error);
      const { stack } = error;
      if (typeof stack !== "string" || stack === "") return String(error);
      return /^\s+at /.test(stack) ? `${error}\n${stack}` : stack;
    } catch {
      return "an exception that cannot be shown";
    }
  }
  // position extracts message and place of an exception from its stack.
  function position(error) {
    const text = describe(error);
    const [, filename = "", lineno = 0, colno = 0] = /^\s+at (?:.*\()?([^()\n]*):(\d+):(\d+)\)?$/m.exec(text) ?? [];
    const end = text.search(/\n\s+at /);
    return { message: `Uncaught ${end < 0 ? text : text.slice(0, end)}`, filename, lineno, colno };
  }

  return {
    Event, EventTarget, reportError, reportException, describe,
    CustomEvent: expose(custom.cls),
    ErrorEvent: expose(errors.cls),
    PromiseRejectionEvent: expose(rejections.cls),
    MessageEvent: expose(messages.cls),
    addEventListener: EventTarget.prototype.addEventListener,
    removeEventListener: EventTarget.prototype.removeEventListener,
    dispatchEvent: EventTarget.prototype.dispatchEvent,
    fire, hasListener, cancel, isErrorEvent, listenersOf, addListener, find, remove,
  };
});
