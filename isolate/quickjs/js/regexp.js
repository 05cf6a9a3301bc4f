// Regular expressions with more captures than the engine's own have room for. It runs
// in every isolate after bootstrap.js. Its value is the object of the host functions
// that it calls.
//
// Where the constructor refuses a pattern for that alone, what it makes is a RegExp that
// never matches, with an exec of its own that matches in Go. All else of the language, such as
// String.prototype.replace, goes through exec. Literals are none of its business.
(() => {
  "use strict";
  const ops = {};
  const Native = globalThis.RegExp;
  const prototype = Native.prototype;
  const { apply, construct, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
  const { Int32Array, SyntaxError, WeakMap } = globalThis;
  const { min, trunc } = Math, { MAX_SAFE_INTEGER } = Number, { match: matchSymbol } = Symbol;
  const { includes, split, substring } = String.prototype;
  const { exec: nativeExec, compile: nativeCompile } = prototype;
  const nativeSource = getOwnPropertyDescriptor(prototype, "source").get;
  const tooMany = "too many captures";
  const never = "[]"; // the pattern of no text

  // larges has the pattern, the flags and the names of the groups of each large RegExp.
  const larges = new WeakMap();
  const find = larges.get.bind(larges), note = larges.set.bind(larges), forget = larges.delete.bind(larges);
  const define = (object, key, value) =>
    defineProperty(object, key, { __proto__: null, value, writable: true, enumerable: false, configurable: true });

  function makeLarge(source, flags, newTarget) {
    const joined = ops.regExpInitialize(source, flags);
    const large = construct(Native, [never, flags], newTarget);
    if (large.exec !== nativeExec) throw new SyntaxError(tooMany); // the app's own, which would call the native one
    note(large, { source, flags, names: joined === undefined ? undefined : apply(split, joined, [","]) });
    define(large, "exec", exec);
    return large;
  }

  // 22.2.4.1 RegExp
  function RegExp(pattern, flags) {
    if (typeof pattern !== "string" || new.target !== RegExp) return constructAny(pattern, flags, new.target);
    try {
      return new Native(pattern, flags);
    } catch (error) {
      return retry(pattern, flags, RegExp, error);
    }
  }

  function constructAny(pattern, flags, newTarget) {
    if (newTarget === undefined) {
      if (flags === undefined && isRegExp(pattern) && pattern.constructor === RegExp) return pattern;
      newTarget = RegExp;
    }
    const large = find(pattern);
    if (large !== undefined) return makeLarge(large.source, flags === undefined ? large.flags : `${flags}`, newTarget);
    try {
      return newTarget === RegExp ? new Native(pattern, flags) : construct(Native, [pattern, flags], newTarget);
    } catch (error) {
      return retry(pattern, flags, newTarget, error);
    }
  }

  // retry makes a large RegExp where that is what the error is about, and throws it else.
  function retry(pattern, flags, newTarget, error) {
    if (typeof pattern !== "string" || (flags !== undefined && typeof flags !== "string") || error?.message !== tooMany) throw error;
    return makeLarge(pattern, flags ?? "", newTarget);
  }

  // 7.2.8 IsRegExp
  function isRegExp(value) {
    if ((typeof value !== "object" || value === null) && typeof value !== "function") return false;
    const matcher = value[matchSymbol];
    return matcher === undefined ? hasRegExpMatcher(value) : !!matcher;
  }

  function hasRegExpMatcher(object) {
    try {
      apply(nativeSource, object, []);
      return object !== prototype;
    } catch {
      return false;
    }
  }

  // 7.1.20 ToLength
  function toLength(value) {
    const length = trunc(+value);
    return length > 0 ? min(length, MAX_SAFE_INTEGER) : 0;
  }

  // 22.2.6.2 RegExp.prototype.exec and 22.2.7.2 RegExpBuiltinExec
  const { exec } = {
    exec(string) {
      const large = find(this);
      if (large === undefined) return apply(nativeExec, this, [string]);
      const input = `${string}`;
      const has = (flag) => apply(includes, large.flags, [flag]);
      const moves = has("g") || has("y");
      let lastIndex = toLength(this.lastIndex);
      if (!moves) lastIndex = 0;
      const found = lastIndex <= input.length ? ops.regExpBuiltinExec(large.source, large.flags, input, lastIndex) : undefined;
      const captures = found === undefined ? null : new Int32Array(found);
      if (moves) this.lastIndex = captures === null ? 0 : captures[1];
      return captures === null ? null : matchArray(large, input, captures, has("d"));
    },
  };

  function matchArray({ names }, input, captures, hasIndices) {
    const texts = perGroup(captures, (start, end) => (start === end ? "" : apply(substring, input, [start, end])));
    texts.index = captures[0];
    texts.input = input;
    texts.groups = byName(names, texts);
    if (hasIndices) {
      texts.indices = perGroup(captures, (start, end) => [start, end]);
      texts.indices.groups = byName(names, texts.indices);
    }
    return texts;
  }

  // perGroup is an array of what value gives for each group that has matched.
  function perGroup(captures, value) {
    const array = [];
    for (let i = 0; 2 * i < captures.length; i++) {
      const start = captures[2 * i];
      array[i] = start < 0 ? undefined : value(start, captures[2 * i + 1]);
    }
    return array;
  }

  // byName is what groups with a name have. Of those of one name the one that has matched counts.
  function byName(names, values) {
    if (names === undefined) return undefined;
    const groups = { __proto__: null };
    for (let i = 1; i < names.length; i++) {
      if (names[i] !== "" && (values[i] !== undefined || !(names[i] in groups))) groups[names[i]] = values[i];
    }
    return groups;
  }

  // 22.2.6.13 get RegExp.prototype.source and B.2.4.1 RegExp.prototype.compile
  const overrides = {
    get source() {
      const large = find(this);
      return large === undefined ? apply(nativeSource, this, []) : escapePattern(large.source);
    },
    compile(pattern, flags) {
      if (find(pattern) !== undefined) throw new SyntaxError(tooMany);
      const compiled = apply(nativeCompile, this, [pattern, flags]);
      if (forget(this)) delete this.exec;
      return compiled;
    },
  };

  // 22.2.6.13.1 EscapeRegExpPattern
  const lineEnds = { __proto__: null, "\n": "n", "\r": "r", "\u2028": "u2028", "\u2029": "u2029" };
  function escapePattern(source) {
    let text = "", inClass = false, escaped = false;
    for (let i = 0; i < source.length; i++) {
      const c = source[i], end = lineEnds[c];
      if (!escaped && (end !== undefined || (c === "/" && !inClass))) text += "\\";
      text += end ?? c;
      if (!escaped && (c === "[" || c === "]")) inClass = c === "[";
      escaped = c === "\\" && !escaped;
    }
    return text;
  }

  for (const key of ownKeys(Native)) defineProperty(RegExp, key, getOwnPropertyDescriptor(Native, key));
  define(prototype, "constructor", RegExp);
  define(prototype, "compile", overrides.compile);
  defineProperty(prototype, "source", { ...getOwnPropertyDescriptor(overrides, "source"), enumerable: false });
  define(globalThis, "RegExp", RegExp);
  return ops;
})();
