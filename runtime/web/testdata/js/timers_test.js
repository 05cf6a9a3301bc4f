const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
test("timers of equal times run in the order in which they were set", async () => {
  const order = [];
  setTimeout(() => order.push("a"), 2);
  setTimeout(() => order.push("b"), 2);
  setTimeout(() => order.push("c"), 0);
  await wait(10);
  equal(order.join(""), "cab");
});
test("arguments are passed and this is the global", async () => {
  const got = await new Promise((resolve) => setTimeout(function (...args) { resolve([this === globalThis, args]); }, 0, 1, "x"));
  same(got, [true, [1, "x"]]);
});
test("setInterval repeats until it is cleared, from within too", async () => {
  let n = 0;
  const id = setInterval(() => { if (++n === 3) clearInterval(id); }, 1);
  await wait(20);
  equal(n, 3);
});
test("clearTimeout clears either kind and forgives unknown ids", async () => {
  let ran = false;
  clearInterval(setTimeout(() => (ran = true), 1));
  clearTimeout(12345);
  clearTimeout();
  await wait(5);
  equal(ran, false);
});
test("ids are positive integers and the timeout is a long", async () => {
  ok(Number.isInteger(setTimeout(() => {}, 0)) && setTimeout(() => {}) > 0);
  await new Promise((resolve) => setTimeout(resolve, Infinity));
  await new Promise((resolve) => setTimeout(resolve, -5));
  await new Promise((resolve) => setTimeout(resolve, "0.9"));
  throws("TypeError", () => setTimeout());
});
test("a string is evaluated in the global scope", async () => {
  globalThis.evaluated = 0;
  setTimeout("evaluated = 7", 0);
  await wait(2);
  equal(evaluated, 7);
});
test("microtasks run before the next timer", async () => {
  const order = [];
  setTimeout(() => { order.push(1); Promise.resolve().then(() => order.push(2)); }, 1);
  setTimeout(() => order.push(3), 1);
  await wait(10);
  equal(order.join(""), "123");
});
