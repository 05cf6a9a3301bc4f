// 89_fetch_event: FetchEvent, the event of apps in the service worker form.
// Spec: https://w3c.github.io/ServiceWorker/#fetchevent-interface
// Deviations: it has no client ids, preload or handled, as in Workers.
"use strict";
__host.define("89_fetch_event", (host) => {
  const { required, guardConstructor, illegal, expose } = host.load("01_webidl");
  const { Event, fire } = host.load("03_event");

  const states = new WeakMap(); // FetchEvent -> {request, waitUntil, response}
  function stateOf(event, member) {
    const state = states.get(event);
    if (state === undefined) throw new TypeError(`FetchEvent.${member}: receiver is not a FetchEvent`);
    return state;
  }

  class FetchEvent extends Event {
    constructor(token, request, waitUntil, passThrough) {
      guardConstructor(token);
      super("fetch", { cancelable: true });
      states.set(this, { request, waitUntil, passThrough, response: undefined });
    }
    get request() {
      return stateOf(this, "request").request;
    }
    respondWith(response) {
      const state = stateOf(this, "respondWith");
      required(arguments.length, 1, "FetchEvent.respondWith");
      if (state.response !== undefined) throw host.domException("FetchEvent.respondWith: it was called before", "InvalidStateError");
      state.response = Promise.resolve(response);
      this.stopImmediatePropagation();
    }
    waitUntil(promise) {
      const state = stateOf(this, "waitUntil");
      required(arguments.length, 1, "FetchEvent.waitUntil");
      state.waitUntil(promise);
    }
    passThroughOnException() {
      stateOf(this, "passThroughOnException").passThrough();
    }
  }
  expose(FetchEvent);

  // dispatchFetchEvent returns the promise of a response that a listener gave.
  function dispatchFetchEvent(request, waitUntil, passThrough) {
    const event = new FetchEvent(illegal, request, waitUntil, passThrough);
    fire(globalThis, event);
    const { response } = states.get(event);
    if (response === undefined) throw new TypeError("no listener of the fetch event called respondWith");
    return response;
  }

  return { FetchEvent, dispatchFetchEvent };
});
