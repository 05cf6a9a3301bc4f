// 27_url_pattern: URLPattern.
// Spec: https://urlpattern.spec.whatwg.org/
// Deviations: none known. Where an engine's regular expressions lack something,
// so do the groups that an app writes as regular expressions.
"use strict";
__host.define("27_url_pattern", (host) => {
  const { ops, load } = host;
  const { boolean, USVString, isObject, dictionary, expose } = load("01_webidl");
  const { exec } = RegExp.prototype;
  const { apply } = Reflect;
  const { hasOwn } = Object;

  const components = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"];
  const toInit = dictionary(["baseURL", "hash", "hostname", "password", "pathname", "port", "protocol", "search", "username"]
    .map((key) => ({ key, convert: USVString })));
  const toOptions = dictionary([{ key: "ignoreCase", convert: boolean, default: false }]);

  // toInput converts to URLPatternInput: a string or an init.
  const toInput = (value, context) => (value == null || isObject(value) ? toInit(value, context) : USVString(value, context));

  const specialSchemes = ["ftp", "file", "http", "https", "ws", "wss"];
  host.urlPatternMatchesSpecialScheme = (source) => {
    const regExp = compile(source, false);
    return specialSchemes.some((scheme) => execute(regExp, scheme) !== null);
  };

  // execute is RegExpBuiltinExec. One that an engine gives an exec of its own can't do without it.
  const execute = (regExp, input) => apply(hasOwn(regExp, "exec") ? regExp.exec : exec, regExp, [input]);

  function compile(source, ignoreCase) {
    try {
      return new RegExp(source, ignoreCase ? "vi" : "v");
    } catch (error) {
      throw new TypeError(`URLPattern: ${error.message}`);
    }
  }

  // A Component matches one component of a URL. Most match all strings, or one, which
  // takes no regular expression.
  class Component {
    constructor({ pattern, regExp, names, hasRegExpGroups, ignoreCase, literal }) {
      this.pattern = pattern;
      this.names = names ?? [];
      this.hasRegExpGroups = hasRegExpGroups;
      this.literal = literal;
      this.source = regExp;
      this.ignoreCase = ignoreCase;
      this.regExp = hasRegExpGroups ? compile(regExp, ignoreCase) : null;
    }
    // match gives what its groups match, after one that is no group, or null.
    match(input) {
      if (this.literal !== null) return input === this.literal ? [input] : null;
      if (this.pattern === "*") return [input, input];
      this.regExp ??= compile(this.source, this.ignoreCase);
      return execute(this.regExp, input);
    }
    result(input, match) {
      const groups = {};
      this.names.forEach((name, i) => {
        groups[name] = match[i + 1];
      });
      return { input, groups };
    }
  }

  // componentsOf gives the components of an input, or null if it can match nothing.
  function componentsOf(input, baseURL) {
    if (typeof input !== "string") {
      if (baseURL !== undefined) throw new TypeError("URLPattern: a base URL was given with an object, whose baseURL it should be");
      const text = ops.op_url_pattern_input(JSON.stringify(input));
      return text === "" ? null : JSON.parse(text);
    }
    const parts = baseURL === undefined ? ops.op_url_parse(input) : ops.op_url_parse_base(input, baseURL);
    if (parts === "") return null;
    const [, , protocol, username, password, , hostname, port, pathname, search, hash] = parts.split("\n");
    return [protocol.slice(0, -1), username, password, hostname, port, pathname, search.slice(1), hash.slice(1)];
  }

  // match is "match": a list of [input, match] of the components, or null.
  function match(pattern, input, baseURL) {
    const values = componentsOf(input, baseURL);
    if (values === null) return null;
    const matches = [];
    for (let i = 0; i < values.length; i++) {
      const found = pattern[i].match(values[i]);
      if (found === null) return null;
      matches.push([values[i], found]);
    }
    return matches;
  }

  class URLPattern {
    #components;
    constructor(input = {}, baseURL = undefined, options = undefined) {
      const context = "Failed to construct 'URLPattern'";
      input = toInput(input, `${context}: 1st argument`);
      // Two kinds of arguments are told apart by the second, and by their number.
      if (arguments.length < 3 && (baseURL == null || isObject(baseURL))) {
        options = baseURL;
        baseURL = undefined;
      } else {
        baseURL = USVString(baseURL, `${context}: 2nd argument`);
      }
      const { ignoreCase } = toOptions(options, `${context}: options`);
      const request = typeof input === "string" ? { text: input, baseURL, ignoreCase } : { init: input, ignoreCase };
      if (typeof input !== "string" && baseURL !== undefined) {
        throw new TypeError(`${context}: a base URL was given with an object, whose baseURL it should be`);
      }
      this.#components = JSON.parse(ops.op_url_pattern_create(JSON.stringify(request))).map((component) => new Component(component));
    }
    test(input = {}, baseURL = undefined) {
      const pattern = this.#components;
      input = toInput(input, "URLPattern.test: 1st argument");
      if (baseURL !== undefined) baseURL = USVString(baseURL, "URLPattern.test: 2nd argument");
      return match(pattern, input, baseURL) !== null;
    }
    exec(input = {}, baseURL = undefined) {
      const pattern = this.#components;
      input = toInput(input, "URLPattern.exec: 1st argument");
      if (baseURL !== undefined) baseURL = USVString(baseURL, "URLPattern.exec: 2nd argument");
      const matches = match(pattern, input, baseURL);
      if (matches === null) return null;
      const result = { inputs: baseURL === undefined ? [input] : [input, baseURL] };
      components.forEach((name, i) => {
        result[name] = pattern[i].result(...matches[i]);
      });
      return result;
    }
    get protocol() { return this.#components[0].pattern; }
    get username() { return this.#components[1].pattern; }
    get password() { return this.#components[2].pattern; }
    get hostname() { return this.#components[3].pattern; }
    get port() { return this.#components[4].pattern; }
    get pathname() { return this.#components[5].pattern; }
    get search() { return this.#components[6].pattern; }
    get hash() { return this.#components[7].pattern; }
    get hasRegExpGroups() {
      return this.#components.some((component) => component.hasRegExpGroups);
    }
  }
  return { URLPattern: expose(URLPattern) };
});
