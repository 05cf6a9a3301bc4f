// 23_message_port: MessageChannel and MessagePort.
// Spec: https://html.spec.whatwg.org/multipage/web-messaging.html#message-ports
// Deviations: a message is deserialized when it is posted, so there is no
// messageerror. The close event comes as a task, after the messages before it. A
// port keeps nothing alive: an app that waits for a message that nobody can send
// is stalled.
"use strict";
__host.define("23_message_port", (host) => {
  const { load } = host;
  const { required, isObject, expose, illegal, guardConstructor } = load("01_webidl");
  const { Event, EventTarget, fire } = load("03_event");
  const { MessageEvent } = load("03_event_carrier");
  const { handlerAttribute } = load("03_event_handler");
  const { cloneWithTransfer, toTransferList } = load("13_structured_clone");
  const { Queue } = load("20_queue");
  const { queueTask } = load("22_task");

  class MessagePortSlots {
    constructor() {
      this.object = undefined; // what user code sees
      this.receive = undefined; // takes the data of messages, in a port without an object
      this.remote = null; // the slots of the port that it is entangled with
      this.queue = new Queue(); // the port message queue: {data, ports}
      this.enabled = false;
      this.detached = false;
      this.movedTo = undefined; // where a transfer has moved the port
    }
  }

  let slotsOf, isMessagePort;
  class MessagePort extends EventTarget {
    #slots;
    constructor(token = undefined, slots = undefined) {
      guardConstructor(token);
      super();
      this.#slots = slots;
    }
    postMessage(message, options = undefined) {
      const slots = this.#slots;
      const context = "MessagePort.postMessage";
      required(arguments.length, 1, context);
      postMessage(slots, message, toTransferList(options, `${context}: 2nd argument`));
    }
    start() {
      start(this.#slots);
    }
    close() {
      close(this.#slots);
    }
    static {
      slotsOf = (port) => port.#slots;
      isMessagePort = (value) => isObject(value) && #slots in value;
    }
  }
  for (const type of ["message", "messageerror", "close"]) handlerAttribute(MessagePort.prototype, type);
  startOnMessage();
  expose(MessagePort);

  // startOnMessage has the setter of onmessage enable the queue.
  function startOnMessage() {
    const descriptor = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
    const { set } = descriptor;
    const accessor = {
      set onmessage(value) {
        const slots = slotsOf(this);
        set.call(this, value);
        start(slots);
      },
    };
    descriptor.set = Object.getOwnPropertyDescriptor(accessor, "onmessage").set;
    Object.defineProperty(MessagePort.prototype, "onmessage", descriptor);
  }

  // A message port without an object is for our own code: it calls receive.
  function newPort() {
    return new MessagePortSlots();
  }
  const portObject = (slots) => (slots.object ??= new MessagePort(illegal, slots));

  function entangle(a, b) {
    a.remote = b;
    b.remote = a;
  }
  // disentangle returns the other port, if there was one.
  function disentangle(slots) {
    const other = slots.remote;
    if (other !== null) slots.remote = other.remote = null;
    return other;
  }

  // postMessage is the message port post message steps.
  function postMessage(source, message, transfer) {
    let doomed = false;
    for (let i = 0; i < transfer.length; i++) {
      if (transfer[i] === source.object) {
        throw host.domException("MessagePort.postMessage: a port cannot be transferred through itself", "DataCloneError");
      }
      if (source.remote !== null && transfer[i] === source.remote.object) doomed = true;
    }
    const { value, ports } = cloneWithTransfer(message, transfer);
    const target = source.remote;
    if (target === null || doomed) return;
    target.queue.push({ data: value, ports, next: undefined });
    if (target.enabled) queueTask("postMessage", () => deliver(target));
  }

  function start(slots) {
    if (slots.enabled) return;
    slots.enabled = true;
    for (let i = slots.queue.length; i > 0; i--) queueTask("postMessage", () => deliver(slots));
  }

  function deliver(slots) {
    if (slots.queue.length === 0) return; // a transfer has moved the messages
    const { data, ports } = slots.queue.shift();
    if (slots.receive !== undefined) slots.receive(data);
    else fire(slots.object, new MessageEvent("message", { data, ports }));
  }

  function close(slots) {
    if (slots.detached) return;
    slots.detached = true;
    let other = disentangle(slots);
    if (other === null) return;
    queueTask("MessagePort.close", () => {
      while (other.movedTo !== undefined) other = other.movedTo;
      if (other.object !== undefined) fire(other.object, new Event("close"));
    });
  }

  // transferPort returns the transfer steps of a port, see 27_transferable.
  function transferPort(port) {
    const from = slotsOf(port);
    const to = newPort();
    return {
      target: portObject(to),
      transfer() {
        if (from.detached) throw host.domException("a MessagePort that is closed or was transferred cannot be transferred", "DataCloneError");
        from.detached = true;
        from.movedTo = to;
        to.queue = from.queue;
        from.queue = new Queue();
        const other = disentangle(from);
        if (other !== null) entangle(to, other);
      },
    };
  }

  class MessageChannel {
    #port1 = newPort();
    #port2 = newPort();
    constructor() {
      entangle(this.#port1, this.#port2);
      portObject(this.#port1);
      portObject(this.#port2);
    }
    get port1() {
      return portObject(this.#port1);
    }
    get port2() {
      return portObject(this.#port2);
    }
  }
  expose(MessageChannel);

  host.messagePort = { is: isMessagePort };

  return { MessageChannel, MessagePort, isMessagePort, newPort, entangle, disentangle, postMessage, start, transferPort };
});
