__host.module = (async () => { "use strict";
var __defProp = Object.defineProperty;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};

// other.js
var other;
var init_other = __esm({
  async "other.js"() {
    await init_lazy();
    other = () => "other of " + word;
  }
});

// lazy.js
var lazy_exports = {};
__export(lazy_exports, {
  value: () => value,
  word: () => word
});
var word, value;
var init_lazy = __esm({
  async "lazy.js"() {
    await init_other();
    word = await Promise.resolve("lazy");
    value = () => other();
  }
});

// trace.js
var trace = [];

// first.js
trace.push("before");
await null;
trace.push("after");

// index.js
var calls = 0;
var index_default = {
  async fetch() {
    calls++;
    const lazy = await init_lazy().then(() => lazy_exports);
    return "mark:" + [...trace, lazy.value()];
  }
};
return { __proto__: null,
  get calls() { return calls; },
  get default() { return index_default; }
};
})();
