// 36_exchange: an HTTP request and its response, over the host.
// Spec: https://fetch.spec.whatwg.org/#http-network-fetch
// Deviations: there is no cache, no cookie store and no authentication entry.
"use strict";
__host.define("36_exchange", (host) => {
  const { ops, load } = host;
  const { isStream, forHost, expectedLength } = load("33_body");
  const streams = () => load("21_readable_stream");

  const exchanges = new Map(); // id -> Exchange, until the response's body is at its end
  const uploads = new Map(); // id -> {stream, reader}, until the request's body is
  let lastId = 0;
  host.live.push(() => Array.from(exchanges.values(), ({ url, origin }) => ({ What: `fetch of ${url}`, Stack: origin })));

  // An Exchange calls one of processResponse({status, statusText, headerList,
  // hasBody}) and processFailure(reason), a string.
  class Exchange {
    constructor(url, processResponse, processFailure) {
      this.id = ++lastId;
      this.url = url;
      this.origin = host.origin();
      this.processResponse = processResponse;
      this.processFailure = processFailure;
      this.controller = null; // of the response's body
      this.pulled = null; // resolves the promise of a pull
      this.ended = () => {}; // is called once, when the response's body has ended in any way
    }
    // bodyStream is the response's body.
    bodyStream() {
      return streams().createReadableByteStream(
        (controller) => void (this.controller = controller),
        () => new Promise((resolve) => {
          this.pulled = resolve;
          ops.op_fetch_read(this.id);
        }),
        () => this.end(),
        0,
      );
    }
    // abort ends the exchange, and what is left of its bodies with reason.
    abort(reason) {
      const upload = uploads.get(this.id);
      this.end();
      if (upload !== undefined) cancelUpload(this.id, upload, reason);
      this.controller?.error(reason);
    }
    end() {
      if (!exchanges.delete(this.id)) return;
      ops.op_fetch_abort(this.id);
      this.ended();
    }
  }

  // startExchange sends a request. body is null or what take of 33_body returns. toOrigin
  // sends it to what is behind the app.
  function startExchange({ method, url, headerList, body: content, toOrigin = false }, processResponse, processFailure) {
    const body = forHost(content);
    const exchange = new Exchange(url, processResponse, processFailure);
    const { id } = exchange;
    const upload = isStream(body) ? { stream: body, reader: streams().acquireReader(body) } : null;
    ops.op_fetch(id, method, url, headerList.join("\n"), upload === null ? body : expectedLength(body) ?? true, toOrigin);
    exchanges.set(id, exchange); // what the host calls comes later, in a task
    if (upload !== null) uploads.set(id, upload);
    return exchange;
  }

  host.fetchResponse = function fetchResponse(id, status, statusText, headers, hasBody) {
    const exchange = exchanges.get(id);
    if (exchange === undefined) return;
    if (!hasBody) exchanges.delete(id);
    const headerList = headers === "" ? [] : headers.split("\n");
    exchange.processResponse({ status, statusText, headerList, hasBody });
    if (!hasBody) exchange.ended();
  };
  host.fetchFailed = function fetchFailed(id, reason) {
    const exchange = exchanges.get(id);
    if (!exchanges.delete(id)) return;
    exchange.processFailure(reason);
    exchange.ended();
  };
  // fetchChunk hands over what op_fetch_read read: bytes, the end (neither bytes
  // nor a problem), or a problem.
  host.fetchChunk = function fetchChunk(id, bytes, problem) {
    const exchange = exchanges.get(id);
    if (exchange === undefined) return;
    const { controller, pulled, url } = exchange;
    const last = bytes === null || bytes === undefined;
    if (last) exchanges.delete(id);
    if (problem !== "") controller.error(new TypeError(`the response to fetch of ${url} broke off: ${problem}`));
    else if (last) controller.close();
    else controller.enqueue(new Uint8Array(bytes));
    pulled();
    if (last) exchange.ended();
  };
  // fetchDropped is told that the host has given up a fetch.
  host.fetchDropped = function fetchDropped(id) {
    exchanges.delete(id);
    uploads.delete(id);
  };

  host.fetchUploadPull = function fetchUploadPull(id) {
    const upload = uploads.get(id);
    if (upload === undefined) return;
    const fail = (error) => {
      uploads.delete(id);
      ops.op_fetch_upload_end(id, `the request's body broke off: ${error?.message ?? error}`);
    };
    streams().readChunk(upload.reader, {
      next: undefined, // for Queue
      chunkSteps(chunk) {
        if (!(chunk instanceof Uint8Array)) {
          cancelUpload(id, upload, new TypeError("a chunk of a request's body is not a Uint8Array"));
          fail("a chunk is not a Uint8Array");
        } else if (chunk.byteLength === 0) {
          load("20_promise").queueMicrotask(() => host.fetchUploadPull(id)); // not recursively: there may be many
        } else {
          ops.op_fetch_upload(id, chunk);
        }
      },
      closeSteps() {
        uploads.delete(id);
        ops.op_fetch_upload_end(id, "");
      },
      errorSteps: fail,
    });
  };
  host.fetchUploadCancel = function fetchUploadCancel(id) {
    const upload = uploads.get(id);
    if (upload !== undefined) cancelUpload(id, upload, new TypeError("the server does not take more of the request's body"));
  };
  function cancelUpload(id, { stream }, reason) {
    uploads.delete(id);
    streams().cancel(stream, reason).catch(() => {});
  }

  return { startExchange };
});
