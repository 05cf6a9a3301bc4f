// once is the next event of a type.
const once = (target, type) => new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));
function pair() {
  const [a, b] = Object.values(new WebSocketPair());
  a.accept();
  b.accept();
  return [a, b];
}

test("shape", () => {
  same([WebSocket.CONNECTING, WebSocket.OPEN, WebSocket.CLOSING, WebSocket.CLOSED], [0, 1, 2, 3]);
  const p = new WebSocketPair();
  same(Object.keys(p), ["0", "1"]);
  ok(p[0] instanceof WebSocket && p[1] instanceof WebSocket && p[0] instanceof EventTarget);
  same([p[0].url, p[0].protocol, p[0].extensions, p[0].readyState, p[0].bufferedAmount, p[0].binaryType], ["", "", "", 1, 0, "blob"]);
  p[0].binaryType = "nonsense";
  equal(p[0].binaryType, "blob");
  throws("TypeError", () => WebSocket.prototype.send.call({}, "x"));
  throws("TypeError", () => new WebSocket());
});
test("the constructor refuses", () => {
  for (const url of ["ws://foo bar/", "ftp://a/", "about:blank", "https://a/#", "ws://a/#x", "#x"]) {
    throws("SyntaxError", () => new WebSocket(url));
  }
  for (const protocols of ["", " ", "a b", "é", "a,b", ["a", "A"], ["a", ""], "a\x00"]) {
    throws("SyntaxError", () => new WebSocket("ws://a/", protocols));
  }
});
test("messages of each type, in order", async () => {
  const [a, b] = pair();
  const bytes = new Uint8Array([1, 2, 3]);
  a.send("text \ud800");
  a.send(bytes.subarray(1));
  bytes[1] = 9;
  a.send(new Blob(["blob"]));
  a.send(5);
  equal((await once(b, "message")).data, "text \ufffd");
  const blob = (await once(b, "message")).data;
  ok(blob instanceof Blob);
  same([...await blob.bytes()], [2, 3]);
});
test("binaryType arraybuffer", async () => {
  const [a, b] = pair();
  b.binaryType = "arraybuffer";
  a.send(new Uint8Array([1, 2, 3]));
  const { data } = await once(b, "message");
  ok(data instanceof ArrayBuffer);
  equal(data.byteLength, 3);
});
test("what comes before accept is delivered then, in order", async () => {
  const [a, b] = Object.values(new WebSocketPair());
  throws("TypeError", () => a.send("x"));
  a.accept();
  a.send(1);
  a.send(2);
  await new Promise((resolve) => setTimeout(resolve));
  a.send(3);
  a.close(3000, "over");
  b.accept();
  b.accept();
  const got = [];
  b.onmessage = ({ data }) => got.push(data);
  const { code, reason, wasClean } = await once(b, "close");
  same(got, ["1", "2", "3"]);
  same([code, reason, wasClean], [3000, "over", true]);
});
test("close is answered", async () => {
  const [a, b] = pair();
  let state;
  b.onclose = () => { state = b.readyState; };
  a.close(1000, "done");
  equal(a.readyState, 2);
  const event = await once(a, "close");
  same([event.code, event.reason, event.wasClean, a.readyState, state], [1000, "done", true, 3, 3]);
  a.close();
  throws("TypeError", () => a.send("x"));
});
test("close without a code", async () => {
  const [a, b] = pair();
  a.close();
  equal((await once(b, "close")).code, 1005);
});
test("half open", async () => {
  const [a, b] = Object.values(new WebSocketPair());
  a.accept();
  b.accept({ allowHalfOpen: true });
  a.close(1000);
  await once(b, "close");
  equal(b.readyState, 2);
  b.send("last");
  equal((await once(a, "message")).data, "last");
  b.close(4001, "mine");
  same([(await once(a, "close")).code, a.readyState, b.readyState], [4001, 3, 3]);
});
test("what close refuses", () => {
  const [a] = pair();
  for (const code of [999, 1004, 1005, 1006, 1015, 5000]) throws("TypeError", () => a.close(code));
  throws("TypeError", () => a.close(undefined, "reason"));
  throws("SyntaxError", () => a.close(1000, "é".repeat(62)));
  throws("TypeError", () => new WebSocketPair()[0].close());
});
test("a response with a webSocket", () => {
  const [client, server] = Object.values(new WebSocketPair());
  const response = new Response(null, { status: 101, webSocket: client });
  equal(response.webSocket, client);
  equal(response.status, 101);
  equal(new Response().webSocket, null);
  throws("RangeError", () => new Response(null, { webSocket: client }));
  throws("RangeError", () => new Response(null, { status: 101 }));
  throws("TypeError", () => new Response(null, { status: 101, webSocket: {} }));
  throws("TypeError", () => new Response("body", { status: 101, webSocket: client }));
  throws("TypeError", () => response.clone());
});
test("a pair can be taken apart as a list", () => {
  const pair = new WebSocketPair();
  const [client, server, ...others] = pair;
  same([client === pair[0], server === pair[1], others], [true, true, []]);
});
