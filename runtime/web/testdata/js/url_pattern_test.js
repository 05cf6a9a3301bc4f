"use strict";
test("a pathname with groups", () => {
  const pattern = new URLPattern({ pathname: "/books/:id(\\d+)/:page?" });
  equal(pattern.pathname, "/books/:id(\\d+)/:page?");
  equal(pattern.hostname, "*");
  ok(pattern.hasRegExpGroups);
  ok(pattern.test("https://example.com/books/12"));
  ok(!pattern.test("https://example.com/books/x"));
  const result = pattern.exec("https://example.com/books/12/3?q");
  same(result.pathname, { input: "/books/12/3", groups: { id: "12", page: "3" } });
  same(result.inputs, ["https://example.com/books/12/3?q"]);
  same(result.search, { input: "q", groups: { 0: "q" } });
  equal(pattern.exec("https://example.com/books/12").pathname.groups.page, undefined);
});
test("a constructor string", () => {
  const pattern = new URLPattern("https://*.example.com/:name/*?");
  equal(pattern.protocol, "https");
  equal(pattern.hostname, "*.example.com");
  equal(pattern.port, "");
  ok(!pattern.hasRegExpGroups);
  equal(pattern.exec("https://a.example.com/x/y/z").pathname.groups.name, "x");
  equal(pattern.exec("https://example.com/x"), null);
});
test("a base URL, in both places", () => {
  ok(new URLPattern("/a/*", "https://example.com").test("/a/b", "https://example.com"));
  ok(new URLPattern({ pathname: "b", baseURL: "https://example.com/a/" }).test("https://example.com/a/b"));
  throws("TypeError", () => new URLPattern("/a"));
  throws("TypeError", () => new URLPattern({ pathname: "/a" }, "https://example.com"));
  throws("TypeError", () => new URLPattern({}).test({}, "https://example.com"));
});
test("ignoreCase", () => {
  ok(new URLPattern({ pathname: "/Foo-Bar/:x" }, { ignoreCase: true }).test({ pathname: "/fOO-bAR/1" }));
  ok(!new URLPattern({ pathname: "/Foo" }).test({ pathname: "/foo" }));
  ok(new URLPattern("/Foo", "https://example.com", { ignoreCase: true }).test("https://example.com/foo"));
});
test("punctuation beside groups, which is fixed text", () => {
  ok(new URLPattern({ pathname: "/a-b\\:\\:c/:id([a-z]+)" }).test({ pathname: "/a-b::c/x" }));
  ok(new URLPattern({ hostname: "(sub.)?example(.com/)foo" }).hostname === "(sub.)?example(.com/)foo");
});
test("many groups", () => {
  const pathname = Array.from({ length: 300 }, (_, i) => `/:a${i}`).join("");
  const { groups } = new URLPattern({ pathname }).exec({ pathname: "/x".repeat(299) + "/y" }).pathname;
  equal([groups.a0, groups.a299].join(), "x,y");
});
test("what is no pattern", () => {
  for (const pathname of ["/:", "/(", "/()", "/((a))", "/{a", "/:a/:a", "/([)", "/(\\m)"]) throws("TypeError", () => new URLPattern({ pathname }));
  throws("TypeError", () => new URLPattern({ port: "x" }));
  throws("TypeError", () => new URLPattern({ baseURL: "nowhere" }));
  throws("TypeError", () => URLPattern({}));
});
test("the shape of the interface", () => {
  equal(URLPattern.length, 0);
  equal(Object.prototype.toString.call(new URLPattern()), "[object URLPattern]");
  ok(new URLPattern().test());
});
