// fuzz compresses the input and unpacks it, and unpacks what is damaged. What it logs
// has to be the same in every engine.
"use strict";
const formats = ["gzip", "deflate", "deflate-raw", "brotli"];
function cut(bytes, size) {
  const chunks = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return ReadableStream.from(chunks);
}
const toText = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
async function through(transform, bytes, size) {
  try {
    return toText(await new Response(cut(bytes, size).pipeThrough(transform)).bytes());
  } catch (error) {
    return error instanceof TypeError ? "TypeError" : `BUG ${error}`;
  }
}
const toBytes = (text) => Uint8Array.from(text, (c) => c.charCodeAt(0));
async function fuzz(bytes, log) {
  const [kind, size, where, what] = [(bytes[0] ?? 0) % 8, 1 + (bytes[1] ?? 0), bytes[2] ?? 0, bytes[3] ?? 0];
  const format = formats[kind % 4], input = bytes.subarray(4);
  const unpack = (packed, n) => through(new DecompressionStream(format), packed, n);
  const packed = toBytes(await through(new CompressionStream(format), input, size));
  const back = await unpack(packed, size);
  if (back !== toText(input)) log(`BUG ${format} of ${input} comes back as ${back}`);
  if (kind < 4) packed[where % Math.max(packed.length, 1)] ^= what;
  const damaged = kind < 4 ? packed : input;
  const whole = await unpack(damaged, damaged.length + 1), pieces = await unpack(damaged, size);
  log(JSON.stringify([packed.length, whole]));
  if (whole !== pieces) log(`BUG ${format}: ${JSON.stringify(whole)}, in pieces of ${size}: ${JSON.stringify(pieces)}`);
}
