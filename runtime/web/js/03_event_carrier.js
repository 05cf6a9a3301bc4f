// 03_event_carrier: the events that carry a value: CustomEvent, ErrorEvent,
// PromiseRejectionEvent, MessageEvent, CloseEvent.
// Spec: https://dom.spec.whatwg.org/#interface-customevent
//       https://html.spec.whatwg.org/multipage/webappapis.html#errorevent
//       https://html.spec.whatwg.org/multipage/webappapis.html#promiserejectionevent
//       https://html.spec.whatwg.org/multipage/comms.html#messageevent
//       https://websockets.spec.whatwg.org/#the-closeevent-interface
// Deviations: the source of a MessageEvent can only be a MessagePort.
"use strict";
__host.define("03_event_carrier", (host) => {
  const { load } = host;
  const { required, any, boolean, DOMString, USVString, object, integer } = load("01_webidl");
  const { nullable, sequence, dictionary, expose } = load("01_webidl");
  const { Event, initialize } = load("03_event");

  // eventClass makes an Event whose further attributes are set by the members of
  // its init dictionary, given in the order of their names, as they are read.
  function eventClass(name, members) {
    const convert = dictionary(members);
    const least = members.some((member) => member.required) ? 2 : 1;
    const values = new WeakMap();
    const cls = {
      [name]: class extends Event {
        constructor(type, init = undefined) {
          required(arguments.length, least, `Failed to construct '${name}'`);
          super(type, init);
          values.set(this, convert(init, `Failed to construct '${name}': 2nd argument`));
        }
      },
    }[name];
    for (const { key } of members) {
      const accessor = {
        get [key]() {
          return own(this, key)[key];
        },
      };
      Object.defineProperties(cls.prototype, Object.getOwnPropertyDescriptors(accessor));
    }
    if (least > 1) Object.defineProperty(cls, "length", { value: least });
    function own(event, member) {
      const found = values.get(event);
      if (found === undefined) throw new TypeError(`${name}.${member}: receiver is not a ${name}`);
      return found;
    }
    return { cls, convert, own, is: (value) => values.has(value) };
  }

  // initMethod defines the legacy method that takes what the constructor takes in
  // its dictionary, as arguments in the order of keys.
  function initMethod({ cls, convert, own }, name, keys) {
    const method = {
      [name](type, bubbles = false, cancelable = false, ...rest) {
        const values = own(this, name);
        required(arguments.length, 1, name);
        type = DOMString(type, `${name}: 1st argument`);
        const init = convert(Object.fromEntries(keys.map((key, i) => [key, rest[i]])), name);
        if (initialize(this, type, bubbles, cancelable)) Object.assign(values, init);
      },
    };
    Object.defineProperties(cls.prototype, Object.getOwnPropertyDescriptors(method));
  }

  const custom = eventClass("CustomEvent", [{ key: "detail", convert: any, default: null }]);
  initMethod(custom, "initCustomEvent", ["detail"]);

  const unsignedLong = integer(32, false);
  const error = eventClass("ErrorEvent", [
    { key: "colno", convert: unsignedLong, default: 0 },
    { key: "error", convert: any, default: undefined },
    { key: "filename", convert: USVString, default: "" },
    { key: "lineno", convert: unsignedLong, default: 0 },
    { key: "message", convert: DOMString, default: "" },
  ]);
  const rejection = eventClass("PromiseRejectionEvent", [
    { key: "promise", convert: object, required: true },
    { key: "reason", convert: any, default: undefined },
  ]);

  const toPort = (value, context) => {
    if (!host.messagePort?.is(value)) throw new TypeError(`${context}: is not a MessagePort`);
    return value;
  };
  const toPorts = sequence(toPort);
  const message = eventClass("MessageEvent", [
    { key: "data", convert: any, default: null },
    { key: "lastEventId", convert: DOMString, default: "" },
    { key: "origin", convert: USVString, default: "" },
    { key: "ports", convert: (value, context) => Object.freeze(toPorts(value, context)), default: () => Object.freeze([]) },
    { key: "source", convert: nullable(toPort), default: null },
  ]);
  initMethod(message, "initMessageEvent", ["data", "origin", "lastEventId", "source", "ports"]);

  const close = eventClass("CloseEvent", [
    { key: "code", convert: integer(16, false), default: 0 },
    { key: "reason", convert: USVString, default: "" },
    { key: "wasClean", convert: boolean, default: false },
  ]);

  return {
    CustomEvent: expose(custom.cls), ErrorEvent: expose(error.cls), isErrorEvent: error.is,
    PromiseRejectionEvent: expose(rejection.cls), MessageEvent: expose(message.cls),
    CloseEvent: expose(close.cls),
  };
});
