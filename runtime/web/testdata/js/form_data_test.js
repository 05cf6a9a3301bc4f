const multipart = (body, boundary = "b") =>
  new Response(body, { headers: { "content-type": `multipart/form-data; boundary=${boundary}` } }).formData();
test("FormData keeps strings and files in order", () => {
  const form = new FormData();
  form.append("a", 1);
  form.append("f", new Blob(["x"], { type: "t/x" }));
  form.append("f", new File(["y"], "y.txt"), "z.txt");
  form.append("a", "2");
  same([...form.keys()], ["a", "f", "f", "a"]);
  same([form.get("a"), form.getAll("a"), form.get("none"), form.getAll("none"), form.has("f")], ["1", ["1", "2"], null, [], true]);
  const [first, second] = form.getAll("f");
  same([first instanceof File, first.name, first.type, second.name], [true, "blob", "t/x", "z.txt"]);
  form.set("a", "3");
  same([...form].map(([k]) => k), ["a", "f", "f"]);
  form.set("new", new File(["q"], "q"), undefined);
  equal(form.get("new").name, "q");
  form.delete("f");
  same([...form].map(([k, v]) => [k, typeof v]), [["a", "string"], ["new", "object"]]);
});
test("FormData keeps a file that has a name", () => {
  const form = new FormData();
  const file = new File(["x"], "n", { lastModified: 3 });
  form.append("f", file);
  equal(form.get("f"), file);
  form.append("g", file, "other");
  equal(form.get("g").lastModified, 3);
});
test("FormData converts and checks its arguments", () => {
  const form = new FormData();
  throws("TypeError", () => form.append("a"));
  throws("TypeError", () => form.append("a", "b", "c"));
  throws("TypeError", () => form.set("a", {}, "c"));
  throws("TypeError", () => form.get());
  throws("TypeError", () => new FormData({}));
  throws("TypeError", () => new FormData(null));
  throws("TypeError", () => FormData.prototype.has.call({}, "a"));
  form.append("\ud800", "\udfff");
  same([...form], [["\ufffd", "\ufffd"]]);
  equal(FormData.prototype.append.length, 2);
  equal(form[Symbol.iterator], form.entries);
});
test("FormData iterates live", () => {
  const form = new FormData();
  form.append("a", "1");
  const seen = [];
  for (const [k] of form) {
    seen.push(k);
    if (seen.length < 3) form.append("b", "2");
  }
  same(seen, ["a", "b", "b"]);
});
test("multipart goes out and comes back", async () => {
  const form = new FormData();
  form.append('na"me\n', "line\nbreak\r\u00e9");
  form.append("file", new File([new Uint8Array([0, 13, 10, 45, 45, 255])], 'q"\r\n.bin', { type: "application/x-own" }));
  form.append("empty", new File([], ""));
  const response = new Response(form);
  ok(/^multipart\/form-data; boundary=----/.test(response.headers.get("content-type")), "type");
  const text = await response.clone().text();
  ok(text.includes('name="na%22me%0D%0A"\r\n\r\nline\r\nbreak\r\n\u00e9\r\n'), "escapes");
  ok(text.includes('filename="q%22%0D%0A.bin"\r\nContent-Type: application/x-own\r\n\r\n'), "file");
  const back = await response.formData();
  equal(back.get('na"me\r\n'), "line\r\nbreak\r\n\u00e9");
  const file = back.get("file");
  same([file.name, file.type, Array.from(await file.bytes())], ['q"\r\n.bin', "application/x-own", [0, 13, 10, 45, 45, 255]]);
  const empty = back.get("empty");
  same([empty instanceof File, empty.name, empty.type, empty.size], [true, "", "application/octet-stream", 0]);
});
test("a form without entries has a body with its end", async () => {
  const text = await new Response(new FormData()).text();
  ok(/^------formdata-\S+--\r\n$/.test(`--${text.slice(2)}`), text);
  same([...(await new Response(new FormData()).formData())], []);
});
test("an empty file part is a File", async () => {
  const form = await multipart(
    '--b\r\nContent-Disposition: form-data; name="who"\r\n\r\nZo\u00eb\r\n' +
    '--b\r\nContent-Disposition: form-data; name="avatar"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n' +
    '--b\r\nContent-Disposition: form-data; name="notes"; filename="two words.txt"\r\nContent-Type: text/plain\r\n\r\nline1\r\n--not-the-boundary\r\n\r\n--b--\r\n',
  );
  equal(form.get("who"), "Zo\u00eb");
  const avatar = form.get("avatar");
  same([avatar instanceof File, avatar.name, avatar.type, await avatar.text()], [true, "", "application/octet-stream", ""]);
  const notes = form.get("notes");
  same([notes.name, notes.size, await notes.text()], ["two words.txt", 27, "line1\r\n--not-the-boundary\r\n"]);
});
test("what is no multipart body is refused", async () => {
  await rejects("TypeError", multipart(""));
  await rejects("TypeError", multipart("--c--"));
  await rejects("TypeError", new Response("--b--", { headers: { "content-type": "multipart/form-data" } }).formData());
  await rejects("TypeError", new Response("a=b").formData());
  await rejects("TypeError", new Response(null).formData());
});
test("a quoted boundary is found", async () => same([...(await multipart("--b c--", '"b c"'))], []));
test("urlencoded forms are parsed", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
  same([...(await new Response("a=1&b=x+y&a=%C3%A9", { headers }).formData())], [["a", "1"], ["b", "x y"], ["a", "\u00e9"]]);
  same([...(await new Response(null, { headers }).formData())], []);
});
