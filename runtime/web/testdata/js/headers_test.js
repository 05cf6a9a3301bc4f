test("Headers takes pairs, records, headers and iterables", () => {
  same([...new Headers([["b", " 1 "], ["A", "x"], ["b", "2"], ["c", ""]])], [["a", "x"], ["b", "1, 2"], ["c", ""]]);
  same([...new Headers({ "X-One": 1, y: "é" })], [["x-one", "1"], ["y", "é"]]);
  same([...new Headers(new Map([["k", "v"]]))], [["k", "v"]]);
  same([...new Headers(new Headers({ k: "v" }))], [["k", "v"]]);
  same([...new Headers()], []);
  same([...new Headers(undefined)], []);
  same([...new Headers({ a: "1", A: "2" })], [["a", "1, 2"]]);
});
test("Headers refuses what is no list of headers", () => {
  for (const bad of [null, 1, "a: b", [["a"]], [["a", "b", "c"]], [5], { "bad name": "v" }, { a: "x\ny" }, { [Symbol()]: "x" }, { a: "\u0100" }, { "": "x" }]) {
    throws("TypeError", () => new Headers(bad));
  }
});
test("names are lower-cased and values are stripped", () => {
  const h = new Headers();
  h.append("X-A", "\t 1 \r\n");
  equal(h.get("x-a"), "1");
  h.append("x-a", "2");
  equal(h.get("X-A"), "1, 2");
  h.set("x-A", "3");
  equal(h.get("x-a"), "3");
  ok(h.has("X-a"));
  h.delete("X-A");
  equal(h.has("x-a"), false);
  equal(h.get("x-a"), null);
});
test("set keeps the place and removes the others", () => {
  const h = new Headers([["a", "1"], ["b", "2"], ["a", "3"], ["c", "a"]]);
  h.set("a", "4");
  same([...h], [["a", "4"], ["b", "2"], ["c", "a"]]);
});
test("methods check names, values, arguments and receivers", () => {
  const h = new Headers();
  for (const bad of ["", "a b", "a:", "é", "(x)", "a\n"]) {
    throws("TypeError", () => h.get(bad));
    throws("TypeError", () => h.set(bad, "v"));
    throws("TypeError", () => h.delete(bad));
    throws("TypeError", () => h.has(bad));
  }
  for (const bad of ["a\0b", "a\rb", "a\nb", "\u0100"]) throws("TypeError", () => h.append("x", bad));
  h.set("x", "a\u007fb\u00ff\tc");
  equal(h.get("x"), "a\u007fb\u00ff\tc");
  throws("TypeError", () => h.append("x"));
  throws("TypeError", () => h.get());
  throws("TypeError", () => Headers.prototype.get.call({}, "x"));
  throws("TypeError", () => Headers.prototype.entries.call({}));
  throws("TypeError", () => h.get(Symbol()));
});
test("Set-Cookie values stay apart", () => {
  const h = new Headers({ "content-type": "application/json" });
  h.append("Set-Cookie", "theme=dark; Expires=Wed, 01 Jan 2031 00:00:00 GMT");
  h.append("set-cookie", "lang=de");
  h.append("X-Tag", "a");
  h.append("x-tag", "b");
  const copy = new Headers(h);
  same(copy.getSetCookie(), ["theme=dark; Expires=Wed, 01 Jan 2031 00:00:00 GMT", "lang=de"]);
  same([...copy].map(([k]) => k), ["content-type", "set-cookie", "set-cookie", "x-tag"]);
  equal(copy.get("set-cookie"), "theme=dark; Expires=Wed, 01 Jan 2031 00:00:00 GMT, lang=de");
  copy.delete("set-cookie");
  same(copy.getSetCookie(), []);
  equal(h.getSetCookie().length, 2);
});
test("iteration is sorted and live", () => {
  const h = new Headers([["b", "1"], ["a", "x"], ["c", ""]]);
  const during = [];
  for (const [k] of h) {
    during.push(k);
    if (k === "a") h.append("aa", "new");
  }
  same(during, ["a", "aa", "b", "c"]);
  same([...h.keys()], ["a", "aa", "b", "c"]);
  same([...h.values()], ["x", "new", "1", ""]);
  equal(h[Symbol.iterator], h.entries);
  equal(Object.prototype.toString.call(h.entries()), "[object Headers Iterator]");
});
test("forEach passes value, key and headers", () => {
  const h = new Headers({ a: "1" });
  const seen = [];
  h.forEach(function (value, key, all) { seen.push(value, key, all === h, this.tag); }, { tag: "T" });
  same(seen, ["1", "a", true, "T"]);
  throws("TypeError", () => h.forEach());
  throws("TypeError", () => h.forEach({}));
});
test("a record is read in Web IDL's order", () => {
  const log = [];
  const record = new Proxy({ a: "b", c: "d" }, {
    get: (t, k, r) => (log.push(["get", String(k)]), Reflect.get(t, k, r)),
    getOwnPropertyDescriptor: (t, k) => (log.push(["descriptor", k]), Reflect.getOwnPropertyDescriptor(t, k)),
    ownKeys: (t) => (log.push(["keys"]), Reflect.ownKeys(t)),
  });
  new Headers(record);
  same(log, [["get", "Symbol(Symbol.iterator)"], ["keys"], ["descriptor", "a"], ["get", "a"], ["descriptor", "c"], ["get", "c"]]);
});
test("Headers has no own keys", () => equal(Reflect.ownKeys(new Headers({ a: "1" })).length, 0));
test("getAll is for Set-Cookie, as in Workers", () => {
  const headers = new Headers([["Set-Cookie", "a=1"], ["x", "y"], ["set-cookie", "b=2"]]);
  same(headers.getAll("SET-cookie"), ["a=1", "b=2"]);
  same(new Headers().getAll("set-cookie"), []);
  throws("TypeError", () => headers.getAll("x"));
  throws("TypeError", () => headers.getAll());
});
test("Set-Cookie stays apart through copies, set, delete and iteration", () => {
  const headers = new Headers([["set-cookie", "a=1"], ["x", "y"], ["set-cookie", "b=2, c"]]);
  const copies = [
    new Headers(headers), new Headers([...headers]), new Response(null, { headers }).clone().headers,
    new Request("http://a.test/", { headers }).clone().headers, new Response(null, new Response(null, { headers })).headers,
  ];
  for (const copy of copies) same(copy.getSetCookie(), ["a=1", "b=2, c"]);
  equal(headers.get("set-cookie"), "a=1, b=2, c");
  same([...headers.keys()], ["set-cookie", "set-cookie", "x"]);
  const seen = [];
  for (const [name, value] of headers) {
    seen.push(value);
    if (value === "a=1") headers.append("set-cookie", "d=3");
  }
  same(seen, ["a=1", "b=2, c", "d=3", "y"]);
  headers.set("set-cookie", "only");
  same(headers.getSetCookie(), ["only"]);
  headers.delete("Set-Cookie");
  same([headers.getSetCookie(), headers.has("set-cookie")], [[], false]);
});
