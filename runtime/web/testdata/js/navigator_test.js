test("navigator", () => {
  equal(navigator.userAgent, "thaw");
  ok(navigator instanceof Navigator);
  throws("TypeError", () => new Navigator());
  equal(Object.prototype.toString.call(navigator), "[object Navigator]");
});
test("self is the global object", () => {
  equal(self, globalThis);
});
