const stream = (...chunks) => new ReadableStream({
  start(controller) {
    for (const chunk of chunks) controller.enqueue(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
    controller.close();
  },
});
const post = (body, init = {}) => new Request("https://in.test/", { method: "POST", body, duplex: "half", ...init });
test("bodies of all kinds, with their Content-Type", async () => {
  const cases = [
    ["t\u00e9", "text/plain;charset=UTF-8", "t\u00e9"],
    ["", "text/plain;charset=UTF-8", ""],
    [5, "text/plain;charset=UTF-8", "5"],
    [{}, "text/plain;charset=UTF-8", "[object Object]"],
    [new URLSearchParams("a=1&b=2"), "application/x-www-form-urlencoded;charset=UTF-8", "a=1&b=2"],
    [new Blob(["blob"], { type: "x/y" }), "x/y", "blob"],
    [new Blob(["blob"]), null, "blob"],
    [new Uint8Array([104, 105]), null, "hi"],
    [new Uint8Array([104, 105, 106]).subarray(1), null, "ij"],
    [new Uint8Array([104, 105]).buffer, null, "hi"],
    [new DataView(new Uint8Array([104, 105]).buffer, 1), null, "i"],
    [stream("a", "b"), null, "ab"],
  ];
  for (const [body, type, text] of cases) {
    const response = new Response(body);
    equal(response.headers.get("content-type"), type);
    equal(await response.text(), text);
  }
});
test("a Content-Type that was given is kept", () => {
  equal(new Response("x", { headers: { "Content-Type": "a/b" } }).headers.get("content-type"), "a/b");
  equal(post("x", { headers: [["content-type", ""]] }).headers.get("content-type"), "");
});
test("each method reads a body in its form", async () => {
  same(await new Response('{"a":[1]}').json(), { a: [1] });
  same(Array.from(new Uint8Array(await new Response("\u00e9").arrayBuffer())), [195, 169]);
  const bytes = await new Response("hi").bytes();
  ok(bytes instanceof Uint8Array && bytes.length === 2, "bytes");
  const blob = await new Response("hi", { headers: { "content-type": 'Text/Plain; Charset="utf-8"' } }).blob();
  same([blob instanceof Blob, blob.size, blob.type], [true, 2, "text/plain;charset=utf-8"]);
  equal((await new Response(new Uint8Array(1)).blob()).type, "");
});
test("a null body reads as empty and is never used", async () => {
  const response = new Response();
  same([await response.text(), await response.text(), (await response.arrayBuffer()).byteLength], ["", "", 0]);
  same([response.bodyUsed, response.body], [false, null]);
  await rejects("SyntaxError", response.json());
});
test("a body is read once", async () => {
  for (const make of [() => new Response("x"), () => new Response(stream("x")), () => post("x"), () => new Response(new Uint8Array(2))]) {
    const message = make();
    equal(message.bodyUsed, false);
    const first = message.text();
    equal(message.bodyUsed, true);
    await first;
    for (const method of ["text", "json", "arrayBuffer", "bytes", "blob", "formData"]) await rejects("TypeError", message[method]());
  }
});
test("a BOM is dropped", async () => {
  equal(await new Response("\ufeffa").text(), "a");
  equal(await new Response(new Uint8Array([0xef, 0xbb, 0xbf, 0x61])).text(), "a");
  equal(await new Response("\ufeff1").json(), 1);
  equal((await new Response("\ufeffa").arrayBuffer()).byteLength, 4);
});
test("lone surrogates become U+FFFD", async () => equal(await new Response("a\ud800").text(), "a\ufffd"));
test("bytes that were given or read are copies", async () => {
  const source = new Uint8Array([97]);
  const response = new Response(source);
  source[0] = 98;
  const copy = response.clone();
  const bytes = await response.bytes();
  bytes[0] = 99;
  equal(await copy.text(), "a");
});
test("body is a stream of the bytes, always the same", async () => {
  const response = new Response("hey");
  const { body } = response;
  ok(body instanceof ReadableStream);
  equal(response.body, body);
  const reader = body.getReader();
  const { value } = await reader.read();
  same(Array.from(value), [104, 101, 121]);
  equal(response.bodyUsed, true);
  equal((await reader.read()).done, true);
  const given = stream("x");
  equal(new Response(given).body, given);
});
test("a locked body can't be read, an unlocked one can", async () => {
  const response = new Response("x");
  const reader = response.body.getReader();
  equal(response.bodyUsed, false);
  await rejects("TypeError", response.text());
  throws("TypeError", () => response.clone());
  reader.releaseLock();
  equal(await response.text(), "x");
});
test("a body that was read shows a stream that is locked and at its end", async () => {
  const response = new Response("x");
  await response.text();
  equal(response.body.locked, true);
  throws("TypeError", () => response.body.getReader());
  equal(response.bodyUsed, true);
});
test("a stream that is locked or disturbed is no body", async () => {
  const locked = stream("x");
  locked.getReader();
  throws("TypeError", () => new Response(locked));
  const read = stream("x");
  await new Response(read).text();
  throws("TypeError", () => new Response(read));
});
test("clone gives two whole bodies, whichever is read first", async () => {
  const made = post(stream("one,", "two,", "three"), { method: "PUT", headers: { "x-k": "v" } });
  const twin = made.clone();
  same(await Promise.all([twin.text(), made.text()]), ["one,two,three", "one,two,three"]);
  same([twin.method, twin.headers.get("x-k")], ["PUT", "v"]);
  throws("TypeError", () => made.clone());
  const response = new Response("s");
  response.body;
  const copy = response.clone();
  same([await copy.text(), await response.text()], ["s", "s"]);
});
test("a stream's errors and wrong chunks reject", async () => {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new RangeError("broke")) });
  await rejects("RangeError", new Response(broken).text());
  await rejects("TypeError", new Response(new ReadableStream({ start(c) { c.enqueue("text"); c.close(); } })).text());
});
test("members check their receivers", async () => {
  await rejects("TypeError", Response.prototype.text.call({}));
  await rejects("TypeError", Request.prototype.text.call(new Response("x")));
  throws("TypeError", () => Response.prototype.body);
  throws("TypeError", () => Response.prototype.bodyUsed);
});
test("the stream of a text or of bytes is one, looked into or not", async () => {
  for (const [init, text] of [["\u00e9x", "\u00e9x"], [new Uint8Array([104, 105]), "hi"], ["", ""]]) {
    const through = new Response(new Response(init).body);
    same([through.body.locked, through.bodyUsed, through.headers.get("content-type")], [false, false, null]);
    equal(await through.text(), text);
    same([through.body.locked, through.bodyUsed], [true, true]);
    await rejects("TypeError", through.text());

    const [a, b] = new Response(init).body.tee();
    same([await new Response(a).text(), await new Response(b).text()], [text, text]);

    const released = new Response(init);
    released.body.getReader().releaseLock();
    equal(await released.text(), text);

    const copied = new Response(new Response(init).body);
    same([await copied.clone().text(), await copied.text()], [text, text]);

    const reader = new Response(init).body.getReader();
    if (text !== "") equal(new TextDecoder().decode((await reader.read()).value), text);
    same(await reader.read(), { value: undefined, done: true });

    const cancelled = new Response(init);
    await cancelled.body.cancel();
    same([cancelled.bodyUsed, cancelled.body.locked], [true, false]);
    same(await cancelled.body.getReader().read(), { value: undefined, done: true });
  }
  const bytes = new Uint8Array([1, 2, 3]);
  const response = new Response(bytes);
  const reader = response.body.getReader({ mode: "byob" });
  const { value } = await reader.read(new Uint8Array(2));
  value.fill(9);
  same([[...value], [...(await reader.read(new Uint8Array(2))).value], [...bytes]], [[9, 9], [3], [1, 2, 3]]);
});
