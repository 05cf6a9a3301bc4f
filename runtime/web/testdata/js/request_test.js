const at = "https://in.test/p?q#f";
test("Request has the defaults of the standard", () => {
  const r = new Request(at);
  same([r.method, r.url, r.body, r.bodyUsed, r.redirect, r.credentials, r.mode, r.cache], ["GET", at, null, false, "follow", "same-origin", "cors", "default"]);
  same([r.referrer, r.referrerPolicy, r.integrity, r.keepalive, r.destination, r.duplex], ["about:client", "", "", false, "", "half"]);
  same([r.isReloadNavigation, r.isHistoryNavigation, r.cf, r.signal.aborted], [false, false, undefined, false]);
  equal(r.headers, r.headers);
  equal(r.signal, r.signal);
});
test("Request parses its URL against the base", () => {
  equal(new Request("/x").url, "https://base.test/x");
  equal(new Request({ toString: () => "https://o.test" }).url, "https://o.test/");
  throws("TypeError", () => new Request("http://"));
  throws("TypeError", () => new Request("https://user:pw@in.test/"));
  throws("TypeError", () => new Request());
  throws("TypeError", () => Request(at));
});
test("methods are checked and normalized", () => {
  for (const method of ["get", "Head", "options"]) equal(new Request(at, { method }).method, method.toUpperCase());
  for (const method of ["delete", "pOst", "put"]) equal(new Request(at, { method }).method, method.toUpperCase());
  equal(new Request(at, { method: "patch" }).method, "patch");
  equal(new Request(at, { method: "Own" }).method, "Own");
  for (const method of ["", "a b", "CONNECT", "trace", "Track", "\u0100"]) throws("TypeError", () => new Request(at, { method }));
});
test("GET and HEAD take no body", () => {
  throws("TypeError", () => new Request(at, { body: "x" }));
  throws("TypeError", () => new Request(at, { method: "HEAD", body: "" }));
  equal(new Request(at, { body: null }).body, null);
  const made = new Request(at, { method: "POST", body: "x" });
  throws("TypeError", () => new Request(made, { method: "GET" }));
  equal(made.bodyUsed, false);
});
test("init members are checked", () => {
  const bad = [
    { mode: "x" }, { mode: "navigate" }, { cache: "x" }, { cache: "only-if-cached" }, { credentials: "x" }, { redirect: "x" }, { duplex: "full" },
    { referrerPolicy: "x" }, { priority: "x" }, { window: 1 }, { signal: {} }, { headers: 5 }, { headers: null }, { referrer: "http://" }, { mode: "no-cors", method: "PUT" },
  ];
  for (const init of bad) throws("TypeError", () => new Request(at, init));
  throws("TypeError", () => new Request(at, 5));
  const r = new Request(at, {
    mode: "same-origin", cache: "only-if-cached", credentials: "omit", redirect: "manual", referrerPolicy: "origin", integrity: "i",
    keepalive: true, referrer: "/r", window: null, signal: null, priority: "low", cf: { a: 1 },
  });
  same([r.mode, r.cache, r.credentials, r.redirect, r.referrerPolicy], ["same-origin", "only-if-cached", "omit", "manual", "origin"]);
  same([r.integrity, r.keepalive, r.referrer, r.cf], ["i", true, "https://base.test/r", { a: 1 }]);
  equal(new Request(at, { referrer: "" }).referrer, "");
  equal(new Request(at, { referrer: "about:client" }).referrer, "about:client");
});
test("a request from a request takes its parts", async () => {
  const first = new Request(at, { method: "PUT", body: "b", headers: { a: "1" }, redirect: "error", cf: { x: 1 } });
  const second = new Request(first);
  same([second.method, second.url, second.headers.get("a"), second.redirect, second.cf], ["PUT", at, "1", "error", { x: 1 }]);
  same([first.bodyUsed, second.bodyUsed, await second.text()], [true, false, "b"]);
  second.headers.set("a", "2");
  equal(first.headers.get("a"), "1");
  throws("TypeError", () => new Request(first));
});
test("init replaces headers, method and body", async () => {
  const first = new Request(at, { method: "POST", body: "b", headers: { a: "1" } });
  const second = new Request(first, { headers: { n: "1" }, method: "PATCH" });
  same([[...second.headers], second.method, await second.text()], [[["n", "1"]], "PATCH", "b"]);
  const third = new Request(first, { body: "new" });
  same([await third.text(), first.bodyUsed], ["new", true]);
});
test("a request made of one with a stream moves the stream", async () => {
  const stream = new ReadableStream({ start(c) { c.enqueue(new Uint8Array([104, 105])); c.close(); } });
  const first = new Request(at, { method: "POST", body: stream, duplex: "half" });
  const second = new Request(first);
  same([first.bodyUsed, stream.locked, second.bodyUsed, await second.text()], [true, true, false, "hi"]);
});
test("the signal follows the one that was given", () => {
  const c = new AbortController();
  const r = new Request(at, { signal: c.signal });
  const copy = new Request(r);
  const twin = copy.clone();
  ok(r.signal !== c.signal, "own signal");
  c.abort("why");
  same([r.signal.aborted, r.signal.reason, copy.signal.reason, twin.signal.reason], [true, "why", "why", "why"]);
  equal(new Request(r, { signal: null }).signal.aborted, false);
  equal(new Request(at, { signal: AbortSignal.abort(1) }).signal.reason, 1);
});
test("clone copies all but shares nothing", async () => {
  const r = new Request(at, { method: "POST", body: "b", headers: { a: "1" }, redirect: "manual" });
  const copy = r.clone();
  copy.headers.set("a", "2");
  same([copy.method, copy.redirect, r.headers.get("a"), await copy.text(), await r.text()], ["POST", "manual", "1", "b", "b"]);
  throws("TypeError", () => r.clone());
});
test("an incoming request has immutable headers", async () => {
  const { createRequest, abortRequest } = __host.load("34_request");
  const r = createRequest({ method: "POST", url: at, headerList: ["x-twice", "p", "x-twice", "q"], body: new Uint8Array([104, 105]) });
  same([r.method, r.url, r.headers.get("X-Twice")], ["POST", at, "p, q"]);
  throws("TypeError", () => r.headers.set("x", "1"));
  throws("TypeError", () => r.headers.delete("x-twice"));
  throws("TypeError", () => r.clone().headers.append("x", "1"));
  new Request(r.clone()).headers.set("x", "1");
  const copy = r.clone();
  same([await r.text(), await copy.text()], ["hi", "hi"]);
  abortRequest(r, "gone");
  same([r.signal.reason, copy.signal.reason], ["gone", "gone"]);
});
test("attributes are getters of the prototype, so that Request can be subclassed", () => {
  class Own extends Request {
    get method() {
      return `own ${super.method}`;
    }
  }
  equal(new Own(at).method, "own GET");
  equal(Reflect.ownKeys(new Request(at)).length, 0);
  for (const key of ["url", "method", "headers", "signal", "body"]) {
    ok(typeof Object.getOwnPropertyDescriptor(Request.prototype, key).get === "function", key);
  }
  throws("TypeError", () => Request.prototype.url);
  equal(Object.prototype.toString.call(new Request(at)), "[object Request]");
});
