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
  const { newBody, extract, isUnusable, clone, move, mixin } = load("33_body");

  const parseURL = (url) => load("07_url").parseURL(url);
  const toSignal = nullable((value, context) => load("04_abort").toSignal(value, context));
  const toInit = (value, context) => (convertInit ??= dictionary(initMembers()))(value, context);
  let convertInit; // made at the first use: incoming requests have no init
  const initMembers = () => [
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
  ];

  // The attributes that a request only keeps.
  const defaults = {
    cache: "default", cf: undefined, credentials: "same-origin", destination: "", duplex: "half", historyNavigation: false,
    integrity: "", keepalive: false, mode: "cors", redirect: "follow", referrer: "about:client", referrerPolicy: "",
    reloadNavigation: false,
  };

  // An incoming request that is passed on passes on redirects, too, as in Workers.
  const incoming = { ...defaults, redirect: "manual" };

  const standard = /^(?:delete|get|head|options|post|put)$/i;
  const forbidden = /^(?:connect|trace|track)$/i;
  const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
  function toMethod(method, context) {
    if (!token.test(method)) throw new TypeError(`${context}: "${method}" is not a method`);
    if (forbidden.test(method)) throw new TypeError(`${context}: the method ${method} is forbidden`);
    return standard.test(method) ? method.toUpperCase() : method;
  }

  function toURL(input, context) {
    const url = parseURL(input);
    if (url.username !== "" || url.password !== "") throw new TypeError(`${context}: the URL has credentials in it`);
    return url.href;
  }
  const kept = ["cache", "cf", "credentials", "integrity", "keepalive", "mode", "redirect", "referrer", "referrerPolicy"];
  function toOptions(init, base, context) {
    if (init.window != null) throw new TypeError(`${context}: window is not null`);
    if (Object.keys(init).length === 0) return base;
    if (base === defaults && !kept.some((key) => key in init)) return base;
    const options = { ...base, referrer: "about:client", referrerPolicy: "" };
    for (const key of kept) if (key in init) options[key] = init[key];
    if (init.mode === "navigate") throw new TypeError(`${context}: mode is navigate`);
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
  // toBody is the body of a request that is made with init and perhaps from one
  // that has inputBody; null if there is none.
  function toBody(init, inputBody, method, context) {
    const given = init.body ?? null;
    if ((given !== null || inputBody !== null) && /^(?:GET|HEAD)$/.test(method)) {
      throw new TypeError(`${context}: a ${method} request has no body`);
    }
    if (given !== null) return extract(given, `${context}: body`, init.keepalive);
    if (inputBody === null) return null;
    if (isUnusable(inputBody)) throw new TypeError(`${context}: the body of the input has been read already`);
    return move(inputBody);
  }

  const internal = {}; // begins the arguments of a constructor called from here
  let isRequest, createRequest, requestParts, signalOf, initialize, bodyOf, listOf;
  class Request {
    #method = "GET";
    #url = "";
    #list = []; // the header list, shared with #headers
    #headers = null; // made when looked at
    #immutable = false;
    #body = null;
    #signal = null; // made when looked at
    #source = null; // what the signal depends on: a signal, a request, or nothing
    #options = defaults;
    #blob = null; // that of a blob: URL, from when the request was made
    constructor(input, init = undefined) {
      if (input === internal) return;
      required(arguments.length, 1, "Failed to construct 'Request'");
      initialize(this, input, init, "Failed to construct 'Request'");
    }
    get method() { return this.#method; }
    get url() { return this.#url; }
    get headers() { return (this.#headers ??= headers.create(this.#list, this.#immutable)); }
    get destination() { return this.#options.destination; }
    get referrer() { return this.#options.referrer; }
    get referrerPolicy() { return this.#options.referrerPolicy; }
    get mode() { return this.#options.mode; }
    get credentials() { return this.#options.credentials; }
    get cache() { return this.#options.cache; }
    get redirect() { return this.#options.redirect; }
    get integrity() { return this.#options.integrity; }
    get keepalive() { return this.#options.keepalive; }
    get isReloadNavigation() { return this.#options.reloadNavigation; }
    get isHistoryNavigation() { return this.#options.historyNavigation; }
    get signal() { return signalOf(this); }
    get duplex() { return this.#options.duplex; }
    get cf() { return this.#options.cf; }
    clone() {
      if (this.#body !== null && isUnusable(this.#body)) throw new TypeError("Request.clone: the body has been read already");
      const copy = new Request(internal);
      copy.#method = this.#method;
      copy.#url = this.#url;
      copy.#list = this.#list.slice();
      copy.#immutable = this.#immutable;
      copy.#source = this;
      copy.#options = this.#options;
      copy.#blob = this.#blob;
      if (this.#body !== null) copy.#body = clone(this.#body);
      return copy;
    }
    static {
      isRequest = (value) => isObject(value) && #method in value;
      bodyOf = (request) => request.#body;
      listOf = (request) => request.#list;
      signalOf = (request) => {
        if (request.#signal !== null) return request.#signal;
        const { newSignal, dependentSignal } = load("04_abort");
        const source = request.#source;
        request.#signal = source === null ? newSignal() : dependentSignal([isRequest(source) ? signalOf(source) : source]);
        return request.#signal;
      };
      // initialize is the constructor's algorithm.
      initialize = (request, input, init, context) => {
        const given = isRequest(input) ? input : null;
        if (given === null) input = USVString(input, `${context}: 1st argument`);
        init = init == null ? {} : toInit(init, `${context}: init`);
        request.#url = given === null ? toURL(input, context) : given.#url;
        if (given !== null) request.#blob = given.#blob;
        else if (request.#url.startsWith("blob:")) request.#blob = load("07_url").resolveBlobURL(request.#url);
        request.#options = toOptions(init, given === null ? defaults : given.#options, context);
        const method = init.method === undefined ? given?.#method ?? "GET" : toMethod(init.method, context);
        if (request.#options.mode === "no-cors" && !/^(?:GET|HEAD|POST)$/.test(method)) {
          throw new TypeError(`${context}: the method ${method} is not allowed in mode no-cors`);
        }
        request.#method = method;
        request.#source = init.signal === undefined ? given : init.signal;
        const list = request.#list;
        if (init.headers !== undefined) headers.fill(list, init.headers, `${context}: headers`);
        else if (given !== null) list.push(...given.#list);
        const body = toBody(init, given === null ? null : given.#body, method, context);
        request.#body = body;
        if (init.body != null && body.type !== null && !headers.hasIn(list, "content-type")) list.push("content-type", body.type);
      };
      // requestParts is what fetch needs of a request. signal is null where none can
      // ever abort it.
      requestParts = (request) => ({
        method: request.#method, url: request.#url, headerList: request.#list, body: request.#body, blob: request.#blob,
        redirect: request.#options.redirect, integrity: request.#options.integrity,
        cache: request.#options.cache,
        signal: request.#source === null && request.#signal === null ? null : signalOf(request),
      });
      // createRequest is an incoming request, as it came: nothing is checked. Its
      // body is null, bytes, a string or a ReadableStream, and its headers are
      // immutable.
      createRequest = ({ method, url, headerList, body }) => {
        const request = new Request(internal);
        request.#method = method;
        request.#url = url;
        request.#list = headerList;
        request.#immutable = true;
        request.#options = incoming;
        if (typeof body === "string" || ArrayBuffer.isView(body)) request.#body = newBody(body, null, null);
        else if (body !== null) request.#body = newBody(null, body, null);
        return request;
      };
    }
  }
  mixin(Request, (request) => bodyOf(request), (request) => listOf(request));
  expose(Request);

  // abortRequest aborts the request's signal.
  const abortRequest = (request, reason) => load("04_abort").signalAbort(signalOf(request), reason);

  return { Request, createRequest, requestParts, abortRequest };
});
