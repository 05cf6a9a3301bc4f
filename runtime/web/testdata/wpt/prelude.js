// prelude: what testharness.js and the tests expect of a shell. It is run as one
// script with them, after the global PRELUDE.
//
// testharness.js takes a global without document that is no WorkerGlobalScope for
// a shell, and calls only what is reported here.
(({ location, files }) => {
  const define = (key, value) => {
    if (!(key in globalThis)) Object.defineProperty(globalThis, key, { value, writable: true, configurable: true });
  };
  define("gc", () => {});
  define("GLOBAL", { isWindow: () => false, isWorker: () => false, isShadowRealm: () => false });

  const bytes = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  // wptFetch answers for the static files that a test asks for.
  define("wptFetch", async (input, ...rest) => {
    const path = new URL(`${input}`, location).pathname;
    if (!Object.hasOwn(files, path)) return fetch(input, ...rest);
    const file = files[path];
    return {
      ok: true,
      status: 200,
      text: async () => file,
      json: async () => JSON.parse(file),
      bytes: async () => bytes(file),
      arrayBuffer: async () => bytes(file).buffer,
    };
  });
})(PRELUDE);
