test("Response has the defaults of the standard", () => {
  const r = new Response();
  same([r.status, r.statusText, r.ok, r.type, r.url, r.redirected, r.body, r.bodyUsed], [200, "", true, "default", "", false, null, false]);
  equal(r.headers, r.headers);
  same([...r.headers], []);
});
test("Response takes status, statusText and headers", () => {
  const r = new Response(null, { status: 404, statusText: "Not\tH\u00e9re", headers: { a: "b" } });
  same([r.status, r.statusText, r.ok, r.headers.get("a")], [404, "Not\tH\u00e9re", false, "b"]);
  equal(new Response(null, new Response(null, { status: 299, headers: { x: "y" } })).headers.get("x"), "y");
});
test("null body statuses take no body", () => {
  for (const status of [204, 205, 304]) {
    throws("TypeError", () => new Response("x", { status }));
    throws("TypeError", () => new Response("", { status }));
    equal(new Response(null, { status }).body, null);
    equal(new Response(undefined, { status }).body, null);
  }
  throws("TypeError", () => Response.json({}, { status: 204 }));
});
test("a status must be in the range", () => {
  for (const status of [0, 100, 101, 199, 600, 65536 + 199]) throws("RangeError", () => new Response(null, { status }));
  equal(new Response(null, { status: 65536 + 201 }).status, 201);
  equal(new Response(null, { status: "201" }).status, 201);
  throws("TypeError", () => new Response(null, { statusText: "a\nb" }));
  throws("TypeError", () => new Response(null, { statusText: "\u0100" }));
  throws("TypeError", () => new Response(null, 5));
  throws("TypeError", () => Response());
});
test("Response.json", async () => {
  const r = Response.json({ a: ["\u00e9"] }, { status: 201, headers: { "x-a": "1" } });
  same([r.status, r.headers.get("content-type"), r.headers.get("x-a")], [201, "application/json", "1"]);
  same(await r.json(), { a: ["\u00e9"] });
  equal(Response.json(1, { headers: { "content-type": "a/b" } }).headers.get("content-type"), "a/b");
  throws("TypeError", () => Response.json(undefined));
  throws("TypeError", () => Response.json(() => {}));
  throws("TypeError", () => Response.json());
  throws("RangeError", () => Response.json(1, { status: 1 }));
});
test("Response.redirect", () => {
  const r = Response.redirect("https://to.test/a?b#c", 308);
  same([r.status, r.headers.get("location"), r.body], [308, "https://to.test/a?b#c", null]);
  equal(Response.redirect("/x").headers.get("location"), "https://base.test/x");
  equal(Response.redirect("/x").status, 302);
  throws("RangeError", () => Response.redirect("https://to.test/", 200));
  throws("TypeError", () => Response.redirect("http://", 302));
  throws("TypeError", () => r.headers.set("a", "b"));
});
test("Response.error", () => {
  const r = Response.error();
  same([r.type, r.status, r.statusText, r.body, r.ok], ["error", 0, "", null, false]);
  throws("TypeError", () => r.headers.append("a", "b"));
});
test("clone copies all but shares nothing", async () => {
  const r = new Response("body", { status: 201, statusText: "S", headers: { a: "1" } });
  const copy = r.clone();
  copy.headers.set("a", "2");
  same([copy.status, copy.statusText, r.headers.get("a"), await copy.text(), await r.text()], [201, "S", "1", "body", "body"]);
  throws("TypeError", () => r.clone());
  throws("TypeError", () => Response.redirect("/x").clone().headers.set("a", "b"));
});
test("Set-Cookie stays apart in a response", () => {
  const headers = new Headers([["Set-Cookie", "a=1; Expires=Wed, 01 Jan 2031 00:00:00 GMT"], ["set-cookie", "b=2"], ["x", "1"], ["X", "2"]]);
  const r = new Response(null, { headers: new Headers(headers) });
  same(r.headers.getSetCookie(), ["a=1; Expires=Wed, 01 Jan 2031 00:00:00 GMT", "b=2"]);
  equal(r.headers.get("x"), "1, 2");
});
test("Response can be subclassed, has no own keys and looks like an interface", () => {
  class Own extends Response {}
  ok(new Own("x") instanceof Own);
  equal(Reflect.ownKeys(new Response()).length, 0);
  equal(Object.prototype.toString.call(new Response()), "[object Response]");
  ok(typeof Object.getOwnPropertyDescriptor(Response.prototype, "status").get === "function", "status is a getter of the prototype");
  ok(Object.getOwnPropertyDescriptor(Response.prototype, "text").enumerable, "text is enumerable");
});
test("responseParts hands a body over as it is known", () => {
  const { responseParts } = __host.load("35_response");
  const r = new Response("x", { status: 201, headers: { "X-A": "1" } });
  same(responseParts(r), { status: 201, statusText: "", headerList: ["x-a", "1", "content-type", "text/plain;charset=UTF-8"], body: "x", webSocket: null, encoded: false });
  equal(r.bodyUsed, true);
  throws("TypeError", () => responseParts(r));
  ok(responseParts(new Response(new Uint8Array(3))).body instanceof Uint8Array, "bytes");
  const stream = new ReadableStream();
  equal(responseParts(new Response(stream)).body, stream);
  equal(responseParts(new Response()).body, null);
  const touched = new Response("y");
  touched.body.getReader().releaseLock();
  equal(responseParts(touched).body, touched.body);
});
test("responseParts hands a body over as it is known though its stream went through other responses", () => {
  const { responseParts } = __host.load("35_response");
  const first = new Response("y");
  const { body } = first;
  const second = new Response(new Response(body, first).body, first);
  equal(second.body, body);
  equal(responseParts(second).body, "y");
  same([body.locked, first.bodyUsed, second.bodyUsed], [true, true, true]);
  throws("TypeError", () => responseParts(first));
  throws("TypeError", () => body.getReader());
});
