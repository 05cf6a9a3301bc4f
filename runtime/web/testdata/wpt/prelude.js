// prelude: what the tests of the suite expect of a shell. It is one script with testharness.js
// and the test.
//
// testharness.js takes a global without document that is no WorkerGlobalScope for
// a shell, and calls only what is reported here.
{
  const define = (key, value) => {
    if (!(key in globalThis)) Object.defineProperty(globalThis, key, { value, writable: true, configurable: true });
  };
  define("gc", () => {});
  define("GLOBAL", { isWindow: () => false, isWorker: () => false, isShadowRealm: () => false });
}
