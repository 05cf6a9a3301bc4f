const next = (port) => new Promise((resolve) => {
  port.addEventListener("message", resolve, { once: true });
  port.start();
});

test("a message event", async () => {
  const { port1, port2 } = new MessageChannel();
  port2.postMessage({ a: [1] });
  const event = await next(port1);
  ok(event instanceof MessageEvent && event.isTrusted);
  same([event.data, event.origin, event.lastEventId, event.source, event.ports], [{ a: [1] }, "", "", null, []]);
  ok(Object.isFrozen(event.ports) && event.target === port1);
});
test("shape", () => {
  throws("TypeError", () => new MessagePort());
  throws("TypeError", () => MessageChannel());
  throws("TypeError", () => MessagePort.prototype.postMessage.call({}, 1));
  equal(Object.prototype.toString.call(new MessageChannel().port1), "[object MessagePort]");
  equal(typeof globalThis.postMessage, "undefined");
  throws("TypeError", () => new MessageChannel().port1.postMessage());
  throws("TypeError", () => new MessageChannel().port1.postMessage(1, 2));
  throws("TypeError", () => new MessageChannel().port1.postMessage(1, [1]));
});
test("onmessage starts the port, addEventListener does not", async () => {
  const { port1, port2 } = new MessageChannel();
  const got = [];
  port1.addEventListener("message", (event) => got.push(event.data));
  port2.postMessage("x");
  await new Promise((resolve) => setTimeout(resolve));
  same(got, []);
  port1.onmessage = null;
  await new Promise((resolve) => setTimeout(resolve));
  same(got, ["x"]);
});
test("a port moves with its messages", async () => {
  const a = new MessageChannel();
  const b = new MessageChannel();
  a.port1.postMessage("before");
  b.port1.postMessage("take", [a.port2]);
  a.port1.postMessage("after");
  const event = await next(b.port2);
  const [moved] = event.ports;
  ok(moved instanceof MessagePort && moved !== a.port2);
  equal((await next(moved)).data, "before");
  equal((await next(moved)).data, "after");
  moved.postMessage("back");
  equal((await next(a.port1)).data, "back");
  throws("DataCloneError", () => b.port1.postMessage(null, [a.port2]));
});
test("what cannot be posted", () => {
  const { port1, port2 } = new MessageChannel();
  throws("DataCloneError", () => port1.postMessage(port2));
  throws("DataCloneError", () => port1.postMessage(null, [port1]));
  throws("DataCloneError", () => port1.postMessage(Symbol()));
  const other = new MessageChannel().port1;
  throws("DataCloneError", () => port1.postMessage(null, [other, other]));
  throws("DataCloneError", () => port1.postMessage(() => {}, [other]));
  port1.postMessage(null, { transfer: [other] }); // the failed transfers have left it alone
});
test("a port that is sent through its own channel is lost", async () => {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage("lost", [port2]);
  await new Promise((resolve) => setTimeout(resolve));
});
test("close", async () => {
  const { port1, port2 } = new MessageChannel();
  const closed = new Promise((resolve) => port1.onclose = resolve);
  const message = next(port1);
  port2.postMessage("last");
  port2.close();
  port2.close();
  port2.postMessage("never");
  equal((await message).data, "last");
  ok((await closed) instanceof Event);
  throws("DataCloneError", () => structuredClone(null, { transfer: [port2] }));
});
test("close reaches a port that has moved", async () => {
  const { port1, port2 } = new MessageChannel();
  port1.close();
  const moved = structuredClone(port2, { transfer: [port2] });
  await new Promise((resolve) => moved.onclose = resolve);
});
test("structuredClone moves a port", async () => {
  const { port1, port2 } = new MessageChannel();
  const { port } = structuredClone({ port: port2 }, { transfer: [port2] });
  port1.postMessage(7);
  equal((await next(port)).data, 7);
});
test("MessageEvent takes ports", () => {
  const { port1 } = new MessageChannel();
  const event = new MessageEvent("message", { ports: [port1], source: port1 });
  ok(event.ports[0] === port1 && event.source === port1);
  throws("TypeError", () => new MessageEvent("message", { ports: [1] }));
});
