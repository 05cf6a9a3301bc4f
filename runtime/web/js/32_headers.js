// 32_headers: Headers.
// Spec: https://fetch.spec.whatwg.org/#headers-class
// Deviations: the only guards are "immutable" and "none". As in Workers, no
// request or response header is forbidden to the app, and there is getAll for Set-Cookie.
"use strict";
__host.define("32_headers", ({ load }) => {
  const { required, DOMString, ByteString, isObject, isEnumerable } = load("01_webidl");
  const { sequence, sequenceFrom, expose, pairIterable } = load("01_webidl");

  const { apply } = Reflect;
  const { push } = Array.prototype;

  // A header list is a flat array of name, value, name, value ..., the names in
  // lower case.

  const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, odd = /[^ -~]/, outerSpace = /^[\t\n\r ]+|[\t\n\r ]+$/g, bad = /[\0\n\r]/;
  const known = new Map(); // names that were checked -> in lower case
  function toName(name, context) {
    const found = known.get(name);
    if (found !== undefined) return found;
    if (!token.test(name)) throw new TypeError(`${context}: "${name}" is not a header name`);
    const lower = name.toLowerCase();
    if (known.size < 256) known.set(name, lower);
    return lower;
  }
  const plain = new Set(); // short values that were checked and are what they were
  function toValue(value, context) {
    if (plain.has(value)) return value;
    const space = value.charCodeAt(0) === 0x20 || value.charCodeAt(value.length - 1) === 0x20;
    if (!space && !odd.test(value)) {
      if (value.length < 40 && plain.size < 256) plain.add(value);
      return value;
    }
    value = ByteString(value, context).replace(outerSpace, "");
    if (bad.test(value)) throw new TypeError(`${context}: a header value has a line break or NUL in it`);
    return value;
  }

  // getFrom is "get a value of a header list"; name is in lower case.
  function getFrom(list, name) {
    let value = null;
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] === name) value = value === null ? list[i + 1] : `${value}, ${list[i + 1]}`;
    }
    return value;
  }
  function hasIn(list, name) {
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] === name) return true;
    }
    return false;
  }
  // deleteFrom deletes from a position on.
  function deleteFrom(list, name, from) {
    let end = from;
    for (let i = from; i < list.length; i += 2) {
      if (list[i] === name) continue;
      list[end] = list[i];
      list[end + 1] = list[i + 1];
      end += 2;
    }
    list.length = end;
  }
  function setIn(list, name, value) {
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] !== name) continue;
      list[i + 1] = value;
      return deleteFrom(list, name, i + 2);
    }
    list.push(name, value);
  }

  // fill appends a HeadersInit to a list.
  function fill(list, init, context) {
    if (isHeaders(init) && init[Symbol.iterator] === entries) return void apply(push, list, listOf(init));
    if (!isObject(init)) throw new TypeError(`${context}: is not an object`);
    const method = init[Symbol.iterator];
    if (method != null) fillFromPairs(list, init, method, context);
    else fillFromRecord(list, init, context);
  }
  const toStrings = sequence(DOMString);
  function fillFromPairs(list, init, method, context) {
    if (typeof method !== "function") throw new TypeError(`${context}: is not iterable`);
    for (const pair of sequenceFrom(init, method, toStrings, context)) {
      if (pair.length !== 2) throw new TypeError(`${context}: a header has ${pair.length} items, not name and value`);
      list.push(toName(pair[0], context), toValue(pair[1], context));
    }
  }
  function fillFromRecord(list, init, context) {
    const keys = Reflect.ownKeys(init);
    for (let i = 0; i < keys.length; i++) { // several times faster than for-of in goja
      const key = keys[i];
      if (!isEnumerable(init, key)) continue;
      const name = known.get(key) ?? toName(DOMString(key, context), context);
      const value = init[key];
      list.push(name, toValue(typeof value === "string" ? value : DOMString(value, context), context));
    }
  }

  function refuse(method) {
    throw new TypeError(`Headers.${method}: these headers are immutable`);
  }

  let isHeaders, listOf, create, pairs;
  const setCookies = (list) => list.filter((_, i) => i % 2 === 1 && list[i - 1] === "set-cookie");

  class Headers {
    #list = [];
    #immutable = false;
    #sorted = null; // the sorted and combined list, until the next change
    constructor(init = undefined) {
      if (init !== undefined) fill(this.#list, init, "Failed to construct 'Headers': 1st argument");
    }
    append(name, value) {
      const list = this.#list;
      required(arguments.length, 2, "Headers.append");
      name = DOMString(name, "Headers.append: 1st argument");
      value = toValue(DOMString(value, "Headers.append: 2nd argument"), "Headers.append");
      name = toName(name, "Headers.append");
      if (this.#immutable) refuse("append");
      this.#sorted = null;
      list.push(name, value);
    }
    delete(name) {
      const list = this.#list;
      required(arguments.length, 1, "Headers.delete");
      name = toName(DOMString(name, "Headers.delete: 1st argument"), "Headers.delete");
      if (this.#immutable) refuse("delete");
      this.#sorted = null;
      deleteFrom(list, name, 0);
    }
    get(name) {
      const list = this.#list;
      required(arguments.length, 1, "Headers.get");
      return getFrom(list, toName(DOMString(name, "Headers.get: 1st argument"), "Headers.get"));
    }
    getSetCookie() {
      return setCookies(this.#list);
    }
    getAll(name) {
      const list = this.#list;
      required(arguments.length, 1, "Headers.getAll");
      name = toName(DOMString(name, "Headers.getAll: 1st argument"), "Headers.getAll");
      if (name !== "set-cookie") throw new TypeError(`Headers.getAll: it is for "Set-Cookie" alone, not for "${name}"`);
      return setCookies(list);
    }
    has(name) {
      const list = this.#list;
      required(arguments.length, 1, "Headers.has");
      return hasIn(list, toName(DOMString(name, "Headers.has: 1st argument"), "Headers.has"));
    }
    set(name, value) {
      const list = this.#list;
      required(arguments.length, 2, "Headers.set");
      name = DOMString(name, "Headers.set: 1st argument");
      value = toValue(DOMString(value, "Headers.set: 2nd argument"), "Headers.set");
      name = toName(name, "Headers.set");
      if (this.#immutable) refuse("set");
      this.#sorted = null;
      setIn(list, name, value);
    }
    static {
      isHeaders = (value) => isObject(value) && #list in value;
      listOf = (headers) => headers.#list;
      pairs = (headers) => (headers.#sorted ??= sortAndCombine(headers.#list));
      // create wraps a list, which the object owns from then on.
      create = (list, immutable) => {
        const headers = new Headers();
        headers.#list = list;
        headers.#immutable = immutable;
        return headers;
      };
    }
  }

  // sortAndCombine is "sort and combine a header list".
  function sortAndCombine(list) {
    const out = [];
    for (let i = 0; i < list.length; i += 2) out.push([list[i], list[i + 1]]);
    return out.length < 2 ? out : combine(out.sort(byName));
  }
  const byName = (a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
  // combine joins the values of neighbours with the same name.
  function combine(pairs) {
    let end = 0;
    for (let i = 1; i < pairs.length; i++) {
      const last = pairs[end], pair = pairs[i];
      if (pair[0] === last[0] && pair[0] !== "set-cookie") last[1] += `, ${pair[1]}`;
      else pairs[++end] = pair;
    }
    pairs.length = end + 1;
    return pairs;
  }
  expose(Headers);
  pairIterable(Headers, pairs);
  const { entries } = Headers.prototype;

  return { Headers, create, fill, getFrom, hasIn, deleteFrom };
});
