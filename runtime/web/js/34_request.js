// 34_request: Request.
// Spec: https://fetch.spec.whatwg.org/#request-class
// Deviations: a body that is a stream does not need duplex, as in Workers. cf is
// what the init said. There is no window or service worker whose mode,
// credentials or cache would matter: these members are kept and do nothing. See
// 32_headers for guards.
"use strict";
__host.define("34_request", ({ load }) => {
  const { required, any, boolean, DOMString, ByteString, USVString } = load("01_webidl");
  const { isObject, dictionary, enumeration, nullable, expose } = load("01_webidl");
  const headers = load("32_headers");
  const body = load("33_body");

  const parseURL = (url) => load("07_url").parseURL(url);
  const toSignal = nullable((value, context) => load("04_abort").toSignal(value, context));
  const toInit = dictionary([
    { key: "body", convert: any },
    { key: "cache", convert: enumeration("RequestCache", ["default", "no-store", "reload", "no-cache", "force-cache", "only-if-cached"]) },
    { key: "cf", convert: any },
    { key: "credentials", convert: enumeration("RequestCredentials", ["omit", "same-origin", "include"]) },
    { key: "duplex", convert: enumeration("RequestDuplex", ["half"]) },
    { key: "headers", convert: any },
    { key: "integrity", convert: DOMString },
    { key: "keepalive", convert: boolean },
    { key: "method", convert: ByteString },
    { key: "mode", convert: enumeration("RequestMode", ["navigate", "same-origin", "no-cors", "cors"]) },
    { key: "priority", convert: enumeration("RequestPriority", ["high", "low", "auto"]) },
    { key: "redirect", convert: enumeration("RequestRedirect", ["follow", "error", "manual"]) },
    { key: "referrer", convert: USVString },
    {
      key: "referrerPolicy",
      convert: enumeration("ReferrerPolicy", [
        "", "no-referrer", "no-referrer-when-downgrade", "same-origin", "origin", "strict-origin",
        "origin-when-cross-origin", "strict-origin-when-cross-origin", "unsafe-url",
      ]),
    },
    { key: "signal", convert: toSignal },
    { key: "window", convert: any },
  ]);

  // The attributes that a request only keeps.
  const defaults = {
    cache: "default", cf: undefined, credentials: "same-origin", destination: "", duplex: "half", historyNavigation: false,
    integrity: "", keepalive: false, mode: "cors", redirect: "follow", referrer: "about:client", referrerPolicy: "",
    reloadNavigation: false,
  };

  // A request's state. headers and signal are made when looked at. source is what
  // the signal depends on: null, a signal, or the state of another request.
  function newState(method, url, list, immutable, content) {
    return { method, url, list, headers: null, immutable, body: content, signal: null, source: null, options: defaults };
  }
  function signalOf(state) {
    if (state.signal !== null) return state.signal;
    const { newSignal, dependentSignal, isSignal } = load("04_abort");
    const { source } = state;
    state.signal = source === null ? newSignal() : dependentSignal([isSignal(source) ? source : signalOf(source)]);
    return state.signal;
  }

  const standard = /^(?:delete|get|head|options|post|put)$/i;
  const forbidden = /^(?:connect|trace|track)$/i;
  function toMethod(method, context) {
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(method)) throw new TypeError(`${context}: "${method}" is not a method`);
    if (forbidden.test(method)) throw new TypeError(`${context}: the method ${method} is forbidden`);
    return standard.test(method) ? method.toUpperCase() : method;
  }

  // initialize is the constructor's algorithm.
  function initialize(input, init, context) {
    const given = isRequest(input) ? stateOf(input) : null;
    if (given === null) input = USVString(input, `${context}: 1st argument`);
    init = init == null ? {} : toInit(init, `${context}: init`);
    const state = given === null
      ? newState("GET", toURL(input, context), [], false, null)
      : { ...newState(given.method, given.url, given.list.slice(), false, null), source: given, options: given.options };
    apply(init, state, context);
    applyBody(init, state, given === null ? null : given.body, context);
    return state;
  }
  function toURL(input, context) {
    const url = parseURL(input);
    if (url.username !== "" || url.password !== "") throw new TypeError(`${context}: the URL has credentials in it`);
    return url.href;
  }
  function apply(init, state, context) {
    if (init.window != null) throw new TypeError(`${context}: window is not null`);
    state.options = toOptions(init, state.options, context);
    if (init.method !== undefined) state.method = toMethod(init.method, context);
    if (init.signal !== undefined) state.source = init.signal;
    if (state.options.mode === "no-cors" && !/^(?:GET|HEAD|POST)$/.test(state.method)) {
      throw new TypeError(`${context}: the method ${state.method} is not allowed in mode no-cors`);
    }
    if (init.headers === undefined) return;
    state.list = [];
    headers.fill(state.list, init.headers, `${context}: headers`);
  }
  const kept = ["cache", "cf", "credentials", "integrity", "keepalive", "mode", "redirect", "referrer", "referrerPolicy"];
  function toOptions(init, base, context) {
    if (Object.keys(init).length === 0) return base;
    if (base === defaults && !kept.some((key) => key in init)) return base;
    const options = { ...base, referrer: "about:client", referrerPolicy: "" };
    for (const key of kept) if (key in init) options[key] = init[key];
    if (options.mode === "navigate") {
      if (init.mode === "navigate") throw new TypeError(`${context}: mode is navigate`);
      options.mode = "same-origin";
    }
    if (options.cache === "only-if-cached" && options.mode !== "same-origin") {
      throw new TypeError(`${context}: cache is only-if-cached, but mode is not same-origin`);
    }
    if (init.referrer !== undefined) options.referrer = toReferrer(init.referrer);
    return options;
  }
  function toReferrer(referrer) {
    if (referrer === "") return "";
    const { href, protocol, pathname } = parseURL(referrer);
    return protocol === "about:" && pathname === "client" ? "about:client" : href;
  }
  function applyBody(init, state, inputBody, context) {
    const given = init.body ?? null;
    if ((given !== null || inputBody !== null) && /^(?:GET|HEAD)$/.test(state.method)) {
      throw new TypeError(`${context}: a ${state.method} request has no body`);
    }
    if (given !== null) {
      state.body = body.extract(given, `${context}: body`);
      const { type } = state.body;
      if (type !== null && !headers.hasIn(state.list, "content-type")) state.list.push("content-type", type);
    } else if (inputBody !== null) {
      if (body.isUnusable(inputBody)) throw new TypeError(`${context}: the body of the input has been read already`);
      state.body = body.move(inputBody);
    }
  }

  let isRequest, stateOf;
  const token = {};
  class Request {
    #state;
    constructor(input, init = undefined) {
      if (input === token) {
        this.#state = init;
        return;
      }
      required(arguments.length, 1, "Failed to construct 'Request'");
      this.#state = initialize(input, init, "Failed to construct 'Request'");
    }
    get method() { return this.#state.method; }
    get url() { return this.#state.url; }
    get headers() {
      const state = this.#state;
      return (state.headers ??= headers.create(state.list, state.immutable));
    }
    get destination() { return this.#state.options.destination; }
    get referrer() { return this.#state.options.referrer; }
    get referrerPolicy() { return this.#state.options.referrerPolicy; }
    get mode() { return this.#state.options.mode; }
    get credentials() { return this.#state.options.credentials; }
    get cache() { return this.#state.options.cache; }
    get redirect() { return this.#state.options.redirect; }
    get integrity() { return this.#state.options.integrity; }
    get keepalive() { return this.#state.options.keepalive; }
    get isReloadNavigation() { return this.#state.options.reloadNavigation; }
    get isHistoryNavigation() { return this.#state.options.historyNavigation; }
    get signal() { return signalOf(this.#state); }
    get duplex() { return this.#state.options.duplex; }
    get cf() { return this.#state.options.cf; }
    clone() {
      const state = this.#state;
      if (state.body !== null && body.isUnusable(state.body)) throw new TypeError("Request.clone: the body has been read already");
      const copy = newState(state.method, state.url, state.list.slice(), state.immutable, null);
      copy.source = state;
      copy.options = state.options;
      if (state.body !== null) copy.body = body.clone(state.body);
      return new Request(token, copy);
    }
    static {
      isRequest = (value) => isObject(value) && #state in value;
      stateOf = (request) => request.#state;
    }
  }
  body.mixin(Request, (request) => stateOf(request));
  expose(Request);


  // createRequest is an incoming request, as it came: nothing is checked. Its
  // body is null, bytes, a string or a ReadableStream, and its headers immutable.
  function createRequest({ method, url, headerList, body: content }) {
    const state = newState(method, url, headerList, true, null);
    if (content !== null) {
      const known = typeof content === "string" || ArrayBuffer.isView(content);
      state.body = known ? new body.Body(content, null, null) : new body.Body(null, content, null);
    }
    return new Request(token, state);
  }
  // abortRequest aborts the request's signal.
  function abortRequest(request, reason) {
    load("04_abort").signalAbort(signalOf(stateOf(request)), reason);
  }

  return { Request, isRequest, createRequest, abortRequest };
});
