// Serves app.mjs on deno's own HTTP server.
import app from "./app.mjs";

const context = { waitUntil() {}, passThroughOnException() {} };
Deno.serve({
  port: 0,
  hostname: "127.0.0.1",
  onListen: ({ port }) => console.log(JSON.stringify({ port })),
}, (request) => app.fetch(request, {}, context));
Deno.addSignalListener("SIGTERM", () => Deno.exit());
