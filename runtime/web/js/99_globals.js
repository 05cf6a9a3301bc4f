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
  lazy(`
    02_dom_exception        DOMException
    02_quota_exceeded_error QuotaExceededError
    03_event                Event EventTarget +addEventListener +removeEventListener +dispatchEvent
    03_event_carrier        CustomEvent ErrorEvent MessageEvent PromiseRejectionEvent CloseEvent
    04_abort                AbortController AbortSignal
    05_base64               +atob +btoa
    06_encoding             TextEncoder TextDecoder
    07_url                  URL URLSearchParams
    08_timers               +setTimeout +setInterval +clearTimeout +clearInterval
    09_console              console
    09_report               +reportError
    13_structured_clone     +structuredClone
    14_microtask            +queueMicrotask
    15_performance          Performance PerformanceEntry PerformanceMark PerformanceMeasure +performance
    16_scheduler            +scheduler
    20_queuing_strategy     ByteLengthQueuingStrategy CountQueuingStrategy
    20_writable_stream      WritableStream WritableStreamDefaultController WritableStreamDefaultWriter
    21_readable_stream      ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader
    23_broadcast_channel    BroadcastChannel
    23_performance_observer PerformanceObserver PerformanceObserverEntryList
    23_message_port         MessageChannel MessagePort
    24_transform_stream     TransformStream TransformStreamDefaultController
    25_fixed_length_stream  FixedLengthStream IdentityTransformStream
    26_text_streams         TextDecoderStream TextEncoderStream
    27_url_pattern          URLPattern
    28_compression          CompressionStream DecompressionStream
    30_blob                 Blob File
    31_form_data            FormData
    32_headers              Headers
    34_request              Request
    35_response             Response
    36_web_socket           WebSocket WebSocketPair
    37_crypto_key           CryptoKey
    37_fetch                +fetch
    38_event_source         EventSource
    39_cache                Cache CacheStorage +caches
    39_subtle_crypto        SubtleCrypto
    40_crypto               Crypto +crypto
    41_navigator            Navigator +navigator
  `);
  for (const type of ["error", "unhandledrejection", "rejectionhandled"]) {
    Object.defineProperty(globalThis, `on${type}`, {
      get: () => load("03_event_handler").getHandler(globalThis, type),
      set: (value) => load("03_event_handler").setHandler(globalThis, type, value),
      enumerable: true,
      configurable: true,
    });
  }
  if (ops.op_location() !== "") lazy("42_location WorkerLocation +location");
})(__host);
