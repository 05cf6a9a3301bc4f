// events reads a stream of these chunks of text to its end: [type, data, lastEventId] each.
async function events(chunks, types = ["message"]) {
  const encoder = new TextEncoder();
  const stream = new ReadableStream({ start(c) { for (const chunk of chunks) c.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk); c.close(); } });
  const source = EventSource.from(stream), all = [];
  await new Promise((resolve) => {
    for (const type of types) source.addEventListener(type, (e) => all.push([e.type, e.data, e.lastEventId]));
    source.onerror = resolve;
  });
  equal(source.readyState, EventSource.CLOSED);
  return all;
}
const of = (...data) => data.map((text) => ["message", text, ""]);

test("what a stream says", async () => {
  const cases = [
    ["data: a\n\n", of("a")],
    ["data:a\ndata: b\ndata:  c\n\ndata\n\n", of("a\nb\n c", "")],
    ["data: a\r\rdata: b\r\n\r\ndata: c\n\r", of("a", "b", "c")],
    ["\ufeffdata: a\n\n\ufeffdata: b\n\n", of("a")],
    [": comment\ndata: a\n:\n\n", of("a")],
    ["data: never ends", []],
    ["data: a\n\ndata: no last empty line\n", of("a")],
    ["DATA: a\n\nda ta: b\n\n data: c\n\ndata : d\n\n", []],
    ["data: \u00e4\u{1f600}\0\n\n", of("\u00e4\u{1f600}\0")],
    ["event: x\ndata: a\n\ndata: b\n\nevent: x\n\ndata: c\nevent:\n\n", [["x", "a", ""], ["message", "b", ""], ["message", "c", ""]]],
    ["id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\nid: 2\n\ndata: d\n\nid: 3\0\ndata: e\n\n",
      [["message", "a", "1"], ["message", "b", "1"], ["message", "c", ""], ["message", "d", "2"], ["message", "e", "2"]]],
  ];
  for (const [text, want] of cases) same(await events([text], ["message", "x"]), want, text);
});
test("however it is cut", async () => {
  const text = "data: \u00e4\r\ndata: b\r\n\r\rid: 1\r\nevent: x\ndata: c\n\n";
  const bytes = new TextEncoder().encode(text);
  const want = [["message", "\u00e4\nb", ""], ["x", "c", "1"]];
  for (let cut = 0; cut <= bytes.length; cut++) {
    same(await events([bytes.slice(0, cut), bytes.slice(cut)], ["message", "x"]), want, `cut at ${cut}`);
  }
  same(await events([...bytes].map((b) => new Uint8Array([b])), ["message", "x"]), want);
});
test("its events", async () => {
  let controller;
  const source = EventSource.from(new ReadableStream({ start(c) { controller = c; } }));
  same([source.readyState, source.url, source.withCredentials], [EventSource.CONNECTING, "", false]);
  await new Promise((resolve) => (source.onopen = resolve));
  equal(source.readyState, EventSource.OPEN);
  controller.enqueue(new TextEncoder().encode("data: a\n\ndata: b\n\n"));
  const got = await new Promise((resolve) => (source.onmessage = (e) => {
    source.close(); // "b" is there, but comes no more
    resolve(e);
  }));
  ok(got instanceof MessageEvent && got.isTrusted);
  same([got.data, got.origin, source.readyState], ["a", "", EventSource.CLOSED]);
});
test("close cancels the stream", async () => {
  const reason = await new Promise((resolve) => EventSource.from(new ReadableStream({ cancel: resolve })).close());
  equal(reason.name, "AbortError");
});
test("the constructor", () => {
  equal(EventSource.length, 1);
  throws("TypeError", () => new EventSource());
  throws("SyntaxError", () => new EventSource("http://this is invalid/"));
  throws("TypeError", () => EventSource("/"));
  throws("TypeError", () => EventSource.from({}));
  const source = new EventSource("x?y", { withCredentials: 1 });
  same([source.url, source.withCredentials, source.readyState, source.CLOSED], ["https://base.test/dir/x?y", true, 0, 2]);
  source.close();
  equal(source.readyState, 2);
});
