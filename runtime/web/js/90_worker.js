// 90_worker: the events of an instance, between package worker and the app.
// Spec: https://developers.cloudflare.com/workers/runtime-apis/handlers/fetch/
// Deviations: where the embedder has nothing behind the app, a throw after
// passThroughOnException is an error all the same.
"use strict";
__host.define("90_worker", (host) => {
  const { ops, load } = host;
  const { required, guardConstructor, illegal, expose } = load("01_webidl");
  const { enterGlobalScope, leaveGlobalScope, requireHandler } = load("02_global_scope");
  enterGlobalScope();

  let app; // the module's namespace, or undefined
  let handler; // the default export, or undefined in the service worker form

  // env is the same object for the life of an isolate, also after a restore: modules
  // import it. It gets the bindings anew, whatever an app has done to it.
  const env = {};
  function bind() {
    for (const key of Reflect.ownKeys(env)) Reflect.deleteProperty(env, key);
    const given = JSON.parse(ops.op_env());
    for (const key of Object.keys(given)) Reflect.defineProperty(env, key, Object.getOwnPropertyDescriptor(given, key));
  }
  bind();
  host.onRestored(bind);

  // workers is what modules import from "cloudflare:workers".
  host.workers = {
    env,
    waitUntil(promise) {
      required(arguments.length, 1, "waitUntil");
      requireHandler();
      waitUntil(promise);
    },
  };

  // describe takes what was thrown apart: class, message, stack. It survives
  // hostile getters, since any value can be thrown.
  function describe(error) {
    try {
      if (Error.isError?.(error) ?? error instanceof Error) {
        return [`${error.name}`, `${error.message}`, stackLines(`${error.stack ?? ""}`)];
      }
      if (typeof error === "object" && error !== null && "message" in error && "name" in error) {
        return [`${error.name}`, `${error.message}`, stackLines(`${error.stack ?? ""}`)];
      }
      return ["", typeof error === "symbol" ? error.toString() : `${error}`, ""];
    } catch {
      return ["", "a value that cannot be shown", ""];
    }
  }
  // stackLines keeps the frames of a stack, but for those of this file.
  function stackLines(stack) {
    return stack.split("\n").filter((line) => /^\s+at /.test(line) && !line.includes("web:90_worker.js")).join("\n");
  }

  host.afterEvaluate = function afterEvaluate() {
    const adopt = (namespace) => {
      app = namespace;
      handler = pickHandler(namespace?.default);
      ops.op_worker_started(handler !== undefined || listensForFetch());
    };
    const { module } = host;
    if (module instanceof Promise) module.then(adopt, (error) => ops.op_worker_start_failed(...describe(error)));
    else adopt(module);
  };
  function pickHandler(value) {
    return value != null && typeof value.fetch === "function" ? value : undefined;
  }
  const listensForFetch = () => host.loaded("03_event") && load("03_event").hasListener(globalThis, "fetch");

  host.rebuild = function rebuild() {
    leaveGlobalScope();
    if (typeof app?.rebuild !== "function") return false;
    const failed = (error) => ops.op_worker_rebuild_failed(...describe(error));
    try {
      Promise.resolve(app.rebuild()).then(() => ops.op_worker_rebuilt(), failed);
    } catch (error) {
      failed(error);
    }
    return true;
  };

  // Promises given to waitUntil, of all requests, by where that was.
  const background = new Set();
  host.live.push(() => Array.from(background, ({ origin }) => ({ What: "waitUntil", Stack: origin })));
  function waitUntil(promise) {
    const pending = { origin: host.origin() };
    background.add(pending);
    ops.op_wait_until(background.size);
    const settled = () => {
      background.delete(pending);
      ops.op_wait_until(background.size);
    };
    Promise.resolve(promise).then(settled, (error) => {
      settled();
      host.reportException(error);
    });
  }

  class ExecutionContext {
    #passThrough;
    constructor(token, passThrough) {
      guardConstructor(token);
      this.#passThrough = passThrough;
    }
    waitUntil(promise) {
      required(arguments.length, 1, "ExecutionContext.waitUntil");
      waitUntil(promise);
    }
    passThroughOnException() {
      this.#passThrough();
    }
    get props() {
      return {};
    }
  }
  expose(ExecutionContext);

  // Requests whose response is not complete: id -> {request, reader, passThrough}.
  const exchanges = new Map();

  // body is null, bytes, or for a stream that is pulled its length, or true.
  // askOrigin answers with what is behind the app. A body that was read is gone.
  function askOrigin(id, exchange, error) {
    host.reportException(error);
    exchange.passThrough = false; // once
    const { isUnusable, take, newBody } = load("33_body");
    const { method, url, headerList, body } = load("34_request").requestParts(exchange.request);
    const rest = body === null || isUnusable(body) ? null : take(body);
    const origin = load("36_exchange").startExchange(
      { method, url, headerList, body: rest, toOrigin: true },
      (head) => {
        const answer = head.hasBody ? newBody(null, origin.bodyStream(), null) : null;
        respond(id, load("35_response").createResponse({ ...head, urlList: [], type: "default" }, answer));
      },
      (reason) => fail(id, new TypeError(`the origin of ${url} failed: ${reason}`)),
    );
  }

  host.dispatch = function dispatch(id, method, url, headers, body) {
    leaveGlobalScope();
    const exchange = { request: null, reader: null, passThrough: false };
    const passThrough = () => void (exchange.passThrough = true);
    exchanges.set(id, exchange);
    let response;
    try {
      exchange.request = load("34_request").createRequest({
        method, url,
        headerList: headers === "" ? [] : headers.split("\n"),
        body: body === true || typeof body === "number" ? uploadStream(id, body) : body === null || body === undefined ? null : new Uint8Array(body),
      });
      response = handler !== undefined
        ? handler.fetch(exchange.request, env, new ExecutionContext(illegal, passThrough))
        : load("89_fetch_event").dispatchFetchEvent(exchange.request, waitUntil, passThrough);
    } catch (error) {
      return fail(id, error);
    }
    if (load("35_response").isResponse(response)) return respond(id, response);
    Promise.resolve(response).then((value) => respond(id, value), (error) => fail(id, error));
  };

  function respond(id, response) {
    const { isResponse, responseParts } = load("35_response");
    if (!isResponse(response)) return refuse(id, `${kindOf(response)}, which is not a Response`);
    let parts;
    try {
      parts = responseParts(response);
    } catch (error) {
      return fail(id, error);
    }
    if (parts.status === 0) return refuse(id, "Response.error()");
    if (parts.webSocket !== null) return respondWithSocket(id, parts);
    const { status, statusText, headerList, encoded } = parts;
    const body = load("33_body").forHost(parts.body);
    let streamed = false; // or true, or the length of the stream
    if (load("33_body").isStream(body)) {
      streamed = load("33_body").expectedLength(body) ?? true;
      const exchange = exchanges.get(id);
      if (exchange !== undefined) exchange.reader = body.getReader();
    } else {
      exchanges.delete(id);
    }
    ops.op_respond(id, status, statusText, headerList.join("\n"), streamed === false ? body : null, streamed, encoded);
  }
  // respondWithSocket answers a handshake, and connects the socket to the client.
  function respondWithSocket(id, { status, statusText, headerList, webSocket }) {
    let connection;
    try {
      connection = load("36_web_socket").couple(webSocket);
    } catch (error) {
      return fail(id, error);
    }
    ops.op_respond_socket(id, connection.id);
    ops.op_respond(id, status, statusText, headerList.join("\n"), null, false, true);
  }
  function kindOf(value) {
    if (value === null || value === undefined) return `${value}`;
    if (typeof value !== "object") return `a ${typeof value}`;
    return `an object of class ${value.constructor?.name || "Object"}`;
  }
  function refuse(id, what) {
    exchanges.delete(id);
    ops.op_respond_error(id, "TypeError", `the fetch handler returned ${what}`, "");
  }
  function fail(id, error) {
    const exchange = exchanges.get(id);
    if (exchange?.passThrough && ops.op_has_origin()) return askOrigin(id, exchange, error);
    exchanges.delete(id);
    ops.op_respond_error(id, ...describe(error));
  }

  // Bodies of requests of which a chunk was asked for: id -> {controller, pulled}.
  const pulls = new Map();

  // uploadStream is the request's body, as the client sends it.
  function uploadStream(id, length) {
    let controller;
    const stream = load("21_readable_stream").createReadableByteStream(
      (made) => void (controller = made),
      () => new Promise((resolve) => {
        ops.op_request_pull(id);
        pulls.set(id, { controller, pulled: resolve });
      }),
      () => {
        pulls.delete(id);
        ops.op_request_cancel(id);
      },
    );
    if (length !== true) load("33_body").setExpectedLength(stream, length);
    return stream;
  }
  // requestChunk hands over what op_request_pull read: bytes, the end (neither
  // bytes nor a problem), or a problem. The response may have been sent meanwhile.
  host.requestChunk = function requestChunk(id, bytes, problem) {
    const pull = pulls.get(id);
    if (!pulls.delete(id)) return;
    const { controller, pulled } = pull;
    if (problem !== "") controller.error(new TypeError(`the request's body broke off: ${problem}`));
    else if (bytes === null || bytes === undefined) controller.close();
    else controller.enqueue(new Uint8Array(bytes));
    pulled();
  };

  host.pullResponse = function pullResponse(id) {
    const reader = exchanges.get(id)?.reader;
    if (!reader) return ops.op_response_end(id, "the stream is gone");
    reader.read().then(({ value, done }) => {
      if (done) return finish(id, "");
      if (ArrayBuffer.isView(value)) return void ops.op_response_chunk(id, value);
      reader.cancel();
      finish(id, `a chunk is ${kindOf(value)}, not a Uint8Array`);
    }, (error) => {
      const [name, message] = describe(error);
      finish(id, name === "" ? message : `${name}: ${message}`);
      host.reportException(error);
    });
  };
  function finish(id, problem) {
    exchanges.delete(id);
    ops.op_response_end(id, problem);
  }
  host.cancelResponse = function cancelResponse(id) {
    const exchange = exchanges.get(id);
    exchanges.delete(id);
    exchange?.reader?.cancel(gone()).catch(() => {});
  };
  // abortRequest is told that the client has gone.
  host.abortRequest = function abortRequest(id) {
    const exchange = exchanges.get(id);
    if (exchange?.request) load("34_request").abortRequest(exchange.request, gone());
  };
  const gone = () => host.domException("The client disconnected", "AbortError");

  return { ExecutionContext };
});
