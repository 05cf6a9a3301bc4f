// Serves app.mjs in miniflare, which runs a workerd of its own.
import { writeSync } from "node:fs";
import { createRequire } from "node:module";

const { Miniflare } = createRequire(process.env.PEERS)("miniflare");
const miniflare = new Miniflare({
  host: "127.0.0.1",
  port: 0,
  modules: true,
  scriptPath: "app.mjs",
  compatibilityDate: "2026-07-01",
});
const url = await miniflare.ready;
writeSync(1, JSON.stringify({ port: Number(url.port) }) + "\n");
process.on("SIGTERM", async () => {
  await miniflare.dispose();
  process.exit();
});
