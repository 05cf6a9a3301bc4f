test("data: URLs", async () => {
  const cases = [
    ["data:,a%20b", "text/plain;charset=US-ASCII", "a b"],
    ["data:;charset=utf-8,%C3%A4#fragment", "text/plain;charset=utf-8", "\u00e4"],
    ["data:TEXT/X; a=\"b,c\";base64 , aGk=", "text/x;a=b", "c\";base64 , aGk="], // the first comma ends the type
    ["data:text/x;base64,aGk=", "text/x", "hi"],
    ["data:text/x; BASE64,aG k", "text/x", "hi"],
    ["data:text/x;base64;,aGk=", "text/x", "aGk="],
    ["data:nonsense,x", "text/plain;charset=US-ASCII", "x"],
  ];
  for (const [url, type, body] of cases) {
    const response = await fetch(url);
    same([response.status, response.statusText, response.type, response.redirected], [200, "OK", "basic", false], url);
    same([response.headers.get("content-type"), await response.text()], [type, body], url);
  }
  equal((await fetch("data:,x#y")).url, "data:,x");
  equal((await fetch("data:,x", { method: "HEAD" })).body, null);
  await rejects("TypeError", fetch("data:x"));
  await rejects("TypeError", fetch("data:;base64,a"));
});
test("blob: URLs", async () => {
  const url = URL.createObjectURL(new Blob(["ab", "cd"], { type: "text/x" }));
  ok(/^blob:https:\/\/base\.test\/[0-9a-f-]{36}$/.test(url), url);
  const response = await fetch(`${url}#fragment`);
  same([response.headers.get("content-type"), response.headers.get("content-length"), await response.text()], ["text/x", "4", "abcd"]);
  for (const [range, want] of [["bytes=1-2", "bc"], ["bytes=-1", "d"], ["bytes=2-", "cd"], ["bytes=0-99", "abcd"]]) {
    const part = await fetch(url, { headers: { range } });
    same([part.status, await part.text()], [206, want], range);
  }
  for (const range of ["bytes=4-", "bytes=2-1", "bytes=-", "lines=0-1"]) await rejects("TypeError", fetch(url, { headers: { range } }));
  await rejects("TypeError", fetch(url, { method: "POST" }));
  const request = new Request(url);
  URL.revokeObjectURL(url);
  await rejects("TypeError", fetch(url));
  equal(await (await fetch(request)).text(), "abcd");
  equal(await (await fetch(request.clone())).text(), "abcd");
  throws("TypeError", () => URL.createObjectURL({}));
  throws("TypeError", () => URL.createObjectURL());
});
test("where there is no network", async () => {
  const error = await rejects("TypeError", fetch("/path"));
  equal(error.message, "fetch of https://base.test/path failed: the network is closed to this app, and so is base.test; Outbound of its Config opens it");
  equal(error.cause.message, "the network is closed to this app, and so is base.test; Outbound of its Config opens it");
});
test("what is refused before it is sent", async () => {
  const stop = AbortSignal.abort("stop");
  let canceled;
  const body = new ReadableStream({ cancel(reason) { canceled = reason; } });
  const failed = await fetch("data:,x", { method: "POST", body, signal: stop }).then(() => "", (reason) => reason);
  same([failed, canceled], ["stop", "stop"]);
  const used = new Request("https://a.test/", { method: "POST", body: "x" });
  await used.text();
  await rejects("TypeError", fetch(used));
  await rejects("TypeError", fetch("https://u:p@a.test/"));
  await rejects("TypeError", fetch("about:blank"));
  const sent = new Request("https://a.test/", { method: "POST", body: "x" });
  await rejects("TypeError", fetch(sent));
  ok(sent.bodyUsed);
});
