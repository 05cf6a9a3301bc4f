// 37_fetch: fetch.
// Spec: https://fetch.spec.whatwg.org/#fetch-method
// Deviations: there is no origin, so no CORS, cookie or referrer, and every
// response is of type "basic". As in Workers and Node, redirect mode "manual" gives the
// redirect itself and no header is forbidden. Of the caller's headers, Cookie and
// Proxy-Authorization are dropped with Authorization when a redirect leaves the origin. No port
// is blocked. cache only sets headers; credentials, keepalive, mode, priority and referrer do nothing.
// An abort does not touch the body of a data: or blob: URL that has been fetched, as in Node and Workers.
"use strict";
__host.define("37_fetch", (host) => {
  const { ops, load } = host;
  const { required } = load("01_webidl");
  const { requireHandler } = load("02_global_scope");
  const { getFrom, hasIn, deleteFrom } = load("32_headers");
  const { newBody, take, isStream } = load("33_body");
  const { Request, requestParts } = load("34_request");
  const { createResponse } = load("35_response");

  const redirectStatuses = new Set([301, 302, 303, 307, 308]);

  // A FetchParams is a fetch that is going on. It fulfils its promise with a
  // Response, or rejects it.
  class FetchParams {
    constructor(parts, resolve, reject) {
      this.method = parts.method;
      this.headerList = parts.headerList.slice();
      this.body = parts.body === null ? null : take(parts.body); // as startExchange has it
      this.redirect = parts.redirect;
      this.integrity = parts.integrity;
      this.cache = parts.cache;
      this.blob = parts.blob;
      this.urlList = [parts.url];
      this.exchange = null; // the last one, if there was one
      this.stopListening = () => {};
      this.resolve = resolve;
      this.reject = reject;
    }
    get url() {
      return this.urlList[this.urlList.length - 1];
    }
    // abort is "abort the fetch() call".
    abort(reason) {
      this.reject(reason);
      if (this.exchange !== null) this.exchange.abort(reason);
      else if (isStream(this.body)) load("21_readable_stream").cancel(this.body, reason).catch(() => {});
    }
    // networkError is the end of the fetch with a network error.
    networkError(reason) {
      const cause = new Error(reason);
      this.reject(new TypeError(`fetch of ${this.url} failed: ${reason}`, { cause }));
      this.exchange?.abort(cause);
      this.stopListening();
    }
  }

  function fetch(input, init = undefined) {
    const given = arguments.length;
    return new Promise((resolve, reject) => {
      required(given, 1, "fetch");
      requireHandler();
      startFetch(new Request(input, init), resolve, reject);
    });
  }
  // startFetch gives the Response, or the reason why there is none, to a callback.
  // The result has the method abort(reason).
  function startFetch(request, resolve, reject) {
    const parts = requestParts(request);
    if (parts.signal?.aborted) return abortAtOnce(parts, reject);
    const params = new FetchParams(parts, resolve, reject);
    if (parts.signal !== null) {
      params.stopListening = load("04_abort").addAlgorithm(parts.signal, (reason) => params.abort(reason));
    }
    mainFetch(params);
    return params;
  }
  function abortAtOnce({ signal, body }, reject) {
    reject(signal.reason);
    if (body?.stream != null) load("21_readable_stream").cancel(body.stream, signal.reason).catch(() => {});
  }

  // mainFetch is "main fetch" and "scheme fetch".
  function mainFetch(params) {
    const scheme = params.url.slice(0, params.url.indexOf(":"));
    try {
      if (scheme === "http" || scheme === "https") httpFetch(params);
      else if (scheme === "data") dataFetch(params);
      else if (scheme === "blob") blobFetch(params);
      else params.networkError(`the scheme ${scheme}: can't be fetched`);
    } catch (error) {
      params.networkError(error.message);
    }
  }

  function dataFetch(params) {
    const { mimeType, body } = load("36_data_url").processDataURL(params.url);
    respond(params, { status: 200, statusText: "OK", headerList: ["content-type", mimeType] }, newBody(body, null, null));
  }

  function blobFetch(params) {
    if (params.method !== "GET") return params.networkError(`a blob: URL can't be fetched with ${params.method}`);
    if (params.blob === null) return params.networkError("there is no such blob: URL (any more)");
    const { blobBytes, blobType } = load("30_blob");
    const bytes = blobBytes(params.blob);
    const type = load("29_mime_type").parseMIMEType(blobType(params.blob)) === null ? "" : blobType(params.blob);
    const range = getFrom(params.headerList, "range");
    if (range === null) {
      const headerList = ["content-length", `${bytes.byteLength}`, "content-type", type];
      return respond(params, { status: 200, statusText: "OK", headerList }, newBody(bytes, null, null));
    }
    const [start, end] = parseRange(range, bytes.byteLength);
    const part = bytes.subarray(start, end);
    const headerList = [
      "content-length", `${part.byteLength}`, "content-range", `bytes ${start}-${end - 1}/${bytes.byteLength}`, "content-type", type,
    ];
    respond(params, { status: 206, statusText: "Partial Content", headerList }, newBody(part, null, null));
  }
  // parseRange is "parse a single range header value", and what of size bytes it is.
  function parseRange(value, size) {
    const match = /^bytes[\t ]*=[\t ]*(\d*)[\t ]*-[\t ]*(\d*)$/.exec(value);
    if (match === null || (match[1] === "" && match[2] === "")) throw new TypeError(`the range ${value} is not valid`);
    let [, start, end] = match;
    if (start === "") return [Math.max(size - Number(end), 0), size];
    start = Number(start);
    end = end === "" ? size : Math.min(Number(end) + 1, size);
    if (start >= size || end <= start) throw new TypeError(`the range ${value} is not in the blob's ${size} bytes`);
    return [start, end];
  }

  function httpFetch(params) {
    const { method, url, body } = params;
    if (getFrom(params.headerList, "upgrade")?.toLowerCase() === "websocket") return webSocketFetch(params);
    const headerList = [...params.headerList];
    for (const [name, value] of cacheHeaders[params.cache] ?? []) if (!hasIn(headerList, name)) headerList.push(name, value);
    params.exchange = load("36_exchange").startExchange(
      { method, url, headerList, body },
      (head) => {
        if (redirectStatuses.has(head.status) && params.redirect !== "manual") httpRedirectFetch(params, head);
        else respond(params, head, head.hasBody ? newBody(null, params.exchange.bodyStream(), null) : null);
      },
      (reason) => params.networkError(reason),
    );
    params.exchange.ended = () => params.stopListening();
  }

  // What "HTTP-network-or-cache fetch" adds by cache mode.
  const noCache = [["cache-control", "no-cache"], ["pragma", "no-cache"]];
  const cacheHeaders = { __proto__: null, "no-cache": [["cache-control", "max-age=0"]], "no-store": noCache, reload: noCache };

  // webSocketFetch is a WebSocket handshake, as in Workers: the response has a webSocket.
  function webSocketFetch(params) {
    const { method, url, headerList, body } = params;
    if (method !== "GET" || body !== null) return params.networkError("a WebSocket handshake is a GET request without a body");
    const connection = load("36_web_socket").dial(url, headerList, (head) => {
      params.stopListening();
      const { status, webSocket } = head;
      const parts = { status, statusText: "", headerList: head.headerList, urlList: params.urlList, type: "basic", webSocket };
      params.resolve(createResponse(parts, webSocket === null ? newBody(new Uint8Array(head.body), null, null) : null));
    }, (problem) => params.networkError(problem));
    params.exchange = { abort: () => connection.close(1005, "") };
  }

  // httpRedirectFetch is "HTTP-redirect fetch".
  function httpRedirectFetch(params, head) {
    if (params.redirect === "error") return params.networkError(`the response is a redirect (${head.status}), which redirect mode "error" forbids`);
    const value = getFrom(head.headerList, "location");
    if (value === null) return respond(params, head, head.hasBody ? newBody(null, params.exchange.bodyStream(), null) : null);
    const { URL } = load("07_url");
    const from = new URL(params.url);
    const to = URL.parse(percentEncode(value), params.url);
    if (to === null) return params.networkError(`the redirect goes to "${value}", which is not a URL`);
    if (to.protocol !== "http:" && to.protocol !== "https:") return params.networkError(`the redirect goes to the scheme ${to.protocol}`);
    if (params.urlList.length > 20) return params.networkError("there are more than 20 redirects");
    const sameOrigin = from.origin === to.origin;
    if (!sameOrigin && (to.username !== "" || to.password !== "")) return params.networkError("the redirect goes to a URL with credentials in it");
    if (head.status !== 303 && isStream(params.body)) {
      return params.networkError(`the redirect (${head.status}) needs the request's body again, which is a stream`);
    }
    if (to.hash === "") to.hash = from.hash;
    params.exchange.ended = () => {};
    params.exchange.end();
    redirectRequest(params, head.status, sameOrigin);
    params.urlList.push(to.href);
    httpFetch(params);
  }
  // percentEncode escapes the bytes that a Location must not have. Servers send UTF-8 there.
  const percentEncode = (value) => value.replace(/[\x80-\xff]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  // redirectRequest makes of the request what is sent to the redirect's target.
  function redirectRequest(params, status, sameOrigin) {
    const { headerList, method } = params;
    if (((status === 301 || status === 302) && method === "POST") || (status === 303 && method !== "GET" && method !== "HEAD")) {
      params.method = "GET";
      params.body = null;
      for (const name of ["content-encoding", "content-language", "content-length", "content-location", "content-type"]) {
        deleteFrom(headerList, name, 0);
      }
    }
    if (sameOrigin) return;
    for (const name of ["authorization", "cookie", "proxy-authorization"]) deleteFrom(headerList, name, 0);
  }

  // respond fulfils the promise with the response, if it has the integrity asked for.
  function respond(params, { status, statusText, headerList }, body) {
    if (params.method === "HEAD") body = null;
    const settle = (bodyOrNull) => {
      params.resolve(createResponse({ status, statusText, headerList, urlList: params.urlList, type: "basic" }, bodyOrNull));
      if (params.exchange === null) params.stopListening();
    };
    if (params.integrity === "") return settle(body);
    verify(params, body, settle);
  }
  function verify(params, body, settle) {
    const check = (bytes) => {
      if (ops.op_integrity_match(params.integrity, bytes)) settle(body === null ? null : newBody(bytes, null, null));
      else params.networkError("the response does not have the integrity that was asked for");
    };
    if (body === null) return check(new Uint8Array(0));
    if (body.stream === null) return check(body.source); // a string or bytes, as of data: and blob: URLs
    load("21_readable_stream").readAllBytes(body.stream, check, (error) => params.networkError(error.message));
  }

  return { fetch, startFetch };
});
