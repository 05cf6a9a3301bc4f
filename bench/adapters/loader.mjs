// Sends a request for /ID/path as /path to a worker of its own for each ID: the
// first one makes the isolate.
import code from "code.txt";

export default {
  fetch(request, env) {
    const url = new URL(request.url);
    const id = url.pathname.split("/", 2)[1];
    url.pathname = url.pathname.slice(1 + id.length);
    const worker = env.LOADER.get(id, () => ({
      compatibilityDate: "2026-07-01",
      mainModule: "app.js",
      modules: { "app.js": code },
    }));
    return worker.getEntrypoint().fetch(new Request(url, request));
  },
};
