// The WinterTC Minimum Common Web API (ECMA-429, 1st edition): all of it is there but
// WebAssembly.
"use strict";
const interfaces = `
  AbortController AbortSignal Blob ByteLengthQueuingStrategy CompressionStream CountQueuingStrategy Crypto CryptoKey CustomEvent
  DecompressionStream DOMException ErrorEvent Event EventTarget File FormData Headers MessageChannel MessageEvent
  MessagePort
  Performance PromiseRejectionEvent ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest
  ReadableStreamDefaultController ReadableStreamDefaultReader Request Response SubtleCrypto TextDecoder TextDecoderStream
  TextEncoder TextEncoderStream TransformStream TransformStreamDefaultController URL URLPattern URLSearchParams WritableStream
  WritableStreamDefaultController WritableStreamDefaultWriter`.trim().split(/\s+/);
const functions = `
  atob btoa clearInterval clearTimeout fetch queueMicrotask reportError setInterval setTimeout structuredClone`.trim().split(/\s+/);
const handlers = ["onerror", "onunhandledrejection", "onrejectionhandled"];

test("the interfaces", () => {
  for (const name of interfaces) {
    equal(typeof globalThis[name], "function", name);
    equal(Object.getOwnPropertyDescriptor(globalThis, name).enumerable, false, `${name} is enumerable`);
    equal(globalThis[name].name, name, `name of ${name}`);
    equal(globalThis[name].prototype[Symbol.toStringTag], name, `tag of ${name}`);
  }
});
test("the functions", () => {
  for (const name of functions) {
    equal(typeof globalThis[name], "function", name);
    equal(globalThis[name].name, name, `name of ${name}`);
    equal(Object.getOwnPropertyDescriptor(globalThis, name).enumerable, true, `${name} is enumerable`);
  }
});
test("the objects", () => {
  equal(globalThis.self, globalThis);
  ok(crypto instanceof Crypto);
  ok(crypto.subtle instanceof SubtleCrypto);
  ok(performance instanceof Performance);
  equal(typeof performance.timeOrigin, "number");
  equal(Object.prototype.toString.call(console), "[object console]");
  ok(/^[\w!#$%&'*+.^`|~-]+(\/[\w!#$%&'*+.^`|~-]+)?$/.test(navigator.userAgent), "userAgent");
  for (const name of handlers) equal(globalThis[name], null, name);
});
test("the global object is an event target", () => {
  let heard = 0;
  const listener = () => {
    heard++;
  };
  addEventListener("check", listener);
  dispatchEvent(new Event("check"));
  removeEventListener("check", listener);
  dispatchEvent(new Event("check"));
  equal(heard, 1);
});
test("the console", () => {
  for (const name of [
    "assert", "clear", "count", "countReset", "debug", "dir", "dirxml", "error", "group", "groupCollapsed", "groupEnd",
    "info", "log", "table", "time", "timeEnd", "timeLog", "trace", "warn",
  ]) equal(typeof console[name], "function", name);
});
