// fuzz parses a form of pieces that the input chooses, whole and in chunks, and writes
// what it found again. What it logs has to be the same in every engine.
"use strict";
const text = 'Content-Disposition: form-data; name="a"\r\n';
const file = 'Content-Disposition: form-data; name="f"; filename="x.bin"\r\nContent-Type: image/png\r\n';
const pieces = [
  "--b", "--b\r\n", "\r\n--b\r\n", "\r\n--b--", "\r\n--b--\r\n", `--b\r\n${text}\r\nv`, `\r\n--b\r\n${text}\r\n`, `\r\n--b\r\n${file}\r\n`, `--b\r\n${file}\r\n`,
  "\r\n", "\r", "\n", "-", "--", "b", ":", ";", "=", '"', "%22", "%0D%0A", " ", "\t", "é", "\ufeff", "\0", "content", "name", "filename", "form-data", "form-data; name=n",
  'form-data; name="é%0A"; filename=""', "Content-Disposition: ", "content-type: text/é", "Content-Type: TEXT/plain; charset=x\r\n", "x".repeat(65500), "\r\n--".repeat(30),
];
const type = { "content-type": "multipart/form-data; boundary=b" };
async function described(form) {
  const list = [];
  for (const [name, value] of form) {
    list.push(typeof value === "string" ? [name, value] : [name, value.name, value.type, await value.text(), value.size]);
  }
  return JSON.stringify(list);
}
async function outcome(body, headers = type) {
  try {
    return await described(await new Response(body, { headers }).formData());
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}
function chunked(bytes, size) {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
}
async function fuzz(bytes, log) {
  const body = new TextEncoder().encode(Array.from(bytes.subarray(1), (byte) => pieces[byte % pieces.length]).join(""));
  const whole = await outcome(body);
  if (whole.length < 500) log(whole);
  const size = bytes[0] % 2 === 0 ? 1 + bytes[0] * 3 : 30000 + bytes[0] * 500;
  const cut = await outcome(chunked(body, Math.max(size, body.length >> 8)));
  if (cut !== whole) log(`BUG in chunks of ${size}: ${cut.slice(0, 500)}, whole: ${whole.slice(0, 500)}`);
  if (whole[0] !== "[") return;
  const once = new Response(await new Response(body, { headers: type }).formData()); // normalizes line breaks
  const form = await once.formData();
  const first = await described(form);
  const second = await described(await new Response(form).formData());
  if (first !== second) log(`BUG ${first.slice(0, 500)} becomes ${second.slice(0, 500)}`);
}
