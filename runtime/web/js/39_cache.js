// 39_cache: caches, with Cache and CacheStorage.
// Spec: https://w3c.github.io/ServiceWorker/#cache-interface
//       https://developers.cloudflare.com/workers/runtime-apis/cache/
// Deviations: those of Workers. A response is kept as long as a shared cache may,
// and what may not be kept is dropped without an error. Of Cache there are match, put and
// delete, of CacheStorage default and open. match answers Range and conditional
// requests. What is kept is in memory, and bounded.
"use strict";
__host.define("39_cache", ({ ops, load }) => {
  const { required, boolean, DOMString, dictionary, illegal, guardConstructor, expose } = load("01_webidl");
  const { requireHandler } = load("02_global_scope");
  const { newBody, isStream } = load("33_body");
  const { Request, requestParts } = load("34_request");
  const { isResponse, createResponse, responseParts } = load("35_response");

  const toOptions = dictionary([{ key: "ignoreMethod", convert: boolean, default: false }]);
  // toRequest is {method, url, headerList} of a RequestInfo, the URL without its fragment.
  function toRequest(input, context) {
    const parts = requestParts(new Request(input));
    if (!/^https?:/.test(parts.url)) throw new TypeError(`${context}: the URL ${parts.url} is not of the scheme http: or https:`);
    return { ...parts, url: parts.url.replace(/#.*$/, "") };
  }

  class Cache {
    #name;
    constructor(token = undefined, name = undefined) {
      guardConstructor(token);
      this.#name = name;
    }
    async match(request, options = {}) {
      const name = this.#name, context = "Cache.match";
      required(arguments.length, 1, context);
      const { ignoreMethod } = toOptions(options, `${context}: 2nd argument`);
      const { method, url, headerList } = toRequest(request, context);
      requireHandler();
      if (method !== "GET" && !ignoreMethod) return undefined;
      const head = ops.op_cache_match(name, url, headerList.join("\n"));
      if (head === "") return undefined;
      const response = JSON.parse(head);
      response.urlList = response.url === "" ? [] : [response.url];
      response.type = "default";
      const bodiless = response.status === 304 || response.status === 204;
      return createResponse(response, bodiless ? null : newBody(new Uint8Array(ops.op_cache_body()), null, null));
    }
    async put(request, response) {
      const name = this.#name, context = "Cache.put";
      required(arguments.length, 2, context);
      const { method, url, headerList } = toRequest(request, context);
      if (!isResponse(response)) throw new TypeError(`${context}: 2nd argument: is not a Response`);
      requireHandler();
      if (method !== "GET") throw new TypeError(`${context}: the method is ${method}, not GET`);
      if (response.status === 206) throw new TypeError(`${context}: the response is a part (206)`);
      if (/(?:^|,)[\t ]*\*[\t ]*(?:,|$)/.test(response.headers.get("vary") ?? "")) throw new TypeError(`${context}: the response has Vary: *`);
      const { status, statusText, headerList: list, body } = responseParts(response);
      const head = JSON.stringify({ request: headerList, status, statusText, headerList: list, url: response.url });
      if (!ops.op_cache_put(name, url, head, await bytesOf(body))) throw new Error(`${context}: the response is larger than the cache`);
    }
    async delete(request, options = {}) {
      const name = this.#name, context = "Cache.delete";
      required(arguments.length, 1, context);
      const { ignoreMethod } = toOptions(options, `${context}: 2nd argument`);
      const { method, url } = toRequest(request, context);
      requireHandler();
      return (method === "GET" || ignoreMethod) && ops.op_cache_delete(name, url);
    }
  }
  expose(Cache);

  // bytesOf is the bytes of what responseParts has as body.
  function bytesOf(body) {
    if (body === null) return new Uint8Array(0);
    if (typeof body === "string") return load("06_encoding").utf8Encode(body);
    if (!isStream(body)) return ArrayBuffer.isView(body) ? body : body.bytes;
    return new Promise((resolve, reject) => load("21_readable_stream").readAllBytes(body, resolve, reject));
  }

  class CacheStorage {
    #default = new Cache(illegal, "");
    #named = new Map();
    constructor(token = undefined) {
      guardConstructor(token);
    }
    get default() {
      return this.#default;
    }
    async open(cacheName) {
      const named = this.#named;
      required(arguments.length, 1, "CacheStorage.open");
      cacheName = DOMString(cacheName, "CacheStorage.open: 1st argument");
      if (!named.has(cacheName)) named.set(cacheName, new Cache(illegal, `name:${cacheName}`));
      return named.get(cacheName);
    }
  }
  expose(CacheStorage);

  return { Cache, CacheStorage, caches: new CacheStorage(illegal) };
});
