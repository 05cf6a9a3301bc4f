test("a message reaches all others of the name", async () => {
  const [a, b, c, other] = ["x", "x", "x", "y"].map((name) => new BroadcastChannel(name));
  const got = [];
  a.onmessage = other.onmessage = () => got.push("wrong");
  const value = { n: 1 };
  const both = Promise.all([b, c].map((channel) => new Promise((resolve) => channel.onmessage = resolve)));
  a.postMessage(value);
  value.n = 2;
  const [first, second] = await both;
  same([first.data, second.data], [{ n: 1 }, { n: 1 }]);
  ok(first.data !== second.data);
  equal(first.origin, "https://base.test");
  same(got, []);
});
test("getters of a message are read once", () => {
  const channels = [1, 2, 3].map(() => new BroadcastChannel("getters"));
  let reads = 0;
  channels[0].postMessage({ get x() { return reads++; } });
  equal(reads, 1);
});
test("close", async () => {
  const [a, b] = [new BroadcastChannel("z"), new BroadcastChannel("z")];
  b.onmessage = () => { throw new Error("delivered"); };
  a.postMessage(1);
  b.close();
  b.close();
  throws("InvalidStateError", () => b.postMessage(1));
  throws("DataCloneError", () => a.postMessage(Symbol()));
  throws("TypeError", () => a.postMessage());
  throws("TypeError", () => new BroadcastChannel());
});
