// 35_response: Response.
// Spec: https://fetch.spec.whatwg.org/#response-class
// Deviations: see 32_headers for guards.
"use strict";
__host.define("35_response", ({ load }) => {
  const { required, DOMString, ByteString, USVString, integer, isObject, expose } = load("01_webidl");
  const headers = load("32_headers");
  const body = load("33_body");

  const unsignedShort = integer(16, false);
  const nullBodyStatuses = new Set([101, 103, 204, 205, 304]);
  const redirectStatuses = new Set([301, 302, 303, 307, 308]);

  // newState is the state of a response; headers is made when looked at.
  function newState(status, statusText, list, type) {
    return { status, statusText, list, headers: null, immutable: type === "error", body: null, type, url: "", redirected: false };
  }

  // initialize is "initialize a response". extracted is a body or null.
  function initialize(init, extracted, context) {
    const list = [];
    let status = 200, statusText = "";
    if (init != null) {
      if (!isObject(init)) throw new TypeError(`${context}: init is not an object`);
      if (init.headers !== undefined) headers.fill(list, init.headers, `${context}: headers`);
      if (init.status !== undefined) status = unsignedShort(init.status, `${context}: status`);
      if (init.statusText !== undefined) statusText = ByteString(init.statusText, `${context}: statusText`);
    }
    if (status < 200 || status > 599) throw new RangeError(`${context}: status ${status} is not in the range 200 to 599`);
    if (statusText !== "" && !/^[\t\x20-\x7e\x80-\xff]*$/.test(statusText)) {
      throw new TypeError(`${context}: statusText has a control character in it`);
    }
    const state = newState(status, statusText, list, "default");
    if (extracted !== null) {
      if (nullBodyStatuses.has(status)) throw new TypeError(`${context}: a response with status ${status} has no body`);
      state.body = extracted;
      if (extracted.type !== null && !headers.hasIn(list, "content-type")) list.push("content-type", extracted.type);
    }
    return state;
  }

  let isResponse, stateOf, create;
  class Response {
    #state;
    constructor(content = null, init = undefined) {
      if (content === token) {
        this.#state = init;
        return;
      }
      const context = "Failed to construct 'Response'";
      const extracted = content === null ? null : body.extract(content, `${context}: body`);
      this.#state = initialize(init, extracted, context);
    }
    static error() {
      return create(newState(0, "", [], "error"));
    }
    static json(data, init = undefined) {
      required(arguments.length, 1, "Response.json");
      const text = JSON.stringify(data);
      if (text === undefined) throw new TypeError("Response.json: the data has no JSON form");
      return create(initialize(init, new body.Body(text.toWellFormed(), null, "application/json"), "Response.json"));
    }
    static redirect(url, status = 302) {
      required(arguments.length, 1, "Response.redirect");
      url = USVString(url, "Response.redirect: 1st argument");
      status = unsignedShort(status, "Response.redirect: 2nd argument");
      const location = load("07_url").parseURL(url).href;
      if (!redirectStatuses.has(status)) throw new RangeError(`Response.redirect: ${status} is not a redirect status`);
      const state = newState(status, "", ["location", location], "default");
      state.immutable = true;
      return create(state);
    }
    get type() { return this.#state.type; }
    get url() { return this.#state.url; }
    get redirected() { return this.#state.redirected; }
    get status() { return this.#state.status; }
    get ok() {
      const { status } = this.#state;
      return status >= 200 && status <= 299;
    }
    get statusText() { return this.#state.statusText; }
    get headers() {
      const state = this.#state;
      return (state.headers ??= headers.create(state.list, state.immutable));
    }
    clone() {
      const state = this.#state;
      if (state.body !== null && body.isUnusable(state.body)) throw new TypeError("Response.clone: the body has been read already");
      const copy = { ...state, list: state.list.slice(), headers: null };
      if (state.body !== null) copy.body = body.clone(state.body);
      return create(copy);
    }
    static {
      isResponse = (value) => isObject(value) && #state in value;
      stateOf = (response) => response.#state;
    }
  }
  const token = {};
  create = (state) => new Response(token, state);
  body.mixin(Response, (response) => stateOf(response));
  expose(Response);

  // responseParts is what is sent of a response. Its body is then used.
  function responseParts(response) {
    const { status, statusText, list, body: content } = stateOf(response);
    return { status, statusText, headerList: list, body: content === null ? null : body.take(content) };
  }
  return { Response, responseParts, isResponse };
});
