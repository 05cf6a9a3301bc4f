// Serves app.mjs on bun's own HTTP server.
import app from "./app.mjs";

const context = { waitUntil() {}, passThroughOnException() {} };
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  development: false,
  fetch: (request) => app.fetch(request, {}, context),
});
console.log(JSON.stringify({ port: server.port }));
