// 07_url: URL, URLSearchParams, and application/x-www-form-urlencoded.
// Spec: https://url.spec.whatwg.org/#api
//       https://w3c.github.io/FileAPI/#creating-revoking
// Deviations: a domain in ASCII with an "xn--" label must be valid, as in Node and Workers,
// where the standard since July 2026 takes it as it is. Unicode domains are those of
// golang.org/x/net/idna: of Unicode 15, and of Unicode 17 where thaw is built with Go 1.27.
"use strict";
__host.define("07_url", (host) => {
  const { ops, load } = host;
  const { requireHandler } = load("02_global_scope");
  const { required, DOMString, USVString, isObject, sequence, sequenceFrom, record } = load("01_webidl");
  const { illegal, expose, pairIterable } = load("01_webidl");

  // parse gives the list of [name, value] of a query without its question mark.
  const parseURLEncoded = (text) => (text === "" ? [] : JSON.parse(ops.op_urlencoded_parse(text)));
  const serializeList = (list) => (list.length === 0 ? "" : ops.op_urlencoded_serialize(JSON.stringify(list)));

  const toPair = sequence(USVString);
  const toRecord = record(USVString, USVString);

  function listFrom(init, context) {
    if (!isObject(init)) {
      const text = USVString(init, context);
      return parseURLEncoded(text.startsWith("?") ? text.slice(1) : text);
    }
    const method = init[Symbol.iterator];
    if (method == null) return toRecord(init, context);
    if (typeof method !== "function") throw new TypeError(`${context}: is not iterable`);
    if (method === entries && listOf(init) !== undefined) return listOf(init).map(([name, value]) => [name, value]);
    const list = sequenceFrom(init, method, toPair, context);
    for (const pair of list) {
      if (pair.length !== 2) throw new TypeError(`${context}: a pair must have a name and a value, not ${pair.length} items`);
    }
    return list;
  }

  let listOf, ofURL, refresh;
  class URLSearchParams {
    #list;
    #update = null; // gives the serialized list to the URL object

    constructor(init = "") {
      this.#list = init === "" ? [] : listFrom(init, "Failed to construct 'URLSearchParams': 1st argument");
    }
    static {
      pairIterable(URLSearchParams, (params) => params.#list);
      listOf = (value) => (#list in value ? value.#list : undefined);
      ofURL = (search, update) => {
        const params = new URLSearchParams();
        params.#update = update;
        params.#list = parseURLEncoded(search.slice(1));
        return params;
      };
      refresh = (params, search) => {
        params.#list = parseURLEncoded(search.slice(1));
      };
    }

    get size() { return this.#list.length; }
    append(name, value) {
      const list = this.#list;
      required(arguments.length, 2, "URLSearchParams.append");
      list.push([USVString(name, "URLSearchParams.append: name"), USVString(value, "URLSearchParams.append: value")]);
      this.#changed();
    }
    delete(name, value = undefined) {
      this.#list;
      required(arguments.length, 1, "URLSearchParams.delete");
      name = USVString(name, "URLSearchParams.delete: name");
      if (value !== undefined) value = USVString(value, "URLSearchParams.delete: value");
      this.#list = this.#list.filter((pair) => pair[0] !== name || (value !== undefined && pair[1] !== value));
      this.#changed();
    }
    get(name) {
      this.#list;
      required(arguments.length, 1, "URLSearchParams.get");
      name = USVString(name, "URLSearchParams.get: name");
      for (const pair of this.#list) if (pair[0] === name) return pair[1];
      return null;
    }
    getAll(name) {
      this.#list;
      required(arguments.length, 1, "URLSearchParams.getAll");
      name = USVString(name, "URLSearchParams.getAll: name");
      const values = [];
      for (const pair of this.#list) if (pair[0] === name) values.push(pair[1]);
      return values;
    }
    has(name, value = undefined) {
      this.#list;
      required(arguments.length, 1, "URLSearchParams.has");
      name = USVString(name, "URLSearchParams.has: name");
      if (value !== undefined) value = USVString(value, "URLSearchParams.has: value");
      return this.#list.some((pair) => pair[0] === name && (value === undefined || pair[1] === value));
    }
    set(name, value) {
      this.#list;
      required(arguments.length, 2, "URLSearchParams.set");
      name = USVString(name, "URLSearchParams.set: name");
      value = USVString(value, "URLSearchParams.set: value");
      const list = this.#list;
      const first = list.findIndex((pair) => pair[0] === name);
      if (first < 0) {
        list.push([name, value]);
      } else {
        list[first][1] = value;
        this.#list = list.filter((pair, i) => i <= first || pair[0] !== name);
      }
      this.#changed();
    }
    // sort is stable and by code units, which is how < compares strings.
    sort() {
      this.#list.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
      this.#changed();
    }
    toString() { return serializeList(this.#list); }

    #changed() {
      this.#update?.(serializeList(this.#list));
    }
  }
  expose(URLSearchParams);
  const { entries } = URLSearchParams.prototype;

  // The lines of what the ops return, of which the first is the href.
  const ORIGIN = 1, PROTOCOL = 2, USERNAME = 3, PASSWORD = 4, HOST = 5, HOSTNAME = 6;
  const PORT = 7, PATHNAME = 8, SEARCH = 9, HASH = 10;

  // parse is the API URL parser. Its result is "" on failure.
  function parse(url, base, context) {
    url = DOMString(url, `${context}: 1st argument`);
    if (base === undefined) return ops.op_url_parse(url);
    return ops.op_url_parse_base(url, DOMString(base, `${context}: 2nd argument`));
  }

  // The blob URL store: URL -> Blob.
  const blobURLs = new Map();
  // resolveBlobURL is the Blob of a serialized URL, or null.
  const resolveBlobURL = (url) => blobURLs.get(url.replace(/#.*$/, "")) ?? null;

  // lineFromEnd is the line that n others follow. It is faster than a split where only
  // one is asked for, which most often is the pathname.
  function lineFromEnd(text, n) {
    let end = text.length;
    for (let i = 0; i < n; i++) end = text.lastIndexOf("\n", end - 1);
    return text.slice(text.lastIndexOf("\n", end - 1) + 1, end);
  }

  class URL {
    #text; // what the op returned
    #split = null; // its lines, once one that is not the first is asked for
    #searchParams = null;

    constructor(url, base = undefined) {
      // There is no "arguments", which takes time to make: "undefined" is no URL either.
      const parts = typeof url === "string" && base === undefined ? ops.op_url_parse(url)
        : url === illegal ? base
        : parse(url, base, "Failed to construct 'URL'");
      if (parts === "") {
        const of = base === undefined ? "" : ` with base "${DOMString(base)}"`;
        throw new TypeError(`Invalid URL: "${DOMString(url)}"${of}`);
      }
      this.#text = parts;
    }
    static parse(url, base = undefined) {
      required(arguments.length, 1, "URL.parse");
      const parts = parse(url, base, "URL.parse");
      return parts === "" ? null : new URL(illegal, parts);
    }
    static canParse(url, base = undefined) {
      required(arguments.length, 1, "URL.canParse");
      return parse(url, base, "URL.canParse") !== "";
    }
    static createObjectURL(object) {
      required(arguments.length, 1, "URL.createObjectURL");
      if (!host.isBlob?.(object)) throw new TypeError("URL.createObjectURL: 1st argument: is not a Blob");
      requireHandler();
      const location = ops.op_location();
      const url = `blob:${location === "" ? "null" : new URL(location).origin}/${ops.op_crypto_uuid()}`;
      blobURLs.set(url, object);
      return url;
    }
    static revokeObjectURL(url) {
      required(arguments.length, 1, "URL.revokeObjectURL");
      blobURLs.delete(DOMString(url, "URL.revokeObjectURL: 1st argument"));
    }

    get href() { return this.#href(); }
    set href(value) {
      this.#text;
      const parts = parse(value, undefined, "URL.href");
      if (parts === "") throw new TypeError(`Invalid URL: "${DOMString(value)}"`);
      this.#update(parts);
      this.#refresh();
    }
    get origin() { return this.#part(ORIGIN); }
    get protocol() { return this.#part(PROTOCOL); }
    set protocol(value) { this.#set("protocol", value); }
    get username() { return this.#part(USERNAME); }
    set username(value) { this.#set("username", value); }
    get password() { return this.#part(PASSWORD); }
    set password(value) { this.#set("password", value); }
    get host() { return this.#part(HOST); }
    set host(value) { this.#set("host", value); }
    get hostname() { return this.#part(HOSTNAME); }
    set hostname(value) { this.#set("hostname", value); }
    get port() { return this.#part(PORT); }
    set port(value) { this.#set("port", value); }
    get pathname() { return this.#split === null ? lineFromEnd(this.#text, 2) : this.#split[PATHNAME]; }
    set pathname(value) { this.#set("pathname", value); }
    get search() { return this.#part(SEARCH); }
    set search(value) {
      this.#set("search", value);
      this.#refresh();
    }
    get searchParams() {
      this.#text;
      return (this.#searchParams ??= ofURL(this.#part(SEARCH), (query) => this.#set("search", query)));
    }
    get hash() { return this.#part(HASH); }
    set hash(value) { this.#set("hash", value); }
    toString() { return this.#href(); }
    toJSON() { return this.#href(); }

    #href() {
      const text = this.#text;
      return text.slice(0, text.indexOf("\n"));
    }
    #part(line) {
      return (this.#split ??= this.#text.split("\n"))[line];
    }
    #update(text) {
      this.#text = text;
      this.#split = null;
    }
    #set(attribute, value) {
      const href = this.#href();
      this.#update(ops.op_url_set(href, attribute, DOMString(value, `URL.${attribute}`)));
    }
    // refresh brings searchParams, if there is one, to the query.
    #refresh() {
      if (this.#searchParams !== null) refresh(this.#searchParams, this.#part(SEARCH));
    }
  }
  expose(URL);

  // parseURL resolves against the instance's location, if it has one.
  function parseURL(url) {
    const base = ops.op_location();
    return base === "" ? new URL(url) : new URL(url, base);
  }
  const isURLSearchParams = (value) => isObject(value) && listOf(value) !== undefined;
  const serialize = (params) => serializeList(listOf(params));

  return { URL, URLSearchParams, parseURL, parseURLEncoded, isURLSearchParams, serialize, resolveBlobURL };
});
