// Serves app.mjs on node's own HTTP server.
import { writeSync } from "node:fs";
import { createServer } from "node:http";
import { Readable } from "node:stream";
import app from "./app.mjs";

const context = { waitUntil() {}, passThroughOnException() {} };

async function answer(message, reply) {
  const init = { method: message.method, headers: message.headers };
  if (message.method !== "GET" && message.method !== "HEAD") {
    init.body = Readable.toWeb(message);
    init.duplex = "half";
  }
  const request = new Request(`http://${message.headers.host}${message.url}`, init);
  const response = await app.fetch(request, {}, context);
  const body = Buffer.from(await response.arrayBuffer());
  reply.writeHead(response.status, Object.fromEntries(response.headers));
  reply.end(body);
}

const server = createServer((message, reply) => {
  answer(message, reply).catch((error) => {
    reply.writeHead(500);
    reply.end(String(error.stack));
  });
});
server.listen(0, "127.0.0.1", () => {
  writeSync(1, JSON.stringify({ port: server.address().port }) + "\n");
});
// An end of its own accord writes the compile cache.
process.on("SIGTERM", () => process.exit());
