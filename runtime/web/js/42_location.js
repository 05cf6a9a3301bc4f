// 42_location: location, where an instance has a base URL.
// Spec: https://html.spec.whatwg.org/multipage/workers.html#worker-locations
// Deviations: it is there only in an instance that was given a base URL; Workers
// have no location.
"use strict";
__host.define("42_location", ({ ops, load }) => {
  const { guardConstructor, illegal, expose } = load("01_webidl");
  const { URL } = load("07_url");

  class WorkerLocation {
    #url;
    constructor(token, href) {
      guardConstructor(token);
      this.#url = new URL(href);
    }
    get href() { return this.#url.href; }
    get origin() { return this.#url.origin; }
    get protocol() { return this.#url.protocol; }
    get host() { return this.#url.host; }
    get hostname() { return this.#url.hostname; }
    get port() { return this.#url.port; }
    get pathname() { return this.#url.pathname; }
    get search() { return this.#url.search; }
    get hash() { return this.#url.hash; }
    toString() { return this.href; }
  }
  expose(WorkerLocation);

  return { WorkerLocation, location: new WorkerLocation(illegal, ops.op_location()) };
});
