test("queueMicrotask runs in order, after the script", async () => {
  const order = [];
  queueMicrotask(() => order.push("a"));
  Promise.resolve().then(() => order.push("b"));
  queueMicrotask(() => order.push("c"));
  order.push("now");
  await new Promise((resolve) => setTimeout(resolve));
  same(order, ["now", "a", "b", "c"]);
});
test("queueMicrotask reports exceptions", async () => {
  const error = new Error("reported");
  const seen = new Promise((resolve) => {
    addEventListener("error", (event) => {
      event.preventDefault();
      resolve(event.error);
    }, { once: true });
  });
  queueMicrotask(() => { throw error; });
  equal(await seen, error);
});
test("queueMicrotask wants a function", () => {
  throws("TypeError", () => queueMicrotask());
  throws("TypeError", () => queueMicrotask("x"));
});
