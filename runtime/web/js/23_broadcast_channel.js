// 23_broadcast_channel: BroadcastChannel.
// Spec: https://html.spec.whatwg.org/multipage/web-messaging.html#broadcasting-to-other-browsing-contexts
// Deviations: a channel reaches those of its own isolate only. A message is
// deserialized when it is posted, so there is no messageerror.
"use strict";
__host.define("23_broadcast_channel", (host) => {
  const { ops, load } = host;
  const { required, DOMString, expose } = load("01_webidl");
  const { EventTarget, fire } = load("03_event");
  const { MessageEvent } = load("03_event_carrier");
  const { handlerAttribute } = load("03_event_handler");
  const { cloneWithTransfer } = load("13_structured_clone");
  const { queueTask } = load("22_task");

  const open = new Map(); // name -> the set of its channels, in the order of their making

  let isOpen;
  class BroadcastChannel extends EventTarget {
    #name;
    #closed = false;
    constructor(name) {
      required(arguments.length, 1, "Failed to construct 'BroadcastChannel'");
      super();
      this.#name = DOMString(name, "Failed to construct 'BroadcastChannel': 1st argument");
      if (!open.has(this.#name)) open.set(this.#name, new Set());
      open.get(this.#name).add(this);
    }
    get name() {
      return this.#name;
    }
    postMessage(message) {
      const name = this.#name;
      required(arguments.length, 1, "BroadcastChannel.postMessage");
      if (this.#closed) throw host.domException("BroadcastChannel.postMessage: the channel is closed", "InvalidStateError");
      const { value } = cloneWithTransfer(message, []);
      for (const channel of open.get(name)) if (channel !== this) send(channel, value);
    }
    close() {
      if (this.#closed) return;
      this.#closed = true;
      const channels = open.get(this.#name);
      channels.delete(this);
      if (channels.size === 0) open.delete(this.#name);
    }
    static {
      isOpen = (channel) => !channel.#closed;
    }
  }
  handlerAttribute(BroadcastChannel.prototype, "message");
  handlerAttribute(BroadcastChannel.prototype, "messageerror");
  expose(BroadcastChannel);

  // send gives a channel a copy of its own of a value that nobody changes.
  function send(channel, value) {
    queueTask("BroadcastChannel.postMessage", () => {
      if (!isOpen(channel)) return;
      fire(channel, new MessageEvent("message", { data: cloneWithTransfer(value, []).value, origin: origin() }));
    });
  }
  const origin = () => (ops.op_location() === "" ? "" : load("07_url").parseURL(ops.op_location()).origin);

  return { BroadcastChannel };
});
