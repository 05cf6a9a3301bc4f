// 35_response: Response.
// Spec: https://fetch.spec.whatwg.org/#response-class
//       https://developers.cloudflare.com/workers/runtime-apis/response/
// Deviations: encodeBody is of Workers: with "automatic", the host applies the
// Content-Encoding gzip or br, and with "manual" the app has. See 32_headers for guards.
"use strict";
__host.define("35_response", (host) => {
  const { load } = host;
  const { required, ByteString, USVString, integer, isObject, expose } = load("01_webidl");
  const { requireHandler } = load("02_global_scope");
  const headers = load("32_headers");
  const { newBody, extract, isUnusable, clone, take, mixin } = load("33_body");

  const unsignedShort = integer(16, false);
  const nullBodyStatuses = new Set([101, 103, 204, 205, 304]);
  const redirectStatuses = new Set([301, 302, 303, 307, 308]);

  function toStatus(value, webSocket, context) {
    if (webSocket === null && value === undefined) return 200;
    const status = unsignedShort(value, `${context}: status`);
    if (webSocket !== null) {
      if (status !== 101) throw new RangeError(`${context}: a response with a webSocket has status 101, not ${status}`);
      return status;
    }
    if (status < 200 || status > 599) throw new RangeError(`${context}: status ${status} is not in the range 200 to 599`);
    return status;
  }
  // toWebSocket converts Workers' member webSocket.
  function toWebSocket(value, context) {
    if (value == null) return null;
    if (!host.webSocket?.is(value)) throw new TypeError(`${context}: webSocket is not a WebSocket`);
    return value;
  }
  function toEncoded(encodeBody, context) {
    if (encodeBody === undefined || encodeBody === "automatic") return false;
    if (encodeBody === "manual") return true;
    throw new TypeError(`${context}: encodeBody is neither "automatic" nor "manual"`);
  }
  const noReasonPhrase = /[^\t\x20-\x7e\x80-\xff]/;
  function toStatusText(value, context) {
    if (value === undefined) return "";
    const text = ByteString(value, `${context}: statusText`);
    if (noReasonPhrase.test(text)) throw new TypeError(`${context}: statusText has a control character in it`);
    return text;
  }

  const internal = {}; // begins the arguments of a constructor called from here
  // A head is what a response has besides headers and a body. Most have this one.
  const ordinary = {
    status: 200, statusText: "", type: "default", urlList: [], webSocket: null,
    encoded: false, // encodeBody is "manual"
    immutable: false,
  };
  function toHead(encodeBody, status, statusText, webSocket, context) {
    const ok = (status === undefined || status === 200) && (statusText === undefined || statusText === "");
    if (ok && webSocket == null && encodeBody === undefined) return ordinary;
    webSocket = toWebSocket(webSocket, context);
    status = toStatus(status, webSocket, context);
    statusText = toStatusText(statusText, context);
    return { ...ordinary, status, statusText, webSocket, encoded: toEncoded(encodeBody, context) };
  }

  let isResponse, create, createResponse, initialize, bodyOf, listOf, partsOf;
  class Response {
    #head = ordinary;
    #list = []; // the header list, shared with #headers
    #headers = null; // made when looked at
    #body = null;
    constructor(body = null, init = undefined) {
      if (body === internal) return;
      const context = "Failed to construct 'Response'";
      initialize(this, body === null ? null : extract(body, `${context}: body`), init, context);
    }
    static error() {
      return create({ ...ordinary, status: 0, type: "error", immutable: true }, []);
    }
    static json(data, init = undefined) {
      required(arguments.length, 1, "Response.json");
      const text = JSON.stringify(data);
      if (text === undefined) throw new TypeError("Response.json: the data has no JSON form");
      const response = new Response(internal);
      initialize(response, newBody(text, null, "application/json"), init, "Response.json");
      return response;
    }
    static redirect(url, status = 302) {
      required(arguments.length, 1, "Response.redirect");
      url = USVString(url, "Response.redirect: 1st argument");
      status = unsignedShort(status, "Response.redirect: 2nd argument");
      const { href } = load("07_url").parseURL(url);
      if (!redirectStatuses.has(status)) throw new RangeError(`Response.redirect: ${status} is not a redirect status`);
      requireHandler();
      return create({ ...ordinary, status, immutable: true }, ["location", href]);
    }
    get type() { return this.#head.type; }
    get url() {
      const list = this.#head.urlList;
      return list.length === 0 ? "" : list[list.length - 1].replace(/#.*$/, "");
    }
    get redirected() { return this.#head.urlList.length > 1; }
    get status() { return this.#head.status; }
    get ok() { return this.#head.status >= 200 && this.#head.status <= 299; }
    get statusText() { return this.#head.statusText; }
    get webSocket() { return this.#head.webSocket; }
    get headers() { return (this.#headers ??= headers.create(this.#list, this.#head.immutable)); }
    clone() {
      if (this.#body !== null && isUnusable(this.#body)) throw new TypeError("Response.clone: the body has been read already");
      if (this.#head.webSocket !== null) throw new TypeError("Response.clone: a response with a webSocket cannot be cloned");
      const copy = create(this.#head, this.#list.slice());
      if (this.#body !== null) copy.#body = clone(this.#body);
      return copy;
    }
    static {
      isResponse = (value) => isObject(value) && #list in value;
      bodyOf = (response) => response.#body;
      listOf = (response) => response.#list;
      // create makes a response without a body.
      create = (head, list) => {
        const response = new Response(internal);
        response.#head = head;
        response.#list = list;
        return response;
      };
      // createResponse is a response that fetch or a cache gives. body is null or a
      // body of its own.
      createResponse = ({ status, statusText, headerList, urlList, type, webSocket = null }, body) => {
        const response = create({ status, statusText, type, urlList, webSocket, encoded: false, immutable: true }, headerList);
        response.#body = body;
        return response;
      };
      // initialize is "initialize a response". body is null or a body of its own.
      initialize = (response, body, init, context) => {
        const list = response.#list;
        if (init != null) {
          if (!isObject(init)) throw new TypeError(`${context}: init is not an object`);
          const { encodeBody, headers: given, status, statusText, webSocket } = init;
          if (given !== undefined) headers.fill(list, given, `${context}: headers`);
          response.#head = toHead(encodeBody, status, statusText, webSocket, context);
        }
        if (body === null) return;
        const { status } = response.#head;
        if (status !== 200 && nullBodyStatuses.has(status)) {
          throw new TypeError(`${context}: a response with status ${status} has no body`);
        }
        response.#body = body;
        if (body.type !== null && !headers.hasIn(list, "content-type")) list.push("content-type", body.type);
      };
      partsOf = (response) => {
        const { status, statusText, webSocket, encoded } = response.#head;
        return { status, statusText, headerList: response.#list, body: response.#body, webSocket, encoded };
      };
    }
  }
  mixin(Response, (response) => bodyOf(response), (response) => listOf(response));
  expose(Response);

  // responseParts is what is sent of a response: {status, statusText, headerList,
  // body, encoded}. The body, null, a string, bytes or a stream, is used from then on.
  function responseParts(response) {
    const parts = partsOf(response);
    if (parts.body !== null) parts.body = take(parts.body);
    return parts;
  }
  return { Response, isResponse, createResponse, responseParts };
});
