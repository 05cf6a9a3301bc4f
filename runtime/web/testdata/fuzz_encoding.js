// fuzz decodes the input whole, in chunks and by a stream. What it logs has to be the
// same in every engine.
"use strict";
const labels = [
  "utf-8", "utf-16le", "utf-16be", "big5", "euc-jp", "euc-kr", "gbk", "gb18030", "iso-2022-jp", "shift_jis", "windows-1252", "iso-8859-8-i",
  "koi8-u", "macintosh", "windows-874", "x-user-defined",
];
function decoded(label, options, chunks) {
  try {
    const decoder = new TextDecoder(label, options);
    return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
  } catch (error) {
    return error instanceof TypeError ? "TypeError" : `BUG ${error}`;
  }
}
async function streamed(label, options, chunks) {
  try {
    let text = "";
    const stream = ReadableStream.from(chunks).pipeThrough(new TextDecoderStream(label, options));
    await stream.pipeTo(new WritableStream({ write: (part) => void (text += part) }));
    return text;
  } catch (error) {
    return error instanceof TypeError ? "TypeError" : `BUG ${error}`;
  }
}
async function fuzz(bytes, log) {
  const label = labels[(bytes[0] ?? 0) % labels.length];
  const options = { fatal: bytes[1] % 2 === 1, ignoreBOM: bytes[1] % 4 > 1 };
  const input = bytes.subarray(3), size = 1 + (bytes[2] ?? 0) % 7;
  const chunks = [];
  for (let at = 0; at < input.length; at += size) chunks.push(input.subarray(at, at + size));
  const whole = decoded(label, options, [input]);
  log(JSON.stringify(whole));
  for (const other of [decoded(label, options, chunks), await streamed(label, options, chunks)]) {
    if (other !== whole) log(`BUG ${label} in chunks of ${size}: ${JSON.stringify(other)}, whole: ${JSON.stringify(whole)}`);
  }
  // What was decoded is encoded whole, by a stream whose chunks may cut a pair, and into what is too small.
  const encoded = new TextEncoder().encode(whole);
  const halves = [whole.slice(0, size), whole.slice(size)];
  const again = await new Response(ReadableStream.from(halves).pipeThrough(new TextEncoderStream())).bytes();
  const room = new Uint8Array(encoded.length >> 1);
  const { read, written } = new TextEncoder().encodeInto(whole, room);
  if (`${encoded}` !== `${again}`) log(`BUG ${whole} is encoded as ${encoded} and, by a stream, as ${again}`);
  if (new TextDecoder("utf-8", { ignoreBOM: true }).decode(room.subarray(0, written)) !== whole.slice(0, read)) log(`BUG encodeInto of ${whole} reads ${read}`);
}
