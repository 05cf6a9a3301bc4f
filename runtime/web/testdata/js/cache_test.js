const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const put = (url, body, headers, status = 200) => caches.default.put(url, new Response(body, { status, headers }));
const textAt = async (url, headers = {}, cache = caches.default) => {
  const response = await cache.match(new Request(url, { headers }));
  return response === undefined ? undefined : response.text();
};

test("what was put is found, with its head", async () => {
  const original = new Response("body", { status: 201, statusText: "Made", headers: { "x-a": "\u00e9", "cache-control": "max-age=60" } });
  equal(await caches.default.put("https://a.test/1?q#frag", original), undefined);
  ok(original.bodyUsed);
  const found = await caches.default.match("https://a.test/1?q#other");
  same([found.status, found.statusText, found.url, found.redirected, found.type], [201, "Made", "", false, "default"]);
  same([found.headers.get("x-a"), found.headers.get("cf-cache-status"), found.headers.get("age")], ["\u00e9", "HIT", "0"]);
  equal(await found.text(), "body");
  throws("TypeError", () => found.headers.set("a", "b"));
  equal(await textAt("https://a.test/1?q"), "body");
  equal(await caches.default.match("https://a.test/1"), undefined);
  equal(await caches.default.match("http://a.test/1?q"), undefined);
});
test("an entry is replaced, and deleted", async () => {
  await put("https://a.test/2", "old");
  await put("https://a.test/2", "new");
  equal(await textAt("https://a.test/2"), "new");
  equal(await caches.default.delete("https://a.test/2"), true);
  equal(await caches.default.delete("https://a.test/2"), false);
  equal(await textAt("https://a.test/2"), undefined);
});
test("caches have their own entries", async () => {
  const one = await caches.open("one"), two = await caches.open("two");
  ok(one instanceof Cache);
  equal(await caches.open("one"), one);
  ok(one !== caches.default);
  await one.put("https://a.test/3", new Response("1"));
  equal(await textAt("https://a.test/3", {}, one), "1");
  equal(await textAt("https://a.test/3", {}, two), undefined);
  equal(await textAt("https://a.test/3"), undefined);
});
test("methods", async () => {
  await put("https://a.test/4", "x");
  const post = new Request("https://a.test/4", { method: "POST" });
  await rejects("TypeError", caches.default.put(post, new Response("x")));
  equal(await caches.default.match(post), undefined);
  equal(await caches.default.delete(post), false);
  equal(await (await caches.default.match(post, { ignoreMethod: true })).text(), "x");
  equal(await caches.default.delete(post, { ignoreMethod: true }), true);
});
test("what can't be put is refused", async () => {
  await rejects("TypeError", put("https://a.test/5", "x", {}, 206));
  await rejects("TypeError", put("https://a.test/5", "x", { vary: "accept, *" }));
  await rejects("TypeError", put("data:,x", "x"));
  await rejects("TypeError", caches.default.put("https://a.test/5", {}));
  await rejects("TypeError", caches.default.put("https://a.test/5"));
  const used = new Response("x");
  await used.text();
  await rejects("TypeError", caches.default.put("https://a.test/5", used));
  await rejects("TypeError", caches.default.match());
  const broken = new Response(new ReadableStream({ pull() { throw new RangeError("broken"); } }));
  await rejects("RangeError", caches.default.put("https://a.test/5", broken));
  equal(await textAt("https://a.test/5"), undefined);
});
test("how long an entry is kept", async () => {
  const date = (ms) => new Date(Date.now() + ms).toUTCString();
  const cases = [
    ["max-age", { "cache-control": "public, max-age=10" }, 200, true, false],
    ["s-maxage is stronger", { "cache-control": "max-age=1, s-maxage=20" }, 200, true, true],
    ["max-age is stronger", { "cache-control": "max-age=10", expires: date(-1e6) }, 200, true, false],
    ["max-age=0", { "cache-control": "max-age=0" }, 200, false, false],
    ["max-age of no number", { "cache-control": "max-age=soon" }, 200, false, false],
    ["no-store", { "cache-control": "No-Store, max-age=10" }, 200, false, false],
    ["no-cache", { "cache-control": "no-cache" }, 200, false, false],
    ["private", { "cache-control": "private, max-age=10" }, 200, false, false],
    ["set-cookie", { "set-cookie": "a=1" }, 200, false, false],
    ["expires", { expires: date(10_000), date: date(0) }, 200, true, false],
    ["expires of no date", { expires: "0" }, 200, false, false],
    ["200", {}, 200, true, true],
    ["404", {}, 404, true, true],
    ["500", {}, 500, false, false],
  ];
  const found = async () => {
    const all = [];
    for (const [name] of cases) all.push((await textAt(`https://a.test/kept/${name}`)) !== undefined);
    return all;
  };
  for (const [name, headers, status] of cases) await put(`https://a.test/kept/${name}`, "x", headers, status);
  await wait(1500);
  same(await found(), cases.map((c) => c[3]));
  await wait(10_000);
  same(await found(), cases.map((c) => c[4]));
});
test("private=\"Set-Cookie\" drops that header", async () => {
  await put("https://a.test/6", "x", { "set-cookie": "a=1", "cache-control": "private=Set-Cookie" });
  equal((await caches.default.match("https://a.test/6")).headers.has("set-cookie"), false);
});
test("age", async () => {
  await put("https://a.test/7", "x");
  await wait(3000);
  equal((await caches.default.match("https://a.test/7")).headers.get("age"), "3");
});
test("Vary", async () => {
  const url = "https://a.test/8";
  const putFor = (lang, body) => caches.default.put(new Request(url, { headers: { "accept-language": lang } }), new Response(body, { headers: { vary: "Accept-Language, X-None" } }));
  await putFor("de", "hallo");
  await putFor("fr", "salut");
  await putFor("de", "moin");
  equal(await textAt(url, { "accept-language": "de" }), "moin");
  equal(await textAt(url, { "accept-language": "fr" }), "salut");
  equal(await textAt(url), undefined);
  equal(await textAt(url, { "accept-language": "de", "x-none": "1" }), undefined);
  equal(await caches.default.delete(url), true);
  equal(await textAt(url, { "accept-language": "fr" }), undefined);
});
test("ranges and conditional requests", async () => {
  const url = "https://a.test/9";
  await put(url, "0123456789", { etag: '"e"', "last-modified": "Mon, 30 Nov 2026 10:00:00 GMT", "content-type": "text/x", "x-a": "\u00e9" });
  const ask = async (headers) => {
    const r = await caches.default.match(new Request(url, { headers }));
    return [r.status, await r.text(), r.headers.get("content-range"), r.headers.get("x-a")];
  };
  same(await ask({ range: "bytes=2-4" }), [206, "234", "bytes 2-4/10", "\u00e9"]);
  same(await ask({ range: "bytes=-2" }), [206, "89", "bytes 8-9/10", "\u00e9"]);
  same((await ask({ range: "bytes=20-" })).slice(0, 1), [416]);
  same(await ask({ range: "bytes=2-4", "if-range": '"other"' }), [200, "0123456789", null, "\u00e9"]);
  same(await ask({ "if-none-match": '"e"' }), [304, "", null, "\u00e9"]);
  same(await ask({ "if-none-match": '"f"' }), [200, "0123456789", null, "\u00e9"]);
  same(await ask({ "if-modified-since": "Mon, 30 Nov 2026 10:00:00 GMT" }), [304, "", null, "\u00e9"]);
});
test("bodies of each kind", async () => {
  const stream = new ReadableStream({ start(c) { c.enqueue(new Uint8Array([1, 2])); c.enqueue(new Uint8Array([3])); c.close(); } });
  await put("https://a.test/10", stream);
  same([...await (await caches.default.match("https://a.test/10")).bytes()], [1, 2, 3]);
  await put("https://a.test/11", null);
  equal(await textAt("https://a.test/11"), "");
  const bytes = new Uint8Array([7]);
  await put("https://a.test/12", bytes);
  bytes[0] = 8;
  same([...await (await caches.default.match("https://a.test/12")).bytes()], [7]);
});
test("the interfaces", async () => {
  throws("TypeError", () => new Cache());
  throws("TypeError", () => new CacheStorage());
  equal(String(caches), "[object CacheStorage]");
  await rejects("TypeError", Cache.prototype.match.call({}, "https://a.test/"));
});
