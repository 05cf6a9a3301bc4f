// 99_globals: what user code sees, one line a file.
"use strict";
(({ lazy, load, ops }) => {
  __host.tracing = ops.op_tracing();
  __host.domException = (message, name) => name === "QuotaExceededError"
    ? new (load("02_quota_exceeded_error").QuotaExceededError)(message)
    : new (load("02_dom_exception").DOMException)(message, name);
  __host.reportException = (error) => load("09_report").reportException(error);
  __host.setTimeout = (handler, timeout) => load("08_timers").setTimeout(handler, timeout);
  __host.transferSteps = (value) => load("27_transferable").transferSteps(value);
  __host.rejection = (promise, reason, handled) => load("10_rejection").rejection(promise, reason, handled);
  Object.defineProperty(globalThis, "self", {
    get: () => globalThis,
    set: (value) => Object.defineProperty(globalThis, "self", { value, writable: true, enumerable: true, configurable: true }),
    enumerable: true,
    configurable: true,
  });
  lazy("02_dom_exception", ["DOMException"]);
  lazy("02_quota_exceeded_error", ["QuotaExceededError"]);
  lazy("03_event", ["Event", "EventTarget"]);
  lazy("03_event", ["addEventListener", "removeEventListener", "dispatchEvent"], true);
  lazy("03_event_carrier", ["CustomEvent", "ErrorEvent", "MessageEvent", "PromiseRejectionEvent", "CloseEvent"]);
  for (const type of ["error", "unhandledrejection", "rejectionhandled"]) {
    Object.defineProperty(globalThis, `on${type}`, {
      get: () => load("03_event_handler").getHandler(globalThis, type),
      set: (value) => load("03_event_handler").setHandler(globalThis, type, value),
      enumerable: true,
      configurable: true,
    });
  }
  lazy("04_abort", ["AbortController", "AbortSignal"]);
  lazy("05_base64", ["atob", "btoa"], true);
  lazy("06_encoding", ["TextEncoder", "TextDecoder"]);
  lazy("07_url", ["URL", "URLSearchParams"]);
  lazy("08_timers", ["setTimeout", "setInterval", "clearTimeout", "clearInterval"], true);
  lazy("09_console", ["console"]);
  lazy("09_report", ["reportError"], true);
  lazy("13_structured_clone", ["structuredClone"], true);
  lazy("14_microtask", ["queueMicrotask"], true);
  lazy("15_performance", ["Performance", "PerformanceEntry", "PerformanceMark", "PerformanceMeasure"]);
  lazy("15_performance", ["performance"], true);
  lazy("16_scheduler", ["scheduler"], true);
  lazy("20_queuing_strategy", ["ByteLengthQueuingStrategy", "CountQueuingStrategy"]);
  lazy("20_writable_stream", ["WritableStream", "WritableStreamDefaultController", "WritableStreamDefaultWriter"]);
  lazy("21_readable_stream", [
    "ReadableByteStreamController", "ReadableStream", "ReadableStreamBYOBReader", "ReadableStreamBYOBRequest",
    "ReadableStreamDefaultController", "ReadableStreamDefaultReader",
  ]);
  lazy("23_broadcast_channel", ["BroadcastChannel"]);
  lazy("23_message_port", ["MessageChannel", "MessagePort"]);
  lazy("24_transform_stream", ["TransformStream", "TransformStreamDefaultController"]);
  lazy("25_fixed_length_stream", ["FixedLengthStream", "IdentityTransformStream"]);
  lazy("26_text_streams", ["TextDecoderStream", "TextEncoderStream"]);
  lazy("27_url_pattern", ["URLPattern"]);
  lazy("28_compression", ["CompressionStream", "DecompressionStream"]);
  lazy("30_blob", ["Blob", "File"]);
  lazy("31_form_data", ["FormData"]);
  lazy("32_headers", ["Headers"]);
  lazy("34_request", ["Request"]);
  lazy("35_response", ["Response"]);
  lazy("36_web_socket", ["WebSocket", "WebSocketPair"]);
  lazy("37_crypto_key", ["CryptoKey"]);
  lazy("37_fetch", ["fetch"], true);
  lazy("38_event_source", ["EventSource"]);
  lazy("39_cache", ["Cache", "CacheStorage"]);
  lazy("39_cache", ["caches"], true);
  lazy("39_subtle_crypto", ["SubtleCrypto"]);
  lazy("40_crypto", ["Crypto"]);
  lazy("40_crypto", ["crypto"], true);
  lazy("41_navigator", ["Navigator"]);
  lazy("41_navigator", ["navigator"], true);
  if (ops.op_location() !== "") {
    lazy("42_location", ["WorkerLocation"]);
    lazy("42_location", ["location"], true);
  }
})(__host);
