test("is a DOMException with a quota", () => {
  const error = new QuotaExceededError("too much", { quota: 1, requested: 2.5 });
  ok(error instanceof DOMException && error instanceof Error);
  same([error.name, error.message, error.code, error.quota, error.requested], ["QuotaExceededError", "too much", 22, 1, 2.5]);
  const bare = new QuotaExceededError();
  same([bare.message, bare.quota, bare.requested], ["", null, null]);
  equal(Object.prototype.toString.call(error), "[object QuotaExceededError]");
});
test("refuses what can't be", () => {
  for (const options of [{ quota: -1 }, { requested: -1 }, { quota: 2, requested: 1 }]) {
    throws("RangeError", () => new QuotaExceededError("", options));
  }
  throws("TypeError", () => new QuotaExceededError("", { quota: NaN }));
  throws("TypeError", () => new QuotaExceededError("", 1));
});
test("is cloned as such", () => {
  const clone = structuredClone(new QuotaExceededError("too much", { quota: 1 }));
  ok(clone instanceof QuotaExceededError);
  same([clone.message, clone.quota, clone.requested], ["too much", 1, null]);
});
test("is what our own code throws", () => {
  const error = throws("QuotaExceededError", () => crypto.getRandomValues(new Uint8Array(65537)));
  ok(error instanceof QuotaExceededError);
  same([error.quota, error.requested], [null, null]);
});
